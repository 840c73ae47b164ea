//! Arguments that choose files by patterns: `--include` and `--exclude`. Doc comments on the fields are the text of
//! `--help`.

use super::args::LIMITS;
use super::paths::shell_quote;
use kifu_engine::build::{FilePatterns, check_pattern};
use kifu_record::text::display::clean;

/// Patterns of files to add or to leave out: arguments of `build`, `doctor` and `serve`.
#[derive(Debug, Default, clap::Args)]
pub struct FilePatternArgs {
    /// Also read files and archive members that this pattern matches, whatever their extension. Patterns are written as
    /// in .gitignore: '*.txt', '/notes/', 'x/**/*.log'. Repeat the option for more patterns; together they replace
    /// those of the last build.
    #[arg(long, value_name = "GLOB", value_parser = valid_pattern, help_heading = LIMITS)]
    pub include: Vec<String>,
    /// Do not read files, folders and archive members that this pattern matches, even if --include does. Repeat the
    /// option for more patterns; together they replace those of the last build.
    #[arg(long, value_name = "GLOB", value_parser = valid_pattern, help_heading = LIMITS)]
    pub exclude: Vec<String>,
    /// Read no more files than usual; undoes --include.
    #[arg(long, conflicts_with = "include", help_heading = LIMITS)]
    pub no_include: bool,
    /// Leave out no files; undoes --exclude.
    #[arg(long, conflicts_with = "exclude", help_heading = LIMITS)]
    pub no_exclude: bool,
}

impl FilePatternArgs {
    /// Returns the patterns of files to add; `None` if the arguments leave them as they are.
    pub(crate) fn include(&self) -> Option<Vec<String>> {
        (self.no_include || !self.include.is_empty()).then(|| self.include.clone())
    }

    /// Returns the patterns of files to leave out; `None` if the arguments leave them as they are.
    pub(crate) fn exclude(&self) -> Option<Vec<String>> {
        (self.no_exclude || !self.exclude.is_empty()).then(|| self.exclude.clone())
    }

    /// True if the arguments change patterns.
    #[cfg(feature = "web")]
    pub(crate) fn is_given(&self) -> bool {
        self.include().is_some() || self.exclude().is_some()
    }

    /// Returns the patterns of a root: those of the arguments, or those of the last build (`known`) where the arguments
    /// give none.
    pub(crate) fn patterns(&self, known: &FilePatterns) -> FilePatterns {
        FilePatterns {
            include: self.include().unwrap_or_else(|| known.include.clone()),
            exclude: self.exclude().unwrap_or_else(|| known.exclude.clone()),
        }
    }
}

fn valid_pattern(pattern: &str) -> Result<String, String> {
    match check_pattern(pattern) {
        Ok(()) => Ok(pattern.to_owned()),
        Err(error) => Err(match error.help_text() {
            Some(help) => format!("{error}; {help}"),
            None => error.to_string(),
        }),
    }
}

/// Returns the arguments that give these patterns to a build.
pub(crate) fn pattern_arguments(patterns: &FilePatterns) -> Vec<&str> {
    let include = patterns.include.iter().flat_map(|pattern| ["--include", pattern]);
    let exclude = patterns.exclude.iter().flat_map(|pattern| ["--exclude", pattern]);
    include.chain(exclude).collect()
}

/// Writes patterns as the options that give them, for a shell.
pub(crate) fn pattern_words(patterns: &FilePatterns) -> String {
    let words = pattern_arguments(patterns).into_iter().map(shell_quote);
    clean(&Vec::from_iter(words).join(" ")).into_owned()
}
