//! Rules for the source code, the messages and the documentation.

/// Rules that the dependencies between crates cannot enforce.
pub mod borders;
/// Lengths, links and paths in the documentation.
pub mod docs;
/// Lists in help and guide, compared with the tables of the program.
pub mod lists;
/// Message files, compared with each other and with the source.
pub mod messages;
/// Dependencies that code for other operating systems needs: the manifests (`Cargo.toml`) must name them.
pub mod platforms;
/// Recipes in CONTRIBUTING.md: the files that they name must exist and contain the example to follow.
pub mod recipes;
