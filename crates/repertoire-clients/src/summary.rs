//! Many forecasts in one table: what each client loses, and to what.

use crate::forecast::{Cause, Forecast, Outcome};
use crate::{Basis, CLIENTS};
use std::collections::BTreeMap;

/// How many skills of a tree a client loads and loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The name of the client.
    pub client: &'static str,
    /// How the facts about it were found.
    pub basis: Basis,
    /// How many skills come to each outcome, in the order of [`Outcome::ALL`].
    pub outcomes: [usize; 4],
    /// How many skills are lost to each cause.
    pub lost: BTreeMap<Cause, usize>,
    /// How many loaded skills each remark stands at, each skill once.
    pub remarks: BTreeMap<Cause, usize>,
}

impl Tally {
    /// How many skills come to an outcome.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.outcomes[outcome as usize]
    }

    /// How many skills were looked at.
    #[must_use]
    pub fn total(&self) -> usize {
        self.outcomes.iter().sum()
    }

    /// How many skills are not loaded.
    #[must_use]
    pub fn lost(&self) -> usize {
        self.count(Outcome::Skips) + self.count(Outcome::SkipsSilently)
    }
}

/// Forecasts, counted by client.
///
/// # Examples
///
/// ```
/// use repertoire_clients::{CLIENTS, Cause, Summary, forecast};
/// use repertoire_schema::{Format, Source};
///
/// let mut summary = Summary::default();
/// for bytes in [&b"---\nname: tide\ndescription: d\n---\n"[..], b"# No frontmatter\n"] {
///     let source = Source { path: "tide/SKILL.md", directory: Some("tide"), format: Format::AgentSkill, bytes };
///     for client in CLIENTS {
///         summary.add(&forecast(&source, client));
///     }
/// }
/// let goose = summary.tallies().iter().find(|tally| tally.client == "goose").unwrap();
/// assert_eq!((goose.total(), goose.lost()), (2, 1));
/// assert_eq!(goose.lost.get(&Cause::Fence), Some(&1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    tallies: Vec<Tally>,
}

impl Summary {
    /// Counts one forecast.
    pub fn add(&mut self, forecast: &Forecast) {
        let at = match self.tallies.iter().position(|tally| tally.client == forecast.client) {
            Some(at) => at,
            None => {
                let place = |name| CLIENTS.iter().position(|client| client.name == name);
                let at = self.tallies.partition_point(|tally| place(tally.client) < place(forecast.client));
                let tally = Tally {
                    client: forecast.client,
                    basis: forecast.basis,
                    outcomes: [0; 4],
                    lost: BTreeMap::new(),
                    remarks: BTreeMap::new(),
                };
                self.tallies.insert(at, tally);
                at
            }
        };
        let tally = &mut self.tallies[at];
        tally.outcomes[forecast.outcome as usize] += 1;
        if forecast.outcome.is_loaded() {
            let mut causes: Vec<Cause> = forecast.notes.iter().map(|note| note.cause).collect();
            causes.sort_unstable();
            causes.dedup();
            for cause in causes {
                *tally.remarks.entry(cause).or_default() += 1;
            }
        } else if let Some(cause) = forecast.cause {
            *tally.lost.entry(cause).or_default() += 1;
        }
    }

    /// One row a client, in the order of [`CLIENTS`].
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}
