//! The user's file with tags, stars, notes, saved queries, history and practice.

use super::place::setting_path;
use crate::engine::Result;
use crate::engine::marked::{MarkSource, Marks};
use crate::error::{Error, ErrorKind};
use crate::mine::file::{FILE, MineFile};
use std::sync::Arc;

/// The file, if this user has a home. Nothing is opened before something is asked.
pub fn known_file() -> Option<MineFile> {
    setting_path(FILE).map(MineFile::new)
}

/// The file, which is to be changed.
pub fn file() -> Result<MineFile> {
    let file = known_file().ok_or_else(|| {
        let error = Error::new(ErrorKind::Io, "this user has no home folder for settings");
        error.help("set HOME, or XDG_CONFIG_HOME, to a folder")
    })?;
    Ok(file)
}

/// What queries ask of it.
pub fn source() -> Option<Arc<dyn MarkSource>> {
    known_file().map(|file| Arc::new(file) as Arc<dyn MarkSource>)
}

/// What is said of games; nothing, if this user has no home.
pub fn marks() -> crate::error::Result<Arc<Marks>> {
    let marks = known_file().map(|file| file.marks()).transpose()?;
    Ok(marks.unwrap_or_default())
}
