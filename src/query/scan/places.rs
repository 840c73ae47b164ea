//! Selects games by their places: compares a text or a glob with the paths and archive members of a segment's games.

use super::column_texts::games_with_terms;
use kifu_record::cancel::BudgetTicker;
use kifu_record::text::fold::{fold, fold_into};
use kifu_store::index::place::{archive_name, archive_of, folder_part};
use memchr::memmem;
use tantivy::BitSet;
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentReader;

/// A path pattern: a substring; or, with `*` and `?`, a glob over the whole path; or a whole path or its last names.
/// Case and accents are ignored.
#[derive(Clone, Debug)]
pub(crate) struct PathPattern {
    /// Pattern text, folded. The separator before archive members is written like the one between folders and files.
    pattern: String,
    /// The longest part without `*` and `?`. Every matching path contains it, so a fast search for it rejects most
    /// paths.
    piece: memmem::Finder<'static>,
    kind: PatternKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PatternKind {
    Substring,
    Glob,
    Whole,
}

impl PathPattern {
    pub(crate) fn new(text: &str) -> PathPattern {
        let pattern = fold(text).replace('!', "/");
        let piece = pattern.split(['*', '?']).max_by_key(|piece| piece.len()).unwrap_or_default();
        PathPattern {
            piece: memmem::Finder::new(piece).into_owned(),
            kind: if piece.len() == pattern.len() {
                PatternKind::Substring
            } else {
                PatternKind::Glob
            },
            pattern,
        }
    }

    /// Makes a pattern for a whole path or all of its last names: `pro.zip` matches `/games/pro.zip`, and `pro` does
    /// not.
    pub(crate) fn for_whole_path(text: &str) -> PathPattern {
        let pattern = fold(text).replace('!', "/");
        let pattern = pattern.strip_suffix('/').unwrap_or(&pattern).to_owned();
        PathPattern {
            piece: memmem::Finder::new(&pattern).into_owned(),
            kind: PatternKind::Whole,
            pattern,
        }
    }

    /// True if a folded path matches.
    fn fits(&self, path: &str) -> bool {
        if self.piece.find(path.as_bytes()).is_none() {
            return false;
        }
        match (self.kind, path.is_ascii()) {
            (PatternKind::Substring, _) => true,
            (PatternKind::Whole, _) => {
                let before = path.strip_suffix(self.pattern.as_str());
                !self.pattern.is_empty()
                    && before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
            }
            (PatternKind::Glob, true) => glob(self.pattern.as_bytes(), path.as_bytes(), b'*', b'?'),
            (PatternKind::Glob, false) => {
                let chars = |text: &str| text.chars().collect::<Vec<_>>();
                glob(&chars(&self.pattern), &chars(path), '*', '?')
            }
        }
    }

    /// Tells whether all files in a folder match, or none, given the folder's folded path. `None` if the answer depends
    /// on the file's name. Names of files contain no slash.
    fn fits_in(&self, folder: &str) -> Option<bool> {
        if self.kind == PatternKind::Whole {
            let folders = self
                .pattern
                .rfind('/')
                .map_or("", |at| self.pattern.get(..=at).unwrap_or_default());
            return (!folder.ends_with(folders)).then_some(false);
        }
        if self.kind == PatternKind::Substring {
            let fits = self.piece.find(folder.as_bytes()).is_some();
            // A pattern that ends with a slash cannot begin within a file name.
            return (fits || self.pattern.ends_with('/')).then_some(fits);
        }
        // A pattern that ends with `*` and matches the folder matches every file in it. If the pattern ends with `/*`,
        // the star matches only the name of the file and no part of the folder.
        let fits = self.pattern.ends_with('*') && self.fits(folder);
        let is_decided = fits
            || self.pattern.ends_with("/*")
            || self.piece.needle().ends_with(b"/") && self.piece.find(folder.as_bytes()).is_none();
        is_decided.then_some(fits)
    }
}

/// Matches a glob: `*` matches any text, `?` any character. Only the last star is ever retried, so the time is at most
/// the product of the lengths, even for hostile patterns.
fn glob<T: PartialEq>(pattern: &[T], text: &[T], any: T, one: T) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(c) if *c == any => {
                star = Some((p, t));
                p += 1;
            }
            Some(c) if *c == one || Some(c) == text.get(t) => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    p = at + 1;
                    t = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|c| *c == any)
}

/// Cost of folding and comparing one path, in budget steps of about 10 ns.
const PATH_STEPS: usize = 30;

