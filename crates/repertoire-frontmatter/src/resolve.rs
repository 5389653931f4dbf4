//! What a plain scalar means once someone asks: the core schema of YAML 1.2, or YAML 1.1.

use crate::{Style, Value};

/// Which rules give a plain scalar its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// The core schema of YAML 1.2.2, section 10.3.
    Core,
    /// The types of YAML 1.1 as its most used readers apply them: `yes` and `on`, octal `007`,
    /// base 60, timestamps.
    Yaml11,
}

/// A scalar with its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolved<'t> {
    /// `null`, `~` or nothing at all.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer of 64 bits. A larger one resolves to [`Resolved::Float`].
    Integer(i64),
    /// A floating-point number.
    Float(f64),
    /// A date, or a date and time. YAML 1.1 only.
    Timestamp(&'t str),
    /// A text.
    Text(&'t str),
}

impl<'t> Value<'t, '_> {
    /// The type and value of a scalar; nothing for lists and maps. Quoted and block scalars are
    /// texts.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_frontmatter::{Resolution, Resolved, parse_fields};
    ///
    /// let document = parse_fields("version: 1.10\nready: yes\n");
    /// let version = document.tree().get("version").unwrap();
    /// assert_eq!(version.text(), Some("1.10"));
    /// assert_eq!(version.resolve(Resolution::Core), Some(Resolved::Float(1.1)));
    /// let ready = document.tree().get("ready").unwrap();
    /// assert_eq!(ready.resolve(Resolution::Core), Some(Resolved::Text("yes")));
    /// assert_eq!(ready.resolve(Resolution::Yaml11), Some(Resolved::Bool(true)));
    /// ```
    #[must_use]
    pub fn resolve(self, resolution: Resolution) -> Option<Resolved<'t>> {
        let text = self.text()?;
        Some(if self.style() == Some(Style::Plain) {
            resolve(text, resolution)
        } else {
            Resolved::Text(text)
        })
    }
}

/// The type and value of the text of a plain scalar.
///
/// # Examples
///
/// ```
/// use repertoire_frontmatter::{Resolution, Resolved, resolve};
///
/// assert_eq!(resolve("007", Resolution::Core), Resolved::Integer(7));
/// assert_eq!(resolve("2026-02-27", Resolution::Core), Resolved::Text("2026-02-27"));
/// assert_eq!(resolve("2026-02-27", Resolution::Yaml11), Resolved::Timestamp("2026-02-27"));
/// ```
#[must_use]
pub fn resolve(text: &str, resolution: Resolution) -> Resolved<'_> {
    if matches!(text, "" | "~" | "null" | "Null" | "NULL") {
        return Resolved::Null;
    }
    let yaml11 = resolution == Resolution::Yaml11;
    if matches!(text, "true" | "True" | "TRUE")
        || (yaml11 && matches!(text, "yes" | "Yes" | "YES" | "on" | "On" | "ON"))
    {
        return Resolved::Bool(true);
    }
    if matches!(text, "false" | "False" | "FALSE")
        || (yaml11 && matches!(text, "no" | "No" | "NO" | "off" | "Off" | "OFF"))
    {
        return Resolved::Bool(false);
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
        return Resolved::Text(text);
    }
    let number = if yaml11 {
        integer11(text).or_else(|| float11(text))
    } else {
        integer(text).or_else(|| float(text))
    };
    match number {
        Some(number) => number,
        None if yaml11 && is_timestamp(text) => Resolved::Timestamp(text),
        None => Resolved::Text(text),
    }
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn all(text: &str, accept: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(accept)
}

/// Digits of a base as an integer, or as a float where 64 bits do not hold it. `_` is passed.
fn digits(negative: bool, text: &str, base: u32) -> Resolved<'static> {
    let mut exact: Option<i64> = Some(0);
    let mut near = 0.0f64;
    for digit in text.bytes().filter_map(|b| char::from(b).to_digit(base)) {
        let signed = if negative { -i64::from(digit) } else { i64::from(digit) };
        exact = exact.and_then(|value| value.checked_mul(i64::from(base))?.checked_add(signed));
        near = near * f64::from(base) + f64::from(digit);
    }
    if let Some(exact) = exact {
        return Resolved::Integer(exact);
    }
    if base == 10 {
        near = text.replace('_', "").parse().unwrap_or(near); // rounded once, not at each digit
    }
    Resolved::Float(if negative { -near } else { near })
}

fn integer(text: &str) -> Option<Resolved<'static>> {
    if let Some(octal) = text.strip_prefix("0o") {
        return all(octal, |b| matches!(b, b'0'..=b'7')).then(|| digits(false, octal, 8));
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return all(hex, |b| b.is_ascii_hexdigit()).then(|| digits(false, hex, 16));
    }
    let (negative, decimal) = split_sign(text);
    all(decimal, |b| b.is_ascii_digit()).then(|| digits(negative, decimal, 10))
}

