//! Placeholder page.
