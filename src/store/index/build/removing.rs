//! Removes games from an index: those of roots, of files that cannot be read, and of files that are gone.

use super::keys::{FileKeys, drop_keys};
use super::merging::CompactingMergePolicy;
use super::refreshing::RefreshOutcome;
use super::roots::{absolute, known_root, not_a_root};
use super::{BuildReport, Options, Session, line_of_problem, mark_unreadable, with_build_lock};
use crate::index::errors::tantivy_error;
use crate::index::manifest::{FileLine, Manifest};
use crate::index::marker::check_folder;
use crate::index::tantivy_index::open_directory;
use kifu_archive::crawl::{Problem, ProblemKind, disk_state};
use kifu_archive::error::Result;
use kifu_archive::origin::{Origin, path_text, text_path};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tantivy::Term;
use tantivy::query::{BooleanQuery, Query, TermQuery, TermSetQuery};
use tantivy::schema::IndexRecordOption;

/// Removes roots from the index, or unreadable files and folders below them. Returns the number of games removed.
pub fn forget(folder: &Path, roots: &[PathBuf], options: &Options) -> Result<u64> {
    check_folder(folder)?;
    with_build_lock(folder, open_directory(folder)?, |directory| {
        Session::open(folder, directory, options)?.forget(roots)
    })
}

impl Session {
    /// Removes roots from the index, or unreadable files and folders, and gives back the space that they took. Returns
    /// the number of games removed.
    pub(super) fn forget(mut self, paths: &[PathBuf]) -> Result<u64> {
        let mut manifest = self.manifest()?;
        self.keys = FileKeys::from_header(&manifest.header);
        let before = manifest.header.totals.game_count();
        for path in paths {
            let path = known_root(&manifest.header, &absolute(path)?);
            if manifest.header.roots.contains(&path_text(&path)) {
                self.forget_root(&path, &mut manifest)?
            } else {
                self.forget_unreadable(&path, &mut manifest)?
            }
        }
        // The commit comes before the compaction: on a full disk the games are removed, and only the compaction, which
        // needs space, fails.
        self.writer
            .set_merge_policy(Box::new(CompactingMergePolicy))
            .map_err(|error| tantivy_error(&self.folder, error))?;
        self.commit(&mut manifest)?;
        Ok(before.saturating_sub(manifest.header.totals.game_count()))
    }

    fn forget_root(&self, root: &Path, manifest: &mut Manifest) -> Result<()> {
        let text = path_text(root);
        let header = &mut manifest.header;
        header.roots.retain(|known| *known != text);
        header.shards.remove(&text);
        header.patterns.remove(&text);
        let inner =
            Vec::from_iter(header.roots().into_iter().filter(|inner| inner.starts_with(root)));
        let below = Vec::from_iter(manifest.below(root).cloned());
        for file in below {
            let path = text_path(&file);
            if !inner.iter().any(|inner| path.starts_with(inner)) {
                self.delete(&file)?;
                manifest.files.remove(&file);
            }
        }
        drop_keys(&mut manifest.header, root);
        Ok(())
    }

    /// Removes the games of files that stay in the index although the files cannot be read: of one file, or of all
    /// unreadable files in a folder.
    fn forget_unreadable(&mut self, path: &Path, manifest: &mut Manifest) -> Result<()> {
        let lines = manifest
            .below(path)
            .filter_map(|file| manifest.files.get(file))
            .filter(|line| line.unreadable.is_some());
        let lines = Vec::from_iter(lines.cloned());
        if lines.is_empty() {
            return Err(not_a_root(&manifest.header, path));
        }
        // If the tables of members stayed, these members would count as known and would not be read again when the
        // archive is readable, and their games would be missing.
        let paths = Vec::from_iter(lines.iter().map(|line| line.path.clone()));
        self.forget_members(&paths);
        for line in lines {
            self.delete(&line.path)?;
            manifest.files.remove(&line.path);
            // A file that is unreadable itself gets the line that a new build would give it. A file in an unreadable
            // folder needs no line, because the folder has one.
            if line.unreadable.as_ref() == Some(&line.path) {
                let path = text_path(&line.path);
                let origin = Origin::file(path.as_path());
                let problem = Problem::new(origin, ProblemKind::Unreadable, "permission denied");
                let size = disk_state(&path).map_or(0, |(size, _)| size);
                let line = FileLine { size, ..line_of_problem(&problem) };
                manifest.files.insert(line.path.clone(), line);
            }
        }
        Ok(())
    }

