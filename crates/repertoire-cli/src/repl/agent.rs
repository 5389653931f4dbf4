//! Agents of a session: each with a role, a logical turn and messages of its own.

use repertoire::session::{Boundary, Request, Role, Session, Turn};
use std::collections::BTreeSet;

/// The name of the role of the agent that talks to the user.
pub(crate) const MAIN: &str = "main";

/// An agent.
#[derive(Debug)]
pub(crate) struct Agent {
    /// Its turn.
    pub(crate) turn: Turn,
    /// What the user said to it.
    pub(crate) messages: Vec<String>,
    /// What its last request of this turn carried.
    pub(crate) last: Option<Request>,
    /// Whether a message has begun this turn.
    spoken: bool,
}

impl Agent {
    fn new(turn: Turn) -> Self {
        Self { turn, messages: Vec::new(), last: None, spoken: false }
    }

    /// The role's name.
    pub(crate) fn role(&self) -> &str {
        self.turn.role().name()
    }

    /// The names that are selected, in catalog order.
    pub(crate) fn selected(&self) -> Vec<String> {
        self.turn.selections().into_iter().map(|selection| selection.name).collect()
    }

    /// Ends the turn and begins another. What was selected is told.
    fn renew(&mut self, role: Role) -> Vec<String> {
        let dropped = self.selected();
        self.turn.end();
        self.turn = self.turn.child(role);
        self.last = None;
        self.spoken = false;
        dropped
    }

    /// The provider boundary: the next request becomes the last one.
    pub(crate) fn request(&mut self, boundary: &Boundary<'_>) -> &Request {
        let query = self.messages.last().filter(|_| self.spoken).map(String::as_str);
        let request = self.turn.request(&Boundary { query, ..*boundary });
        self.last.insert(request)
    }
}

/// The agent that talks to the user, and the children that it is in, the innermost last.
#[derive(Debug)]
pub(crate) struct Agents {
    main: Agent,
    children: Vec<Agent>,
    /// The roles that may not load skills.
    barred: BTreeSet<String>,
    /// The roles that were spoken of.
    roles: BTreeSet<String>,
}

impl Agents {
    /// The agent that talks to the user, in its first turn.
    pub(crate) fn new(session: &Session) -> Self {
        Self {
            main: Agent::new(session.turn_as(Role::new(MAIN))),
            children: Vec::new(),
            barred: BTreeSet::new(),
            roles: BTreeSet::from([MAIN.to_owned()]),
        }
    }

    /// The agent at work.
    pub(crate) fn current(&self) -> &Agent {
        self.children.last().unwrap_or(&self.main)
    }

    /// The agent at work.
    pub(crate) fn current_mut(&mut self) -> &mut Agent {
        self.children.last_mut().unwrap_or(&mut self.main)
    }

    /// The roles from the outermost agent to the one at work.
    pub(crate) fn path(&self) -> String {
        let children = self.children.iter().map(Agent::role);
        let roles: Vec<&str> = std::iter::once(self.main.role()).chain(children).collect();
        roles.join("/")
    }

    /// The roles that were spoken of.
    pub(crate) fn roles(&self) -> impl Iterator<Item = &str> {
        self.roles.iter().map(String::as_str)
    }

    fn role(&self, name: &str) -> Role {
        let role = Role::new(name);
        if self.barred.contains(name) { role.without_loading() } else { role }
    }

    /// A message begins a turn, and ends the one before it. What was selected there is told.
    pub(crate) fn message(&mut self, text: &str) -> Vec<String> {
        let dropped = self.renew();
        let agent = self.current_mut();
        agent.spoken = true;
        agent.messages.push(text.to_owned());
        dropped
    }

    /// Ends the turn of the agent at work and begins another.
    pub(crate) fn renew(&mut self) -> Vec<String> {
        let role = self.role(self.current().role());
        self.current_mut().renew(role)
    }

    /// Goes on as a child.
    pub(crate) fn child(&mut self, role: &str) {
        self.roles.insert(role.to_owned());
        let turn = self.current().turn.child(self.role(role));
        self.children.push(Agent::new(turn));
    }

    /// Ends the child at work; nothing where there is none.
    pub(crate) fn end(&mut self) -> Option<Agent> {
        let child = self.children.pop()?;
        child.turn.end();
        Some(child)
    }

    /// Says whether a role may load skills, from now on: agents of the role that are at work
    /// begin a turn anew if it changes for them. What they had selected is told.
    pub(crate) fn permit(&mut self, role: &str, load: bool) -> Vec<String> {
        self.roles.insert(role.to_owned());
        if load {
            self.barred.remove(role);
        } else {
            self.barred.insert(role.to_owned());
        }
        let new = self.role(role);
        let agents = std::iter::once(&mut self.main).chain(&mut self.children);
        let changed = agents.filter(|agent| agent.role() == role && *agent.turn.role() != new);
        changed
            .flat_map(|agent| {
                // The message stays what the turn is about.
                let spoken = agent.spoken;
                let dropped = agent.renew(new.clone());
                agent.spoken = spoken;
                dropped
            })
            .collect()
    }
}
