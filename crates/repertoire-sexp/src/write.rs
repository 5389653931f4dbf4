//! From forms and strings back to text.

use crate::Form;
use crate::form::{Element, Value};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

/// Writes a form on one line: the exact inverse of [`read`](crate::read) for data.
///
/// Elements are set apart by one space, keywords are in lower case, integers in their shortest
/// form, and strings as by [`quote`]. For every form that was read, reading what is written gives
/// an equal form, and so does a Common Lisp reader.
///
/// # Examples
///
/// ```
/// use repertoire_sexp::{Grammar, read, write};
///
/// let form = read("( :VERSION +1. ; one\n\"a\" ())", &Grammar::data())?;
/// assert_eq!(write(&form), r#"(:version 1 "a" ())"#);
/// # Ok::<(), repertoire_sexp::Error>(())
/// ```
#[must_use]
pub fn write(form: &Form<'_>) -> String {
    form.to_string()
}

/// A string as a form has it: in quotes, with `"` and `\` escaped and nothing else.
///
/// # Examples
///
/// ```
/// use repertoire_sexp::quote;
///
/// assert_eq!(quote("say \"hi\"\n").to_string(), "\"say \\\"hi\\\"\n\"");
/// ```
#[must_use]
pub const fn quote(text: &str) -> Quoted<'_> {
    Quoted(text)
}

/// A string to be written in quotes: what [`quote`] gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        // What is written next begins at `from`: the character that needed the last backslash.
        let (mut from, mut at) = (0, 0);
        while let Some(length) = memchr::memchr2(b'"', b'\\', &self.0.as_bytes()[at..]) {
            f.write_str(&self.0[from..at + length])?;
            f.write_char('\\')?;
            from = at + length;
            at = from + 1;
        }
        f.write_str(&self.0[from..])?;
        f.write_char('"')
    }
}

impl fmt::Display for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.root(), f)
    }
}

impl fmt::Display for Element<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Where the lists that are open in the output end in the source.
        let mut ends: Vec<usize> = Vec::new();
        let mut first = true;
        for element in self.preorder() {
            let span = element.span();
            while ends.last().is_some_and(|end| *end <= span.start) {
                ends.pop();
                f.write_char(')')?;
                first = false;
            }
            if !first {
                f.write_char(' ')?;
            }
            if !ends.is_empty() && element.is_tail() {
                f.write_str(". ")?;
            }
            first = false;
            match element.value() {
                Value::List(_) => {
                    f.write_char('(')?;
                    ends.push(span.end);
                    first = true;
                }
                Value::String(text) => quote(&text).fmt(f)?,
                Value::Keyword(name) => write!(f, ":{name}")?,
                Value::Integer(integer) => write!(f, "{integer}")?,
                Value::Symbol(name) => f.write_str(name)?,
            }
        }
        ends.iter().try_for_each(|_| f.write_char(')'))
    }
}
