//! Hides where the archive lies on this machine: paths in answers begin below the archive's roots.

use kifu_engine::status::Status;
use std::path::MAIN_SEPARATOR;

/// Paths that must not appear in answers: the folders and files that were indexed, and the folders of the indexes. The
/// longest come first.
pub(crate) struct Roots(Vec<String>);

impl Roots {
    pub(crate) fn new(status: &Status) -> Roots {
        let mut roots = status.roots.clone();
        let folders = status.index.iter();
        roots.extend(folders.map(|folder| folder.display().to_string()));
        roots.retain(|root| root.len() > 1);
        roots.sort_by_key(|root| std::cmp::Reverse(root.len()));
        Roots(roots)
    }

    /// Returns a path without its root. The path of a root itself becomes the root's last name.
    pub(crate) fn relative<'p>(&self, path: &'p str) -> &'p str {
        if !path.contains(MAIN_SEPARATOR) {
            return path;
        }
        let inside = |root: &String| {
            let rest = path.strip_prefix(root.as_str())?;
            if rest.is_empty() {
                return Some(last_name(path));
            }
            let separators = [MAIN_SEPARATOR, '!'];
            (root.ends_with(MAIN_SEPARATOR) || rest.starts_with(separators))
                .then(|| rest.trim_start_matches(MAIN_SEPARATOR))
        };
        self.0.iter().find_map(inside).unwrap_or(path)
    }

    /// Rewrites a query clause for a file below a root so that it does not reveal what lies above the root. If two
    /// roots have the same last name, the clause stays as it is, since a rewritten clause would find the files of both.
    pub(crate) fn hide_root_in_clause(&self, clause: &str) -> String {
        let begin = |path: &str| format!("\"{path}{MAIN_SEPARATOR}");
        let is_only = |root: &str| {
            self.0.iter().filter(|other| last_name(other) == last_name(root)).count() == 1
        };
        let mut roots = self.0.iter();
        match roots.find(|root| clause.contains(&begin(root)) && is_only(root)) {
            Some(root) => {
                let below = begin(&format!("*{MAIN_SEPARATOR}{}", last_name(root)));
                clause.replacen(&begin(root), &below, 1)
            }
            None => clause.to_owned(),
        }
    }

    /// Returns a pattern for a file or folder that does not reveal what lies above its root; `None` if the path is
    /// below no root. If another root has the same last name, the pattern also matches paths below that one.
    pub(crate) fn pattern(&self, path: &str) -> Option<String> {
        let below = |root: &String| {
            let rest = path.strip_prefix(root.as_str())?;
            let is_below = rest.is_empty() || rest.starts_with(['/', MAIN_SEPARATOR]);
            is_below.then(|| format!("*{MAIN_SEPARATOR}{}{rest}", last_name(root)))
        };
        self.0.iter().find_map(below)
    }

    /// Removes the roots from all paths in a message, except for their last names.
    pub(crate) fn hide_roots(&self, message: &str) -> String {
        self.0.iter().fold(message.to_owned(), |message, root| {
            message.replace(root.as_str(), last_name(root))
        })
    }
}

/// Last name of a path: the part after the last separator.
fn last_name(path: &str) -> &str {
    path.rsplit(MAIN_SEPARATOR).next().unwrap_or_default()
}

#[cfg(test)]
impl Roots {
    pub(crate) fn from_paths(roots: &[&str]) -> Roots {
        Roots(roots.iter().map(|&root| root.to_owned()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_their_root() {
        let roots = Roots(vec!["/there/games".into(), "/data/pro.zip".into()]);
        for (path, relative) in [
            ("/there/games/a/b.sgf", "a/b.sgf"),
            ("/there/games", "games"),
            ("/there/games2/b.sgf", "/there/games2/b.sgf"),
            ("/data/pro.zip", "pro.zip"),
            ("no path", "no path"),
        ] {
            assert_eq!(roots.relative(path), relative);
        }
        let clause = |text: &str| roots.hide_root_in_clause(&format!("file:\"{text}/*\""));
        assert_eq!(clause("/there/games/a"), "file:\"*/games/a/*\"");
        assert_eq!(clause("/data/pro.zip"), "file:\"*/pro.zip/*\"");
        assert_eq!(clause("/there/games2"), "file:\"/there/games2/*\"");
        assert_eq!(roots.hide_roots("cannot read /there/games/a.sgf"), "cannot read games/a.sgf");
    }
}
