//! What older revisions of the protocol lack is left out of what they are answered with.

use rmcp::RoleServer;
use rmcp::model::{CallToolResult, InitializeResult, ProtocolVersion, ResourceTemplate, Tool};
use rmcp::service::RequestContext;

/// What a revision knows beside the fields that all of them have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Titles, structured results, and capabilities for extensions, since 2025-06-18.
    titles: bool,
    /// Hints about tools, since 2025-03-26.
    hints: bool,
}

impl Known {
    /// What the revision of a request knows; all of it where no older one was agreed on.
    pub(crate) fn to(context: &RequestContext<RoleServer>) -> Self {
        Self::in_revision(context.protocol_version().as_ref())
    }

    fn in_revision(revision: Option<&ProtocolVersion>) -> Self {
        let since = |first: ProtocolVersion| revision.is_none_or(|revision| *revision >= first);
        Self { titles: since(ProtocolVersion::V_2025_06_18), hints: since(ProtocolVersion::V_2025_03_26) }
    }

    /// A tool as the revision has it.
    pub(crate) fn tool(self, mut tool: Tool) -> Tool {
        tool.title = tool.title.filter(|_| self.titles);
        tool.annotations = tool.annotations.filter(|_| self.hints);
        tool
    }

    /// A template as the revision has it.
    pub(crate) fn template(self, mut template: ResourceTemplate) -> ResourceTemplate {
        template.title = template.title.filter(|_| self.titles);
        template
    }

    /// What a tool gives, as the revision has it: the text says the same.
    pub(crate) fn result(self, mut result: CallToolResult) -> CallToolResult {
        result.structured_content = result.structured_content.filter(|_| self.titles);
        result
    }
}

/// The first answer as its revision has it.
pub(crate) fn welcome(mut info: InitializeResult) -> InitializeResult {
    if !Known::in_revision(Some(&info.protocol_version)).titles {
        info.capabilities.extensions = None;
        info.server_info.title = None;
    }
    info
}
