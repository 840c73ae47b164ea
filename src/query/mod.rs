//! From the text of a query to its hits.
pub mod address;
pub mod answer;
pub mod ast;
pub mod at_places;
mod board_clause;
mod collect;
mod colors;
mod columns;
pub mod completions;
pub mod copies;
pub mod explain;
pub mod facets;
pub mod fields;
pub mod files;
pub mod hit_key;
pub mod hits;
pub mod input;
pub mod interval;
mod lex;
pub mod locate;
mod lookup;
mod matcher;
pub mod near;
pub mod order;
pub mod outcomes;
pub mod own;
pub mod parse;
pub mod pattern;
pub mod plan;
pub mod players;
mod position;
pub mod sample;
mod scan;
pub mod search;
pub(crate) mod segments;
pub mod sentence;
mod sequence;
pub mod snippet;
pub mod stats;
pub mod step;
pub(crate) mod sums;
pub mod terms;
pub mod tokens;
mod unique;
mod values;

pub use ast::{Clause, Node, NodeKind, Op, Query, Value};
pub use fields::Field;
pub use parse::parse;

use crate::error::Remedy;
use crate::record::date::LaxDate;
use crate::text::display::is_invisible;
use fields::ValueType;
use std::fmt;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// What is wrong with a query, where, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// What is wrong, without a final full stop.
    pub message: String,
    /// The byte range of the query that is wrong.
    pub span: Range<usize>,
    /// What to write instead.
    pub help: Option<String>,
    /// What else to do.
    pub remedy: Option<Box<Remedy>>,
    /// What may have been meant instead of the text at the span.
    pub fix: Option<Box<str>>,
    /// If the query may only be unfinished: what is missing.
    pub unfinished: Option<Unfinished>,
    code: Option<Code>,
}

/// The kind of an error in a query, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// There is no such field.
    UnknownField,
    /// Words and signs that make no query.
    BadSyntax,
    /// Something is still missing.
    Unfinished,
    /// The value of a field is none of its values.
    BadValue,
    /// The text of a position or a pattern is not understood.
    BadPosition,
    /// A clause where it means nothing.
    Misplaced,
    /// A file is named, and files are not read here.
    NoFiles,
    /// A value is too long.
    TooLong,
    /// There are too many clauses.
    TooManyClauses,
    /// There are too many parentheses and negations inside each other.
    TooDeep,
}

impl Code {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Code::UnknownField => "unknown_field",
            Code::BadSyntax => "bad_syntax",
            Code::Unfinished => "unfinished",
            Code::BadValue => "bad_value",
            Code::BadPosition => "bad_position",
            Code::Misplaced => "misplaced",
            Code::NoFiles => "no_files",
            Code::TooLong => "too_long",
            Code::TooManyClauses => "too_many_clauses",
            Code::TooDeep => "too_deep",
        }
    }
}

/// What a query lacks that is still being typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// The end of a quotation or a group that begins at the span; the rest of the text is inside of it.
    Unclosed,
    /// What should stand behind the span, or within it.
    Nothing,
}

