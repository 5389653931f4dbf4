//! What the surroundings say, as values.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The places that the surroundings name. Nothing in this crate reads variables by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The home directory.
    pub home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`, if it is an absolute path.
    pub config_home: Option<PathBuf>,
    /// `XDG_CACHE_HOME`, if it is an absolute path.
    pub cache_home: Option<PathBuf>,
}

impl Environment {
    /// Takes the values from a look-up by name, such as `std::env::var_os`. A path that is
    /// empty or relative counts as unset; without `HOME`, `USERPROFILE` is the home.
    ///
    /// # Examples
    ///
    /// ```
    /// use repertoire_discovery::Environment;
    ///
    /// let environment = Environment::from_lookup(|name| match name {
    ///     "HOME" => Some("/home/ada".into()),
    ///     "XDG_CONFIG_HOME" => Some("relative".into()),
    ///     _ => None,
    /// });
    /// assert_eq!(environment.config().unwrap(), std::path::Path::new("/home/ada/.config"));
    /// ```
    pub fn from_lookup(mut lookup: impl FnMut(&str) -> Option<OsString>) -> Self {
        let mut absolute = |name: &str| lookup(name).map(PathBuf::from).filter(|path| path.is_absolute());
        Self {
            home: absolute("HOME").or_else(|| absolute("USERPROFILE")),
            config_home: absolute("XDG_CONFIG_HOME"),
            cache_home: absolute("XDG_CACHE_HOME"),
        }
    }

    /// Where configuration lies: `XDG_CONFIG_HOME`, else `.config` in the home.
    #[must_use]
    pub fn config(&self) -> Option<PathBuf> {
        self.choose(self.config_home.as_deref(), ".config")
    }

    /// The default root of the cache: `autolith` in `XDG_CACHE_HOME`, else in `.cache` in the home.
    #[must_use]
    pub fn cache_root(&self) -> Option<PathBuf> {
        Some(self.choose(self.cache_home.as_deref(), ".cache")?.join("autolith"))
    }

    fn choose(&self, set: Option<&Path>, in_home: &str) -> Option<PathBuf> {
        set.map(Path::to_path_buf).or_else(|| Some(self.home.as_ref()?.join(in_home)))
    }
}
