//! The constants of the router. They were chosen together on labelled queries of six libraries and
//! lie on a plateau: half or double of any of them changes the means in the third digit.

/// How slowly further occurrences of a term stop to count (`k1` of BM25).
pub(crate) const SATURATION: f64 = 2.0;

/// How much a long text is discounted against the average (`b` of BM25): 0 not at all, 1 fully.
pub(crate) const LENGTH: f64 = 0.75;

/// An occurrence in the name or a tag counts as this many in the description.
pub(crate) const SHORT_FIELD: u32 = 2;

/// What the body says counts this much of what the description says.
pub(crate) const BODY: f64 = 0.6;

/// How many bytes of a body are read, from its beginning: what comes later helps ranking no more.
pub(crate) const BODY_BYTES: usize = 12 << 10;

/// What other skills say around the name counts this much of what the description says.
pub(crate) const MENTION: f64 = 0.3;

/// How many words before and after a mention are taken to speak of the skill that is named.
pub(crate) const MENTION_REACH: u32 = 24;

/// Two words side by side count, beyond each alone, this much of a term as rare as the pair.
pub(crate) const PAIR: f64 = 0.5;

/// `weak`: fewer terms of the request than this stand in name, tags and description …
pub(crate) const FEW_TERMS: usize = 3;

/// … and they carry less than this share of the request's information.
pub(crate) const LITTLE_SHARE: f64 = 0.5;

/// How many distinct terms of a request are looked at, and how many pairs of them; what comes later
/// is left out.
pub(crate) const QUERY_TERMS: usize = 256;
