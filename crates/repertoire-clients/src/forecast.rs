//! What a client makes of a source: the parts of its table, applied in order.

mod compare;
mod intake;
mod model;
mod text_rule;

pub use model::{Cause, Forecast, Note, Outcome};

use crate::client::{Client, Fallback, Form, Hiding, Otherwise, Type};
use crate::fence::{Parts, parts};
use crate::reader::{Fields, Refusal, RefusalKind, Seen};
use crate::repair;
use repertoire_frontmatter::ProblemKind;
use repertoire_schema::{Format, Source, check, profile};

/// Says what a client makes of a source. Never fails, and never takes long.
///
/// # Examples
///
/// ```
/// use repertoire_clients::{Outcome, by_name, forecast};
/// use repertoire_schema::{Format, Source};
///
/// let bytes = b"---\nname: tide\ndescription: Use when: the tide is asked for\n---\nBody.\n";
/// let source = Source { path: "tide/SKILL.md", directory: Some("tide"), format: Format::AgentSkill, bytes };
/// let gemini = forecast(&source, by_name("gemini").unwrap());
/// assert_eq!(gemini.outcome, Outcome::Loads);
/// assert_eq!(gemini.description.as_deref(), Some("Use when: the tide is asked for"));
/// let goose = forecast(&source, by_name("goose").unwrap());
/// assert_eq!(goose.outcome, Outcome::Skips);
/// ```
#[must_use]
pub fn forecast(source: &Source<'_>, client: &Client) -> Forecast {
    let mut work = Work {
        client,
        source,
        notes: Vec::new(),
        worst: Outcome::Loads,
        name: None,
        description: None,
        unread: false,
    };
    let body = if source.format == Format::Native { work.native() } else { work.agent_skill() };
    let Work { notes, worst, name, description, .. } = work;
    let cause = if worst == Outcome::Loads { None } else { notes.first().map(|note| note.cause) };
    Forecast {
        client: client.name,
        basis: client.basis,
        outcome: worst,
        cause,
        name,
        description,
        body,
        notes,
    }
}

/// A forecast in the making.
struct Work<'w> {
    client: &'w Client,
    source: &'w Source<'w>,
    notes: Vec<Note>,
    worst: Outcome,
    name: Option<String>,
    description: Option<String>,
    /// Whether the frontmatter was refused and the skill is loaded all the same.
    unread: bool,
}

