//! Patterns that add files to what is read, or take files away, written as in `.gitignore`.

use super::trash_names::{is_passed_over_file, is_passed_over_folder};
use crate::error::{Error, ErrorKind, Result};
use globset::{Candidate, GlobBuilder, GlobSet, GlobSetBuilder};
use serde::{Deserialize, Serialize};

/// Patterns of a root as the user wrote them. An index stores them with the root.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FilePatterns {
    /// Patterns of files that are read although their names do not promise a game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    /// Patterns of files and folders that are not read. They win over the other patterns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
}

impl FilePatterns {
    pub fn is_empty(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty()
    }

    /// Fails with the first pattern that cannot be understood.
    pub fn check(&self) -> Result<()> {
        FileChooser::new(self).map(drop)
    }
}

/// Fails if a pattern cannot be understood. Front ends check patterns with this before anything else happens.
pub fn check_pattern(pattern: &str) -> Result<()> {
    Rules::new(std::slice::from_ref(&pattern.to_owned())).map(drop)
}

/// Decision on a file, a folder or a member of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileChoice {
    /// The file is read if its name, or with `sniff` its content, promises a game.
    ByKind,
    /// A pattern adds the file, whatever its name.
    Included,
    /// The file or folder is passed over because of a name that systems give to trash and the like.
    PassedOver,
    /// A pattern takes the file or folder away.
    Excluded,
}

/// Patterns of a root, ready to be compared with paths.
#[derive(Debug, Default)]
pub(super) struct FileChooser {
    include: Rules,
    exclude: Rules,
    /// Names in patterns that add files, such as `.git` in `.git/notes/*`. Only a name without a wildcard at its
    /// beginning leads into a folder that is passed over otherwise: `*.sgf` does not mean the files in the trash.
    named: GlobSet,
}

impl FileChooser {
    pub(super) fn new(patterns: &FilePatterns) -> Result<FileChooser> {
        let parts = patterns.include.iter().flat_map(|pattern| pattern.split('/'));
        let is_literal =
            |part: &&str| !part.is_empty() && !part.starts_with(['*', '?', '[', '{', '!']);
        let named = parts.filter(is_literal).map(|part| glob(part, part)).filter(Result::is_ok);
        Ok(FileChooser {
            include: Rules::new(&patterns.include)?,
            exclude: Rules::new(&patterns.exclude)?,
            named: glob_set(named)?,
        })
    }

    /// Decides on a path below the root, whose parts are separated by `/`. An archive counts as a folder for what is in
    /// it.
    pub(super) fn choice(&self, path: &str, is_folder: bool) -> FileChoice {
        if self.exclude.select(path, is_folder) {
            return FileChoice::Excluded;
        }
        let included = self.include.select(path, is_folder);
        let mut passed_over = passed_over_parts(path, is_folder).peekable();
        let is_passed_over = passed_over.peek().is_some();
        if passed_over.any(|part| !self.named.is_match(part)) {
            FileChoice::PassedOver
        } else if included {
            FileChoice::Included
        } else if is_passed_over && !is_folder {
            FileChoice::PassedOver
        } else {
            // A folder that a pattern names is entered for the sake of the files in it that the pattern adds.
            FileChoice::ByKind
        }
    }
}

/// Parts of a path that are passed over by their names.
pub(super) fn passed_over_parts(path: &str, is_folder: bool) -> impl Iterator<Item = &str> {
    let (around, last) = path.rsplit_once('/').unwrap_or(("", path));
    let folders = around.split('/').chain(is_folder.then_some(last));
    let file = (!is_folder && is_passed_over_file(last)).then_some(last);
    folders.filter(|name| is_passed_over_folder(name)).chain(file)
}

/// One list of patterns. As in `.gitignore`, the last pattern that matches decides, `!` takes back what an earlier
/// pattern selects, and a selected folder stands for everything in it.
#[derive(Debug, Default)]
struct Rules {
    globs: GlobSet,
    rules: Vec<Rule>,
}

#[derive(Clone, Copy, Debug)]
struct Rule {
    is_negated: bool,
    only_folders: bool,
}

impl Rules {
    fn new(patterns: &[String]) -> Result<Rules> {
        let mut rules = Vec::new();
        let mut globs = Vec::new();
        for pattern in patterns {
            let (rule, text) = parse(pattern)?;
            rules.push(rule);
            globs.push(glob(pattern, &text));
        }
        Ok(Rules { globs: glob_set(globs.into_iter())?, rules })
    }

    /// True if the path, or a folder around it, is selected.
    fn select(&self, path: &str, is_folder: bool) -> bool {
        if self.rules.is_empty() {
            return false;
        }
        let mut folders = path.match_indices('/').filter_map(|(end, _)| path.get(..end));
        folders.any(|folder| self.select_itself(folder, true))
            || self.select_itself(path, is_folder)
    }

    fn select_itself(&self, path: &str, is_folder: bool) -> bool {
        let matching = self.globs.matches_candidate(&Candidate::new(path));
        let rules = matching.iter().rev().filter_map(|&number| self.rules.get(number));
        let mut rules = rules.filter(|rule| is_folder || !rule.only_folders);
        rules.next().is_some_and(|rule| !rule.is_negated)
    }
}

