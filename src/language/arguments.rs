//! Joins the arguments of a command line to one query.

use super::unquoted::value_len;
use super::{ast, lex};

/// Joins the arguments with blanks. Nothing is added to them, so a query means the same whether it is written as one
/// argument or as several, in a file, in an address or on a web page.
pub fn join_arguments(args: &[String]) -> String {
    args.iter()
        .filter(|arg| !arg.trim().is_empty())
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Argument from which a shell probably removed quotes: of `player:"Lee Sedol"` it leaves `player:Lee Sedol`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostQuotes {
    /// What the parser takes for the clause: `player:Lee`.
    pub clause: String,
    /// Words that are parsed as text without a field: `Sedol`.
    pub words: String,
    /// Clause with the complete value in quotes: `player:"Lee Sedol"`.
    pub quoted: String,
}

/// Detects an argument from which a shell probably removed the quotes; `None` for any other. Such an argument begins
/// with a field whose values may contain blanks and with an operator, perhaps with `-` in front, and has no other
/// syntax of the query language.
pub fn find_lost_quotes(arg: &str) -> Option<LostQuotes> {
    let sign = usize::from(arg.starts_with('-'));
    let head = lex::read_head(arg.get(sign..)?)?;
    let field = head.field.as_ref()?;
    let (front, value) = arg.split_at_checked(sign + head.value_at)?;
    let value = value.trim_end();
    if !field.value_type().may_contain_spaces()
        || head.is_comparison
        || value.starts_with('\'')
        || value_len(value, field).is_some()
    {
        return None;
    }
    let (first, rest) = value.split_once(char::is_whitespace)?;
    let words = rest.trim_start();
    let special = |c: char| lex::is_quote(c) || lex::is_bar(c) || matches!(c, '(' | ')');
    let has_wildcard = |word: &str| word.ends_with(['*', '~']);
    let is_query_syntax = |word: &str| {
        matches!(word, "AND" | "OR" | "NOT" | "&&")
            || word.starts_with('-')
            || has_wildcard(word)
            || lex::read_head(word).is_some()
    };
    if first.is_empty()
        || has_wildcard(first)
        || value.contains(special)
        || words.split_whitespace().any(is_query_syntax)
    {
        return None;
    }
    Some(LostQuotes {
        clause: format!("{front}{first}"),
        words: words.to_owned(),
        quoted: format!("{front}{}", ast::quote(value)),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_the_arguments_is_the_query() {
        let joined = |args: &[&str]| {
            join_arguments(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(joined(&["player:Takemiya Honinbo"]), "player:Takemiya Honinbo");
        assert_eq!(joined(&["player:Takemiya", "Honinbo"]), "player:Takemiya Honinbo");
        assert_eq!(joined(&["a", "", " ", "b"]), "a b");
        assert_eq!(joined(&["file:X (player:lee)"]), "file:X (player:lee)");
        assert_eq!(joined(&[]), "");
    }

    #[test]
    fn arguments_that_lost_their_quotes() {
        for (arg, clause, words, quoted) in [
            ("player:Lee Sedol", "player:Lee", "Sedol", "player:\"Lee Sedol\""),
            ("-player:Lee Sedol", "-player:Lee", "Sedol", "-player:\"Lee Sedol\""),
            ("player=Yi Ch'ang-ho", "player=Yi", "Ch'ang-ho", "player=\"Yi Ch'ang-ho\""),
            ("p：Lee Sedol", "p：Lee", "Sedol", "p：\"Lee Sedol\""),
            ("GC:a\\b c", "GC:a\\b", "c", "GC:\"a\\\\b c\""),
            ("comment:a　b", "comment:a", "b", "comment:\"a　b\""),
            ("file:My Games", "file:My", "Games", "file:\"My Games\""),
        ] {
            let lost = find_lost_quotes(arg).expect(arg);
            assert_eq!(
                (lost.clause.as_str(), lost.words.as_str(), lost.quoted.as_str()),
                (clause, words, quoted)
            );
        }
    }

    #[test]
    fn other_arguments() {
        for arg in [
            "player:Lee",
            "player:Lee result:W+",
            "player:Lee reslut:W+",
            "player:Lee -Sedol",
            "player:Lee OR Gu",
            "player:(Lee Sedol)",
            "player:\"Lee Sedol\" x",
            "player:'Lee Sedol'",
            "player: Lee Sedol",
            "player:Lee|Gu x",
            "player:Lee Sed*",
            "result:W+ Lee",
            "date:1990 Lee",
            "date:21 May 1990",
            "position:Q16 D4 Q3",
            "file:My Games (1).sgf",
            "komi>5 Lee",
            "Lee Sedol",
            "plyer:Lee Sedol",
            "12:30 x",
            "-",
        ] {
            assert_eq!(find_lost_quotes(arg), None, "{arg}");
        }
    }
}
