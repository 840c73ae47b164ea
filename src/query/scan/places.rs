//! Where games are: the files and archives of a segment, and the globs over their paths.

use crate::text::fold::{fold, fold_into};
use memchr::{memchr, memmem, memrchr2};
use std::ops::Range;
use tantivy::BitSet;
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentReader;

/// A pattern for paths: a substring, or with `*` and `?` a glob over the whole. Case and accents do not count.
#[derive(Clone, Debug)]
pub(crate) struct Glob {
    /// Folded; what parts members from archives is written as what parts files from folders.
    pattern: String,
    /// Its longest piece without `*` and `?`, which every path that fits has.
    piece: memmem::Finder<'static>,
    is_substring: bool,
}

impl Glob {
    pub(crate) fn new(text: &str) -> Glob {
        let pattern = fold(text).replace('!', "/");
        let pieces = pattern.split(['*', '?']);
        let piece = pieces.max_by_key(|piece| piece.len()).unwrap_or_default();
        Glob {
            piece: memmem::Finder::new(piece).into_owned(),
            is_substring: piece.len() == pattern.len(),
            pattern,
        }
    }

    /// Whether a folded path fits.
    fn fits(&self, room: &str) -> bool {
        if self.piece.find(room.as_bytes()).is_none() {
            return false;
        }
        match (self.is_substring, room.is_ascii()) {
            (true, _) => true,
            (false, true) => glob(self.pattern.as_bytes(), room.as_bytes(), b'*', b'?'),
            (false, false) => {
                let chars = |text: &str| text.chars().collect::<Vec<_>>();
                glob(&chars(&self.pattern), &chars(room), '*', '?')
            }
        }
    }

    /// Whether a file in a folder may fit, whose folded path ends with a slash: names have none.
    fn may_fit_in(&self, folder: &str) -> bool {
        !self.piece.needle().ends_with(b"/") || self.piece.find(folder.as_bytes()).is_some()
    }
}

/// `*` is any text, `?` any character. Goes back to the last star only, so the time is bounded by the product.
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

/// Games whose path fits: path and members, or the archive's path alone.
pub(crate) fn places(
    reader: &SegmentReader,
    pattern: &Glob,
    archive: bool,
) -> tantivy::Result<BitSet> {
    let mut found = BitSet::with_max_value(reader.max_doc());
    let Some(column) = reader.fast_fields().str("place")? else {
        return Ok(found);
    };
    let mut fitting = vec![false; column.dictionary().num_terms()];
    if archive {
        each_path(&column, &mut |path, is_archive, ords| {
            let fits = is_archive && pattern.fits(&fold(path));
            let ords = ords.start as usize..ords.end as usize;
            if let Some(slots) = fitting.get_mut(ords).filter(|_| fits) {
                slots.fill(true);
            }
        })?;
    } else {
        files(&column, pattern, &mut fitting)?;
    }
    for doc in reader.doc_ids_alive() {
        let ord = column.ords().first(doc);
        if ord.is_some_and(|ord| fitting.get(ord as usize) == Some(&true)) {
            found.insert(doc);
        }
    }
    Ok(found)
}

/// Marks the places whose path, with the members, fits.
fn files(column: &StrColumn, pattern: &Glob, fitting: &mut [bool]) -> tantivy::Result<()> {
    let mut terms = column.dictionary().stream()?;
    // Files of one folder stand together, and what is before their names is folded once.
    let mut before: Option<Vec<u8>> = None;
    let mut may_fit = true;
    let mut folded = String::new();
    let mut folded_before = 0;
    while terms.advance() {
        let place = terms.key();
        let name_at = memrchr2(b'/', b'\0', place).map_or(0, |at| at + 1);
        let (folder, name) = place.split_at(name_at);
        if before.as_deref() != Some(folder) {
            folded.clear();
            for (i, part) in folder.split(|&b| b == b'\0').enumerate() {
                if i > 0 {
                    folded.push('/');
                }
                fold_into(named(part), &mut folded);
            }
            folded_before = folded.len();
            may_fit = pattern.may_fit_in(&folded);
            before = Some(folder.to_owned());
        }
        if !may_fit {
            continue;
        }
        folded.truncate(folded_before);
        fold_into(named(name), &mut folded);
        if let Some(slot) = fitting.get_mut(terms.term_ord() as usize) {
            *slot = pattern.fits(&folded);
        }
    }
    Ok(())
}

/// The name of a member, behind which may be told which of several of that name it is.
fn named(member: &[u8]) -> &str {
    let end = memchr(1, member).unwrap_or(member.len());
    let name = member.get(..end).unwrap_or(member);
    // Places are text from the beginning.
    std::str::from_utf8(name).unwrap_or_default()
}

/// Members of an archive that are walked over before the rest of it is skipped by a lookup, which costs as much as some
/// hundred of them.
const WALKED: u64 = 500;

/// Hands out the paths of a column of places, in their order: whether it is that of an archive, and the numbers of its
/// places.
pub(crate) fn each_path(
    column: &StrColumn,
    sink: &mut dyn FnMut(&str, bool, Range<u64>),
) -> tantivy::Result<()> {
    let dictionary = column.dictionary();
    let mut terms = dictionary.stream()?;
    let mut path = String::new();
    // The places of the path that are met, and whether they are of an archive.
    let mut ords = 0..0;
    let mut is_archive = false;
    while terms.advance() {
        let ord = terms.term_ord();
        let Ok(place) = std::str::from_utf8(terms.key()) else {
            continue;
        };
        let end = memchr(b'\0', place.as_bytes());
        let (this, has_members) = (
            place.get(..end.unwrap_or(place.len())).unwrap_or(place),
            end.is_some(),
        );
        if is_archive && has_members && this == path {
            if ord - ords.start == WALKED {
                // All its places begin with the path and a zero.
                terms = dictionary
                    .range()
                    .ge(format!("{path}\u{1}"))
                    .into_stream()?;
            }
            continue;
        }
        ords.end = ord;
        if !ords.is_empty() {
            sink(&path, is_archive, ords);
        }
        path.clear();
        path.push_str(this);
        (ords, is_archive) = (ord..ord, has_members);
    }
    ords.end = dictionary.num_terms() as u64;
    if !ords.is_empty() {
        sink(&path, is_archive, ords);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        let fits = |pattern: &str, path: &str| Glob::new(pattern).fits(&fold(path));
        assert!(fits("1846", "/games/1846/a.sgf"));
        assert!(fits("*/1846/*.sgf", "/games/1846/A.SGF"));
        assert!(!fits("*/1846/*.sgf", "/games/1847/a.sgf"));
        assert!(fits("*囲碁?.sgf", "/x/囲碁2.sgf"));
        assert!(!fits("a*a*a*b", &"a".repeat(2000)));
        assert!(fits("**", ""));
        for pattern in ["*/b/*", "/b/", "b/c", "*c", "*/b/c*", "a*"] {
            let (glob, folder) = (Glob::new(pattern), "a/b/");
            assert!(glob.fits("a/b/c") && glob.may_fit_in(folder), "{pattern}");
        }
        assert!(!Glob::new("*/c/*").may_fit_in("a/b/"));
        assert!(fits("a.zip!b*", "a.zip/bc.sgf") && fits("*/b*", "a.zip/bc.sgf"));
    }
}
