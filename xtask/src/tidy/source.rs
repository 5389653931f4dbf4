//! What a Rust file must have, and what it must not hold.

use super::Fault;
use proc_macro2::{TokenStream, TokenTree};

/// Macros that stand for work not done, or that were left behind from looking for a bug.
const UNFINISHED: &[&str] = &["dbg", "todo", "unimplemented"];

/// The faults of one file.
pub(super) fn faults(path: &str, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !text.starts_with("//! ") {
        faults.push(Fault::new(path, 1, "begins without a `//!` line that says what lives in the file"));
    }
    match text.parse::<TokenStream>() {
        Ok(tokens) => faults.extend(unfinished(path, tokens)),
        Err(error) => {
            faults.push(Fault::new(path, error.span().start().line, format!("is not Rust: {error}")));
        }
    }
    faults
}

/// Looks through the tokens, so that strings and comments may say what they like.
fn unfinished(path: &str, tokens: TokenStream) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut streams = vec![tokens];
    while let Some(stream) = streams.pop() {
        let mut tokens = stream.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => streams.push(group.stream()),
                TokenTree::Ident(name) if UNFINISHED.iter().any(|unfinished| name == unfinished) => {
                    if matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!') {
                        faults.push(Fault::new(path, name.span().start().line, format!("`{name}!` is left")));
                    }
                }
                _ => {}
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let mut lines: Vec<_> = faults("a.rs", text).into_iter().map(|fault| fault.line).collect();
        lines.sort_unstable();
        lines
    }

    #[test]
    fn a_header_is_asked_for() {
        assert_eq!(lines("//! Says what lives here.\n"), [0; 0]);
        assert_eq!(lines("// A comment.\n"), [1]);
        assert_eq!(lines("\n//! Too late.\n"), [1]);
        assert_eq!(lines(""), [1]);
    }

    #[test]
    fn unfinished_work_is_found_wherever_it_hides() {
        assert_eq!(lines("//! A.\nfn a() {\n    if x { todo!() } else { b![dbg!(1)] }\n}\n"), [3, 3]);
        assert_eq!(lines("//! A.\nfn a() {\n    unimplemented !(\"later\")\n}\n"), [3]);
    }

    #[test]
    fn words_in_strings_comments_and_names_are_not_unfinished_work() {
        let text = "//! A todo!() here.\n/// And dbg!(x) here.\nconst A: &str = \"todo!()\"; // dbg!\nfn todo() -> bool { todo() != dbg }\n";
        assert_eq!(lines(text), [0; 0]);
    }

    #[test]
    fn what_is_not_rust_is_named() {
        assert_eq!(lines("//! A.\nfn a() {\n"), [2]);
    }
}