/// Translates a pattern of `.gitignore` to a glob over whole paths below the root.
fn parse(pattern: &str) -> Result<(Rule, String)> {
    let (is_negated, text) =
        pattern.strip_prefix('!').map_or((false, pattern), |rest| (true, rest));
    let (only_folders, text) = text.strip_suffix('/').map_or((false, text), |rest| (true, rest));
    // A slash at the beginning or in the middle ties the pattern to the root; without one it holds at any depth.
    let is_tied = text.contains('/');
    let text = text.strip_prefix('/').unwrap_or(text);
    if text.is_empty() {
        return Err(invalid(pattern, "it names no file"));
    }
    let mut glob = if is_tied { text.to_owned() } else { format!("**/{text}") };
    // `folder/**` means everything in the folder, but not the folder itself.
    if glob.ends_with("/**") {
        glob.push_str("/*");
    }
    Ok((Rule { is_negated, only_folders }, glob))
}

fn glob(pattern: &str, text: &str) -> Result<globset::Glob> {
    GlobBuilder::new(text)
        .literal_separator(true)
        .backslash_escape(true)
        .build()
        .map_err(|error| invalid(pattern, &error.kind().to_string()))
}

fn glob_set(globs: impl Iterator<Item = Result<globset::Glob>>) -> Result<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        set.add(glob?);
    }
    set.build()
        .map_err(|error| invalid(error.glob().unwrap_or_default(), &error.kind().to_string()))
}

fn invalid(pattern: &str, reason: &str) -> Error {
    let message = format!("the pattern `{pattern}` cannot be understood: {reason}");
    Error::new(ErrorKind::Query, message)
        .with_help("write patterns as in .gitignore: *.txt, /old/, notes/**/*.sgf")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn chooser(include: &[&str], exclude: &[&str]) -> FileChooser {
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
        let patterns = FilePatterns { include: texts(include), exclude: texts(exclude) };
        FileChooser::new(&patterns).unwrap()
    }

    /// Files that a list of patterns selects as `git check-ignore` does.
    #[test]
    fn patterns_select_as_in_gitignore() {
        for (patterns, selected, others) in [
            (&["*.txt"][..], &["a.txt", "x/y/a.txt", "a.txt/b.sgf"][..], &["a.TXT", "a.txt2"][..]),
            (&["/*.txt"], &["a.txt"], &["x/a.txt"]),
            (&["old"], &["old", "x/old/a.sgf"], &["older/a.sgf"]),
            (&["old/"], &["old/a.sgf", "x/old/y/a.sgf"], &["old", "x/old"]),
            (&["x/old"], &["x/old/a.sgf"], &["y/x/old/a.sgf"]),
            (&["/x/*.sgf"], &["x/a.sgf"], &["x/y/a.sgf", "a.sgf"]),
            (&["x/**/a.sgf"], &["x/a.sgf", "x/y/z/a.sgf"], &["y/x/a.sgf"]),
            (&["x/**"], &["x/a", "x/y/a"], &["x"]),
            (&["**/x/a"], &["x/a", "y/x/a"], &["xa"]),
            (&["*.sgf", "!b.sgf"], &["a.sgf"], &["b.sgf", "x/b.sgf"]),
            (&["!b.sgf", "*.sgf"], &["a.sgf", "b.sgf"], &[]),
            (&["x/", "!x/b.sgf"], &["x/b.sgf"], &["b.sgf"]),
            (&["x/*", "!x/b"], &["x/a"], &["x/b", "x"]),
            (&["\\!a", "\\#b"], &["!a", "#b"], &["a", "b"]),
            (&["#recycle"], &["#recycle/a.sgf"], &["recycle/a.sgf"]),
            (&["[a-c]?.sgf"], &["b1.sgf"], &["d1.sgf", "b.sgf", "b12.sgf"]),
            (&["棋譜*"], &["棋譜1/a.sgf"], &["a棋譜"]),
        ] {
            let exclude = chooser(&[], patterns);
            for path in selected {
                assert_eq!(
                    exclude.choice(path, false),
                    FileChoice::Excluded,
                    "{patterns:?} {path}"
                );
            }
            for path in others {
                assert_eq!(exclude.choice(path, false), FileChoice::ByKind, "{patterns:?} {path}");
            }
        }
    }

    #[test]
    fn what_is_taken_away_wins() {
        let chooser = chooser(&["*.txt"], &["old/"]);
        assert_eq!(chooser.choice("a.txt", false), FileChoice::Included);
        assert_eq!(chooser.choice("old/a.txt", false), FileChoice::Excluded);
        assert_eq!(chooser.choice("a.sgf", false), FileChoice::ByKind);
    }

    #[test]
    fn trash_is_read_only_where_a_pattern_names_it() {
        let choice =
            |include: &[&str], path, is_folder| chooser(include, &[]).choice(path, is_folder);
        for include in [&[][..], &["*.sgf"], &["**/*"], &["a/*.sgf"]] {
            assert_eq!(choice(include, ".git", true), FileChoice::PassedOver, "{include:?}");
            assert_eq!(choice(include, "a/._b.sgf", false), FileChoice::PassedOver, "{include:?}");
        }
        assert_eq!(choice(&[".git/"], ".git", true), FileChoice::Included);
        assert_eq!(choice(&[".git/"], "x/.git/a.sgf", false), FileChoice::Included);
        assert_eq!(choice(&[".git/*.txt"], ".git", true), FileChoice::ByKind);
        assert_eq!(choice(&[".git/*.txt"], ".git/a.txt", false), FileChoice::Included);
        assert_eq!(choice(&[".git/*.txt"], ".git/a.sgf", false), FileChoice::PassedOver);
        assert_eq!(choice(&["._*"], "a/._b.sgf", false), FileChoice::Included);
    }

    #[test]
    fn patterns_without_a_meaning_are_refused() {
        for pattern in ["", "/", "!", "a[", "{a"] {
            let error = check_pattern(pattern).unwrap_err();
            assert!(error.to_string().contains(&format!("`{pattern}`")), "{error}");
        }
    }
}
