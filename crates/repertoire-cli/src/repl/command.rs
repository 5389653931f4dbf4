//! What a line says: a message, or a command in native form.

use repertoire::routing::nearest;
use repertoire::session::View;
use repertoire::sexp::{self, Element, Elements, Error, Grammar, quote};
use std::ops::Range;

/// A command as a person is told of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// What stands after the parenthesis.
    pub(crate) name: &'static str,
    /// What stands after the name.
    pub(crate) takes: Takes,
    /// The whole form, as an example.
    pub(crate) usage: &'static str,
    /// What it does.
    pub(crate) about: &'static str,
}

/// What a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Nothing.
    Nothing,
    /// Any text.
    Text,
    /// The name of a skill.
    Skill,
    /// The name of a role.
    Role,
    /// The name of a role, and what it may do.
    Permission,
    /// One of these keywords.
    One(&'static [&'static str]),
    /// One of these keywords, or nothing.
    Perhaps(&'static [&'static str]),
}

/// Every command, in the order in which help tells of them.
pub(crate) const FORMS: &[Form] = &[
    form("skills", Takes::Nothing, "(skills)", "the skills, and what is wrong with others"),
    form("load", Takes::Skill, "(load \"name\")", "select a skill for this turn, as skill.load does"),
    form("request", Takes::Nothing, "(request)", "make the next request, print what it carries"),
    form(
        "context",
        Takes::Perhaps(&["full"]),
        "(context)",
        "the last request in sizes; :full adds the texts",
    ),
    form("route", Takes::Text, "(route \"text\")", "rank the skills for a text, with reasons"),
    form("fuse", Takes::Skill, "(fuse \"name\")", "what selecting a skill would bring in"),
    form("turn", Takes::Nothing, "(turn)", "end this turn and its selections, begin another"),
    form("child", Takes::Role, "(child \"role\")", "go on as a child agent, in a turn of its own"),
    form("end", Takes::Nothing, "(end)", "end the child agent, and go back"),
    form(
        "permit",
        Takes::Permission,
        "(permit \"role\" :load nil)",
        "take skill.load from a role; t gives it back",
    ),
    form(
        "view",
        Takes::One(&["compact", "expanded"]),
        "(view :expanded)",
        "show results of tools; :compact shows markers",
    ),
    form("help", Takes::Nothing, "(help)", "these lines"),
    form("quit", Takes::Nothing, "(quit)", "end the session, as Ctrl-D does"),
];

const fn form(name: &'static str, takes: Takes, usage: &'static str, about: &'static str) -> Form {
    Form { name, takes, usage, about }
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Skills,
    Load(String),
    Request,
    Context { full: bool },
    Route(String),
    Fuse(String),
    Turn,
    Child(String),
    End,
    Permit { role: String, load: bool },
    View(View),
    Help,
    Quit,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input<'a> {
    /// White space.
    Nothing,
    /// What a user writes.
    Message(&'a str),
    /// What the person at the terminal wants.
    Command(Command),
}

/// A line that says nothing that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// The bytes of the line that are meant.
    pub(crate) span: Range<usize>,
    /// The class in kebab case.
    pub(crate) id: &'static str,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) help: String,
}

/// Reads a line: a form if its first character is `(`, else a message.
pub(crate) fn read(line: &str) -> Result<Input<'_>, Mistake> {
    if !line.trim_ascii_start().starts_with('(') {
        let message = line.trim();
        return Ok(if message.is_empty() { Input::Nothing } else { Input::Message(message) });
    }
    let form = sexp::read(line, &Grammar::data()).map_err(|error| syntax(&error))?;
    let root = form.root();
    let Some(list) = root.as_list() else {
        // What begins with `(` and reads is a list.
        return Ok(Input::Message(line.trim()));
    };
    let mut elements = list.iter();
    let head = elements.next();
    let Some(name) = head.and_then(Element::as_symbol) else {
        let span = head.map_or_else(|| root.span(), Element::span);
        let help = "write (help) for the commands; a message does not begin with `(`";
        return Err(mistake(span, "unknown-command", "a command begins with its name", help));
    };
    let Some(form) = FORMS.iter().find(|form| form.name.eq_ignore_ascii_case(name)) else {
        let span = head.map_or_else(|| root.span(), Element::span);
        let known = nearest(name, FORMS.iter().map(|form| form.name), 1);
        let help = match known.first().and_then(|near| FORMS.iter().find(|form| form.name == *near)) {
            Some(near) => format!("did you mean {}?", near.usage),
            None => "write (help) for the commands; a message does not begin with `(`".to_owned(),
        };
        return Err(mistake(span, "unknown-command", format!("there is no command `{name}`"), help));
    };
    let end = root.span().end;
    Arguments { form, elements, end }.command().map(Input::Command)
}

