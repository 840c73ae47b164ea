//! The documentation, compared with the files: lengths of pages, links, and the paths that the architecture page names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Maximum length of the README in lines and words, so that it can be read at once.
const MAX_README_LINES_AND_WORDS: (usize, usize) = (200, 1800);

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: impl AsRef<Path>) -> String {
    let file = root().join(file);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// All documentation pages, by their paths below the root.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(PathBuf::from).into();
    for folder in ["docs", "python", "src"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    pages.sort();
    pages
}

/// Lines of a page outside of code blocks, with their numbers.
fn unfenced(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    let lines = (1..).zip(page.lines());
    lines.filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Text of a page outside of code blocks, with line numbers.
#[derive(Default)]
struct Prose {
    /// Lines, with a placeholder for each piece of inline code.
    lines: Vec<(usize, String)>,
    /// Inline code: the texts in backticks.
    code: Vec<(usize, String)>,
}

fn prose(page: &str) -> Prose {
    let mut prose = Prose::default();
    // Inline code may continue on the next line, but not in the next paragraph.
    let mut code: Option<String> = None;
    for (number, line) in unfenced(page) {
        if line.trim().is_empty() {
            code = None;
        }
        let mut text = String::new();
        for sign in line.chars() {
            if sign != '`' {
                code.as_mut().unwrap_or(&mut text).push(sign);
            } else if let Some(code) = code.take() {
                prose.code.push((number, code));
            } else {
                code = Some(String::new());
                text.push('·');
            }
        }
        if let Some(code) = &mut code {
            code.push(' ');
        }
        prose.lines.push((number, text));
    }
    prose
}

/// Link targets in a page, with line numbers.
fn links(page: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(page).lines {
        for (at, _) in line.match_indices("](") {
            let address = line[at + 2..].split(')').next().unwrap_or_default();
            links.push((number, address.to_owned()));
        }
    }
    links
}

/// Anchors of a page's headings, as GitHub derives them.
fn anchors(page: &str) -> BTreeSet<String> {
    let heading = |line: &str| -> String {
        let text = line.trim_start_matches('#').trim().to_lowercase();
        let signs = text.chars().filter_map(|sign| match sign {
            ' ' | '-' => Some('-'),
            '_' => Some('_'),
            _ => Some(sign).filter(|sign| sign.is_alphanumeric()),
        });
        signs.collect()
    };
    let headings = unfenced(page).filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, line)| heading(line)).collect()
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[test]
fn the_readme_is_short() {
    let readme = read("README.md");
    let length = (readme.lines().count(), words(&readme));
    assert!(
        length.0 <= MAX_README_LINES_AND_WORDS.0 && length.1 <= MAX_README_LINES_AND_WORDS.1,
        "README.md has {length:?} lines and words, and may have {MAX_README_LINES_AND_WORDS:?}: the rest belongs into docs/"
    );
}

#[test]
fn the_readme_leads_to_every_page() {
    let readme = read("README.md");
    let linked: BTreeSet<String> = links(&readme)
        .into_iter()
        .map(|(_, address)| address.split('#').next().unwrap_or_default().to_owned())
        .collect();
    let is_missing = |page: &PathBuf| {
        let page = page.to_string_lossy().replace('\\', "/");
        page != "README.md" && !linked.contains(&page)
    };
    let missing: Vec<PathBuf> = pages().into_iter().filter(is_missing).collect();
    assert!(
        missing.is_empty(),
        "README.md has no link to {missing:?}: a newcomer would not find them"
    );
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for page in pages() {
        let text = read(&page);
        for (line, address) in links(&text) {
            if address.contains("://") || address.starts_with("mailto:") {
                continue;
            }
            looked_at += 1;
            let place = || format!("{}:{line}: `{address}`", page.display());
            let (file, anchor) = match address.split_once('#') {
                Some((file, anchor)) => (file, Some(anchor)),
                None => (address.as_str(), None),
            };
            let target = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            if !root().join(&target).exists() {
                wrong.push(format!("{} leads to no file", place()));
            } else if let Some(anchor) = anchor
                && !anchors(&read(&target)).contains(anchor)
            {
                wrong.push(format!("{} leads to no heading", place()));
            }
        }
    }
    assert!(looked_at > 20, "only {looked_at} links were found");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// All files and folders below `src`, relative to it.
fn source() -> BTreeSet<PathBuf> {
    let top = root().join("src");
    let mut all = BTreeSet::new();
    let mut folders = vec![top.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            all.insert(path.strip_prefix(&top).unwrap().to_owned());
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    all
}

/// Paths in the documentation that need not exist, because a program creates them.
const GENERATED_PATHS: &[&str] = &["tests/fuzz/artifacts"];

/// True if inline code in a page looks like a path: `query/plan.rs`, `tests/it`, `row.rs`; but not `a::b`, `/api/v1`,
/// `--json`.
fn is_path(text: &str) -> bool {
    const FILES: &[&str] = &["rs", "py", "md", "tsv", "csv", "toml", "sh"];
    let is_plain = |sign: char| sign.is_alphanumeric() || "_-./".contains(sign);
    let begins = |sign: char| sign.is_ascii_lowercase() || sign == '.';
    let extension = Path::new(text).extension();
    let extension = extension.and_then(|extension| extension.to_str());
    let is_file = extension.is_some_and(|extension| FILES.contains(&extension));
    let is_below = text.contains('/') && text.starts_with(begins);
    text.chars().all(is_plain) && !text.starts_with('/') && (is_file || is_below)
}

#[test]
fn named_paths_exist() {
    let source = source();
    // A path may begin below `src` or a folder in it, with or without `.rs`, or at the root of the repository.
    let is_there = |path: &str| {
        let module = format!("{path}.rs");
        let ends = |file: &PathBuf| file.ends_with(path) || file.ends_with(&module);
        let is_root = |path: &str| root().join(path).exists();
        is_root(path) || source.iter().any(ends)
    };
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    let architecture = PathBuf::from("src/ARCHITECTURE.md");
    let named_in =
        [architecture, PathBuf::from("CONTRIBUTING.md"), PathBuf::from("docs/index-format.md")];
    for page in named_in {
        for (line, path) in prose(&read(&page)).code {
            if !is_path(&path) || GENERATED_PATHS.contains(&path.as_str()) {
                continue;
            }
            looked_at += 1;
            if !is_there(path.trim_end_matches('/')) {
                wrong.push(format!("{}:{line}: `{path}`", page.display()));
            }
        }
    }
    assert!(looked_at > 80, "only {looked_at} paths were found");
    assert!(wrong.is_empty(), "no such files:\n{}", wrong.join("\n"));
}

#[test]
fn the_architecture_describes_every_crate() {
    let text = read("src/ARCHITECTURE.md");
    let described: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let top = std::fs::read_dir(root().join("src")).unwrap();
    let crates = top.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let crates: BTreeSet<String> =
        crates.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert!(crates.iter().all(|name| described.contains(name.as_str())), "{crates:?}");
}
