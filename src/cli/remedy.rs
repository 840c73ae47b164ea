//! Words for remedies, which are the advice of an error on what the user can do, such as raising a limit.
//!
//! Only this module knows which option or command of the program does something. Crates below the command line return
//! the advice as [`Remedy`] values, because they also serve pages and Python, which have other controls.

use super::paths::shell_quote;
use super::query_error;
use kifu_archive::error::{DrawnPart, Limit, Remedy};
use kifu_engine::Failure;
use kifu_engine::build::ProblemKind;
use kifu_engine::doctor::{Check, FindingKind, Severity};
use kifu_language::QueryError;
use kifu_messages::{Message, say};

/// Returns the words for a remedy (advice on what to do about an error), with the options and commands of this program.
pub(crate) fn in_words(remedy: &Remedy) -> Message {
    let raise = |option: &str| say!("remedy-raise-limit", option = option);
    match remedy {
        Remedy::RaiseLimit(limit) => match limit {
            Limit::Entry => say!("remedy-raise-it", option = "--max-entry"),
            Limit::Depth => say!("remedy-raise-it", option = "--max-depth"),
            Limit::Entries => raise("--max-entries"),
            Limit::Archive => raise("--max-archive"),
            Limit::Ratio => raise("--max-ratio"),
            Limit::Window => raise("--max-window"),
            Limit::Game => raise("--max-game"),
            Limit::Nodes => raise("--max-nodes"),
            Limit::Memory => raise("serve --max-memory"),
        },
        Remedy::ReadWhole => say!("remedy-read-whole"),
        Remedy::Build => say!("remedy-build"),
        Remedy::Refresh => say!("remedy-refresh"),
        Remedy::Forget { root } => {
            say!("remedy-forget", root = shell_quote(&root.display().to_string()))
        }
        Remedy::Relocate(roots) => {
            let (old, new) = (roots.old.display().to_string(), roots.new.display().to_string());
            say!("remedy-relocate", old = shell_quote(&old), new = shell_quote(&new))
        }
        Remedy::FewerThreads => say!("remedy-fewer-threads"),
        Remedy::Rebuild { folder } => {
            say!("remedy-rebuild", folder = folder.display().to_string())
        }
        Remedy::Publish => say!("remedy-publish"),
        Remedy::Verify => say!("remedy-verify"),
        Remedy::NameRoots => say!("remedy-name-roots"),
        Remedy::NameRebuildRoots => say!("remedy-name-rebuild-roots"),
        Remedy::NameReachableRoots => say!("remedy-name-reachable-roots"),
        Remedy::OtherIndex => say!("remedy-other-index"),
        Remedy::OneShardEach => say!("remedy-one-shard-each"),
        Remedy::NewFolder => say!("remedy-new-folder"),
        Remedy::Overwrite => say!("remedy-overwrite"),
        Remedy::NameTable => say!("remedy-name-table"),
        Remedy::NameFile => say!("remedy-name-file"),
        Remedy::WriteFolder => say!("remedy-write-folder"),
        Remedy::WriteFile => say!("remedy-write-file"),
        Remedy::WriteElsewhere => say!("remedy-write-elsewhere"),
        Remedy::ListFields => say!("remedy-list-fields"),
        Remedy::FindIds => say!("remedy-find-ids"),
        Remedy::FilterGames => say!("remedy-filter-games"),
        Remedy::AskPosition => say!("remedy-ask-position"),
        Remedy::AskPattern => say!("remedy-ask-pattern"),
        Remedy::QuoteDiagram => say!("remedy-quote-diagram"),
        Remedy::DrawPattern => say!("remedy-draw-pattern"),
        Remedy::DrawMoves => say!("remedy-draw-moves"),
        Remedy::DrawWhole => say!("remedy-draw-whole"),
        Remedy::NameCorner => say!("remedy-name-corner"),
        Remedy::NamePart => say!("remedy-name-part"),
        Remedy::NamePartOrWhole => say!("remedy-name-part-or-whole"),
        Remedy::LeavePartOut(part) => {
            let option = match part {
                DrawnPart::Corner(size) if size.is_empty() => "--corner".to_owned(),
                DrawnPart::Corner(size) => format!("--corner {size}"),
                DrawnPart::Region(region) => format!("--region {region}"),
            };
            say!("remedy-leave-part-out", option = option)
        }
        Remedy::WriteSize => say!("remedy-write-size"),
        Remedy::WriteCorner => say!("remedy-write-corner"),
        Remedy::WriteKind => say!("remedy-write-kind"),
        Remedy::ListMoves => say!("remedy-list-moves"),
        Remedy::WriteLeast => say!("remedy-write-least"),
        Remedy::BuildWithParquet => say!("remedy-build-with-parquet"),
        Remedy::RestoreMine => say!("remedy-restore-mine"),
        Remedy::UseBook => say!("remedy-use-book"),
        Remedy::MarkAll => say!("remedy-mark-all"),
        Remedy::SaveQuery => say!("remedy-save-query"),
        Remedy::Report => say!("remedy-report"),
        Remedy::Names(names) => {
            let name = |(name, games): &(String, u64)| {
                say!("remedy-similar-name", name = name.as_str(), games = games.to_string())
            };
            let names = Message::join(names.iter().map(name), &say!("sentence-value-comma"));
            say!("remedy-similar-names", names = names)
        }
        Remedy::Text(text) => text.clone(),
    }
}

