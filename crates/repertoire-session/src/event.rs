//! What a load gives back: a result for the model, events for the transcript.

use repertoire_routing::Plan;

use crate::MAX_RESULT;
use crate::text;

/// A skill was newly selected. Shown to people, and never part of the durable history.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// The name of the skill.
    pub name: String,
    /// Its advisory risk, `low`, `medium` or `high`, where it states one.
    pub risk: Option<&'static str>,
    /// The skill that was asked for, where this one came in because that one requires it.
    pub on_behalf_of: Option<String>,
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "loaded skill: {}", text::name(&self.name))
    }
}

impl Event {
    /// The line of a terminal in compact tool view.
    #[must_use]
    pub fn marker(&self) -> String {
        format!("◆ {self}")
    }
}

/// How a terminal shows tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// A marker for each newly selected skill.
    #[default]
    Compact,
    /// The results of tools as they are.
    Expanded,
}

/// What came of a successful `load`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Loaded {
    /// The name under which the skill is selected.
    pub name: String,
    /// Whether this load selected it.
    pub newly_selected: bool,
    /// An event for each skill that this load selected: what it requires, then itself.
    pub events: Vec<Event>,
    /// What it requires, and what is amiss with that.
    pub plan: Plan,
}

impl Loaded {
    /// What the tool `skill.load` answers: one line of at most [`MAX_RESULT`] characters, which
    /// never holds a body.
    #[must_use]
    pub fn result(&self) -> String {
        let name = text::name(&self.name);
        if !self.newly_selected {
            return format!("skill already loaded: {name}");
        }
        let mut result = format!("loaded skill: {name}");
        let others = self.events.len().saturating_sub(1);
        if others > 0 {
            result.push_str(&format!(", and {others} that it requires"));
        }
        let missing = self.plan.diagnostics.iter().filter(|found| found.id() == "requires-unknown").count();
        if missing > 0 {
            result.push_str(&format!("; {missing} of its requirements cannot be found"));
        }
        result.push_str("; the instructions come with the next request");
        text::cut(&result, MAX_RESULT)
    }

    /// The lines that a terminal keeps of this load in a view. Neither goes into the durable
    /// history.
    #[must_use]
    pub fn lines(&self, view: View) -> Vec<String> {
        match view {
            View::Compact => self.events.iter().map(Event::marker).collect(),
            View::Expanded => vec![self.result()],
        }
    }
}
