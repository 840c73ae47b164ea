//! Nothing but the features of dependencies, in `Cargo.toml`.
