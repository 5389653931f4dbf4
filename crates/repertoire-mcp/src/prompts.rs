//! Prompts: one for each skill, so that a person can pick one from a menu.

use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Role};

use crate::error::Refusal;
use crate::library::View;
use crate::page::{Page, after, page};

impl View<'_> {
    /// A page of prompts. Without a skill there are none.
    pub(crate) fn list_prompts(&self, cursor: Option<&str>) -> Result<Page<Prompt>, Refusal> {
        let mut entries: Vec<_> = self.catalog.entries.iter().map(|entry| &entry.metadata).collect();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(page(
            &entries,
            after(cursor)?,
            self.library.options.page_size,
            |skill| skill.name.as_str(),
            |skill| Some(Prompt::new(&skill.name, Some(&skill.description), None)),
            |_| true,
        ))
    }

    /// The instructions of a skill, as a person's message.
    pub(crate) fn get_prompt(&self, name: &str) -> Result<GetPromptResult, Refusal> {
        let text = self.instructions(name).map_err(Refusal::Prompt)?;
        let result = GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]);
        Ok(match self.catalog.find(name) {
            Some(entry) => result.with_description(&entry.metadata.description),
            None => result,
        })
    }
}
