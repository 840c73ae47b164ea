//! What the program says and names in its own words.

use kifu_engine::Failure;
use kifu_messages::Message;

/// What to do next, in words of the program; see [`kifu_archive::error::Remedy`].
pub type RemedyWording = fn(&Failure) -> Option<Message>;

/// Commands that a page names, ready for a shell: it runs none of them.
#[derive(Clone, Debug, Default, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Commands {
    /// Brings the index up to date.
    pub refresh: String,
    /// Examines the archive.
    pub examine: String,
    /// Lists the findings of the kind whose name follows.
    pub examine_kind: String,
    /// Lists the games that are the same.
    pub copies: String,
    /// Compares the index with its checksums.
    pub verify: String,
}
