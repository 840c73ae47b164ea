//! Tests of how indexes are built, refreshed, moved and joined.

/// Answers that are joined from the parts of several indexes.
pub mod answers_in_parts;
/// Archives of all kinds, complete and damaged.
pub mod archives;
/// Searches, positions and patterns whose answers are joined from parts of several indexes, compared with the answer of
/// one index.
pub mod boards_in_parts;
/// Which games are copies of each other, and how copies are reported.
pub mod dups;
/// How indexes are built and refreshed, and how roots are removed from them; damaged archives.
pub mod index;
/// Several indexes that are read as one.
pub mod indexes_as_one;
/// Several indexes that are merged into one.
pub mod merged_indexes;
/// Archives that are refreshed member by member, compared with fresh builds.
pub mod refreshed;
/// Folders that are refreshed (links, permissions, damaged members, times), compared with fresh builds.
pub mod refreshed_trees;
/// Roots that moved, files that were renamed, and disk space of forgotten games.
pub mod relocated;
pub mod shards;
/// Real archives, if they are available.
pub mod shared;
