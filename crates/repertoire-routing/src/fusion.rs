//! Fusion: the skills that a selection brings in by what they require, in the order to load them.

use crate::card::Card;
use crate::graph::{Parts, cycle, deep_chains};
use crate::nearest::nearest;
use repertoire_diagnostic::{Diagnostic, Kind, Severity};
use repertoire_schema::Risk;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

/// How many skills a chain of requirements may have before it is no longer flat.
pub const FLAT: usize = 3;

/// For how many unknown names the nearest existing one is looked up.
const LOOKUPS: usize = 32;

/// What to load for a selection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The skills, each once: what is required before what requires it, else in catalog order.
    pub steps: Vec<Step>,
    /// Names that were selected, but that no skill bears.
    pub unknown: Vec<Unknown>,
    /// What is amiss with the requirements of the skills in the plan, in catalog order. Nothing of
    /// it stops the rest.
    pub diagnostics: Vec<Diagnostic>,
    /// The highest advisory risk of the skills in the plan, and the position of the first of them,
    /// in the order of the plan, that has it.
    pub risk: Option<(Risk, usize)>,
}

/// One skill of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its position in the catalog.
    pub position: usize,
    /// Its name.
    pub name: String,
    /// Why it is there.
    pub because: Because,
}

/// Why a skill is in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Because {
    /// Whether it was selected itself.
    pub selected: bool,
    /// The names of the skills of the plan that require it, in catalog order.
    pub required_by: Vec<String>,
}

impl std::fmt::Display for Because {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.selected, self.required_by.as_slice()) {
            (true, []) => f.write_str("selected"),
            (true, by) => write!(f, "selected, and required by {}", by.join(", ")),
            (false, by) => write!(f, "required by {}", by.join(", ")),
        }
    }
}

/// A name that no skill bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The name.
    pub name: String,
    /// The nearest name that a skill bears.
    pub nearest: Option<String>,
}

/// Resolves what a selection requires, directly or by way of others.
///
/// Names are compared exactly. Where a name stands twice in the catalog, the first skill has it.
/// The plan of a plan's own names is the same plan. Diagnostics are warnings under the rules
/// `requires-unknown`, `requires-self`, `requires-cycle`, `requires-deep` (a chain of more than
/// [`FLAT`] skills) and `requires-duplicate`. Linear in the skills and requirements.
///
/// # Examples
///
/// ```
/// use repertoire_routing::{Card, fuse};
///
/// let requires = ["normalize-currency".to_owned()];
/// let cards = [
///     Card { requires: &requires, ..Card::new("reconcile", "Reconciles a statement.") },
///     Card::new("normalize-currency", "Brings amounts to one currency."),
/// ];
/// let plan = fuse(["reconcile"], &cards);
/// let names: Vec<&str> = plan.steps.iter().map(|step| step.name.as_str()).collect();
/// assert_eq!(names, ["normalize-currency", "reconcile"]);
/// assert_eq!(plan.steps[0].because.to_string(), "required by reconcile");
/// ```
#[must_use]
pub fn fuse<'s>(selected: impl IntoIterator<Item = &'s str>, catalog: &[Card<'_>]) -> Plan {
    let mut fusion = Fusion::new(catalog);
    fusion.select(selected);
    fusion.close();
    fusion.plan()
}

struct Fusion<'c> {
    catalog: &'c [Card<'c>],
    named: HashMap<&'c str, usize>,
    selected: BTreeSet<usize>,
    /// The positions in the plan, ascending.
    members: Vec<usize>,
    /// For each member, the places among the members of what it requires, each once.
    requires: Vec<Vec<usize>>,
    unknown: Vec<Unknown>,
    diagnostics: Vec<(usize, Diagnostic)>,
    lookups: usize,
}

