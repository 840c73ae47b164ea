//! What to do next, in words: no room below names an option or a command.

use crate::engine::build::ProblemKind;
use crate::engine::doctor::{Check, Kind};
use crate::error::{Limit, Remedy};

/// The words of a remedy.
pub fn words(remedy: &Remedy) -> String {
    let words = match remedy {
        Remedy::RaiseLimit(limit) => match limit {
            Limit::Entry => "--max-entry raises it",
            Limit::Depth => "--max-depth raises it",
            Limit::Entries => "--max-entries raises the limit",
            Limit::Archive => "--max-archive raises the limit",
            Limit::Ratio => "--max-ratio raises the limit",
            Limit::Window => "--max-window raises the limit",
        },
        Remedy::ReadWhole => "without --skip-slow it is read whole",
        Remedy::Build => "build one: kifu-index build FOLDER_WITH_GAMES",
        Remedy::Refresh => {
            "the file is not where the index saw it; bring the index up to date: kifu-index build"
        }
        Remedy::FewerThreads => {
            "there is too little memory, or too many programs run; --threads 1 needs the least"
        }
        Remedy::Rebuild { folder } => {
            return format!(
                "the games are untouched; build it again: kifu-index build --rebuild --index {}",
                folder.display()
            );
        }
        Remedy::NameRoots => "name a folder or a file: kifu-index build FOLDER_WITH_GAMES",
        Remedy::NameRebuildRoots => {
            "name the folders to read: kifu-index build --rebuild FOLDER_WITH_GAMES"
        }
        Remedy::NameReachableRoots => {
            "nothing was changed; name the folders to read: kifu-index build --rebuild FOLDER"
        }
        Remedy::OtherIndex => {
            "name another folder with --index, or an empty one to build a new index in"
        }
        Remedy::Overwrite => "name another, or write --force to replace it",
        Remedy::WriteFolder => "name a file, or use --dir",
        Remedy::WriteFile => "name a folder, or use --sgf FILE",
        Remedy::WriteElsewhere => {
            "write to another folder; one file goes to the standard output too: --sgf - > FILE"
        }
        Remedy::Text(text) => text,
    };
    words.to_owned()
}

/// A message with what to do about it: beside the cause, where that stands in parentheses at its end.
pub fn with_remedy(message: &str, remedy: Option<&Remedy>) -> String {
    let Some(words) = remedy.map(words) else {
        return message.to_owned();
    };
    match message.strip_suffix(')') {
        Some(cause) => format!("{cause} ({words}))"),
        None => format!("{message} ({words})"),
    }
}

/// What a kind of finding means, and what its keeper can do about it with this program too.
pub fn meaning(kind: Kind) -> String {
    let rest = match kind {
        Kind::Check(Check::WrongExtension) => ", or build with --sniff.",
        Kind::Problem(ProblemKind::TooSlow) => "; read it without --skip-slow.",
        _ => ".",
    };
    format!("{}{rest}", kind.meaning().trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remedy_stands_behind_the_message_or_beside_its_cause() {
        let window = Remedy::RaiseLimit(Limit::Window);
        for (message, told) in [
            ("needs 9 MiB", "needs 9 MiB (--max-window raises the limit)"),
            (
                "was passed over (9 MiB needed)",
                "was passed over (9 MiB needed (--max-window raises the limit))",
            ),
        ] {
            assert_eq!(with_remedy(message, Some(&window)), told);
            assert_eq!(with_remedy(message, None), message);
        }
    }
}
