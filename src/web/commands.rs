//! Advice and commands that the program supplies to the server, to be shown on pages.

use kifu_engine::Failure;
use kifu_messages::Message;

/// Function that writes what to do next after an error, in the words of the program; see
/// [`kifu_archive::error::Remedy`].
pub type RemedyWording = fn(&Failure) -> Option<Message>;

/// Command lines that pages show to people, who can run them in a terminal. The server itself runs none of them.
#[derive(Clone, Debug, Default, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Commands {
    /// Command that brings the index up to date.
    pub refresh: String,
    /// Command that reads a folder of games; the folder is appended.
    pub build: String,
    /// Command that serves the page and indexes changes of the archive as they happen.
    pub watch: String,
    /// Command that examines the archive.
    pub examine: String,
    /// Command that lists the findings of one kind; the name of the kind is appended.
    pub examine_kind: String,
    /// Command that lists the copies of games.
    pub copies: String,
    /// Command that compares the index files with their checksums.
    pub verify: String,
}
