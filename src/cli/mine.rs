//! The user's file with tags, stars, notes, saved queries, history and practice.

use super::place::setting_path;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::marked::{MarkSource, Marks};
use kifu_store::mine::file::{FILE, MineFile};
use std::sync::Arc;

/// The file, if this user has a home. Nothing is opened before something is asked.
pub(crate) fn known_file() -> Option<MineFile> {
    setting_path(FILE).map(MineFile::new)
}

/// The file, which is to be changed.
pub(crate) fn file() -> Result<MineFile> {
    let file = known_file().ok_or_else(|| {
        let error = Error::new(ErrorKind::Io, "this user has no home folder for settings");
        error.help("set HOME, or XDG_CONFIG_HOME, to a folder")
    })?;
    Ok(file)
}

/// What queries ask of it.
pub(crate) fn source() -> Option<Arc<dyn MarkSource>> {
    known_file().map(|file| Arc::new(file) as Arc<dyn MarkSource>)
}

/// What is said of games; nothing, if this user has no home.
pub(crate) fn marks() -> kifu_archive::error::Result<Arc<Marks>> {
    let marks = known_file().map(|file| file.marks()).transpose()?;
    Ok(marks.unwrap_or_default())
}
