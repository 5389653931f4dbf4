//! What each fuzz target checks, as plain functions from bytes to nothing: they panic when a
//! property does not hold.
//!
//! libFuzzer calls them from `fuzz/fuzz_targets`, and `cargo test` replays the committed seeds
//! through them on a stable toolchain.
//!
//! ```
//! for target in repertoire_fuzz_bodies::TARGETS {
//!     (target.run)(b"---\nname: tide\n---\n");
//! }
//! ```

pub mod agreement;
pub mod cache;
pub mod catalog;
pub mod conversion;
pub mod diagnostic;
pub mod fixes;
pub mod forecast;
pub mod frontmatter;
pub mod hostile;
pub mod report;
pub mod route;
pub mod sexp;
pub mod tree;
pub mod uri;

/// One fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: of the module here, of the file in `fuzz_targets` and of the folder in `seeds`.
    pub name: &'static str,
    /// Its body. Panics when a property does not hold for these bytes.
    pub run: fn(&[u8]),
}

/// Every target, in the order of their names.
pub const TARGETS: &[Target] = &[
    Target { name: "agreement", run: agreement::run },
    Target { name: "cache", run: cache::run },
    Target { name: "catalog", run: catalog::run },
    Target { name: "conversion", run: conversion::run },
    Target { name: "diagnostic", run: diagnostic::run },
    Target { name: "fixes", run: fixes::run },
    Target { name: "forecast", run: forecast::run },
    Target { name: "frontmatter", run: frontmatter::run },
    Target { name: "report", run: report::run },
    Target { name: "route", run: route::run },
    Target { name: "sexp", run: sexp::run },
    Target { name: "tree", run: tree::run },
    Target { name: "uri", run: uri::run },
];
