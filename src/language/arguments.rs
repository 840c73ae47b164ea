//! The arguments of a command line as one query.

use super::fields::ValueType;
use super::{ast, lex};
use crate::record::date::LaxDate;

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
    use crate::language::parse;

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