impl Work<'_> {
    /// A remark that changes nothing.
    fn note(&mut self, cause: Cause, text: impl Into<String>) {
        self.notes.push(Note { cause, text: text.into() });
    }

    /// A remark that decides. The worst one stands first.
    fn rule(&mut self, outcome: Outcome, cause: Cause, text: impl Into<String>) {
        let note = Note { cause, text: text.into() };
        if outcome > self.worst {
            self.worst = outcome;
            self.notes.insert(0, note);
        } else {
            self.notes.push(note);
        }
        if !outcome.is_loaded() && self.client.undocumented.contains(&cause) {
            self.note(Cause::Undocumented, "what it does then is not documented; taken as not loaded");
        }
    }

    /// What the client does where something cannot be had. Whether it goes on, without fields.
    fn otherwise(&mut self, otherwise: Otherwise, cause: Cause, text: impl Into<String>) -> bool {
        let text = text.into();
        match otherwise {
            Otherwise::Skip => self.rule(Outcome::Skips, cause, text),
            Otherwise::SkipSilently => self.rule(Outcome::SkipsSilently, cause, text),
            Otherwise::Bare => {
                self.note(Cause::FrontmatterUnseen, format!("loaded without its frontmatter: {text}"));
                return true;
            }
        }
        false
    }

    fn native(&mut self) -> Option<String> {
        if !self.client.native {
            self.rule(Outcome::SkipsSilently, Cause::Format, "it does not look for `SKILL.sexp`");
            return None;
        }
        let checked = check(self.source, &profile::AUTOLITH);
        self.name = checked.name;
        self.description = checked.description;
        if checked.skill.is_none() {
            let first = checked.diagnostics.first();
            let text = first.map_or("not a valid native skill", |diagnostic| diagnostic.message.as_str());
            self.rule(Outcome::Skips, Cause::Format, text);
        }
        None
    }

    fn agent_skill(&mut self) -> Option<String> {
        let text = self.take_in()?;
        let all = parts(&text, &self.client.fences);
        let (fields, body) = if all.is_empty() {
            let reason = fence_problem(self.source.bytes);
            if !self.otherwise(self.client.unfenced, Cause::Fence, reason) {
                return None;
            }
            (Fields::none(), text.as_ref())
        } else {
            self.fields(&text, &all)?
        };
        self.look_at_fields(&fields);
        self.name = self.find_name(&fields, body);
        if self.unread {
            self.note(Cause::Uncatalogued, "nothing tells the model when to use it");
        } else {
            self.description = self.find_description(&fields, body);
        }
        self.judge_name();
        self.judge_description();
        self.hide(&fields);
        let body = self.compare(body);
        if self.worst.is_loaded() { body } else { None }
    }

    /// The fields that the client comes to, and the body behind them.
    fn fields<'t>(&mut self, text: &'t str, all: &[Parts<'t>]) -> Option<(Fields, &'t str)> {
        let client = self.client;
        let mut first = None;
        for parts in all {
            match client.reader.read(parts.frontmatter) {
                Ok(fields) => {
                    let unfit = client.repair == crate::client::Repair::FieldLines
                        && ["name", "description"]
                            .iter()
                            .any(|key| fields.typed(key).is_none_or(|typed| typed.1.is_none()));
                    if unfit {
                        return Some((repair::field_lines(parts.frontmatter), parts.body));
                    }
                    return Some((fields, parts.body));
                }
                Err(refusal) => first = first.or(Some((refusal, *parts))),
            }
        }
        let (refusal, parts) = first?;
        let reason = refusal.told(parts.above);
        if refusal.kind != RefusalKind::Bounds
            && let Some(repaired) = repair::repair(client.repair, client.reader, text, &parts, &refusal)
        {
            match repaired {
                Ok(fields) => {
                    self.note(Cause::Repaired, format!("read by a repair of its own: {reason}"));
                    return Some((fields, parts.body));
                }
                Err(Outcome::SkipsSilently) => {
                    self.rule(Outcome::SkipsSilently, cause_of(&refusal), reason);
                    return None;
                }
                Err(_) => {}
            }
        }
        self.unread = self.otherwise(client.unread, cause_of(&refusal), reason);
        self.unread.then(|| (Fields::none(), parts.body))
    }

    /// Fields beside name and description.
    fn look_at_fields(&mut self, fields: &Fields) {
        if let Some(known) = self.client.known {
            let other = fields
                .tree()
                .entries()
                .filter_map(|entry| entry.key.text())
                .find(|key| !known.keys.contains(key));
            if let Some(key) = other {
                self.rule(Outcome::Skips, Cause::UnknownField, format!("it refuses the field `{key}`"));
            }
        }
        for field in self.client.fields {
            let Some(seen) = fields.see(field.key) else { continue };
            let fault = match (field.form, seen) {
                (Form::Text, seen) => (seen.kind() != Type::Text)
                    .then(|| format!("`{}` must be a text and is {}", field.key, seen.kind().as_str())),
                (Form::Most(most), Seen::Text(text)) => {
                    let count = text.chars().count();
                    (count > most)
                        .then(|| format!("`{}` has {count} characters, more than {most}", field.key))
                }
                (Form::Most(_), _) => None,
                (Form::TextMap, Seen::Collection(value, typing)) if value.is_mapping() => value
                    .entries()
                    .any(|entry| typing.see(entry.value).kind() != Type::Text)
                    .then(|| format!("every value of `{}` must be a text", field.key)),
                (Form::TextMap, seen) => {
                    Some(format!("`{}` must be a map and is {}", field.key, seen.kind().as_str()))
                }
            };
            if let Some(fault) = fault {
                self.rule(Outcome::Skips, Cause::FieldType, fault);
            }
        }
    }

    fn hide(&mut self, fields: &Fields) {
        let Some(seen) = fields.see("disable-model-invocation") else { return };
        let hidden = match (self.client.hiding, seen) {
            (Hiding::Never, _) => false,
            (Hiding::Bool, Seen::Bool(value, _)) => value,
            (Hiding::Bool, _) => false,
            (Hiding::ExactText, seen) => seen.source() == Some("true"),
            (Hiding::Words, Seen::Bool(value, _)) => value,
            (Hiding::Words, seen) => seen.source().is_some_and(|word| {
                ["true", "yes", "on", "1"].iter().any(|known| known.eq_ignore_ascii_case(word.trim()))
            }),
        };
        if hidden && self.worst.is_loaded() {
            self.note(Cause::Hidden, "`disable-model-invocation` keeps it from the model");
        }
    }
}

fn cause_of(refusal: &Refusal) -> Cause {
    match refusal.kind {
        RefusalKind::Syntax => Cause::Yaml,
        RefusalKind::DuplicateKey => Cause::DuplicateKey,
        RefusalKind::Bounds => Cause::Bounds,
        RefusalKind::Type => {
            if refusal.message.contains("missing field `name`") {
                Cause::NameMissing
            } else if refusal.message.contains("missing field `description`") {
                Cause::DescriptionMissing
            } else {
                Cause::FieldType
            }
        }
    }
}

/// Why there may be no frontmatter for a client.
fn fence_problem(bytes: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(bytes) else { return "it sees no frontmatter".to_owned() };
    let split = repertoire_frontmatter::split(text);
    let worst = split.problems.iter().find(|problem| problem.kind != ProblemKind::Bom);
    match worst.or_else(|| split.problems.first()) {
        Some(problem) => problem.to_string(),
        None if text.contains('\r') => "it does not take these line ends for line ends".to_owned(),
        None => "it does not take these lines for fences".to_owned(),
    }
}

impl Fallback {
    /// The outcome of a fallback that loads nothing.
    fn refusal(self) -> Option<Outcome> {
        match self {
            Self::Skip => Some(Outcome::Skips),
            Self::SkipSilently => Some(Outcome::SkipsSilently),
            _ => None,
        }
    }
}
