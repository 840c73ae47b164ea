//! What the user says of games, and who may see and change it.
//!
//! Beyond this machine it is nobody's business, unless the user shares it; and a server that is read-only keeps
//! nothing.

use super::token::random;
use kifu_engine::Result;
use kifu_store::mine::file::MineFile;
use std::hint::black_box;
use std::sync::Arc;

/// The user's file, as a server uses it.
pub(crate) struct Mine {
    /// The file.
    pub file: Arc<MineFile>,
    /// Whether it keeps what is practised: not where other machines can reach the server.
    pub keeps_practice: bool,
    /// What a request has to bring that changes something. Another site cannot read it.
    token: String,
}

impl Mine {
    /// The file of a server that no other machine can reach, or which shares it.
    pub(crate) fn new(file: Arc<MineFile>, is_alone: bool) -> Result<Mine> {
        Ok(Mine { keeps_practice: is_alone && !file.is_read_only(), token: random()?, file })
    }

    /// The secret of this run of the server.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Whether a text is the token. It takes as long whatever their first difference is.
    pub(crate) fn is_token(&self, text: &str) -> bool {
        let (own, text) = (self.token.as_bytes(), text.as_bytes());
        let differences = own.iter().zip(text).fold(0, |found, (a, b)| black_box(found | (a ^ b)));
        own.len() == text.len() && differences == 0
    }

    /// Whether changes are kept.
    pub(crate) fn is_kept(&self) -> bool {
        !self.file.is_read_only()
    }
}