fn float(text: &str) -> Option<Resolved<'static>> {
    let (negative, rest) = split_sign(text);
    if matches!(rest, ".inf" | ".Inf" | ".INF") {
        return Some(Resolved::Float(if negative { f64::NEG_INFINITY } else { f64::INFINITY }));
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some(Resolved::Float(f64::NAN));
    }
    let (mantissa, exponent) = match rest.find(['e', 'E']) {
        Some(at) => (&rest[..at], Some(split_sign(&rest[at + 1..]).1)),
        None => (rest, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let decimal = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let exponent = exponent.is_none_or(|digits| all(digits, |b| b.is_ascii_digit()));
    if !(decimal(whole) && decimal(fraction) && exponent) || whole.is_empty() && fraction.is_empty() {
        return None;
    }
    text.parse().ok().map(Resolved::Float)
}

fn integer11(text: &str) -> Option<Resolved<'static>> {
    let (negative, rest) = split_sign(text);
    if let Some(binary) = rest.strip_prefix("0b") {
        return all(binary, |b| matches!(b, b'0' | b'1' | b'_')).then(|| digits(negative, binary, 2));
    }
    if let Some(hex) = rest.strip_prefix("0x") {
        return all(hex, |b| b.is_ascii_hexdigit() || b == b'_').then(|| digits(negative, hex, 16));
    }
    if let Some(octal) = rest.strip_prefix('0').filter(|octal| !octal.is_empty()) {
        return all(octal, |b| matches!(b, b'0'..=b'7' | b'_')).then(|| digits(negative, octal, 8));
    }
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some((first, others)) = rest.split_once(':') {
        let sixty = all(first, |b| b.is_ascii_digit() || b == b'_') && others.split(':').all(is_sixtieth);
        return sixty.then(|| sexagesimal(negative, rest));
    }
    all(rest, |b| b.is_ascii_digit() || b == b'_').then(|| digits(negative, rest, 10))
}

/// A digit of base 60, written in decimal.
fn is_sixtieth(part: &str) -> bool {
    matches!(part.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9'])
}

fn sexagesimal(negative: bool, text: &str) -> Resolved<'static> {
    let mut exact: Option<i64> = Some(0);
    let mut near = 0.0f64;
    for part in text.split(':') {
        let (digit, digit_near) = match digits(false, part, 10) {
            Resolved::Integer(value) => (Some(value), value as f64),
            Resolved::Float(value) => (None, value),
            _ => (None, 0.0),
        };
        exact = exact.zip(digit).and_then(|(value, digit)| value.checked_mul(60)?.checked_add(digit));
        near = near * 60.0 + digit_near;
    }
    match exact {
        Some(value) => Resolved::Integer(if negative { -value } else { value }),
        None => Resolved::Float(if negative { -near } else { near }),
    }
}

fn float11(text: &str) -> Option<Resolved<'static>> {
    let (negative, rest) = split_sign(text);
    if matches!(rest, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return float(text);
    }
    let (whole, fraction) = rest.split_once('.')?;
    let digit = |b: u8| b.is_ascii_digit() || b == b'_';
    if let Some((first, others)) = whole.split_once(':') {
        let sixty = all(first, digit) && others.split(':').all(is_sixtieth) && fraction.bytes().all(digit);
        if !sixty {
            return None;
        }
        let whole = match sexagesimal(negative, whole) {
            Resolved::Integer(value) => value as f64,
            Resolved::Float(value) => value,
            _ => return None,
        };
        let part: f64 = alloc::format!("0.{}", fraction.replace('_', "")).parse().unwrap_or(0.0);
        return Some(Resolved::Float(if negative { whole - part } else { whole + part }));
    }
    let (fraction, exponent) = match fraction.find(['e', 'E']) {
        Some(at) => (&fraction[..at], Some(&fraction[at + 1..])),
        None => (fraction, None),
    };
    let signed =
        exponent.is_none_or(|text| text.starts_with(['+', '-']) && all(&text[1..], |b| b.is_ascii_digit()));
    let begins = if whole.is_empty() {
        fraction.starts_with(|c: char| c.is_ascii_digit()) && !text.starts_with(['+', '-'])
    } else {
        whole.starts_with(|c: char| c.is_ascii_digit()) && all(whole, digit)
    };
    if !(begins && fraction.bytes().all(digit) && signed) {
        return None;
    }
    text.replace('_', "").parse().ok().map(Resolved::Float)
}

/// A date as `2026-02-27`, or a date and time in the forms of YAML 1.1.
fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    let number = |at: &mut usize, least: usize, most: usize| {
        let count = bytes[*at..].iter().take(most).take_while(|b| b.is_ascii_digit()).count();
        *at += count;
        count >= least
    };
    let byte = |at: &mut usize, expected: u8| {
        let found = bytes.get(*at) == Some(&expected);
        *at += usize::from(found);
        found
    };
    let mut at = 0;
    if !(number(&mut at, 4, 4)
        && byte(&mut at, b'-')
        && number(&mut at, 1, 2)
        && byte(&mut at, b'-')
        && number(&mut at, 1, 2))
    {
        return false;
    }
    if at == bytes.len() {
        return at == "2026-02-27".len();
    }
    let blanks =
        |at: &mut usize| *at += bytes[*at..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    if !matches!(bytes[at], b't' | b'T' | b' ' | b'\t') {
        return false;
    }
    if matches!(bytes[at], b't' | b'T') {
        at += 1;
    } else {
        blanks(&mut at);
    }
    let clock = number(&mut at, 1, 2)
        && byte(&mut at, b':')
        && number(&mut at, 2, 2)
        && byte(&mut at, b':')
        && number(&mut at, 2, 2);
    if !clock {
        return false;
    }
    if byte(&mut at, b'.') {
        number(&mut at, 0, usize::MAX);
    }
    blanks(&mut at);
    if byte(&mut at, b'Z') || at == bytes.len() {
        return at == bytes.len();
    }
    let zone = matches!(bytes[at], b'+' | b'-');
    at += 1;
    zone && number(&mut at, 1, 2)
        && (at == bytes.len() || (byte(&mut at, b':') && number(&mut at, 2, 2) && at == bytes.len()))
}

#[cfg(test)]
mod tests;
