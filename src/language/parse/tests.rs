//! Queries, and the trees to which they are parsed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;

/// Formats a tree as a list: `bare`, `«quoted»`, `start>*`, `near>~`, `[from→to]`, `<*>`, `field:{group}`.
fn shape(node: &QueryNode) -> String {
    let list = |sign, parts: &[QueryNode]| {
        let parts: Vec<_> = parts.iter().map(shape).collect();
        format!("({sign} {})", parts.join(" "))
    };
    match &node.kind {
        NodeKind::And(parts) => list("&", parts),
        NodeKind::Or(parts) => list("/", parts),
        NodeKind::Not(inner) => format!("!{}", shape(inner)),
        NodeKind::Text(value) => value_shape(value),
        NodeKind::Sequence(_) => node.to_string(),
        NodeKind::Clause(clause) => {
            let field = match clause.field.number() {
                Some(number) => format!("{number:?}"),
                None => format!("{:?}", clause.field),
            };
            format!("{field}{}{}", clause.op, value_shape(&clause.value))
        }
    }
}

fn value_shape(value: &FieldValue) -> String {
    match value {
        FieldValue::Bare(text) => text.clone(),
        FieldValue::Quoted(text) => format!("«{text}»"),
        FieldValue::Prefix(text) => format!("{text}>*"),
        FieldValue::Fuzzy(text) => format!("{text}>~"),
        FieldValue::Range { from, to } => {
            let side = |side: &Option<String>| side.clone().unwrap_or_default();
            format!("[{}→{}]", side(from), side(to))
        }
        FieldValue::Any => "<*>".to_owned(),
        FieldValue::Group(node) => format!("{{{}}}", shape(node)),
    }
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let query = parse(text).expect(text);
        assert_eq!(query.root.as_ref().map(shape).unwrap_or_default(), *expected, "{text}");
        assert_eq!(parse(&query.to_string()), Ok(query), "{text}");
    }
}

#[test]
fn words_and_operators() {
    check(&[
        ("", ""),
        (" \t　", ""),
        ("Lee", "Lee"),
        ("Lee Sedol", "(& Lee Sedol)"),
        ("李世乭　古力", "(& 李世乭 古力)"),
        ("a AND b c", "(& a b c)"),
        ("a b OR c d", "(/ (& a b) (& c d))"),
        ("a|b | c", "(/ a b c)"),
        ("a (b OR c)", "(& a (/ b c))"),
        ("(a b) c", "(& a b c)"),
        ("(a OR b) OR c", "(/ a b c)"),
        ("((a))", "a"),
        ("-a b", "(& !a b)"),
        ("NOT a OR b", "(/ !a b)"),
        ("a AND NOT b", "(& a !b)"),
        ("-(a OR b)", "!(/ a b)"),
        ("NOT(a b)", "!(& a b)"),
        ("-(-a)", "!!a"),
        ("NOT NOT a", "!!a"),
        ("a or b and not c", "(& a or b and not c)"),
        ("\"OR\" 'AND'", "(& «OR» «AND»)"),
        ("Lee(9p)", "(& Lee 9p)"),
    ]);
}

#[test]
fn odd_words_are_words() {
    check(&[
        ("12:30 3-4 3..5 W+R", "(& 12:30 3-4 3..5 W+R)"),
        ("http://a.b/c?d=e", "http://a.b/c?d=e"),
        ("example.com:80", "example.com:80"),
        ("赤：白", "赤：白"),
        ("Ch'ang-ho", "Ch'ang-ho"),
        ("C++ + ~ !", "(& C++ + ~ !)"),
        ("OR* or", "(& OR>* or)"),
        ("ANDY NOTE", "(& ANDY NOTE)"),
        ("Q16,D4", "Q16,D4"),
    ]);
}

