//! Indexes in folders on this machine.

use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_language::knowledge::aliases::Aliases;
use kifu_language::messages::say;
use kifu_store::index::Index;
use kifu_store::mine::marks::{ExpansionLimits, MarkSource};
use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

/// What to open.
#[derive(Clone, Debug, Default)]
pub struct Indexes {
    /// The folders of one index, or of several that are searched as one.
    pub folders: Vec<PathBuf>,
    /// Keeps which games of several indexes are copies of each other. Without it, games are compared anew for every
    /// process that asks.
    pub cache: Option<PathBuf>,
    /// The spellings of names that queries use.
    pub aliases: Aliases,
    /// The file of a set to which the folder belongs: its answers are joined with those of the other members, see
    /// [`parts`](super::parts). Copies of games are those of the whole set.
    pub set: Option<PathBuf>,
    /// What the user says of games: tags, stars, notes, saved queries. Without it, queries cannot ask for them.
    pub marks: Option<Arc<dyn MarkSource>>,
    /// How large a query may be with its saved queries written out.
    pub expansion: ExpansionLimits,
}

impl Indexes {
    pub(super) fn open(&self) -> kifu_archive::error::Result<Index> {
        let index = match (self.folders.as_slice(), &self.set) {
            ([folder], Some(set)) => Index::open_in(folder, set)?,
            (folders, _) => Index::open_all(folders, self.cache.as_deref())?,
        };
        let index = index.with_aliases(self.aliases.clone()).with_expansion_limits(self.expansion);
        Ok(index.with_marks(self.marks.clone()))
    }
}

/// The error that stands for a panic.
pub fn panicked(cause: &(dyn Any + Send), folders: &[PathBuf]) -> Error {
    let text = cause
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| cause.downcast_ref::<&str>().copied());
    let text = text.unwrap_or_default();
    if text.contains("failed to spawn thread") {
        let message = say!("error-no-thread", reason = text);
        return Error::new(ErrorKind::Io, message).advise(Remedy::FewerThreads);
    }
    let message = say!("error-index-seems-damaged", reason = text);
    Error::new(ErrorKind::Damaged, message).advise(match folders {
        [folder] => Remedy::Rebuild { folder: folder.clone() },
        _ => Remedy::Verify,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{AskOptions, Engine, Failure, Result, Snapshot};
    use kifu_store::index::build::build;

    #[test]
    fn a_panic_is_an_error_of_one_answer() {
        let folder = tempfile::tempdir().unwrap();
        let (games, index) = (folder.path().join("games"), folder.path().join("index"));
        std::fs::create_dir(&games).unwrap();
        std::fs::write(games.join("a.sgf"), "(;PB[Anna];B[pd])").unwrap();
        build(&index, &[games], &Default::default(), &Default::default()).unwrap();
        let indexes = Indexes { folders: vec![index.clone()], ..Indexes::default() };
        let engine = Engine::open_all(indexes).unwrap();
        let within = AskOptions::default();
        let panic = |_: &Snapshot| -> Result<()> { std::panic::resume_unwind(Box::new("a fault")) };
        let Err(Failure::Other(error)) = engine.on(&within, None, panic) else {
            panic!("no error");
        };
        assert!(error.to_string().contains("a fault"), "{error}");
        let folder = index;
        assert_eq!(error.remedy(), Some(&Remedy::Rebuild { folder }));
        let games =
            engine.on(&within, None, |snapshot| Ok(snapshot.index.header().totals.game_count()));
        assert_eq!(games.unwrap().answer, 1);
    }
}