impl<'c> Fusion<'c> {
    fn new(catalog: &'c [Card<'c>]) -> Self {
        let mut named = HashMap::with_capacity(catalog.len());
        for (position, card) in catalog.iter().enumerate() {
            named.entry(card.name).or_insert(position);
        }
        Self {
            catalog,
            named,
            selected: BTreeSet::new(),
            members: Vec::new(),
            requires: Vec::new(),
            unknown: Vec::new(),
            diagnostics: Vec::new(),
            lookups: 0,
        }
    }

    fn select<'s>(&mut self, selected: impl IntoIterator<Item = &'s str>) {
        for name in selected {
            if let Some(position) = self.named.get(name) {
                self.selected.insert(*position);
            } else if self.unknown.iter().all(|unknown| unknown.name != name) {
                let nearest = self.nearest(name);
                self.unknown.push(Unknown { name: name.to_owned(), nearest });
            }
        }
    }

    fn nearest(&mut self, name: &str) -> Option<String> {
        self.lookups += 1;
        if self.lookups > LOOKUPS {
            return None;
        }
        nearest(name, self.catalog.iter().map(|card| card.name), 1).first().map(|near| (*near).to_owned())
    }

    /// Takes in everything that is required, and says what is amiss with single requirements.
    fn close(&mut self) {
        let mut reached = self.selected.clone();
        let mut open: Vec<usize> = reached.iter().copied().collect();
        while let Some(position) = open.pop() {
            for name in self.catalog[position].requires {
                if let Some(required) = self.named.get(name.as_str())
                    && reached.insert(*required)
                {
                    open.push(*required);
                }
            }
        }
        self.members = reached.into_iter().collect();
        for place in 0..self.members.len() {
            let requirements = self.requirements(self.members[place]);
            self.requires.push(requirements);
        }
    }

    /// The places of what one member requires, in the order in which it says so.
    fn requirements(&mut self, position: usize) -> Vec<usize> {
        let card = self.catalog[position];
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut twice: BTreeSet<&str> = BTreeSet::new();
        let mut places = Vec::new();
        for name in card.requires {
            if !seen.insert(name) {
                if twice.insert(name) {
                    self.warn(
                        position,
                        "requires-duplicate",
                        format!("`{}` requires `{name}` more than once", card.name),
                        "name it once",
                    );
                }
                continue;
            }
            match self.named.get(name.as_str()) {
                Some(required) if *required == position => {
                    self.warn(
                        position,
                        "requires-self",
                        format!("`{}` requires itself", card.name),
                        "take its own name out",
                    );
                }
                Some(required) => places.extend(self.members.binary_search(required)),
                None => {
                    let help = self.nearest(name).map_or_else(
                        || "correct the name, or add the skill".to_owned(),
                        |near| format!("did you mean `{near}`? Else add the skill"),
                    );
                    self.warn(
                        position,
                        "requires-unknown",
                        format!("`{}` requires `{name}`, which is not there", card.name),
                        help,
                    );
                }
            }
        }
        places
    }

    fn warn(&mut self, position: usize, rule: &'static str, message: String, help: impl Into<String>) {
        let mut diagnostic = Diagnostic::new(Kind::InvalidStructure, Severity::Warning, message)
            .with_rule(rule)
            .with_help(help);
        let path = self.catalog[position].path;
        if !path.is_empty() {
            diagnostic = diagnostic.with_path(path);
        }
        self.diagnostics.push((position, diagnostic));
    }

    fn plan(mut self) -> Plan {
        let parts = Parts::of(&self.requires);
        self.warn_of_cycles(&parts);
        self.warn_of_depth(&parts);
        self.diagnostics.sort_by_key(|(position, _)| *position);

        let mut required_by: Vec<Vec<String>> = vec![Vec::new(); self.members.len()];
        for (place, requires) in self.requires.iter().enumerate() {
            for required in requires {
                required_by[*required].push(self.name(place).to_owned());
            }
        }
        let steps: Vec<Step> = self
            .in_order(&parts)
            .into_iter()
            .map(|place| Step {
                position: self.members[place],
                name: self.name(place).to_owned(),
                because: Because {
                    selected: self.selected.contains(&self.members[place]),
                    required_by: std::mem::take(&mut required_by[place]),
                },
            })
            .collect();
        let risk = steps
            .iter()
            .enumerate()
            .filter_map(|(nth, step)| Some((self.catalog[step.position].risk?, Reverse(nth), step.position)))
            .max()
            .map(|(risk, _, position)| (risk, position));
        let diagnostics = self.diagnostics.into_iter().map(|(_, diagnostic)| diagnostic).collect();
        Plan { steps, unknown: self.unknown, diagnostics, risk }
    }

    fn name(&self, place: usize) -> &'c str {
        self.catalog[self.members[place]].name
    }

    fn spelled(&self, chain: &[usize]) -> String {
        let names: Vec<String> = chain.iter().map(|place| format!("`{}`", self.name(*place))).collect();
        names.join(" -> ")
    }

    /// The members, what is required before what requires it, and among those that may come next
    /// the first of the catalog. The skills of a cycle come together, in catalog order.
    fn in_order(&self, parts: &Parts) -> Vec<usize> {
        let mut waiting = parts.requirements.iter().map(BTreeSet::len).collect::<Vec<usize>>();
        let mut requirers: Vec<Vec<usize>> = vec![Vec::new(); waiting.len()];
        for (part, requires) in parts.requirements.iter().enumerate() {
            for required in requires {
                requirers[*required].push(part);
            }
        }
        let first = |part: usize| (Reverse(parts.members[part][0]), part);
        let mut ready: BinaryHeap<(Reverse<usize>, usize)> =
            (0..waiting.len()).filter(|part| waiting[*part] == 0).map(first).collect();
        let mut order = Vec::with_capacity(self.members.len());
        while let Some((_, part)) = ready.pop() {
            order.extend(&parts.members[part]);
            for requirer in &requirers[part] {
                waiting[*requirer] -= 1;
                if waiting[*requirer] == 0 {
                    ready.push(first(*requirer));
                }
            }
        }
        order
    }

    fn warn_of_cycles(&mut self, parts: &Parts) {
        for members in parts.members.iter().filter(|members| members.len() > 1) {
            let cycle = cycle(&self.requires, members);
            let message = format!("skills require one another in a circle: {}", self.spelled(&cycle));
            self.warn(
                self.members[members[0]],
                "requires-cycle",
                message,
                "take one of the requirements out",
            );
        }
    }

    fn warn_of_depth(&mut self, parts: &Parts) {
        for chain in deep_chains(parts, FLAT) {
            let places: Vec<usize> = chain.parts.iter().map(|part| parts.members[*part][0]).collect();
            let more = if chain.length > places.len() { " -> …" } else { "" };
            let message = format!("a chain of {} skills: {}{more}", chain.length, self.spelled(&places));
            let help = format!("require at most {FLAT} skills in a row: fusion is meant to be flat");
            self.warn(self.members[places[0]], "requires-deep", message, help);
        }
    }
}
