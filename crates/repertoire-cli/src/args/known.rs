//! Arguments whose values are known, for the completions of a shell.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Error;
use repertoire::clients::CLIENTS;
use repertoire::schema::rules::Rule;
use std::ffi::OsStr;

/// Takes any text, and tells a shell which ones make sense. A command says better than the parser what
/// is wrong with another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known(pub(crate) fn() -> Vec<&'static str>);

/// The names of the clients.
pub(crate) fn clients() -> Vec<&'static str> {
    CLIENTS.iter().map(|client| client.name).collect()
}

/// The rules.
pub(crate) fn rules() -> Vec<&'static str> {
    Rule::ALL.iter().map(|rule| rule.id()).collect()
}

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
