//! Draws an error in a query for a terminal, with carets below the wrong part of the query.

use kifu_language::QueryError;
use kifu_language::error_line::{ErrorLine, replace_invisible};
use kifu_messages::Message;

/// Draws an error: the message, the line of the query, carets below the wrong part, and the help. Ends without a new
/// line.
pub(crate) fn draw_with_help(error: &QueryError, query: &str, help: Option<&Message>) -> String {
    let ErrorLine { line, carets } = error.error_line(query);
    let message = replace_invisible(&error.message.to_string());
    let mut text = format!("error: {message}\n  {line}\n  {carets}");
    if let Some(help) = help {
        text.push_str("\n  help: ");
        text.push_str(&replace_invisible(&help.to_string()));
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::draw_with_help;
    use kifu_language::{QueryError, parse};

    fn draw(error: &QueryError, query: &str) -> String {
        draw_with_help(error, query, error.help.as_ref())
    }

    #[test]
    fn errors_are_drawn() {
        let query = "plyer:Lee result:W+";
        let expected = "error: unknown field `plyer`\n  plyer:Lee result:W+\n  ^^^^^\n  help: did you mean `player`?";
        assert_eq!(draw(&parse(query).unwrap_err(), query), expected);
        let query = "李世乭 plyer:이세돌";
        let expected = "error: unknown field `plyer`\n  李世乭 plyer:이세돌\n         ^^^^^\n  help: did you mean `player`?";
        assert_eq!(draw(&parse(query).unwrap_err(), query), expected);
    }

    #[test]
    fn carets_have_the_width_of_what_they_mark() {
        let error = QueryError::new(5..11, "no such day");
        assert_eq!(draw(&error, "date:昨日 x"), "error: no such day\n  date:昨日 x\n       ^^^^");
        assert_eq!(draw(&QueryError::new(3..3, "more"), "abc"), "error: more\n  abc\n     ^");
    }

    #[test]
    fn odd_spans_and_lines_are_drawn_too() {
        assert_eq!(draw(&QueryError::new(90..99, "x"), "é"), "error: x\n  é\n   ^");
        assert_eq!(draw(&QueryError::new(1..2, "x"), "é"), "error: x\n  é\n  ^");
        assert_eq!(draw(&QueryError::new(3..5, "x"), "a\nb\u{1b}cd\ne"), "error: x\n  b cd\n   ^^");
        assert_eq!(draw(&QueryError::new(0..4, "x"), "a\u{202e}b\u{9b}"), "error: x\n  a b \n  ^^");
        assert_eq!(draw(&QueryError::new(0..3, "x"), "a\nb c"), "error: x\n  a\n  ^");
    }
}
