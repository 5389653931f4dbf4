//! Why a request cannot be answered, or the server cannot run.

use rmcp::ErrorData;

/// Why the server ended before its input did.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system gives no threads or timers.
    #[error("cannot begin to serve: {0}")]
    Start(#[from] std::io::Error),
    /// The conversation could not be begun or went wrong beyond repair.
    #[error("the conversation ended: {0}")]
    Conversation(String),
}

/// Why a request is refused. The text goes to the client.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// No skill or file that is served bears the URI.
    #[error("nothing is served under {0}: take URIs as the server lists them")]
    Unknown(String),
    /// The URI is not one of ours.
    #[error("{uri} names nothing: {source}")]
    Uri { uri: String, source: crate::UriError },
    /// It is a file where a directory is wanted.
    #[error("{0} is not a directory")]
    NotDirectory(String),
    /// It is a directory where a file is wanted.
    #[error("{0} is a directory: ask `resources/directory/read` for what it holds")]
    IsDirectory(String),
    /// The file is there and cannot be read now.
    #[error("{uri} cannot be read: {reason}")]
    Unreadable { uri: String, reason: String },
    /// The cursor is none that the server gave.
    #[error("the cursor is none that this server gave: begin again without one")]
    Cursor,
    /// No prompt bears the name.
    #[error("{0}")]
    Prompt(String),
    /// The parameters of a method do not have its form.
    #[error("{0}")]
    Parameters(String),
}

impl Refusal {
    /// The URI that was asked for, where one was.
    fn uri(&self) -> Option<&str> {
        match self {
            Self::Unknown(uri) | Self::NotDirectory(uri) | Self::IsDirectory(uri) => Some(uri),
            Self::Uri { uri, .. } | Self::Unreadable { uri, .. } => Some(uri),
            Self::Cursor | Self::Prompt(_) | Self::Parameters(_) => None,
        }
    }
}

impl From<Refusal> for ErrorData {
    fn from(refusal: Refusal) -> Self {
        let text = repertoire::diagnostic::clean_line(&refusal.to_string()).into_owned();
        let data = refusal.uri().map(|uri| serde_json::json!({ "uri": uri }));
        match refusal {
            Refusal::Unreadable { .. } => Self::internal_error(text, data),
            _ => Self::invalid_params(text, data),
        }
    }
}
