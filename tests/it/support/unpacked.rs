//! Archives, unpacked by the program's own crawler.

use super::temporary_folder;
use kifu_index::crawl::{self, Limits, Problem, ProblemKind};
use kifu_index::error::{Limit, Remedy};
use std::path::Path;

/// Contents of an archive: the path of each entry inside the file, with its bytes, and the problems.
#[derive(Debug, Default)]
pub struct UnpackedArchive {
    pub entries: Vec<(String, Vec<u8>)>,
    pub problems: Vec<Problem>,
}

impl UnpackedArchive {
    pub fn names(&self) -> Vec<&str> {
        self.entries.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub fn kinds(&self) -> Vec<ProblemKind> {
        self.problems.iter().map(|problem| problem.kind).collect()
    }

    /// The only problem of the archive: the path of its place, its kind and its message. Panics if there are none or
    /// several.
    pub fn problem(&self) -> (String, ProblemKind, &str) {
        let [problem] = self.problems.as_slice() else {
            panic!("{:?}", self.problems);
        };
        let place = problem.origin.member_name().unwrap_or_default();
        (place, problem.kind, &problem.message)
    }

    /// True if there are problems, and each suggests raising this limit.
    pub fn suggests_raising(&self, limit: Limit) -> bool {
        let remedy = Some(Remedy::RaiseLimit(limit));
        !self.problems.is_empty() && (self.problems.iter()).all(|problem| problem.remedy == remedy)
    }
}

pub fn read_path(path: &Path, limits: &Limits) -> UnpackedArchive {
    let mut read = UnpackedArchive::default();
    crawl::open(&path.into(), limits, &mut |unit| match unit {
        Err(problem) => read.problems.push(problem),
        Ok(unit) => unit.read(limits, &mut |entry| match entry {
            Err(problem) => read.problems.push(problem),
            Ok(entry) => {
                let name = entry.origin.member_name().unwrap_or_default();
                read.entries.push((name, entry.bytes));
            }
        }),
    });
    read
}

pub fn read_with(name: &str, bytes: &[u8], limits: &Limits) -> UnpackedArchive {
    let folder = temporary_folder();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    read_path(&path, limits)
}

pub fn read(name: &str, bytes: &[u8]) -> UnpackedArchive {
    read_with(name, bytes, &Limits::default())
}

pub fn owned(files: &[(&str, &[u8])]) -> Vec<(String, Vec<u8>)> {
    let owned = files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
    owned.collect()
}

pub const A: &[u8] = b"(;GM[1]SZ[9]PB[A];B[aa])";
pub const B: &[u8] = b"(;GM[1]SZ[9]PB[B];B[bb];W[cc])";
pub const C: &[u8] = b"(;GM[1]SZ[9]PB[C])(;GM[1]SZ[9]PB[D])";
pub const FILES: &[(&str, &[u8])] = &[("a.sgf", A), ("dir/b.SGF", B), ("dir/sub/c.sgf", C)];