#[test]
fn quotes() {
    check(&[
        ("\"Lee Sedol\"", "«Lee Sedol»"),
        ("“Lee Sedol” x", "(& «Lee Sedol» x)"),
        ("„Lee Sedol“", "«Lee Sedol»"),
        ("player:“Lee Sedol\"", "Player:«Lee Sedol»"),
        ("'Lee Sedol'", "«Lee Sedol»"),
        ("player:'Yi Ch'ang-ho'", "Player:«Yi Ch'ang-ho»"),
        (r#""a \"b\" \\ \n""#, r#"«a "b" \ \n»"#),
        ("\"a (b | c:d\"", "«a (b | c:d»"),
        (r"'it\' s'", "«it' s»"),
        ("-\"a b\"", "!«a b»"),
        ("RE=\"\"", "Raw(\"RE\")=«»"),
    ]);
}

#[test]
fn clauses() {
    check(&[
        ("player:Lee result:W+", "(& Player:Lee Result:W+)"),
        ("P:Lee p:Lee Player:Lee PLAYER:x", "(& Raw(\"P\"):Lee Player:Lee Player:Lee Player:x)"),
        ("RE=\"W+R\" re:W+R", "(& Raw(\"RE\")=«W+R» Result:W+R)"),
        ("-KM:*", "!Raw(\"KM\"):<*>"),
        ("prop.REX:a prop.5A:b prop.DT:c", "(& Raw(\"REX\"):a Raw(\"5A\"):b Raw(\"DT\"):c)"),
        ("player=Lee", "Player=Lee"),
        ("komi!=6.5", "!Komi=6.5"),
        ("-komi!=6.5", "!!Komi=6.5"),
        ("komi<5 komi<=5 komi>5 komi>=-5", "(& Komi<5 Komi<=5 Komi>5 Komi>=-5)"),
        ("komi:<5 date:>=1990", "(& Komi<5 Date>=1990)"),
        ("black_rank:9p White-Rank>1d", "(& BlackRank:9p WhiteRank>1d)"),
        ("komi:-6.5", "Komi:-6.5"),
        ("sort:-date", "Sort:-date"),
        ("date:1990..1995", "Date:[1990→1995]"),
        ("date:..1950 move:50..", "(& Date:[→1950] Move:[50→])"),
        ("komi:-3..5", "Komi:[-3→5]"),
        ("rank=1d..3d", "Rank=[1d→3d]"),
        ("date:1990-05 date:1990s", "(& Date:1990-05 Date:1990s)"),
        ("date:1990-1995 year:1990-95", "(& Date:[1990→1995] Year:[1990→1995])"),
        ("moves:100-200 komi:5.5-7,5", "(& Moves:[100→200] Komi:[5.5→7,5])"),
        // Values such as `1.-2` are not read as ranges with a hyphen: printed, the range would have three dots
        // (`1...2`).
        ("rank:30k.-1d moves:1.-2", "(& Rank:30k.-1d Moves:1.-2)"),
        ("rank:1d-5d komi:-5.5 komi:5--7", "(& Rank:[1d→5d] Komi:-5.5 Komi:5--7)"),
        ("date:1990-12 date:2000-13 date:1990-90", "(& Date:1990-12 Date:2000-13 Date:1990-90)"),
        ("date:(1990-1995 OR 2000) event:1-2", "(& Date:{(/ [1990→1995] 2000)} Event:1-2)"),
        ("date:\"1990-1995\" moves:\"1-2\"", "(& Date:«1990-1995» Moves:«1-2»)"),
        ("file:../a..b event:a..b DT:1..2", "(& File:../a..b Event:a..b Raw(\"DT\"):1..2)"),
        (
            "player:Le* w:Sedl~ event:*bo* komi:*",
            "(& Player:Le>* White:Sedl>~ Event:*bo>* Komi:<*>)",
        ),
        ("player:*~ player:** *", "(& Player:*>~ Player:*>* <*>)"),
        ("result:? result:0 margin:B+0.5", "(& Result:? Result:0 Margin:B+0.5)"),
        ("next:R14 tomove:W in:any", "(& Next:R14 ToMove:W In:any)"),
        ("position:a.zip!x.sgf@2#42", "Position:a.zip!x.sgf@2#42"),
        ("position:\"(;AB[pd];W[dd])\"", "Position:«(;AB[pd];W[dd])»"),
        ("player:OR file:C:\\a", "(& Player:OR File:C:\\a)"),
        ("result:W+|B+R", "(/ Result:W+ B+R)"),
        ("(player:Lee)", "Player:Lee"),
    ]);
}

#[test]
fn groups() {
    check(&[
        ("player:(Lee Sedol)", "Player:{(& Lee Sedol)}"),
        ("player:(Lee OR \"Gu Li\") x", "(& Player:{(/ Lee «Gu Li»)} x)"),
        ("-player:(Lee)", "!Player:{Lee}"),
        ("player:(Lee -(a OR b*))", "Player:{(& Lee !(/ a b>*))}"),
        ("date:(1990..1995 OR 2000)", "Date:{(/ [1990→1995] 2000)}"),
        ("comment:(12:30 3..5)", "Comment:{(& 12:30 3..5)}"),
        ("komi:( 0 ) ha:2", "(& Komi:{0} Handicap:2)"),
    ]);
}

#[test]
fn canonical_text() {
    for (text, canonical) in [
        (" a  AND b ", "a b"),
        ("(a b) c|d", "a b c OR d"),
        ("NOT re!=0", "NOT -result=0"),
        ("p:'Lee Sedol' prop.RE:x", "player:\"Lee Sedol\" RE:x"),
        ("((a OR b) c)", "(a OR b) c"),
        ("player:((a OR b) c)", "player:((a OR b) c)"),
        ("“or” 'OR'", "\"or\" \"OR\""),
        ("a && b || c ｜ d", "a b OR c OR d"),
        ("a&&b \"&&\" '||'", "a&&b \"&&\" \"||\""),
        ("komi＞＝6 re！=0 p：＂Lee＂", "komi>=6 -result=0 player:\"Lee\""),
        ("第１局：x \"player：Lee\"", "第１局：x \"player：Lee\""),
    ] {
        assert_eq!(parse(text).unwrap().to_string(), canonical);
    }
}

#[test]
fn errors_have_places() {
    for (text, place, message) in [
        ("plyer:Lee", "plyer", "unknown field `plyer`"),
        ("x plyer>3", "plyer", "unknown field `plyer`"),
        ("plyer:\"Lee Sedol\"", "plyer", "unknown field `plyer`"),
        ("player1:Lee", "player1", "unknown field `player1`"),
        ("REX:Lee", "REX", "unknown field `REX`"),
        ("赤:白", "赤", "unknown field `赤`"),
        ("prop.:x", "prop.", "unknown field `prop.`"),
        ("a \"b c", "\"", "a quote that is never closed"),
        ("player:'83", "'", "a quote that is never closed"),
        ("a (b", "(", "a parenthesis that is never closed"),
        ("a (", "(", "a parenthesis that is never closed"),
        ("player:(b", "(", "a parenthesis that is never closed"),
        ("a) b", ")", "a closing parenthesis without an opening one"),
        (") b", ")", "a closing parenthesis without an opening one"),
        ("a ( )", "( )", "nothing between the parentheses"),
        ("player:()", "()", "nothing between the parentheses"),
        ("player: Lee", "player:", "nothing after `player:`"),
        ("(komi>=)", "komi>=", "nothing after `komi>=`"),
        ("a OR", "OR", "nothing after `OR`"),
        ("a |", "|", "nothing after `|`"),
        ("a OR AND b", "OR", "nothing after `OR`"),
        ("a AND (b NOT)", "NOT", "nothing after `NOT`"),
        ("OR a", "OR", "nothing before `OR`"),
        ("(| a)", "|", "nothing before `|`"),
        ("a - b", "-", "nothing after `-`"),
        ("a --json", "--json", "`--` is not an operator"),
        ("a !player:Lee", "!", "`!` is not an operator"),
        ("a !lee", "!", "`!` is not an operator"),
        ("!\"Lee Sedol\"", "!", "`!` is not an operator"),
        ("Nota: x", "Nota", "unknown field `Nota`"),
        ("foo:", "foo", "unknown field `foo`"),
        ("newer_than:1y", "newer_than", "unknown field `newer_than`"),
        ("x-y2=1", "x-y2", "unknown field `x-y2`"),
        ("komi >= 6", ">=", "an operator without a field before it"),
        ("date:=1990", "=", "two operators in a row"),
        ("date:>=<1990", "<", "two operators in a row"),
        ("player==Lee", "=", "two operators in a row"),
        ("date:1990...1995", "1990...1995", "a range contains `..` only once"),
        ("date:1..2..3", "1..2..3", "a range contains `..` only once"),
        ("date:..", "..", "the range has neither a beginning nor an end"),
        ("date<1990..1995", "1990..1995", "the operator `<` takes only one value"),
        ("moves>100-200", "100-200", "the operator `>` takes only one value"),
        ("komi>*", "*", "the operator `>` takes only one value"),
        ("player<Lee", "<", "values of `player` have no order, so `<` cannot be used"),
        ("player=(Lee)", "=", "several values in parentheses need `:`, not `=`"),
        (
            "position:(B[pd])",
            "(",
            "`position` takes a single value, not several values in parentheses",
        ),
        (
            "player:(Lee komi:5)",
            "komi",
            "the field `komi` cannot be inside the parentheses of `player:`",
        ),
        ("file:a(1)", "(", "a space is missing between the value and what follows it"),
        ("\"a\"~", "~", "a space is missing between the value and what follows it"),
        ("player:\"\"", "\"\"", "nothing between the quotes"),
        ("a \"\"", "\"\"", "nothing between the quotes"),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!(error.message.to_string(), message, "{text}");
        assert_eq!(text.get(error.span.clone()), Some(place), "{text}");
    }
}

#[test]
fn nesting_has_a_limit() {
    let nested = |n: usize| format!("{}a{}", "(".repeat(n), ")".repeat(n));
    assert!(parse(&nested(MAX_DEPTH)).is_ok());
    let error = parse(&nested(MAX_DEPTH + 1)).unwrap_err();
    assert_eq!(error.span, MAX_DEPTH..MAX_DEPTH + 1);
    assert!(parse(&nested(1_000_000)).is_err());
    assert!(parse(&format!("{}a", "NOT ".repeat(MAX_DEPTH))).is_ok());
    assert!(parse(&format!("{}a", "NOT ".repeat(1_000_000))).is_err());
    assert!(parse(&"-(a) ".repeat(1000)).is_ok());
    assert!(parse(&format!("{}komi!=0", "NOT ".repeat(MAX_DEPTH))).is_err());
    let half = MAX_DEPTH / 2;
    for text in [
        format!("{}a b{}", "-(".repeat(half), ")".repeat(half)),
        format!("{}komi!=0", "NOT ".repeat(MAX_DEPTH - 1)),
        format!("{}a b OR c{}", "(x OR y (".repeat(half), "))".repeat(half)),
    ] {
        let query = parse(&text);
        assert_eq!(parse(&query.as_ref().unwrap().to_string()), query);
    }
}

#[test]
fn query_size_has_a_limit() {
    let phrase = |n: usize| format!("\"{}\"", "go ".repeat(n));
    for allowed in [
        phrase(1000),
        "囲".repeat(1001),
        "go ".repeat(2000),
        "go~ ".repeat(200),
        format!("player:({}b)", "a OR ".repeat(1999)),
        // The values of `position` and `file` are not split into words, so a long value exceeds no limit on words.
        format!("position:{}", phrase(5000)),
        format!("file:{}", phrase(5000)),
    ] {
        let query = parse(&allowed);
        assert_eq!(parse(&query.as_ref().unwrap().to_string()), query);
    }
    for (text, span) in [
        (format!("x {}", phrase(1001)), 2..3007),
        (format!("x comment:{}", phrase(1001)), 10..3015),
        (format!("x {}", "囲".repeat(1002)), 2..3008),
        ("go ".repeat(2001), 6000..6002),
        ("go~ ".repeat(201), 800..803),
        (format!("player:({}b)", "a OR ".repeat(2000)), 10008..10009),
        ("year:1990|".repeat(2001), 20_005..20_009),
    ] {
        let error = parse(&text).unwrap_err();
        assert_eq!(error.span, span, "{}", error.message);
        assert!(error.help.is_some());
    }
}

#[test]
fn spans_are_those_of_the_text() {
    let text = "李 -player:\"Lee\" (a OR b)";
    let root = parse(text).unwrap().root.unwrap();
    let NodeKind::And(parts) = &root.kind else { panic!("{root:?}") };
    let at = |span: &Range<usize>| text.get(span.clone()).unwrap();
    let spans: Vec<_> = parts.iter().map(|part| at(&part.span)).collect();
    assert_eq!(spans, ["李", "-player:\"Lee\"", "(a OR b)"]);
    assert_eq!(at(&root.span), text);
    let NodeKind::Not(inner) = &parts[1].kind else { panic!("{root:?}") };
    let NodeKind::Clause(clause) = &inner.kind else { panic!("{root:?}") };
    assert_eq!((at(&clause.field_span), at(&clause.value_span)), ("player", "\"Lee\""));
}
