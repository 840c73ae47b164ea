//! How indexes are built, refreshed, moved and joined.

/// Answers that are joined from the parts of several indexes.
pub mod answers_in_parts;
/// Archives of all kinds, whole and broken.
pub mod archives;
/// Searches, positions and patterns in parts: each answer against that of one index.
pub mod boards_in_parts;
/// Which games are the same, and what is told of them.
pub mod dups;
/// Building, refreshing, forgetting; damaged archives.
pub mod index;
/// Several indexes that are read as one.
pub mod indexes_as_one;
/// Indexes joined into one.
pub mod merged_indexes;
/// Archives that are refreshed member by member, against new builds.
pub mod refreshed;
/// Folders that are refreshed: links, permissions, damaged members, times, against new builds.
pub mod refreshed_trees;
/// Roots that lie elsewhere, files that were renamed, and the space of what was forgotten.
pub mod relocated;
/// Shards of an archive.
pub mod shards;
/// Real archives, where they are at hand.
pub mod shared;
