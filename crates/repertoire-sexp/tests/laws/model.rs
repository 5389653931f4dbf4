//! Data as a tree that knows nothing of the reader, and two ways to write it.

use proptest::prelude::*;
use repertoire_sexp::{Element, Value};

/// A form as plain data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Model {
    Text(String),
    /// In lower case.
    Keyword(String),
    Integer(i64),
    Symbol(String),
    List(Vec<Model>, Option<Box<Model>>),
}

/// Any text, rich in the characters that strings treat with care.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let special = prop::sample::select(vec![
        '"',
        '\\',
        '\n',
        '\r',
        '\0',
        ';',
        ':',
        '(',
        ')',
        '|',
        '#',
        '\u{301}',
        '\u{10ffff}',
    ]);
    prop::collection::vec(prop_oneof![any::<char>(), special], 0..24).prop_map(String::from_iter)
}

/// Any form.
pub(crate) fn model() -> impl Strategy<Value = Model> {
    let symbol = "[a-zA-Zé*+/<>=!?~^&$%@\\[\\]{}_.-][a-zA-Z0-9é*+/.-]{0,6}";
    let atom = prop_oneof![
        3 => text().prop_map(Model::Text),
        2 => "[a-z0-9é*.+-]{1,8}".prop_map(Model::Keyword),
        1 => prop_oneof![any::<i64>(), -2..3_i64].prop_map(Model::Integer),
        2 => symbol.prop_filter("a symbol is neither a dot nor an integer", |name| name != "." && !is_integer(name)).prop_map(Model::Symbol),
    ];
    atom.prop_recursive(6, 48, 6, |inner| {
        (prop::collection::vec(inner.clone(), 0..6), prop::option::weighted(0.1, inner)).prop_map(
            |(elements, tail)| {
                let tail = tail.filter(|_| !elements.is_empty()).map(Box::new);
                Model::List(elements, tail)
            },
        )
    })
}

fn is_integer(token: &str) -> bool {
    let digits = token.strip_prefix(['+', '-']).unwrap_or(token);
    let digits = digits.strip_suffix('.').unwrap_or(digits);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

impl Model {
    /// The one way in which the writer writes it.
    pub(crate) fn canonical(&self) -> String {
        match self {
            Self::Text(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            Self::Keyword(name) => format!(":{name}"),
            Self::Integer(value) => value.to_string(),
            Self::Symbol(name) => name.clone(),
            Self::List(elements, tail) => {
                let mut parts: Vec<String> = elements.iter().map(Self::canonical).collect();
                parts.extend(tail.iter().flat_map(|tail| [".".to_owned(), tail.canonical()]));
                format!("({})", parts.join(" "))
            }
        }
    }

    /// One of the many ways in which a person might write it.
    pub(crate) fn noisy(&self, noise: &[u8]) -> String {
        let mut noise = noise.iter().copied().cycle();
        let mut text = String::new();
        self.write_noisy(&mut text, &mut noise);
        text.push_str(trivia(&mut noise));
        text
    }

    fn write_noisy(&self, text: &mut String, noise: &mut impl Iterator<Item = u8>) {
        text.push_str(trivia(noise));
        let bare = !matches!(self, Self::Text(_) | Self::List(..) | Self::Keyword(_));
        let keyword = matches!(self, Self::Keyword(_));
        // Tokens that would run into the one before need white space, and nothing else does. A
        // comment may end in `#`, after which only what delimits by itself may follow.
        if (bare && !text.is_empty() && !text.ends_with(delimits))
            || (keyword && !text.is_empty() && !text.ends_with(may_precede_keyword))
        {
            text.push('\n');
        }
        match self {
            Self::Text(content) => {
                text.push('"');
                for c in content.chars() {
                    if c == '"' || c == '\\' || chance(noise, 8) {
                        text.push('\\');
                    }
                    text.push(c);
                }
                text.push('"');
            }
            Self::Keyword(name) => {
                text.push(':');
                text.extend(name.chars().map(|c| if chance(noise, 2) { c.to_ascii_uppercase() } else { c }));
            }
            Self::Integer(value) => {
                text.push_str(if *value < 0 {
                    "-"
                } else if chance(noise, 3) {
                    "+"
                } else {
                    ""
                });
                text.push_str(if chance(noise, 3) { "00" } else { "" });
                text.push_str(&value.unsigned_abs().to_string());
                text.push_str(if chance(noise, 3) { "." } else { "" });
            }
            Self::Symbol(name) => text.push_str(name),
            Self::List(elements, tail) => {
                text.push('(');
                for element in elements {
                    element.write_noisy(text, noise);
                }
                if let Some(tail) = tail {
                    text.push_str("\n.\n");
                    tail.write_noisy(text, noise);
                }
                text.push_str(trivia(noise));
                text.push(')');
            }
        }
    }

    /// Whether an element that was read is this data.
    pub(crate) fn is(&self, element: Element<'_, '_>) -> bool {
        match (self, element.value()) {
            (Self::Text(text), Value::String(read)) => {
                *text == read && element.as_str().is_some_and(|read| *text == read)
            }
            (Self::Keyword(name), Value::Keyword(read)) => {
                *name == read && element.is_keyword(name) && element.is_keyword(&name.to_ascii_uppercase())
            }
            (Self::Integer(value), Value::Integer(read)) => {
                read == *value && read.to_string() == value.to_string()
            }
            (Self::Symbol(name), Value::Symbol(read)) => name == read && element.as_symbol() == Some(name),
            (Self::List(elements, tail), Value::List(list)) => {
                elements.len() == list.iter().count()
                    && elements.iter().zip(list).all(|(model, element)| model.is(element))
                    && tail.is_some() == list.tail().is_some()
                    && tail.iter().zip(list.tail()).all(|(model, element)| model.is(element))
                    && list.is_empty() == elements.is_empty()
            }
            _ => false,
        }
    }
}

fn delimits(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}' | '(' | ')' | '"')
}

fn may_precede_keyword(c: char) -> bool {
    delimits(c) || c == '#'
}

fn chance(noise: &mut impl Iterator<Item = u8>, one_in: u8) -> bool {
    noise.next().is_some_and(|byte| byte % one_in == 0)
}

/// Something between two tokens that is no data.
fn trivia(noise: &mut impl Iterator<Item = u8>) -> &'static str {
    const TRIVIA: &[&str] = &[
        "",
        "",
        "",
        " ",
        "\n",
        "\t\u{c} ",
        "\r\n",
        " ;c ( \" ) #| :x . \n",
        ";\r",
        " #| ; ( \" :x #| ' |# . |# ",
    ];
    TRIVIA[usize::from(noise.next().unwrap_or_default()) % TRIVIA.len()]
}
