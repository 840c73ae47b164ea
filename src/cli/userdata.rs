//! The user's file with tags, stars, notes, saved queries, history, practice and the book in use.

use super::paths::setting_path;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::user_marks::{MarkSource, Marks};
use kifu_store::userdata::book::BookSource;
use kifu_store::userdata::file::{USER_DATA_FILE, UserDataFile};
use std::sync::Arc;

/// Returns the user's file of tags, stars and notes; `None` if this user has no home folder. The file is opened on
/// first use.
pub(crate) fn userdata_file() -> Option<UserDataFile> {
    setting_path(USER_DATA_FILE).map(UserDataFile::new)
}

/// Returns the user's file of tags, stars and notes, to change it; an error if this user has no home folder.
pub(crate) fn require_userdata_file() -> Result<UserDataFile> {
    let file = userdata_file().ok_or_else(|| {
        let error = Error::new(ErrorKind::Io, "this user has no home folder for settings");
        error.with_help("set HOME, or XDG_CONFIG_HOME, to a folder")
    })?;
    Ok(file)
}

/// Returns the user's file in the form in which the engine takes it, to read tags, stars, notes and saved queries.
pub(crate) fn mark_source() -> Option<Arc<dyn MarkSource>> {
    userdata_file().map(|file| Arc::new(file) as Arc<dyn MarkSource>)
}

/// Returns the user's file in the form in which the engine takes it, to read the book in use.
pub(crate) fn book_source() -> Option<Arc<dyn BookSource>> {
    userdata_file().map(|file| Arc::new(file) as Arc<dyn BookSource>)
}

/// Reads the user's tags, stars, notes and saved queries; empty if this user has no home folder.
pub(crate) fn marks() -> kifu_archive::error::Result<Arc<Marks>> {
    let marks = userdata_file().map(|file| file.marks()).transpose()?;
    Ok(marks.unwrap_or_default())
}
