//! The registry as a page for people.

use super::{Level, Rule, Sample};
use crate::profile;
use repertoire_diagnostic::Applicability;
use std::fmt::Write as _;

/// The chapters, in their order, with their titles.
const CHAPTERS: [(&str, &str); 9] = [
    ("fence", "File and fences"),
    ("yaml", "YAML"),
    ("field", "Fields"),
    ("name", "Name"),
    ("description", "Description"),
    ("text", "Text"),
    ("body", "Body and links"),
    ("together", "Several skills"),
    ("native", "Native form"),
];

/// The longest example that is printed whole, in bytes.
const LONGEST_EXAMPLE: usize = 900;

/// The page `docs/rules.md`: every rule with its levels, reason, fix and example.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(
        "<!-- Generated from the rule registry. Run the tests of `repertoire-schema` with `BLESS=1` to write it anew. -->\n\n# Rules\n\n\
         Every rule that `repertoire check` knows. `repertoire explain RULE` prints one of them; `--rule RULE=LEVEL` and\n\
         `repertoire.toml` change how much it matters. The levels are `error` (refuses the skill, or fails the check), `warning`,\n\
         `hint` and `off`. An *essential* rule stays an error: no skill can come of a source that breaks it.\n\n\
         A *safe* fix keeps what a lenient reader sees; an *unsafe* one may change it. Fixes never touch the body.\n\n",
    );
    page.push_str("| rule |");
    for profile in profile::ALL {
        let _ = write!(page, " {} |", profile.name);
    }
    page.push_str(" fix |\n|---|");
    page.push_str(&"---|".repeat(profile::ALL.len() + 1));
    page.push('\n');
    for rule in Rule::ALL {
        let _ = write!(page, "| [`{}`](#{}) |", rule.id(), rule.id());
        for profile in profile::ALL {
            let level = profile.level(*rule);
            let _ = write!(page, " {} |", if level == Level::Off { "–" } else { level.as_str() });
        }
        let _ = writeln!(page, " {} |", rule.info().fix.map_or("", |(applicability, _)| word(applicability)));
    }
    for (chapter, title) in CHAPTERS {
        let _ = write!(page, "\n## {title}\n");
        for rule in Rule::ALL.iter().filter(|rule| rule.chapter() == chapter) {
            one(&mut page, *rule);
        }
    }
    page
}

const fn word(applicability: Applicability) -> &'static str {
    match applicability {
        Applicability::Safe => "safe",
        Applicability::Unsafe => "unsafe",
    }
}

fn one(page: &mut String, rule: Rule) {
    let info = rule.info();
    let essential = if info.essential { ", essential" } else { "" };
    let _ = write!(
        page,
        "\n### {}\n\n{} (kind `{}`{essential})\n\n{}\n\n",
        info.id, info.says, info.kind, info.why
    );
    let _ = writeln!(page, "**What to do:** {}.", info.help);
    if let Some((applicability, does)) = info.fix {
        let _ = writeln!(page, "**Fix** ({}): {does}.", word(applicability));
    }
    let example = &info.example;
    let under = if example.profile == "agent-skills" {
        String::new()
    } else {
        format!(", under `{}`", example.profile)
    };
    sample(page, &format!("Fails{under}"), &example.failing);
    for (directory, text) in example.neighbours {
        let _ = write!(page, "\nBeside it, `{directory}/SKILL.md`:\n\n````markdown\n{}````\n", escaped(text));
    }
    sample(page, "Passes", &example.passing);
}

fn sample(page: &mut String, title: &str, sample: &Sample) {
    let text = String::from_utf8_lossy(sample.bytes);
    let language = if sample.file.ends_with(".sexp") { "lisp" } else { "markdown" };
    let _ = write!(page, "\n{title}, as `{}`:\n\n````{language}\n", sample.path());
    if text.len() > LONGEST_EXAMPLE {
        let short: String = text.chars().take(LONGEST_EXAMPLE / 4).collect();
        let _ = writeln!(page, "{}…\n(shortened: {} bytes)", escaped(&short), text.len());
    } else {
        page.push_str(&escaped(&text));
        if !text.ends_with('\n') {
            page.push('\n');
        }
    }
    page.push_str("````\n");
}

/// What cannot be seen becomes visible; blanks at the ends of lines too.
fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (content, end) = line.strip_suffix('\n').map_or((line, ""), |content| (content, "\n"));
        let trimmed = content.trim_end_matches(' ');
        for c in trimmed.chars() {
            let hidden = (c.is_control() && c != '\t')
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}' | '\u{fffd}');
            match c {
                '\t' => shown.push('→'),
                c if hidden => shown.extend(c.escape_unicode()),
                c => shown.push(c),
            }
        }
        shown.push_str(&"·".repeat(content.len() - trimmed.len()));
        shown.push_str(end);
    }
    shown
}
