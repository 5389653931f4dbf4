//! From options to a conversation that ends with its input.

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::error::Error;
use crate::library::Library;
use crate::options::Options;
use crate::server::Server;
use crate::transport::Lines;
use crate::voice::Voice;

/// So long the work on files may go on when the conversation is over.
const LAST_WORK: Duration = Duration::from_millis(200);

/// Serves skills over standard input and output until the input ends or the output is closed.
///
/// # Errors
///
/// [`Error::Start`], and [`Error::Conversation`] where the client cannot be spoken with.
pub fn serve(options: Options) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let served = runtime.block_on(serve_with(options, tokio::io::stdin(), tokio::io::stdout()));
    // A thread may still wait for input that nobody will send.
    runtime.shutdown_timeout(LAST_WORK);
    served
}

/// Serves skills over a pair of streams until the input ends or the output is closed. It needs a
/// runtime of tokio with timers.
///
/// # Errors
///
/// [`Error::Conversation`] where the client cannot be spoken with.
pub async fn serve_with<R, W>(options: Options, input: R, output: W) -> Result<(), Error>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let voice = Arc::new(Voice::default());
    let library = Arc::new(Library::new(options, Arc::clone(&voice)));
    let (lines, written) = Lines::new(input, output, voice);
    let ended = match Server::new(library).serve(lines).await {
        Ok(running) => running.waiting().await.map(drop).map_err(|error| error.to_string()),
        // The input ended, or the output was closed, before the conversation began.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::TransportError { .. }) => {
            Ok(())
        }
        Err(error) => Err(error.to_string()),
    };
    written.end().await;
    ended.map_err(Error::Conversation)
}
