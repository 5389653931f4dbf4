//! Logical turns.

use std::sync::{Mutex, MutexGuard, PoisonError};

use repertoire_routing::nearest;

use crate::MAX_SELECTIONS;
use crate::boundary;
use crate::error::Error;
use crate::event::{Event, Loaded};
use crate::request::{Boundary, Request};
use crate::role::Role;
use crate::selection::{Member, Selection, Selections, fused, look_up, risk};
use crate::session::{Asked, Session, Verdict};

/// How many near names an unknown one is answered with.
const NEAREST: usize = 3;

/// A logical turn: from a user message to the final answer. Its selections live in it and nowhere
/// else; dropping it drops them.
///
/// It can be shared between the threads of one agent. Agents have turns of their own, which never
/// see each other's selections.
#[derive(Debug)]
pub struct Turn {
    session: Session,
    role: Role,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    ended: bool,
    selections: Selections,
}

impl Turn {
    pub(crate) fn new(session: Session, role: Role) -> Self {
        Self { session, role, state: Mutex::default() }
    }

    /// Begins the turn of a child agent: empty, and isolated from this one, whichever ends first.
    #[must_use]
    pub fn child(&self, role: Role) -> Self {
        Self::new(self.session.clone(), role)
    }

    /// The role of the agent.
    #[must_use]
    pub fn role(&self) -> &Role {
        &self.role
    }

    /// What the turn stands on.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether the final answer is still to come.
    #[must_use]
    pub fn is_active(&self) -> bool {
        !self.lock().ended
    }

    /// Ends the turn: its selections are gone, and it takes no new ones.
    pub fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        state.selections.clear();
    }

    /// The selections in catalog order.
    #[must_use]
    pub fn selections(&self) -> Vec<Selection> {
        self.lock().selections.list()
    }

    /// Selects the skill of an exact name from a freshly discovered catalog, with the skills that
    /// it requires. No body is handed over by it: that is for the next [`request`](Self::request).
    ///
    /// A skill that is selected already stays as it is. All or nothing is selected: where the
    /// skill and what it brings in do not fit, or one of them is denied, none of them is. A
    /// requirement that nobody finds does not stop the rest.
    ///
    /// # Errors
    ///
    /// [`Error::InactiveTurn`], [`Error::NotPermitted`], [`Error::UnknownSkill`],
    /// [`Error::SelectionLimit`] or [`Error::Denied`], looked for in this order.
    pub fn load(&self, name: &str) -> Result<Loaded, Error> {
        drop(self.active()?);
        if !self.role.may_load() {
            return Err(Error::NotPermitted { role: self.role.name().to_owned() });
        }
        let catalog = self.session.catalog();
        let Some((name, entry)) = look_up(&catalog, name) else {
            let known = catalog.entries.iter().map(|entry| entry.metadata.name.as_str());
            let nearest = nearest(name, known, NEAREST).into_iter().map(str::to_owned).collect();
            return Err(Error::UnknownSkill { name: name.to_owned(), nearest });
        };
        let (plan, members) = fused(&catalog, &name, entry);
        let again = |plan| Loaded { name: name.clone(), newly_selected: false, events: Vec::new(), plan };

        let mut state = self.active()?;
        if members.iter().filter(|member| member.chosen).all(|chosen| state.selections.choose(chosen)) {
            return Ok(again(plan));
        }
        let wanted = state.selections.missing(&members);
        fits(&state.selections, &wanted, &name)?;
        drop(state);

        for member in &wanted {
            let skill = &*member.entry;
            let asked = Asked { skill, risk: risk(skill), requested: &name, role: &self.role };
            if let Verdict::Deny(reason) = self.session.ask(&asked) {
                return Err(Error::Denied { name: member.name.clone(), reason });
            }
        }

        // Another thread may have loaded or ended meanwhile.
        let mut state = self.active()?;
        let new = state.selections.missing(&wanted);
        fits(&state.selections, &new, &name)?;
        state.selections.record(&new);
        if new.iter().all(|member| !member.chosen) {
            members.iter().filter(|member| member.chosen).for_each(|member| {
                state.selections.choose(member);
            });
        }
        drop(state);
        let newly_selected = new.iter().any(|member| member.chosen);
        let events = new.into_iter().map(|Member { name: own, entry, chosen }| Event {
            name: own,
            risk: risk(&entry),
            on_behalf_of: (!chosen).then(|| name.clone()),
        });
        Ok(Loaded { newly_selected, events: events.collect(), ..again(plan) })
    }

    /// What the request at a provider boundary carries: nothing for a compaction request or one
    /// without the tool `skill.load`, else the catalog, the selected skills as their sources are
    /// now, and warnings about those that cannot be had.
    #[must_use]
    pub fn request(&self, boundary: &Boundary<'_>) -> Request {
        let selections = match self.active() {
            Ok(state) if self.role.may_load() => state.selections.list(),
            _ => return Request::default(),
        };
        boundary::request(&self.session, &selections, boundary)
    }

    fn active(&self) -> Result<MutexGuard<'_, State>, Error> {
        let state = self.lock();
        if state.ended { Err(Error::InactiveTurn) } else { Ok(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No step under the lock leaves the state half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn fits(selections: &Selections, wanted: &[Member], name: &str) -> Result<(), Error> {
    if selections.count_with(wanted) > MAX_SELECTIONS {
        return Err(Error::SelectionLimit { name: name.to_owned() });
    }
    Ok(())
}
