//! The forms of a catalog: what stands around and between its entries.

/// The form of a catalog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// A line for each skill: `- NAME: DESCRIPTION (file: PATH)`.
    #[default]
    Markdown,
    /// An `<available_skills>` block as the published Agent Skills specification's reference tool
    /// prints it.
    Xml,
    /// A JSON document, an entry a line.
    Json,
}

impl Form {
    /// `markdown`, `xml` or `json`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Xml => "xml",
            Self::Json => "json",
        }
    }

    /// What stands before the name, before the description, after it, before the path, after it,
    /// and at the end of an entry.
    const fn pieces(self) -> [&'static str; 6] {
        match self {
            Self::Markdown => ["- ", ": ", "", " (file: ", ")", "\n"],
            Self::Xml => [
                "<skill>\n<name>\n",
                "\n<description>\n",
                "\n</description>",
                "\n<location>\n",
                "\n</location>",
                "\n</skill>\n",
            ],
            Self::Json => ["{\"name\":\"", ",\"description\":\"", "\"", ",\"path\":\"", "\"", "}"],
        }
    }

    /// What closes the name: in Markdown nothing.
    const fn after_name(self) -> &'static str {
        match self {
            Self::Markdown => "",
            Self::Xml => "\n</name>",
            Self::Json => "\"",
        }
    }

    /// The characters of an entry beside its name and its path. A path is always written, even an
    /// empty one: it tells an entry from the line about the omitted ones.
    pub(crate) const fn bare(self) -> usize {
        let [before_name, _, _, before_path, after_path, end] = self.pieces();
        before_name.len() + self.after_name().len() + before_path.len() + after_path.len() + end.len()
    }

    /// The characters that a description takes beside its own.
    pub(crate) const fn around_description(self) -> usize {
        let [_, before, after, ..] = self.pieces();
        before.len() + after.len()
    }
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What stands around the entries of a catalog.
pub(crate) struct Frame<'a> {
    form: Form,
    introduction: &'a str,
    guidance: &'a str,
    /// The characters of both.
    words: usize,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(form: Form, introduction: &'a str, guidance: &'a str) -> Self {
        let words = introduction.chars().count() + guidance.chars().count();
        Self { form, introduction, guidance, words }
    }

    /// The characters of a catalog beside its entries themselves.
    pub(crate) fn characters(&self, included: usize, omitted: usize) -> usize {
        let between = if self.form == Form::Json { included.saturating_sub(1) * BETWEEN.len() } else { 0 };
        self.words + before(self.form, included).len() + between + after(self.form, included, omitted).len()
    }

    pub(crate) fn open(&self, text: &mut String, included: usize) {
        text.push_str(self.introduction);
        text.push_str(before(self.form, included));
    }

    pub(crate) fn entry(
        &self,
        text: &mut String,
        nth: usize,
        name: &str,
        description: Option<&str>,
        path: &str,
    ) {
        let [before_name, before_description, after_description, before_path, after_path, end] =
            self.form.pieces();
        if nth > 0 && self.form == Form::Json {
            text.push_str(BETWEEN);
        }
        text.extend([before_name, name, self.form.after_name()]);
        if let Some(description) = description {
            text.extend([before_description, description, after_description]);
        }
        text.extend([before_path, path, after_path, end]);
    }

    pub(crate) fn close(&self, text: &mut String, included: usize, omitted: usize) {
        text.push_str(&after(self.form, included, omitted));
        text.push_str(self.guidance);
    }
}

/// What stands between two entries in JSON.
const BETWEEN: &str = ",\n";

/// What opens the entries; ASCII.
const fn before(form: Form, included: usize) -> &'static str {
    match form {
        Form::Markdown => "",
        Form::Xml => "<available_skills>\n",
        Form::Json if included == 0 => "{\"version\":1,\"skills\":[",
        Form::Json => "{\"version\":1,\"skills\":[\n",
    }
}

/// What closes them, with the line about the omitted ones; ASCII.
fn after(form: Form, included: usize, omitted: usize) -> String {
    let plural = if omitted == 1 { "" } else { "s" };
    let line = format!("{omitted} additional skill{plural} omitted by the catalog character budget.");
    match form {
        Form::Markdown if omitted == 0 => String::new(),
        Form::Markdown => format!("- {line}\n"),
        Form::Xml if omitted == 0 => "</available_skills>".to_owned(),
        Form::Xml => format!("<!-- {line} -->\n</available_skills>"),
        Form::Json => {
            let end = if included == 0 { "" } else { "\n" };
            format!("{end}],\"omitted\":{omitted}}}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_named_as_they_are_asked_for() {
        let named = [Form::Markdown, Form::Xml, Form::Json].map(|form| form.to_string());
        assert_eq!(named, ["markdown", "xml", "json"]);
    }
}
