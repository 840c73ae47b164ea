//! Reports a failure on standard error, as text for people or as JSON.

use super::remedy;
use super::stderr::{self, note};
use kifu_engine::{ErrorJson, Failure, json};
use kifu_record::text::display::clean;

/// Reports a failure as a line of JSON, or as text for people.
pub(super) fn report_failure(failure: &Failure, as_json: bool) {
    if !as_json {
        return print_failure(failure);
    }
    let help = remedy::for_failure(failure).map(|help| help.to_string());
    let mut line = Vec::new();
    if json::write(&mut line, &ErrorJson::new(failure, help)).is_ok() {
        stderr::write_line(format_args!("{}", String::from_utf8_lossy(&line)));
    }
}

/// Reports a failure as text for people, with what to do about it.
pub(super) fn print_failure(failure: &Failure) {
    match failure {
        Failure::Query(error, text) => note!("{}", remedy::draw_query_error(error, text)),
        Failure::Other(error) => {
            note!("error: {}", clean(&error.to_string()));
            if let Some(remedy) = error.remedy() {
                note!("  help: {}", clean(&remedy::in_words(remedy).to_string()));
            }
        }
    }
}