/// Says what to write instead of a query that cannot be understood: the help that comes with the error, the words for
/// its [`Remedy`], or both.
pub(crate) fn for_query(error: &QueryError) -> Option<Message> {
    match (error.help.clone(), error.remedy.as_deref()) {
        (Some(help), Some(Remedy::ListFields)) => Some(say!("remedy-or-list-fields", help = help)),
        (Some(help), Some(remedy)) => {
            Some(say!("remedy-or", help = help, other = in_words(remedy)))
        }
        (None, Some(remedy)) => Some(in_words(remedy)),
        (help, None) => help,
    }
}

/// Words for what the user can do about a failure; `None` if there is no advice.
pub(crate) fn for_failure(failure: &Failure) -> Option<Message> {
    match failure {
        Failure::Query(error, _) => for_query(error),
        Failure::Other(error) => error.remedy().map(in_words),
    }
}

/// Says what to do about a failure on a page of `serve`, whose readers see no commands.
#[cfg(feature = "web")]
pub(crate) fn for_page(failure: &Failure) -> Option<Message> {
    match failure {
        Failure::Query(error, _) if error.remedy.as_deref() == Some(&Remedy::ListFields) => {
            Some(match error.help.clone() {
                Some(help) => say!("remedy-or-fields-on-page", help = help),
                None => say!("remedy-fields-on-page"),
            })
        }
        Failure::Query(error, _) => {
            (error.remedy.as_deref().and_then(for_address)).or_else(|| for_failure(failure))
        }
        Failure::Other(error) => {
            (error.remedy().and_then(for_address)).or_else(|| for_failure(failure))
        }
    }
}

/// Advice for a reader of a web page, which names controls of the page or parameters of its address. `None` if the page
/// can use the words that the command line prints.
#[cfg(feature = "web")]
fn for_address(remedy: &Remedy) -> Option<Message> {
    Some(match remedy {
        Remedy::FindIds => say!("remedy-page-find-ids"),
        Remedy::FilterGames => say!("remedy-page-filter-games"),
        Remedy::DrawPattern | Remedy::NamePart | Remedy::NamePartOrWhole | Remedy::WriteCorner => {
            say!("remedy-page-name-part")
        }
        Remedy::NameCorner => say!("remedy-page-name-corner"),
        Remedy::LeavePartOut(_) => say!("remedy-page-whole-board"),
        Remedy::DrawMoves => say!("remedy-page-draw-moves"),
        Remedy::DrawWhole => say!("remedy-page-draw-whole"),
        Remedy::WriteSize => say!("remedy-page-write-size"),
        _ => return None,
    })
}

/// Draws the error of a query for a terminal.
pub fn draw_query_error(error: &QueryError, query: &str) -> String {
    query_error::draw_with_help(error, query, for_query(error).as_ref())
}

/// Adds to a message what to do about it. If the message ends with a cause in parentheses, the advice stands beside the
/// cause.
pub(crate) fn with_remedy(message: &str, remedy: Option<&Remedy>) -> String {
    let Some(words) = remedy.map(in_words) else {
        return message.to_owned();
    };
    match message.strip_suffix(')') {
        Some(cause) => say!("remedy-behind", message = cause, remedy = words).to_string() + ")",
        None => say!("remedy-behind", message = message, remedy = words).to_string(),
    }
}

/// Explains a kind of finding, and what the owner of the archive can do about it, also with this program.
pub(crate) fn kind_meaning(kind: FindingKind) -> String {
    let rest = match kind {
        FindingKind::Check(Check::WrongExtension) => ", or build with --sniff.",
        FindingKind::Problem(ProblemKind::TooSlow) => "; read it without --skip-slow.",
        _ => ".",
    };
    format!("{}{rest}", kind.meaning().trim_end_matches('.'))
}

/// Values that `doctor --kind` accepts: severities and kinds.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> {
    Severity::ALL
        .into_iter()
        .map(Severity::as_str)
        .chain(FindingKind::all().map(FindingKind::as_str))
}

/// Lists all kinds of findings with their meanings, for the help.
pub(crate) fn kinds_in_words() -> String {
    let mut text = "Kinds of findings:".to_owned();
    for severity in Severity::ALL {
        text.push_str(&format!("\n\n  {}s:", severity.as_str()));
        for kind in FindingKind::all().filter(|kind| kind.severity() == severity) {
            text.push_str(&format!("\n  {:<24}{}", kind.as_str(), kind_meaning(kind)));
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
    fn a_remedy_follows_the_message_or_its_cause() {
        let window = Remedy::RaiseLimit(Limit::Window);
        for (message, expected) in [
            ("needs 9 MiB", "needs 9 MiB (--max-window raises the limit)"),
            (
                "was skipped (9 MiB needed)",
                "was skipped (9 MiB needed (--max-window raises the limit))",
            ),
        ] {
            assert_eq!(with_remedy(message, Some(&window)), expected);
            assert_eq!(with_remedy(message, None), message);
        }
    }
}
