//! Turns errors into Python exceptions. Their advice names the functions and arguments of this module instead of
//! commands.

use kifu_index::engine::{ErrorJson, Failure};
use kifu_index::error::{Error, Remedy};
use kifu_index::language::error_line::{ErrorLine, replace_invisible};
use pyo3::prelude::*;
use serde_json::Value;
use std::any::Any;

/// Returns the exception for a failure: `QueryError` if the failure points to a part of a text, else `KifuError`.
pub(crate) fn to_exception(py: Python<'_>, failure: &Failure) -> PyErr {
    make_exception(py, failure).unwrap_or_else(|error| error)
}

/// Returns the exception for an error that does not point to a part of a text.
pub(crate) fn error_to_exception(py: Python<'_>, error: Error) -> PyErr {
    to_exception(py, &Failure::Other(error))
}

/// Returns the exception for a panic. A panic is a fault of this module, which ends one call and not the interpreter.
pub(crate) fn panic_to_exception(py: Python<'_>, cause: &(dyn Any + Send)) -> PyErr {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("without a message");
    let message = format!("this is a fault of kifu_index, please report it: {text}");
    let exception =
        exception_class(py, "KifuError").and_then(|class| class.call1((message, "fault")));
    exception.map_or_else(|error| error, PyErr::from_value)
}

fn exception_class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("kifu_index._errors")?.getattr(name)
}

fn make_exception(py: Python<'_>, failure: &Failure) -> PyResult<PyErr> {
    let help = help_text(failure);
    // An error consists of texts and numbers, so it is always valid JSON.
    let object = serde_json::to_value(ErrorJson::new(failure, help.clone())).unwrap_or_default();
    let code = object.pointer("/error/code").and_then(Value::as_str);
    let code = code.unwrap_or_default().to_owned();
    let exception = match failure {
        Failure::Query(error, text) => {
            let ErrorLine { line, carets } = error.error_line(text);
            let mut pointed_message =
                format!("{}\n  {line}\n  {carets}", replace_invisible(&error.message.to_string()));
            if let Some(help) = &help {
                pointed_message.push_str("\n  help: ");
                pointed_message.push_str(&replace_invisible(help));
            }
            let characters = |at: usize| {
                let before = text.get(..text.floor_char_boundary(at)).unwrap_or(text);
                before.chars().count()
            };
            let span = (characters(error.span.start), characters(error.span.end));
            exception_class(py, "QueryError")?.call1((
                pointed_message,
                code,
                error.message.to_string(),
                help,
                span,
                text,
            ))?
        }
        Failure::Other(error) => {
            let message = error.to_string();
            let text = match &help {
                Some(help) => format!("{message}\n  help: {help}"),
                None => message.clone(),
            };
            exception_class(py, "KifuError")?.call1((text, code, message, help))?
        }
    };
    Ok(PyErr::from_value(exception))
}

fn help_text(failure: &Failure) -> Option<String> {
    match failure {
        Failure::Query(error, _) => {
            let words = error.remedy.as_deref().and_then(remedy_in_words);
            match (&error.help, words) {
                (Some(help), Some(words)) => Some(format!("{help}, or {words}")),
                (help, words) => help.as_ref().map(|help| help.to_string()).or(words),
            }
        }
        Failure::Other(error) => (error.remedy())
            .and_then(remedy_in_words)
            .or_else(|| error.help_text().map(|help| help.to_string())),
    }
}

/// Returns a remedy (advice on what to do about an error) in terms of functions and arguments of this module; `None` if
/// only a command of the program helps.
fn remedy_in_words(remedy: &Remedy) -> Option<String> {
    Some(match remedy {
        Remedy::Build | Remedy::NameRoots => {
            "build an index: kifu_index.build(\"folder with games\", index=…)".into()
        }
        Remedy::Refresh => {
            "the file is not where the index saw it; update the index: kifu_index.build(index=…)".into()
        }
        Remedy::Forget { root } => format!(
            "bring the files back, or take their games out of the index: kifu-index build --forget {}",
            root.display()
        ),
        Remedy::Relocate(roots) => {
            format!("kifu-index relocate {} {}", roots.old.display(), roots.new.display())
        }
        Remedy::FewerThreads => "there is too little memory; threads=1 needs the least".into(),
        Remedy::Rebuild { folder } => format!(
            "the games are untouched; build the index again: kifu_index.build(index={:?}, rebuild=True)",
            folder.display().to_string()
        ),
        Remedy::NameRebuildRoots | Remedy::NameReachableRoots => {
            "name the folders to read: kifu_index.build(\"folder\", index=…, rebuild=True)".into()
        }
        Remedy::Publish => "publish the indexes again: kifu_index.publish([…], force=True)".into(),
        Remedy::Overwrite => "name another file, or replace it: force=True".into(),
        Remedy::NameTable => "name the table again with analysis=, or leave the table out with analysis=False".into(),
        Remedy::NameFile => "name another file".into(),
        Remedy::OneShardEach => {
            "build each shard in a folder of its own: index=…, or build this one anew: rebuild=True".into()
        }
        Remedy::OtherIndex => "name another folder as index, or an empty one for a new index".into(),
        Remedy::FindIds => "ids are in the column `id` of a search".into(),
        Remedy::FilterGames => "conditions on the games go into filter=".into(),
        Remedy::AskPosition => "to search for a whole board with stones and marks: Index.position".into(),
        Remedy::AskPattern => "ask for a pattern: Index.pattern".into(),
        Remedy::DrawPattern => {
            "rows: \"XO/OX\", with `.` for an empty point, `?` for any, `*` for a stone and `-`, `|` for edges; or a part \
             of a position: pattern(\"R16 P17\", corner=6), pattern(\"game.sgf#42\", region=\"O13-T19\")"
                .into()
        }
        Remedy::DrawMoves => "draw the moves as 1, 2, 3, or ask for a position".into(),
        Remedy::DrawWhole => "draw all four edges, and leave out symmetric=False".into(),
        Remedy::NamePart => "name the part with region=\"O13-T19\" or corner=9".into(),
        Remedy::NamePartOrWhole => {
            "add corner=True, or region=\"O13-T19\"; for the whole board: Index.position".into()
        }
        Remedy::UseBook => "name a book, an SGF file with variations: open(…, book=\"book.sgf\")".into(),
        Remedy::WriteSize => "write size=19 or size=\"19x13\"".into(),
        Remedy::WriteCorner => "write corner=9 or corner=\"9x7\"".into(),
        Remedy::WriteKind => "write kind=\"go\" or kind=\"loa\"".into(),
        Remedy::WriteLeast => "write least=[\"5\"], [\"2%\"] or [\"5\", \"2%\"]".into(),
        Remedy::Text(text) => text.to_string(),
        _ => return None,
    })
}