    /// Deletes all documents of a file from the index.
    pub(super) fn delete(&self, file: &str) -> Result<()> {
        self.writer
            .delete(self.documents_of(file))
            .map_err(|error| tantivy_error(&self.folder, error))
    }

    /// Query that matches all documents of a file.
    fn documents_of(&self, file: &str) -> Box<dyn Query> {
        let path = text_path(file);
        let query = |key| -> Box<dyn Query> {
            let term = Term::from_field_u64(self.fields.file_key, key);
            Box::new(TermQuery::new(term, IndexRecordOption::Basic))
        };
        let mut queries = Vec::from_iter(self.keys.file_keys(&path).map(query));
        match queries.len() {
            1 => queries.remove(0),
            _ => Box::new(BooleanQuery::union(queries)),
        }
    }

    /// Deletes the games with these ids in a file from the index.
    pub(super) fn delete_games(&self, file: &str, ids: &[u64]) -> Result<()> {
        let ids = ids.iter();
        let ids = TermSetQuery::new(ids.map(|&id| Term::from_field_u64(self.fields.id, id)));
        // Games below another root may have equal ids, so the query also names the file.
        let parts: Vec<Box<dyn Query>> = vec![self.documents_of(file), Box::new(ids)];
        self.writer
            .delete(Box::new(BooleanQuery::intersection(parts)))
            .map_err(|error| tantivy_error(&self.folder, error))
    }

    /// Drops the tables of the members of these archives, because their games get other ids.
    pub(super) fn forget_members(&mut self, archives: &[String]) {
        if archives.is_empty() {
            return;
        }
        self.members();
        if let Some(tables) = self.members.get_mut() {
            archives.iter().for_each(|archive| tables.remove(archive));
        }
    }

    /// Removes the files below a root that are gone. `walked` has the lines of what the walk could not enter or does
    /// not read. Files in folders that the system does not let us read are not gone: their games stay.
    pub(super) fn remove_gone(
        &mut self,
        root: &Path,
        refreshed: &RefreshOutcome,
        walked: &[FileLine],
        manifest: &mut Manifest,
        report: &mut BuildReport,
    ) -> Result<()> {
        // A root inside this one stays a root of its own while it cannot be reached.
        let inner = |other: &PathBuf| other != root && other.starts_with(root);
        let inner_roots: Vec<PathBuf> = manifest.header.roots().into_iter().filter(inner).collect();
        let walked: HashMap<&str, &FileLine> =
            walked.iter().map(|line| (line.path.as_str(), line)).collect();
        let unseen = (manifest.below(root)).filter(|file| !refreshed.seen.contains(*file));
        let (mut gone, mut hidden) = (Vec::new(), Vec::new());
        for file in unseen {
            let path = text_path(file);
            if inner_roots.iter().any(|inner| path.starts_with(inner)) {
                continue;
            }
            let is_known_problem = || {
                let problem = walked.get(file.as_str()).copied();
                problem.is_some() && manifest.files.get(file) == problem
            };
            match refreshed.walk.unreadable_ancestor(&path) {
                Some(place) => hidden.push((file.clone(), path_text(place))),
                None if is_known_problem() => {}
                None => gone.push(file.clone()),
            }
        }
        for (file, place) in hidden {
            self.changed |= mark_unreadable(manifest, &file, &place);
        }
        for file in gone {
            self.delete(&file)?;
            self.changed = true;
            // A folder that could not be entered has a line too, but is no file and does not count.
            let line = manifest.files.remove(&file);
            report.removed += u64::from(line.is_some_and(|line| line.size > 0));
        }
        Ok(())
    }
}
