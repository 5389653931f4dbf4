//! Deserializing any type from a tree.

use crate::{Resolution, Resolved, Span, Tree, Value, ValueKind};
use alloc::string::{String, ToString};
use core::fmt::Display;
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// Why a value is not what a type wants, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct DeserializeError {
    /// What is wrong, in lower case.
    pub message: String,
    /// The bytes of the value that is wrong; nothing where a whole field is missing.
    pub span: Option<Span>,
}

impl de::Error for DeserializeError {
    fn custom<T: Display>(message: T) -> Self {
        Self { message: message.to_string(), span: None }
    }
}

impl DeserializeError {
    fn at(mut self, span: Span) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

impl Tree<'_> {
    /// Reads the whole tree as a value of any type; an empty tree as a map without entries.
    ///
    /// A type that wants a text gets the text as it was written (`version: 1.10` is `"1.10"`); one
    /// that takes anything gets what the core schema of YAML 1.2 makes of it. Of a duplicate key
    /// the last value counts.
    ///
    /// # Errors
    ///
    /// [`DeserializeError`] where a value does not fit, with its place.
    ///
    /// # Examples
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Fields {
    ///     name: String,
    ///     version: Option<String>,
    ///     #[serde(default)]
    ///     tags: Vec<String>,
    /// }
    ///
    /// let document = repertoire_frontmatter::parse("---\nname: tide\nversion: 1.10\ntags: [sea]\n---\n");
    /// let fields: Fields = document.tree().deserialize()?;
    /// assert_eq!((fields.name.as_str(), fields.version.as_deref()), ("tide", Some("1.10")));
    /// assert_eq!(fields.tags, ["sea"]);
    /// # Ok::<(), repertoire_frontmatter::DeserializeError>(())
    /// ```
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, DeserializeError> {
        match self.root() {
            Some(root) => root.deserialize(),
            None => {
                let empty = core::iter::empty::<(&str, &str)>();
                T::deserialize(de::value::MapDeserializer::<_, DeserializeError>::new(empty))
            }
        }
    }
}

impl Value<'_, '_> {
    /// Reads one value as any type, like [`Tree::deserialize`].
    ///
    /// # Errors
    ///
    /// [`DeserializeError`] where it does not fit.
    pub fn deserialize<T: DeserializeOwned>(self) -> Result<T, DeserializeError> {
        T::deserialize(Source(self)).map_err(|error| error.at(self.span()))
    }
}

/// A value as a source of `serde`'s data.
#[derive(Clone, Copy)]
struct Source<'t, 'a>(Value<'t, 'a>);

impl<'t> Source<'t, '_> {
    fn resolved(self) -> Option<Resolved<'t>> {
        self.0.resolve(Resolution::Core)
    }

    fn unexpected(self, expected: &dyn de::Expected) -> DeserializeError {
        let found = match (self.0.kind(), self.0.text()) {
            (ValueKind::Sequence(_), _) => Unexpected::Seq,
            (ValueKind::Mapping(_), _) => Unexpected::Map,
            (ValueKind::Scalar(_), Some("")) if self.0.is_absent() => Unexpected::Unit,
            (ValueKind::Scalar(_), text) => Unexpected::Str(text.unwrap_or_default()),
        };
        de::Error::invalid_type(found, expected)
    }

    fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match self.0.kind() {
            ValueKind::Sequence(_) => visitor.visit_seq(Elements(self.0.items())),
            ValueKind::Mapping(_) => {
                visitor.visit_map(Pairs { entries: last_of_each(self.0).into_iter(), value: None })
            }
            ValueKind::Scalar(_) => match self.resolved() {
                None | Some(Resolved::Null) => visitor.visit_unit(),
                Some(Resolved::Bool(value)) => visitor.visit_bool(value),
                Some(Resolved::Integer(value)) => match u64::try_from(value) {
                    Ok(value) => visitor.visit_u64(value),
                    Err(_) => visitor.visit_i64(value),
                },
                Some(Resolved::Float(value)) => visitor.visit_f64(value),
                Some(Resolved::Text(text) | Resolved::Timestamp(text)) => visitor.visit_str(text),
            },
        }
    }
}

