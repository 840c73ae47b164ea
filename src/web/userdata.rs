//! The file with the user's data (tags, stars, notes, practice), and who may read and change it.
//!
//! Clients on other machines see nothing of the data unless the user shares it, and a read-only server stores nothing.

use super::token::random_secret;
use kifu_engine::Result;
use kifu_store::userdata::file::UserDataFile;
use std::hint::black_box;
use std::sync::Arc;

/// The file with the user's data, as a server uses it.
pub(crate) struct UserdataAccess {
    pub file: Arc<UserDataFile>,
    /// True if practice is stored. It never is on a server that other machines can reach.
    pub stores_practice: bool,
    /// Write token: a secret that a request has to contain if it changes something. Foreign sites cannot read it.
    token: String,
}

impl UserdataAccess {
    /// Gives a server access to the file. `is_local_only` is true if no other machine can reach the server; otherwise
    /// the user has chosen to share the file.
    pub(crate) fn new(file: Arc<UserDataFile>, is_local_only: bool) -> Result<UserdataAccess> {
        Ok(UserdataAccess {
            stores_practice: is_local_only && !file.is_read_only(),
            token: random_secret()?,
            file,
        })
    }

    /// Write token of this run of the server, which a page has to send with each change.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// True if a text is the write token. The comparison takes the same time wherever the first difference is, so that
    /// its duration reveals nothing about the token.
    pub(crate) fn is_token(&self, text: &str) -> bool {
        let (token, text) = (self.token.as_bytes(), text.as_bytes());
        let differences =
            token.iter().zip(text).fold(0, |found, (a, b)| black_box(found | (a ^ b)));
        token.len() == text.len() && differences == 0
    }

    /// True if the file with the user's data can be changed.
    pub(crate) fn is_writable(&self) -> bool {
        !self.file.is_read_only()
    }
}
