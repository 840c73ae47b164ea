//! Rules for the source code, the messages and the documentation.

/// Rules that the dependencies between crates cannot enforce.
pub mod borders;
/// Lengths, links and paths in the documentation.
pub mod docs;
/// Lists in help and guide, compared with the tables of the program.
pub mod lists;
/// Message files, compared with each other and with the source.
pub mod messages;
/// Dependencies that code for other systems needs, compared with the manifests.
pub mod platforms;
/// Recipes in CONTRIBUTING.md, compared with the files that they name.
pub mod recipes;