impl QueryError {
    /// An error at `span`.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span,
            help: None,
            remedy: None,
            fix: None,
            unfinished: None,
            code: None,
        }
    }

    /// Its kind.
    pub fn code(&self) -> Code {
        match self.unfinished {
            Some(_) => Code::Unfinished,
            None => self.code.unwrap_or(Code::BadValue),
        }
    }

    /// The same error with its kind.
    #[must_use]
    pub(crate) fn coded(self, code: Code) -> Self {
        Self {
            code: Some(code),
            ..self
        }
    }

    /// The same error with its kind, unless a more specific one is known.
    #[must_use]
    pub(crate) fn or_coded(self, code: Code) -> Self {
        Self {
            code: self.code.or(Some(code)),
            ..self
        }
    }

    /// The same error in a query that may only be unfinished.
    #[must_use]
    pub(crate) fn unfinished(mut self, what: Unfinished) -> Self {
        self.unfinished = Some(what);
        self
    }

    /// Whether the query is only unfinished at this place, where it is being typed.
    pub fn is_unfinished_at(&self, text: &str, caret: usize) -> bool {
        let Some(what) = self.unfinished else {
            return false;
        };
        let typed = text.get(self.span.end..caret);
        match what {
            _ if self.span.start < caret && caret < self.span.end => true,
            Unfinished::Unclosed => typed.is_some(),
            Unfinished::Nothing => typed.is_some_and(|typed| typed.trim().is_empty()),
        }
    }

    /// Adds a hint on how to fix the error.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error with what may have been meant, which the help then names. `rest` is what else to say.
    #[must_use]
    pub(crate) fn did_you_mean(self, near: &str, rest: &str) -> Self {
        let help = format!("did you mean `{near}`?{rest}");
        Self {
            fix: Some(near.into()),
            ..self.help(help)
        }
    }

    /// The same error with what else to do.
    #[must_use]
    pub fn advise(mut self, remedy: Remedy) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// The error for a terminal, with its own help.
    pub fn render(&self, query: &str) -> String {
        self.render_with(query, self.help.as_deref())
    }

    /// The error for a terminal: the message, the line of `query` it is about, carets under the place, and the help.
    /// No new-line at the end; control characters, and others that are not seen, show as spaces.
    pub fn render_with(&self, query: &str, help: Option<&str>) -> String {
        let boundary = |mut at: usize| {
            while !query.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = boundary(self.span.start.min(query.len()));
        let end = boundary(self.span.end.clamp(start, query.len()));
        let (before, rest) = query.split_at(start);
        let (marked, after) = rest.split_at(end - start);
        let before = printable(before.rsplit('\n').next().unwrap_or_default());
        let after = if marked.contains('\n') {
            ""
        } else {
            after.split('\n').next().unwrap_or_default()
        };
        let marked = printable(marked.split('\n').next().unwrap_or_default());
        // For a long query the surroundings of the place are enough.
        let before = match before.char_indices().rev().nth(AROUND) {
            Some((at, _)) => format!("…{}", before.get(at..).unwrap_or_default()),
            None => before,
        };
        let after: String = after.chars().take(AROUND).collect();
        let marked: String = marked.chars().take(2 * AROUND).collect();
        let mut text = format!(
            "error: {}\n  {before}{marked}{}\n",
            printable(&self.message),
            printable(&after)
        );
        text.push_str(&" ".repeat(2 + before.width()));
        text.push_str(&"^".repeat(marked.width().max(1)));
        if let Some(help) = help {
            text.push_str("\n  help: ");
            text.push_str(&printable(help));
        }
        text
    }
}

/// Characters shown on each side of the place of an error.
const AROUND: usize = 60;

fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if is_invisible(c) { ' ' } else { c })
        .collect()
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for QueryError {}

/// Joins the arguments of a command line into the text of one query, and puts back the quotes that the shell took away.
///
/// `search player:"Lee Sedol"` reaches the program as the one argument `player:Lee Sedol`, which would mean a player
/// Lee and the word Sedol. An argument is read as one clause, and its value is quoted, if
///
/// - it begins with a field (perhaps after `-`) and `:`, `=` or `!=`, and the field's values are texts, names, files,
///   boards or raw properties, or all of the value is one date;
/// - the value begins right there and contains white space, or is an SGF fragment, `(;`;
/// - nothing else in it belongs to the query language: no double quote, `|`, parenthesis (files and fragments may have
///   those), `AND`, `OR`, `NOT`, further field, word that begins with `-`, or value that begins with `'`.
///
/// If one of its words ends in `*` or `~`, quotes would take that meaning away. It becomes a group instead:
/// `player:(Lee Sed*)`. Every other argument is taken as it is, so a whole query can be one argument.
pub fn join_arguments(args: &[String]) -> String {
    let clauses = args.iter().filter(|arg| !arg.trim().is_empty());
    clauses
        .map(|arg| requote(arg).unwrap_or_else(|| arg.clone()))
        .collect::<Vec<_>>()
        .join(" ")
}