/// The entries of a map without the earlier ones of a duplicate key.
fn last_of_each<'t, 'a>(map: Value<'t, 'a>) -> alloc::vec::Vec<crate::Entry<'t, 'a>> {
    let mut latest = alloc::collections::BTreeMap::new();
    for (index, entry) in map.entries().enumerate() {
        latest.insert(entry.key.text(), index);
    }
    let keep = |(index, entry): &(usize, crate::Entry<'t, 'a>)| latest.get(&entry.key.text()) == Some(index);
    map.entries().enumerate().filter(keep).map(|(_, entry)| entry).collect()
}

macro_rules! typed {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            self.visit(visitor).map_err(|error| error.at(self.0.span()))
        })*
    };
}

impl<'de> de::Deserializer<'de> for Source<'_, '_> {
    type Error = DeserializeError;

    typed! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64
        deserialize_unit deserialize_seq deserialize_map
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0.text() {
            Some(text) if !self.0.is_absent() => visitor.visit_str(text),
            _ => Err(self.unexpected(&"a text")),
        }
        .map_err(|error| error.at(self.0.span()))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.resolved() {
            Some(Resolved::Null) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        let mut entries = self.0.entries();
        let result = match (self.0.text(), entries.next(), entries.next()) {
            (Some(text), ..) => {
                visitor.visit_enum(IntoDeserializer::<DeserializeError>::into_deserializer(text))
            }
            (None, Some(entry), None) => visitor.visit_enum(Variant(entry)),
            _ => Err(self.unexpected(&"the name of a variant, or a map with it as the only key")),
        };
        result.map_err(|error| error.at(self.0.span()))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf unit_struct tuple tuple_struct }
}

struct Elements<'t, 'a>(crate::Items<'t, 'a>);

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = DeserializeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Self::Error> {
        self.0
            .next()
            .map(|item| seed.deserialize(Source(item)).map_err(|error| error.at(item.span())))
            .transpose()
    }
}

struct Pairs<'t, 'a> {
    entries: alloc::vec::IntoIter<crate::Entry<'t, 'a>>,
    value: Option<Value<'t, 'a>>,
}

impl<'de> MapAccess<'de> for Pairs<'_, '_> {
    type Error = DeserializeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        let Some(entry) = self.entries.next() else { return Ok(None) };
        self.value = Some(entry.value);
        let text = entry.key.text().unwrap_or_default();
        let key: StrDeserializer<'_, DeserializeError> = text.into_deserializer();
        seed.deserialize(key).map(Some).map_err(|error| error.at(entry.key.span()))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        let Some(value) = self.value.take() else { return Err(de::Error::custom("a value without a key")) };
        seed.deserialize(Source(value)).map_err(|error| error.at(value.span()))
    }
}

struct Variant<'t, 'a>(crate::Entry<'t, 'a>);

impl<'de, 't, 'a> EnumAccess<'de> for Variant<'t, 'a> {
    type Error = DeserializeError;
    type Variant = Source<'t, 'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Self::Error> {
        let text = self.0.key.text().unwrap_or_default();
        let name: StrDeserializer<'_, DeserializeError> = text.into_deserializer();
        Ok((seed.deserialize(name)?, Source(self.0.value)))
    }
}

impl<'de> VariantAccess<'de> for Source<'_, '_> {
    type Error = DeserializeError;

    fn unit_variant(self) -> Result<(), Self::Error> {
        if self.0.is_absent() { Ok(()) } else { Err(self.unexpected(&"nothing")) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Self::Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Self::Error> {
        self.visit(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.visit(visitor)
    }
}

#[cfg(test)]
mod tests;
