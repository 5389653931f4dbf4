//! One conversion: what the cache holds of a skill, as exact bytes and back.

use repertoire_schema::native::{self, Purpose};

/// The greatest number of characters of a cached native form.
pub const MAX_FORM_CHARACTERS: usize = 2 * repertoire_schema::MAX_SOURCE_CHARACTERS + 4_096;

/// What is kept of a `SKILL.md`: the fields of its native form.
///
/// # Examples
///
/// ```
/// use repertoire_cache::Conversion;
///
/// let conversion = Conversion {
///     name: "tide".to_owned(),
///     description: "Reads \"tide\" tables.".to_owned(),
///     instructions: "Look it up.\n".to_owned(),
/// };
/// let form = conversion.to_form();
/// assert_eq!(form, "(:autolith-skill
///  :version 1
///  :name \"tide\"
///  :description \"Reads \\\"tide\\\" tables.\"
///  :instructions \"Look it up.
/// \")
/// ");
/// assert_eq!(Conversion::from_form(&form), Some(conversion));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The name.
    pub name: String,
    /// The description, its white space collapsed.
    pub description: String,
    /// The exact body; it may be empty.
    pub instructions: String,
}

impl Conversion {
    /// The exact text of its `SKILL.sexp`.
    #[must_use]
    pub fn to_form(&self) -> String {
        native::render(&self.name, &self.description, &self.instructions)
    }

    /// Reads a `SKILL.sexp` of the cache. Its description must stand there collapsed, as
    /// conversions write it.
    #[must_use]
    pub fn from_form(text: &str) -> Option<Self> {
        let form = native::read(text, Purpose::Conversion).ok()?;
        let conversion = Self {
            name: form.name.into_owned(),
            description: form.description,
            instructions: form.instructions.into_owned(),
        };
        // What is written again must be what was read, so that a hit never differs from a miss.
        (conversion.to_form() == text).then_some(conversion)
    }

    /// Whether the name and the description still are what a conversion has, and the name is
    /// that of the directory in which the source stands, where that is known.
    pub(crate) fn is_sound(&self, directory: Option<&str>) -> bool {
        let name = self.name.as_bytes();
        let of_name = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
        let description = self.description.chars().count();
        (1..=64).contains(&name.len())
            && name.iter().all(of_name)
            && !self.name.starts_with('-')
            && !self.name.ends_with('-')
            && !self.name.contains("--")
            && directory.is_none_or(|directory| directory == self.name)
            && (1..=1024).contains(&description)
    }
}

/// Whether a form passes the bound under which it is read.
pub(crate) fn is_too_long(form: &str) -> bool {
    form.len() > MAX_FORM_CHARACTERS && form.chars().count() > MAX_FORM_CHARACTERS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion(name: &str) -> Conversion {
        Conversion { name: name.into(), description: "Does it.".into(), instructions: String::new() }
    }

    #[test]
    fn only_the_exact_shape_is_a_conversion() {
        let good = conversion("tide").to_form();
        assert!(Conversion::from_form(&good).is_some());
        for bad in [
            String::new(),
            good.replace(":version 1", ":version 2"),
            good.replace(":version 1", ":version \"1\""),
            good.replace(":autolith-skill", ":name"),
            good.replace(":name \"tide\"", ":name \"tide\" :name \"tide\""),
            good.replace(" :name \"tide\"", ""),
            good.replace(":instructions \"\"", ":instructions 1"),
            format!("{good}()"),
            good.replace(")\n", ""),
        ] {
            assert_eq!(Conversion::from_form(&bad), None, "{bad}");
        }
    }

    #[test]
    fn a_name_must_fit_its_rules_and_its_directory() {
        assert!(conversion("a-1").is_sound(Some("a-1")) && conversion("a-1").is_sound(None));
        for name in ["", "-a", "a-", "a--b", "A", "é", &"a".repeat(65)] {
            assert!(!conversion(name).is_sound(Some(name)), "{name}");
        }
        assert!(!conversion("a").is_sound(Some("b")));
        let mut long = conversion("a");
        long.description = "é".repeat(1025);
        assert!(!long.is_sound(None));
    }
}
