//! What a form is, told as the Common Lisp half tells it.

use repertoire_sexp::{Element, Value};

/// What remains to be told of a form.
enum Part<'f, 'a> {
    Element(Element<'f, 'a>),
    Mark(&'static str),
}

/// One line with the data of a form, down to the codes of its characters. Lists are chains of
/// conses here, as in Lisp: `()` and `nil` are one, and so are `(a . (b))` and `(a b)`.
pub(super) fn tell(root: Element<'_, '_>) -> String {
    let mut line = String::new();
    let mut parts = vec![Part::Element(root)];
    while let Some(part) = parts.pop() {
        let element = match part {
            Part::Element(element) => element,
            Part::Mark(mark) => {
                line.push_str(mark);
                continue;
            }
        };
        match element.value() {
            Value::List(list) if list.is_empty() => line.push('N'),
            Value::List(mut list) => {
                line.push('(');
                let mut inside: Vec<Part<'_, '_>> = Vec::new();
                let tail = loop {
                    inside.extend(list.iter().flat_map(|element| [Part::Mark(" "), Part::Element(element)]));
                    match list.tail() {
                        Some(tail) => match tail.as_list() {
                            Some(rest) => list = rest,
                            None => break Some(tail),
                        },
                        None => break None,
                    }
                };
                if let Some(tail) = tail.filter(|tail| !is_nil(*tail)) {
                    inside.extend([Part::Mark(" . "), Part::Element(tail)]);
                }
                inside.push(Part::Mark(" )"));
                parts.extend(inside.into_iter().rev());
            }
            Value::String(text) => characters(&mut line, 'S', &text),
            Value::Keyword(name) => characters(&mut line, 'K', &name.to_ascii_uppercase()),
            Value::Integer(integer) => line.push_str(&format!("I{integer}")),
            Value::Symbol(_) if is_nil(element) => line.push('N'),
            Value::Symbol(name) => characters(&mut line, 'Y', &name.to_ascii_uppercase()),
        }
    }
    line
}

fn is_nil(element: Element<'_, '_>) -> bool {
    element.as_symbol().is_some_and(|name| name.eq_ignore_ascii_case("nil"))
}

fn characters(line: &mut String, kind: char, text: &str) {
    line.push(kind);
    line.push_str(&text.chars().count().to_string());
    for c in text.chars() {
        line.push(',');
        line.push_str(&u32::from(c).to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use repertoire_sexp::{Grammar, read};

    fn told(source: &str) -> String {
        tell(read(source, &Grammar { dotted_lists: true, ..Grammar::data() }).expect("a form").root())
    }

    #[test]
    fn data_is_told_as_conses() {
        assert_eq!(told("(:a \"é\n\" +01. x)"), "( K1,65 S2,233,10 I1 Y1,88 )");
        assert_eq!(told("(1 . (2 . (nil . NIL)))"), told("(1 2 ())"));
        assert_eq!(told("((1 . 2) 3)"), "( ( I1 . I2 ) I3 )");
        assert_eq!(told("(1 . (2 . 3))"), "( I1 I2 . I3 )");
        assert_eq!(told("nil"), told("()"));
    }
}
