//! Empty crate: its `Cargo.toml` names the features of dependencies, so that all packages share one build of each.
