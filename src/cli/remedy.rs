//! Remedies in words. Only this level names options and commands; lower modules do not.

use super::carets;
use super::place::quote;
use crate::engine::Failure;
use crate::engine::build::ProblemKind;
use crate::engine::doctor::{Check, FindingKind, Severity};
use crate::error::{Limit, Remedy};
use crate::language::QueryError;

/// A remedy in words.
pub fn words(remedy: &Remedy) -> String {
    let words = match remedy {
        Remedy::RaiseLimit(limit) => match limit {
            Limit::Entry => "--max-entry raises it",
            Limit::Depth => "--max-depth raises it",
            Limit::Entries => "--max-entries raises the limit",
            Limit::Archive => "--max-archive raises the limit",
            Limit::Ratio => "--max-ratio raises the limit",
            Limit::Window => "--max-window raises the limit",
            Limit::Nodes => "--max-nodes raises the limit",
            Limit::Memory => "serve --max-memory raises the limit",
        },
        Remedy::ReadWhole => "without --skip-slow all of it is read",
        Remedy::Build => "build one: kifu-index build FOLDER_WITH_GAMES",
        Remedy::Refresh => {
            "the file is not where the index saw it; update the index: kifu-index build"
        }
        Remedy::Forget { root } => {
            return format!(
                "bring it back, or take its games out of the index: kifu-index build --forget {}",
                quote(&root.display().to_string())
            );
        }
        Remedy::FewerThreads => {
            "there is too little memory, or too many programs are running; --threads 1 needs the least"
        }
        Remedy::Rebuild { folder } => {
            return format!(
                "the games are untouched; build it again: kifu-index build --rebuild --index {}",
                folder.display()
            );
        }
        Remedy::Publish => "publish the shards again: kifu-index shards publish --force FOLDER…",
        Remedy::Verify => "find out which index is damaged: kifu-index status --verify",
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
        Remedy::OneShardEach => {
            "each shard has an index of its own, named by --index; with --rebuild this one is built anew"
        }
        Remedy::NewFolder => "name a folder that is empty or does not exist: --output FOLDER",
        Remedy::Overwrite => "name another, or use --force to replace it",
        Remedy::NameTable => {
            "name it again with --analysis FILE, or leave it out with --no-analysis"
        }
        Remedy::NameFile => "name another file, or - for standard output",
        Remedy::WriteFolder => "name a file, or use --dir",
        Remedy::WriteFile => "name a folder, or use --sgf FILE",
        Remedy::WriteElsewhere => {
            "write to another folder; a single file can also go to standard output: --sgf - > FILE"
        }
        Remedy::ListFields => "list all fields: kifu-index fields",
        Remedy::FindIds => "ids are in the first column of: kifu-index search … | cat",
        Remedy::FilterGames => "conditions on the games go into --filter",
        Remedy::AskPosition => "stones and marks belong to a position: kifu-index position",
        Remedy::AskPattern => "ask for a pattern: `kifu-index pattern`",
        Remedy::QuoteDiagram => {
            "put the diagram between single quotes, or send it to standard input: `kifu-index position - < diagram.txt`"
        }
        Remedy::DrawPattern => {
            "rows: `XO/OX`, with `.` for an empty point, `?` for any, `*` for a stone and `-`, `|` for edges | a part of \
             a position: `R16 P17 --corner 6`, `game.sgf#42 --region O13-T19` | on standard input: the same rows line by \
             line, a Sensei's Library diagram (`$$`)"
        }
        Remedy::DrawMoves => "draw the moves as 1, 2, 3, or leave out --diagram sequence",
        Remedy::DrawWhole => "draw all four edges, and leave out --symmetry",
        Remedy::NamePart => "name the part with --region O13-T19 or --corner 9",
        Remedy::NamePartOrWhole => {
            "add --corner, or --region O13-T19; for the whole board: kifu-index position"
        }
        Remedy::WriteSize => "write --size 19 or --size 19x13",
        Remedy::WriteCorner => "write --corner 9 or --corner 9x7",
        Remedy::WriteKind => "write --kind go or --kind loa",
        Remedy::ListMoves => "without --tree, the moves from here are listed",
        Remedy::WriteLeast => "write --least 5, --least 2% or --least 5,2%",
        Remedy::BuildWithParquet => {
            "cargo install --path . --features parquet; --csv and --jsonl are always available"
        }
        Remedy::RestoreMine => {
            "nothing was changed; give that file another name, then read your last export: kifu-index tag --import FILE"
        }
        Remedy::MarkAll => {
            "nothing was changed; ask for fewer, or add --all if you mean all of them"
        }
        Remedy::SaveQuery => {
            "your saved queries: kifu-index save; one more: kifu-index save NAME QUERY"
        }
        Remedy::Names(names) => {
            let name = |(name, games): &(String, u64)| format!("{name} ({games})");
            let names: Vec<String> = names.iter().map(name).collect();
            return format!("similar names: {}", names.join(", "));
        }
        Remedy::Text(text) => text,
    };
    words.to_owned()
}

