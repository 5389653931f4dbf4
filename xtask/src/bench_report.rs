//! `cargo xtask bench-report`: runs every benchmark and writes the ratios that they print into the
//! page on performance.
//!
//! A benchmark ends with lines such as `discovery-1000: walk-stat 1x, indexed 0.74x`: a group,
//! what counts as one, and how many times as long the others took in the same run.

use crate::workspace::{capture, cargo, root};
use crate::{Failure, Outcome};
use std::fs;

/// The page that is written.
const PAGE: &str = "docs/performance.md";

/// What the table stands between.
const OPEN: &str = "<!-- written by cargo xtask bench-report -->\n";
const CLOSE: &str = "<!-- end -->\n";

/// Every benchmark.
const BENCHES: [&str; 6] = ["frontmatter", "sexp", "check", "discovery", "routing", "serve"];

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    if let Some(unknown) = arguments.iter().find(|name| !BENCHES.contains(&name.as_str())) {
        let known = BENCHES.join(", ");
        return Err(Failure::Usage(format!("there is no benchmark `{unknown}`; there are {known}")));
    }
    parts(&page()?)?; // a page without room for the table would be found out only in the end
    let mut measured: Vec<(&str, Vec<Row>)> = Vec::new();
    for bench in BENCHES {
        if !arguments.is_empty() && !arguments.iter().any(|name| name == bench) {
            continue;
        }
        eprintln!("{bench} …");
        let printed = capture(cargo().args(["bench", "-q", "-p", "repertoire-benches", "--bench", bench]))?;
        let found: Vec<Row> = printed.lines().filter_map(|line| Row::of(bench, line)).collect();
        if found.is_empty() {
            return Err(Failure::new(format!("{bench}: it printed no ratio")));
        }
        for row in &found {
            println!("{}", row.told());
        }
        measured.push((bench, found));
    }
    // Somebody may have written on the page meanwhile.
    let page = page()?;
    let mut rows = rows_of(&page)?;
    for (bench, found) in measured {
        rows.retain(|row| row.bench != bench);
        rows.extend(found);
    }
    rows.sort_by_key(|row| BENCHES.iter().position(|bench| *bench == row.bench));
    let page = with_rows(&page, &rows)?;
    fs::write(root().join(PAGE), page).map_err(|error| Failure::new(format!("{PAGE}: {error}")))
}

fn page() -> Result<String, Failure> {
    fs::read_to_string(root().join(PAGE)).map_err(|error| Failure::new(format!("{PAGE}: {error}")))
}

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    bench: String,
    group: String,
    base: String,
    ratios: String,
}

impl Row {
    /// The ratios that a line of a benchmark tells, if it tells any.
    fn of(bench: &str, line: &str) -> Option<Self> {
        let (group, rest) = line.split_once(": ")?;
        let (base, ratios) = rest.split_once(" 1x, ")?;
        let each = ratios.split(", ").all(|ratio| {
            ratio.rsplit_once(' ').is_some_and(|(_, times)| {
                times.strip_suffix('x').is_some_and(|times| times.parse::<f64>().is_ok())
            })
        });
        let row = Self {
            bench: bench.to_owned(),
            group: group.to_owned(),
            base: base.to_owned(),
            ratios: ratios.to_owned(),
        };
        (each && !group.contains(' ')).then_some(row)
    }

    fn told(&self) -> String {
        format!("| `{}` | {} | {} | {} |", self.bench, self.group, self.base, self.ratios)
    }

    fn read(line: &str) -> Option<Self> {
        let mut cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
        let bench = cells.next()?.strip_prefix('`')?.strip_suffix('`')?.to_owned();
        let mut cell = || cells.next().map(str::to_owned);
        Some(Self { bench, group: cell()?, base: cell()?, ratios: cell()? })
    }
}

/// The page before the table, the table, and the page after it.
fn parts(page: &str) -> Result<(&str, &str, &str), Failure> {
    let missing = || Failure::new(format!("{PAGE}: there is no place for the table"));
    let (before, rest) = page.split_once(OPEN).ok_or_else(missing)?;
    let (table, after) = rest.split_once(CLOSE).ok_or_else(missing)?;
    Ok((before, table, after))
}

fn rows_of(page: &str) -> Result<Vec<Row>, Failure> {
    Ok(parts(page)?.1.lines().filter_map(Row::read).collect())
}

fn with_rows(page: &str, rows: &[Row]) -> Result<String, Failure> {
    let (before, _, after) = parts(page)?;
    let mut table = "| benchmark | on what | counts as 1 | times as long |\n|---|---|---|---|\n".to_owned();
    for row in rows {
        table.push_str(&row.told());
        table.push('\n');
    }
    Ok([before, OPEN, &table, CLOSE, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_told_from_other_lines() {
        let row = Row::of("check", "tree-9: read 1x, judge 2.70x, json 1.85x");
        let row = row.unwrap_or_else(|| panic!("a line of ratios"));
        assert_eq!(row.told(), "| `check` | tree-9 | read | judge 2.70x, json 1.85x |");
        assert_eq!(Row::read(&row.told()), Some(row));
        for line in ["", "time: [1 ms 2 ms 3 ms]", "a: b 1x, c", "a: b 1x, c 2y", "two words: a 1x, b 2x"] {
            assert_eq!(Row::of("check", line), None, "{line}");
        }
    }

    #[test]
    fn the_page_has_room_for_the_table_and_keeps_the_rest() {
        let page = format!("a\n{OPEN}old\n{CLOSE}b\n");
        let rows = [Row { bench: "x".into(), group: "g".into(), base: "f".into(), ratios: "o 2x".into() }];
        let written = with_rows(&page, &rows).unwrap_or_else(|error| panic!("{error}"));
        assert!(written.starts_with("a\n") && written.ends_with("b\n") && !written.contains("old"));
        assert_eq!(rows_of(&written).ok(), Some(rows.to_vec()));
        assert!(with_rows("no table", &rows).is_err());
    }
}
