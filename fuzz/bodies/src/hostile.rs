//! Texts that hostile authors write: each generator gives one of about `n` bytes.

/// A generator, by name.
pub type Generator = (&'static str, fn(usize) -> String);

/// Every generator of frontmatter.
pub const FRONTMATTER: &[Generator] = &[
    ("brackets", |n| format!("a: {}\n", "[".repeat(n))),
    ("braces", |n| format!("a: {}\n", "{a: ".repeat(n / 4))),
    ("dashes", |n| format!("a:\n  {}\n", "- ".repeat(n / 2))),
    ("question-marks", |n| format!("a: 1\n{}\n", "? ".repeat(n / 2))),
    ("keys", |n| "a:\n".repeat(n / 3)),
    ("distinct-keys", |n| (0..n / 8).map(|index| format!("k{index:05}:\n")).collect()),
    ("nested-keys", |n| (0..root(n)).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect()),
    ("spaces", |n| format!("a: b{}\n", " ".repeat(n))),
    ("blank-lines", |n| format!("a: b\n{}c: d\n", "\n".repeat(n))),
    ("escapes", |n| format!("a: \"{}\"\n", "\\n".repeat(n / 2))),
    ("carriage-returns", |n| format!("a: b{}\n", "\r".repeat(n))),
    ("quotes", |n| format!("a: {}\n", "\"".repeat(n))),
    ("single-quotes", |n| format!("a: {}\n", "'".repeat(n))),
    ("open-quotes", |n| "a: \"x\nb: 'y\n".repeat(n / 13)),
    ("open-brackets", |n| "a: [x\n".repeat(n / 6)),
    ("hashes", |n| format!("a: b{}\n", " #".repeat(n / 2))),
    ("colons", |n| format!("a: b{}\n", ": ".repeat(n / 2))),
    ("conflicts", |n| format!("a: b\n{}", "<\n".repeat(n / 2))),
    ("continuations", |n| format!("a: b\n{}", "  c d\n".repeat(n / 6))),
    ("folded", |n| format!("a: >\n{}", "  b\n   c\n\n".repeat(n / 10))),
    ("aliases", |n| format!("a: &a [x]\nb: [{}]\n", "*a,".repeat(n / 3))),
    ("anchors", |n| (0..n / 8).map(|index| format!("&a{index:05}\n")).collect()),
    ("items", |n| format!("a:\n{}", "- b\n".repeat(n / 4))),
    ("flow-items", |n| format!("a: [{}]\n", "b,".repeat(n / 2))),
    ("tabs", |n| format!("a:\n{}b\n", "\t".repeat(n))),
    ("controls", |n| format!("a: {}\n", "\u{1}b".repeat(n / 2))),
];

/// Every generator of native forms.
pub const NATIVE: &[Generator] = &[
    ("parentheses", |n| "(".repeat(n)),
    ("balanced", |n| format!("{}{}", "(".repeat(n / 2), ")".repeat(n / 2))),
    ("symbols", |n| format!("({})", "x ".repeat(n / 2))),
    ("strings", |n| format!("({})", "\"\" ".repeat(n / 3))),
    ("escapes", |n| format!("(\"{}\")", "\\\"".repeat(n / 2))),
    ("comments", |n| ";\n".repeat(n / 2)),
    ("block-comments", |n| "#|".repeat(n / 2)),
    ("keywords", |n| format!("({})", ":name ".repeat(n / 6))),
];

/// Every generator of whole `SKILL.md` sources.
pub const SKILLS: &[Generator] = &[
    ("open-links", |n| body("](", n)),
    ("pointed-links", |n| body("](<", n)),
    ("links", |n| body("[a](b.md)\n", n)),
    ("backticks", |n| body("`a``b```c", n)),
    ("tag-characters", |n| body("\u{e0041}", n)),
    ("flags", |n| body("\u{1f3f4}\u{e0067}", n)),
    ("controls", |n| body("\u{1b}a", n)),
    ("zero-width", |n| body("\u{200b}a", n)),
    ("headings", |n| body("# Rules\n", n)),
    ("words", |n| body("sends ", n)),
    ("angle-brackets", |n| described("<", n)),
    ("tags", |n| described("<ab>", n)),
    ("gaps", |n| described("[what <", n)),
    ("marks", |n| described("TODO-", n)),
    ("sentences", |n| described("a. ", n)),
    ("one-field-many-times", |n| fielded("a: b\n", n)),
    ("faults", |n| fielded("a: b: c\n", n)),
    ("lines-that-are-none", |n| fielded("<<<\n", n)),
    ("comments", |n| fielded("a: b #c\n", n)),
    ("flow-lists", |n| fielded("license: [a]\n", n)),
    ("many-fields", |n| fielded(&(0..n / 14).map(|at| format!("field{at:05}: 1\n")).collect::<String>(), n)),
    ("much-metadata", |n| {
        let keys: String = (0..n / 16).map(|at| format!("  key{at:05}: 010\n")).collect();
        fielded(&format!("metadata:\n{keys}"), n)
    }),
    ("dashes", |n| "---\n".repeat(n / 4)),
    ("open-fence", |n| format!("---\n{}", "a: b\n".repeat(n / 5))),
    ("long-name", |n| format!("---\nname: {}\ndescription: d\n---\nB\n", "é-".repeat(n / 3))),
];

fn times(unit: &str, n: usize) -> String {
    unit.repeat((n / unit.len().max(1)).max(1))
}

fn body(unit: &str, n: usize) -> String {
    format!("---\nname: x\ndescription: Use when asked.\n---\n{}", times(unit, n))
}

fn described(unit: &str, n: usize) -> String {
    format!("---\nname: x\ndescription: \"{}\"\n---\nB\n", times(unit, n))
}

fn fielded(unit: &str, n: usize) -> String {
    format!("---\nname: x\ndescription: Use when asked.\n{}---\nB\n", times(unit, n))
}

/// The number of lines of growing length that come to about `n` bytes.
fn root(n: usize) -> usize {
    (1..).take_while(|lines| lines * lines / 2 <= n).count()
}