/// What to write instead of a query that cannot be understood.
pub fn of_query(error: &QueryError) -> Option<String> {
    match (&error.help, error.remedy.as_deref()) {
        (Some(help), Some(Remedy::ListFields)) => {
            Some(format!("{help}   (all fields: kifu-index fields)"))
        }
        (Some(help), Some(remedy)) => Some(format!("{help}, or {}", words(remedy))),
        (None, Some(remedy)) => Some(words(remedy)),
        (help, None) => help.clone(),
    }
}

/// What to do about any failure.
pub fn of_failure(failure: &Failure) -> Option<String> {
    match failure {
        Failure::Query(error, _) => of_query(error),
        Failure::Other(error) => error.remedy().map(words),
    }
}

/// The error of a query for a terminal.
pub fn drawn(error: &QueryError, query: &str) -> String {
    carets::drawn(error, query, of_query(error).as_deref())
}

/// A message with what to do about it: next to the cause, if that is in parentheses at the message's end.
pub fn with_remedy(message: &str, remedy: Option<&Remedy>) -> String {
    let Some(words) = remedy.map(words) else {
        return message.to_owned();
    };
    match message.strip_suffix(')') {
        Some(cause) => format!("{cause} ({words}))"),
        None => format!("{message} ({words})"),
    }
}

/// The meaning of a kind of finding, and what the archive's keeper can do about it, also with this program.
pub fn meaning(kind: FindingKind) -> String {
    let rest = match kind {
        FindingKind::Check(Check::WrongExtension) => ", or build with --sniff.",
        FindingKind::Problem(ProblemKind::TooSlow) => "; read it without --skip-slow.",
        _ => ".",
    };
    format!("{}{rest}", kind.meaning().trim_end_matches('.'))
}

/// What `doctor --kind` takes: kinds and severities.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    let severities = Severity::ALL.into_iter().map(Severity::as_str);
    severities.chain(FindingKind::all().map(FindingKind::as_str))
}

/// All kinds with their meanings, for the help.
pub fn kinds_in_words() -> String {
    let mut text = "Kinds of findings:".to_owned();
    for severity in Severity::ALL {
        text.push_str(&format!("\n\n  {}s:", severity.as_str()));
        for kind in FindingKind::all().filter(|kind| kind.severity() == severity) {
            text.push_str(&format!("\n  {:<24}{}", kind.as_str(), meaning(kind)));
        }
    }
    text.push_str(
        "\n\nIn a pipe findings are tab-separated: kind, severity, path, member, game, move, message. They come in the order of \
         files, members and games, with any number of threads. Exit codes: 0 if nothing was found, 1 if something was, 2 for an \
         error.",
    );
    text
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
                "was skipped (9 MiB needed)",
                "was skipped (9 MiB needed (--max-window raises the limit))",
            ),
        ] {
            assert_eq!(with_remedy(message, Some(&window)), told);
            assert_eq!(with_remedy(message, None), message);
        }
    }
}