fn mistake(
    span: Range<usize>,
    id: &'static str,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Mistake {
    Mistake { span, id, message: message.into(), help: help.into() }
}

/// What the reader of forms says, as a sentence and its remedy.
fn syntax(error: &Error) -> Mistake {
    let told = error.to_string();
    let (message, remedy) = told.split_once("; ").unwrap_or((&told, "write (help) for the commands"));
    let help = match error {
        Error::TextAfterForm { .. } => "one command stands on a line, and a message does not begin with `(`",
        _ => remedy,
    };
    mistake(error.span(), error.kind().as_str(), message, help)
}

/// What stands after the name of a command.
struct Arguments<'f, 'a> {
    form: &'static Form,
    elements: Elements<'f, 'a>,
    /// The byte after the form.
    end: usize,
}

impl<'f, 'a> Arguments<'f, 'a> {
    fn command(mut self) -> Result<Command, Mistake> {
        let command = match self.form.name {
            "skills" => Command::Skills,
            "load" => Command::Load(self.text("the name of a skill")?),
            "request" => Command::Request,
            "context" => Command::Context { full: self.keyword(false)?.is_some() },
            "route" => Command::Route(self.text("a text")?),
            "fuse" => Command::Fuse(self.text("the name of a skill")?),
            "turn" => Command::Turn,
            "child" => Command::Child(self.role()?),
            "end" => Command::End,
            "permit" => self.permit()?,
            "view" => Command::View(match self.keyword(true)? {
                Some("expanded") => View::Expanded,
                _ => View::Compact,
            }),
            "help" => Command::Help,
            _ => Command::Quit,
        };
        match self.elements.next() {
            Some(more) => Err(self.wrong(more.span(), format!("`{}` takes nothing more", self.form.name))),
            None => Ok(command),
        }
    }

    /// A mistake that is mended by writing the command as it should be.
    fn wrong(&self, span: Range<usize>, message: impl Into<String>) -> Mistake {
        mistake(span, "wrong-argument", message, format!("write it as {}", self.form.usage))
    }

    /// The next element; without one, the closing parenthesis is where it is missing.
    fn next(&mut self, what: &str) -> Result<Element<'f, 'a>, Mistake> {
        let next = self.elements.next();
        next.ok_or_else(|| self.wrong(self.end - 1..self.end, format!("{what} is missing here")))
    }

    fn text(&mut self, what: &str) -> Result<String, Mistake> {
        let element = self.next(what)?;
        if let Some(text) = element.as_str() {
            return Ok(text.into_owned());
        }
        let mut wrong = self.wrong(element.span(), format!("{what} stands between quotes"));
        if let Some(bare) = element.as_symbol() {
            wrong.help = format!("write it as {}", quote(bare));
        }
        Err(wrong)
    }

    fn role(&mut self) -> Result<String, Mistake> {
        let before = self.elements.clone().next();
        let role = self.text("the name of a role")?;
        match before {
            Some(element) if role.trim().is_empty() => Err(self.wrong(element.span(), "a role has a name")),
            _ => Ok(role),
        }
    }