fn requote(arg: &str) -> Option<String> {
    let head = lex::head(arg.strip_prefix('-').unwrap_or(arg))?;
    let value_type = head.field.as_ref()?.value_type();
    let at = head.value_at + usize::from(arg.starts_with('-'));
    let (front, value) = arg.split_at_checked(at)?;
    let value = value.trim_end();
    let fragment = value_type == ValueType::Board && value.starts_with("(;");
    let spaced = value.contains(char::is_whitespace) && !value.starts_with(char::is_whitespace);
    let is_date = value_type == ValueType::Date && spaced && LaxDate::asked(value).is_ok();
    if !(value_type.holds_spaces() || is_date)
        || head.compares
        || !(spaced || fragment)
        || value.starts_with('\'')
    {
        return None;
    }
    let parentheses = fragment || (value_type == ValueType::File && !value.starts_with('('));
    let special =
        |c: char| lex::is_quote(c) || lex::is_bar(c) || (matches!(c, '(' | ')') && !parentheses);
    let of_the_language = |word: &str| {
        matches!(word, "AND" | "OR" | "NOT" | "&&")
            || (word.len() > 1 && word.starts_with('-'))
            || lex::head(word).is_some()
    };
    let mut later_words = value.split_whitespace().skip(1);
    if !fragment && (value.contains(special) || later_words.any(of_the_language)) {
        return None;
    }
    let open = |word: &str| word.ends_with(['*', '~']);
    if matches!(value_type, ValueType::Text | ValueType::Name)
        && head.op == ":"
        && value.split_whitespace().any(open)
    {
        return Some(format!("{front}({value})"));
    }
    Some(format!("{front}{}", ast::quote(value)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_drawn() {
        let query = "plyer:Lee result:W+";
        let drawn = "error: unknown field `plyer`\n  plyer:Lee result:W+\n  ^^^^^\n  help: did you mean `player`?";
        assert_eq!(parse(query).unwrap_err().render(query), drawn);
        let query = "李世乭 plyer:이세돌";
        let drawn = "error: unknown field `plyer`\n  李世乭 plyer:이세돌\n         ^^^^^\n  help: did you mean `player`?";
        assert_eq!(parse(query).unwrap_err().render(query), drawn);
    }

    #[test]
    fn carets_have_the_width_of_what_they_mark() {
        let error = QueryError::new(5..11, "no such day");
        assert_eq!(
            error.render("date:昨日 x"),
            "error: no such day\n  date:昨日 x\n       ^^^^"
        );
        assert_eq!(
            QueryError::new(3..3, "more").render("abc"),
            "error: more\n  abc\n     ^"
        );
    }

    #[test]
    fn odd_spans_and_lines_are_drawn_too() {
        assert_eq!(
            QueryError::new(90..99, "x").render("é"),
            "error: x\n  é\n   ^"
        );
        assert_eq!(QueryError::new(1..2, "x").render("é"), "error: x\n  é\n  ^");
        assert_eq!(
            QueryError::new(3..5, "x").render("a\nb\u{1b}cd\ne"),
            "error: x\n  b cd\n   ^^"
        );
        assert_eq!(
            QueryError::new(0..4, "x").render("a\u{202e}b\u{9b}"),
            "error: x\n  a b \n  ^^"
        );
        assert_eq!(
            QueryError::new(0..3, "x").render("a\nb c"),
            "error: x\n  a\n  ^"
        );
    }

    #[test]
    fn quotes_come_back() {
        for (args, wanted) in [
            (&["player:Lee Sedol"][..], "player:\"Lee Sedol\""),
            (
                &["-player:Lee Sedol", "result:W+"],
                "-player:\"Lee Sedol\" result:W+",
            ),
            (&["player=Yi Ch'ang-ho"], "player=\"Yi Ch'ang-ho\""),
            (&["player!=Yi Ch'ang-ho"], "player!=\"Yi Ch'ang-ho\""),
            (&["p:Lee Sed*"], "p:(Lee Sed*)"),
            (&["p：Lee Sed*"], "p：(Lee Sed*)"),
            (&["GC:a\\b c"], "GC:\"a\\\\b c\""),
            (&["event:Honinbo - final"], "event:\"Honinbo - final\""),
            (&["file:My Games (1).sgf"], "file:\"My Games (1).sgf\""),
            (&["position:Q16 D4 Q3"], "position:\"Q16 D4 Q3\""),
            (&["position:(;AB[pd][dd])"], "position:\"(;AB[pd][dd])\""),
            (&["comment:a　b"], "comment:\"a　b\""),
            (&["date:21 May 1990"], "date:\"21 May 1990\""),
        ] {
            let args: Vec<String> = args.iter().map(|&a| a.to_owned()).collect();
            let joined = join_arguments(&args);
            assert_eq!(joined, wanted);
            assert!(parse(&joined).is_ok(), "{joined}");
        }
    }

    #[test]
    fn whole_queries_stay() {
        for arg in [
            "player:Lee result:W+",
            "player:Lee reslut:W+",
            "player:Lee -Sedol",
            "player:Lee OR Gu",
            "player:(Lee Sedol)",
            "player:\"Lee Sedol\" x",
            "player:'Lee Sedol'",
            "player: Lee Sedol",
            "player:Lee|Gu x",
            "result:W+ Lee",
            "date:1990 Lee",
            "komi>5 Lee",
            "Lee Sedol",
            "plyer:Lee Sedol",
            "12:30 x",
            "-",
        ] {
            assert_eq!(join_arguments(&[arg.to_owned()]), arg);
        }
        assert_eq!(
            join_arguments(&["a".into(), String::new(), " ".into(), "b".into()]),
            "a b"
        );
        assert_eq!(join_arguments(&[]), "");
    }
}
