//! What a server goes by.

use std::time::Duration;

use repertoire::discovery;

/// What a server goes by: values, each with its documented default.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where skills are, and what makes one.
    pub discovery: discovery::Options,
    /// How many entries a page of a list holds, at least 1. The default is 100.
    pub page_size: usize,
    /// The greatest number of characters of the catalog in the description of the tool that loads
    /// skills. The default is that of the router.
    pub budget: usize,
    /// Whether the tools are offered under `skill.load` and `skill.search` too.
    pub dotted_names: bool,
    /// How long to wait between two looks at the files. The default is a second; where a look takes
    /// long, the wait is longer, so that looking takes a small share of the time.
    pub interval: Duration,
}

impl Options {
    /// The defaults over what a discovery by these options finds.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire::discovery::{self, RootSpec};
    /// use repertoire_mcp::Options;
    ///
    /// let skills = discovery::Options::new(vec![RootSpec::given("skills")]);
    /// let options = Options { page_size: 20, ..Options::new(skills) };
    /// assert!(!options.dotted_names);
    /// ```
    #[must_use]
    pub fn new(discovery: discovery::Options) -> Self {
        Self {
            discovery,
            page_size: 100,
            budget: repertoire::routing::catalog::BUDGET,
            dotted_names: false,
            interval: Duration::from_secs(1),
        }
    }
}