/// Games with a matching path: the path with the members, or with `archive` only the path of the archive.
///
/// There are few folders, so they are checked first. File names are examined only if the folder does not decide.
pub(crate) fn games_at_paths(
    reader: &SegmentReader,
    pattern: &PathPattern,
    archive: bool,
    ticker: &mut BudgetTicker,
) -> tantivy::Result<BitSet> {
    let folders = reader.fast_fields().str("folder")?;
    let Some(folders) = folders else {
        return Ok(BitSet::with_max_value(reader.max_doc()));
    };
    let mut fitting = Vec::with_capacity(folders.dictionary().num_terms());
    let mut terms = folders.dictionary().stream()?;
    while !ticker.is_exhausted_after(PATH_STEPS) && terms.advance() {
        let folder = std::str::from_utf8(terms.key()).unwrap_or_default();
        fitting.push(match (archive, archive_of(folder)) {
            (false, _) => pattern.fits_in(&fold_folder(folder)),
            (true, Some(path)) => Some(pattern.fits(&fold(path))),
            // `=` finds the loose files that tables count together: those that lie directly in one folder.
            (true, None) => Some(
                pattern.kind == PatternKind::Whole && pattern.fits(&fold(&archive_name(folder))),
            ),
        });
    }
    let decided: Option<Vec<bool>> = fitting.into_iter().collect();
    if let Some(fitting) = decided {
        return Ok(games_with_terms(reader, &folders, &fitting, ticker));
    }
    match reader.fast_fields().str("place")? {
        Some(column) => {
            let fitting = matching_files(&column, pattern, ticker)?;
            Ok(games_with_terms(reader, &column, &fitting, ticker))
        }
        None => Ok(BitSet::with_max_value(reader.max_doc())),
    }
}

/// Folds a folder for comparison with patterns: archive members get the separator that files have.
fn fold_folder(folder: &str) -> String {
    let mut folded = String::new();
    for (i, part) in folder.split('\0').enumerate() {
        if i > 0 {
            folded.push('/');
        }
        fold_into(member_name(part), &mut folded);
    }
    folded
}

/// For each place of the column, whether its path with the members matches.
fn matching_files(
    column: &StrColumn,
    pattern: &PathPattern,
    ticker: &mut BudgetTicker,
) -> tantivy::Result<Vec<bool>> {
    let mut fitting = Vec::with_capacity(column.dictionary().num_terms());
    let mut terms = column.dictionary().stream()?;
    // Files of one folder are adjacent in the dictionary, so the folder is examined once for all of them.
    let mut before: Option<String> = None;
    let mut of_folder = None;
    let mut path = String::new();
    let mut path_before = 0;
    while !ticker.is_exhausted_after(PATH_STEPS) && terms.advance() {
        let place = std::str::from_utf8(terms.key()).unwrap_or_default();
        let folder = folder_part(place);
        if before.as_deref() != Some(folder) {
            path = fold_folder(folder);
            path_before = path.len();
            of_folder = pattern.fits_in(&path);
            before = Some(folder.to_owned());
        }
        fitting.push(of_folder.unwrap_or_else(|| {
            path.truncate(path_before);
            fold_into(member_name(place.get(folder.len()..).unwrap_or(place)), &mut path);
            pattern.fits(&path)
        }));
    }
    Ok(fitting)
}

/// The name of a member, without the suffix that distinguishes members of the same name.
fn member_name(member: &str) -> &str {
    member.rsplit_once('\u{1}').map_or(member, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        let fits = |pattern: &str, path: &str| PathPattern::new(pattern).fits(&fold(path));
        assert!(fits("1846", "/games/1846/a.sgf"));
        assert!(fits("*/1846/*.sgf", "/games/1846/A.SGF"));
        assert!(!fits("*/1846/*.sgf", "/games/1847/a.sgf"));
        assert!(fits("*囲碁?.sgf", "/x/囲碁2.sgf"));
        assert!(!fits("a*a*a*b", &"a".repeat(2000)));
        assert!(fits("**", ""));
        assert!(fits("a.zip!b*", "a.zip/bc.sgf") && fits("*/b*", "a.zip/bc.sgf"));
    }

    /// A decision about a folder must hold for every file name in it.
    #[test]
    fn a_folder_decides_for_every_name_in_it() {
        let pieces = ["a", "b/", "/", "*", "?", "c*", "/*", "*/"];
        let patterns = pieces.iter().flat_map(|a| {
            let two = pieces.iter().map(move |b| format!("{a}{b}"));
            two.flat_map(|ab| pieces.iter().map(move |c| format!("{ab}{c}")))
        });
        let mut decided = [0; 2];
        for pattern in patterns {
            let glob = PathPattern::new(&pattern);
            for folder in ["", "a/", "a/b/", "/c/a/", "b/cc/"] {
                let Some(fits) = glob.fits_in(folder) else {
                    continue;
                };
                decided[usize::from(fits)] += 1;
                for name in ["", "a", "b", "cab", "abc.sgf"] {
                    assert_eq!(
                        glob.fits(&format!("{folder}{name}")),
                        fits,
                        "{pattern} {folder}{name}"
                    );
                }
            }
        }
        assert!(decided.iter().all(|&count| count > 100), "{decided:?}");
        assert_eq!(PathPattern::new("*/c/*").fits_in("a/b/"), Some(false));
        assert_eq!(PathPattern::new("*/b/*").fits_in("a/b/"), Some(true));
        assert_eq!(PathPattern::new("*/b/x*").fits_in("a/b/"), None);
    }
}