    fn keyword(&mut self, must: bool) -> Result<Option<&'static str>, Mistake> {
        let (Takes::One(known) | Takes::Perhaps(known)) = self.form.takes else { return Ok(None) };
        let all: Vec<String> = known.iter().map(|name| format!(":{name}")).collect();
        let all = all.join(" or ");
        if !must && self.elements.clone().next().is_none() {
            return Ok(None);
        }
        let element = self.next(&all)?;
        let found = known.iter().find(|name| element.is_keyword(name));
        let found =
            found.copied().ok_or_else(|| self.wrong(element.span(), format!("only {all} can stand here")))?;
        Ok(Some(found))
    }

    fn permit(&mut self) -> Result<Command, Mistake> {
        let role = self.role()?;
        let what = self.next(":load")?;
        if !what.is_keyword("load") {
            return Err(self.wrong(what.span(), "only :load can stand here"));
        }
        let value = self.next("t or nil")?;
        let load = match value.as_symbol() {
            Some(symbol) if symbol.eq_ignore_ascii_case("nil") => false,
            Some(symbol) if symbol.eq_ignore_ascii_case("t") => true,
            _ => return Err(self.wrong(value.span(), "only t or nil can stand here")),
        };
        Ok(Command::Permit { role, load })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_as_its_usage_says() {
        for form in FORMS {
            let read = read(form.usage);
            assert!(matches!(read, Ok(Input::Command(_))), "{}: {read:?}", form.usage);
        }
        let mut names: Vec<&str> = FORMS.iter().map(|form| form.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FORMS.len());
    }

    #[test]
    fn lines_are_messages_or_commands() {
        let command = |command| Input::Command(command);
        for (line, want) in [
            ("", Input::Nothing),
            (" \t ", Input::Nothing),
            ("when is high water?", Input::Message("when is high water?")),
            ("  load tide (please)  ", Input::Message("load tide (please)")),
            (
                "; a comment in a form, but a message alone",
                Input::Message("; a comment in a form, but a message alone"),
            ),
            ("\"quoted\"", Input::Message("\"quoted\"")),
            (" ( SKILLS ) ; all", command(Command::Skills)),
            ("(load \"ti\\\"de\")", command(Command::Load("ti\"de".to_owned()))),
            ("(load\n\"潮\")", command(Command::Load("潮".to_owned()))),
            ("(context)", command(Command::Context { full: false })),
            ("(context :FULL)", command(Command::Context { full: true })),
            ("(view :compact)", command(Command::View(View::Compact))),
            ("(view :expanded)", command(Command::View(View::Expanded))),
            (
                "(permit \"scout\" :load NIL)",
                command(Command::Permit { role: "scout".to_owned(), load: false }),
            ),
            ("(permit \"scout\" :load t)", command(Command::Permit { role: "scout".to_owned(), load: true })),
        ] {
            assert_eq!(read(line), Ok(want), "{line:?}");
        }
    }

    #[test]
    fn mistakes_have_a_place_and_a_remedy() {
        for (line, id, covered, says) in [
            ("(load \"tide\"", "invalid-syntax", "(", "never closed"),
            ("(load \"tide)", "invalid-syntax", "\"tide)", "never closed"),
            ("(load \"a\") (load \"b\")", "invalid-syntax", "(", "text after the form"),
            ("(by the way) hello", "invalid-syntax", "hello", "text after the form"),
            ("(load #'tide)", "invalid-syntax", "#", "plain data"),
            ("()", "unknown-command", "()", "begins with its name"),
            ("(\"load\" \"tide\")", "unknown-command", "\"load\"", "begins with its name"),
            ("(lod \"tide\")", "unknown-command", "lod", "did you mean (load \"name\")?"),
            ("(frobnicate)", "unknown-command", "frobnicate", "(help)"),
            ("(load tide)", "wrong-argument", "tide", "write it as \"tide\""),
            ("(load)", "wrong-argument", ")", "the name of a skill is missing here"),
            ("(load 7)", "wrong-argument", "7", "(load \"name\")"),
            ("(load \"a\" \"b\")", "wrong-argument", "\"b\"", "takes nothing more"),
            ("(skills :all)", "wrong-argument", ":all", "takes nothing more"),
            ("(context :whole)", "wrong-argument", ":whole", "only :full"),
            ("(view)", "wrong-argument", ")", ":compact or :expanded is missing"),
            ("(view compact)", "wrong-argument", "compact", "only :compact or :expanded"),
            ("(child \" \")", "wrong-argument", "\" \"", "a role has a name"),
            ("(permit \"a\" :read nil)", "wrong-argument", ":read", "only :load"),
            ("(permit \"a\" :load no)", "wrong-argument", "no", "only t or nil"),
            ("(permit \"a\" :load)", "wrong-argument", ")", "t or nil is missing"),
        ] {
            let mistake = read(line).unwrap_err();
            assert_eq!((mistake.id, &line[mistake.span.clone()]), (id, covered), "{line:?}: {mistake:?}");
            let told = format!("{}; {}", mistake.message, mistake.help);
            assert!(told.contains(says), "{line:?}: {told}");
        }
    }
}
