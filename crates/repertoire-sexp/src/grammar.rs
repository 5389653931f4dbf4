//! What one source may contain.

/// What one source may contain: plain data, handed to [`read`](crate::read).
///
/// All bounds are inclusive maxima. Presets are functions; a grammar of your own changes what
/// it needs of one of them.
///
/// # How depth is counted
///
/// The form itself sits at depth 0, and the elements of a list sit one deeper than the list.
/// Where [`charge_tails`](Self::charge_tails) is set, the n-th element (from 1) sits n deeper,
/// as it does in a chain of conses. No more than [`max_depth`](Self::max_depth) lists may be
/// open at once either way, so that an empty list counts as a level too.
///
/// # How nodes are counted
///
/// Every cons, every atom and every closing `NIL` counts one: an atom is one node, a list of n
/// atoms 2n + 1, and `()` is one. A dotted tail stands where the `NIL` would.
///
/// # Examples
///
/// ```
/// use repertoire_sexp::{Grammar, Keywords, read};
///
/// let commands = Grammar { keywords: Keywords::Only(&["full"]), ..Grammar::data() };
/// assert!(read("(context :full)", &commands).is_ok());
/// assert!(read("(context :all)", &commands).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grammar<'g> {
    /// The keywords that are accepted. Default: any.
    pub keywords: Keywords<'g>,
    /// The greatest depth of an element, and the greatest number of lists open at once.
    /// Default: 32.
    pub max_depth: usize,
    /// The greatest number of nodes. Default: 4,096.
    pub max_nodes: usize,
    /// Whether the length of a list counts toward depth. Default: no.
    pub charge_tails: bool,
    /// Whether nested block comments `#| … |#` are white space. Default: no.
    pub block_comments: bool,
    /// Whether a list may end in a dotted tail, as in `(a . b)`. Default: no.
    pub dotted_lists: bool,
    /// The greatest number of characters of one string, after its escapes are decoded.
    /// Default: no bound but that of the source.
    pub max_string_chars: Option<usize>,
}

impl Grammar<'static> {
    /// Plain data: any keyword, proper lists only, no block comments, 32 levels, 4,096 nodes.
    #[must_use]
    pub const fn data() -> Self {
        Self {
            keywords: Keywords::Any,
            max_depth: 32,
            max_nodes: 4096,
            charge_tails: false,
            block_comments: false,
            dotted_lists: false,
            max_string_chars: None,
        }
    }

    /// The grammar of a `SKILL.sexp` as the Autolith Skills document has it: its five keywords,
    /// depth 32 with list tails charged, 128 nodes.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_sexp::{ErrorKind, Grammar, read};
    ///
    /// let error = read("(:autolith-skill :author \"x\")", &Grammar::autolith_skill()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::UnknownField);
    /// assert_eq!(error.span(), 17..24);
    /// ```
    #[must_use]
    pub const fn autolith_skill() -> Self {
        Self {
            keywords: Keywords::Only(&["autolith-skill", "version", "name", "description", "instructions"]),
            max_nodes: 128,
            charge_tails: true,
            ..Self::data()
        }
    }
}

impl Default for Grammar<'static> {
    /// [`Grammar::data`].
    fn default() -> Self {
        Self::data()
    }
}

/// Which keywords a grammar accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keywords<'g> {
    /// Every keyword.
    Any,
    /// These, written without the colon, taken as they stand. ASCII letters are compared without case.
    Only(&'g [&'g str]),
}

impl Keywords<'_> {
    /// Whether a keyword, given without its colon, is accepted.
    #[must_use]
    pub fn accept(&self, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Only(names) => {
                // Nearly all are in lower case: comparing bytes first is much quicker.
                names.contains(&name) || names.iter().any(|accepted| accepted.eq_ignore_ascii_case(name))
            }
        }
    }

    /// The first of the accepted names with which a text begins, letter by letter.
    pub(crate) fn begin_of(&self, text: &[u8]) -> Option<&str> {
        let Self::Only(names) = self else { return None };
        // Comparing first bytes spares nearly every call that compares the rest.
        let begins =
            |name: &&str| name.as_bytes().first() == text.first() && text.starts_with(name.as_bytes());
        names.iter().copied().find(begins)
    }
}
