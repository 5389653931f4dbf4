//! Integers of any size.

use core::fmt;

/// An integer as the source has it, of any size.
///
/// Sign, leading zeros and a final dot do not count: `1`, `+1`, `01` and `1.` are equal.
///
/// # Examples
///
/// ```
/// use repertoire_sexp::{Grammar, read};
///
/// let form = read("+007.", &Grammar::data())?;
/// let seven = form.root().as_integer().unwrap();
/// assert_eq!(seven, 7);
/// assert_eq!(seven.to_string(), "7");
///
/// let form = read("100000000000000000000", &Grammar::data())?;
/// assert_eq!(form.root().as_integer().unwrap().to_i64(), None);
/// # Ok::<(), repertoire_sexp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Integer<'a> {
    negative: bool,
    /// Without leading zeros; empty for zero.
    digits: &'a str,
}

impl<'a> Integer<'a> {
    /// Reads an optional sign, decimal digits and an optional final dot.
    pub(crate) fn of(token: &'a str) -> Option<Self> {
        let unsigned = token.strip_prefix(['+', '-']).unwrap_or(token);
        let digits = unsigned.strip_suffix('.').unwrap_or(unsigned);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits = digits.trim_start_matches('0');
        Some(Self { negative: token.starts_with('-') && !digits.is_empty(), digits })
    }

    /// The value, where it fits 64 bits.
    #[must_use]
    pub fn to_i64(self) -> Option<i64> {
        if self.digits.len() > 19 {
            return None;
        }
        let magnitude =
            self.digits.bytes().fold(0_i128, |value, digit| value * 10 + i128::from(digit - b'0'));
        i64::try_from(if self.negative { -magnitude } else { magnitude }).ok()
    }

    /// Whether it is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.negative
    }

    /// The decimal digits, without sign and leading zeros; `0` for zero.
    #[must_use]
    pub const fn digits(self) -> &'a str {
        if self.digits.is_empty() { "0" } else { self.digits }
    }
}

impl PartialEq<i64> for Integer<'_> {
    fn eq(&self, other: &i64) -> bool {
        self.to_i64() == Some(*other)
    }
}

impl fmt::Display for Integer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(!self.negative, "", self.digits())
    }
}
