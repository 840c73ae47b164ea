//! Text to tree.
//!
//! A space is AND; NOT and `-` bind tighter than AND, AND tighter than OR and `|`. Whatever cannot be understood is an error.

use super::QueryError;
use super::ast::{Clause, Node, NodeKind, Op, Query, Value};
use super::fields::{Field, suggest};
use std::ops::Range;

/// How deep parentheses and negations may be nested.
const MAX_DEPTH: usize = 100;

type Result<T> = std::result::Result<T, QueryError>;

/// Reads a query. A text of nothing but white space is the query for all games.
pub fn parse(text: &str) -> Result<Query> {
    let mut parser = Parser {
        text,
        pos: 0,
        depth: 0,
        operator: None,
        open: None,
        group: None,
    };
    parser.skip_space();
    if parser.rest().is_empty() {
        return Ok(Query::default());
    }
    let root = parser.alternatives()?;
    match parser.peek() {
        None => Ok(Query { root: Some(root) }),
        Some(_) => Err(parser.unopened()),
    }
}

/// A field's name and an operator at the beginning of a text.
pub(super) struct Head {
    /// The field; none for a name that looks like one and is not.
    pub(super) field: Option<Field>,
    name_end: usize,
    op: &'static str,
    /// Where the value begins.
    pub(super) value_at: usize,
    /// Whether the operator is `<`, `<=`, `>` or `>=`.
    pub(super) compares: bool,
}

/// The field and operator that `text` begins with; none where it is an ordinary word, such as `12:30` or `http://…`.
pub(super) fn head(text: &str) -> Option<Head> {
    let name_end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))?;
    let (name, rest) = text.split_at_checked(name_end)?;
    let op = ["!=", "<=", ">=", "<", ">", "=", ":"]
        .into_iter()
        .find(|op| rest.starts_with(op))?;
    let field = Field::lookup(name);
    if field.is_none() {
        let value = rest.strip_prefix(op)?;
        let has_value = value
            .chars()
            .next()
            .is_some_and(|c| !c.is_whitespace() && !matches!(c, ')' | '|'));
        let like_a_field = !name.is_empty() && name.chars().all(char::is_alphabetic)
            || name.starts_with(char::is_alphabetic) && suggest(name).is_some()
            || name
                .get(..5)
                .is_some_and(|start| start.eq_ignore_ascii_case("prop."));
        if !has_value || !like_a_field || (op == ":" && value.starts_with("//")) {
            return None;
        }
    }
    Some(Head {
        field,
        name_end,
        op,
        value_at: name_end + op.len(),
        compares: op.starts_with(['<', '>']),
    })
}

pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || is_quote(c) || matches!(c, '(' | ')' | '|')
}

fn begins_with_operator(word: &str) -> bool {
    word.starts_with([':', '=', '<', '>']) || word.starts_with("!=")
}

/// The value of a word without quotes. The `..` of ordered fields is looked at elsewhere.
fn classify(word: &str) -> Value {
    let before = |mark: char| word.strip_suffix(mark).filter(|rest| !rest.is_empty());
    if word == "*" {
        Value::Any
    } else if let Some(start) = before('*') {
        Value::Prefix(start.to_owned())
    } else if let Some(near) = before('~') {
        Value::Fuzzy(near.to_owned())
    } else {
        Value::Bare(word.to_owned())
    }
}

/// Whether `word` can stand after an operator of `field` without quotes and mean just itself.
pub(super) fn is_plain_value(word: &str, field: Option<&Field>) -> bool {
    let range = field.is_some_and(|field| field.value_type().is_ordered()) && word.contains("..");
    !(word.is_empty()
        || word.contains(ends_word)
        || word.starts_with('\'')
        || begins_with_operator(word)
        || range)
        && matches!(classify(word), Value::Bare(_))
}

/// Whether `word` can stand alone, or in a group of `field`, without quotes and mean just itself.
pub(super) fn is_plain_text(word: &str, field: Option<&Field>) -> bool {
    is_plain_value(word, field)
        && !matches!(word, "AND" | "OR" | "NOT")
        && !word.starts_with('-')
        && head(word).is_none()
}

struct Parser<'a> {
    text: &'a str,
    pos: usize,
    depth: usize,
    /// The operator just read, which still needs its right side.
    operator: Option<Range<usize>>,
    /// The parenthesis just opened.
    open: Option<Range<usize>>,
    /// The field of the group around.
    group: Option<Field>,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.pos..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        self.pos = self.text.len() - self.rest().trim_start().len();
    }

    /// The word that begins here.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        rest.get(..rest.find(ends_word).unwrap_or(rest.len()))
            .unwrap_or_default()
    }

    /// The bytes of the next `len` bytes, which are taken.
    fn take(&mut self, len: usize) -> Range<usize> {
        let start = self.pos;
        self.pos += len;
        start..self.pos
    }

    fn at_or(&self) -> Option<usize> {
        if self.peek() == Some('|') {
            Some(1)
        } else {
            (self.word() == "OR").then_some(2)
        }
    }

    fn enter(&mut self, span: Range<usize>) -> Result<()> {
        self.depth += 1;
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        Err(QueryError::new(
            span,
            format!("more than {MAX_DEPTH} parentheses and negations inside each other"),
        ))
    }

    fn unopened(&self) -> QueryError {
        QueryError::new(
            self.pos..self.pos + 1,
            "a closing parenthesis without an opening one",
        )
        .help("take it out, or put the words in quotes")
    }

    fn alternatives(&mut self) -> Result<Node> {
        let mut parts = vec![self.sequence()?];
        while let Some(len) = self.at_or() {
            self.operator = Some(self.take(len));
            parts.push(self.sequence()?);
        }
        Ok(join(parts, NodeKind::Or, |kind| match kind {
            NodeKind::Or(inner) => Ok(inner),
            kind => Err(kind),
        }))
    }

    fn sequence(&mut self) -> Result<Node> {
        let mut parts = vec![self.negation()?];
        loop {
            self.skip_space();
            if matches!(self.peek(), None | Some(')')) || self.at_or().is_some() {
                break;
            }
            if self.word() == "AND" {
                self.operator = Some(self.take(3));
            }
            parts.push(self.negation()?);
        }
        Ok(join(parts, NodeKind::And, |kind| match kind {
            NodeKind::And(inner) => Ok(inner),
            kind => Err(kind),
        }))
    }

    fn negation(&mut self) -> Result<Node> {
        let mut signs = Vec::new();
        loop {
            self.skip_space();
            let word = self.word();
            let sign = if word == "NOT" {
                self.take(3)
            } else if word.starts_with("--") {
                return Err(QueryError::new(
                    self.pos..self.pos + word.len(),
                    "`--` is not an operator",
                )
                .help(
                    "options go before the query; one `-` takes games out, quotes make it a word",
                ));
            } else if word.starts_with('-') {
                let sign = self.take(1);
                if self
                    .peek()
                    .is_none_or(|c| c.is_whitespace() || matches!(c, ')' | '|'))
                {
                    return Err(QueryError::new(sign, "nothing after `-`")
                        .help("`-word` takes out the games with it; in quotes, \"-\" is text"));
                }
                sign
            } else {
                break;
            };
            self.enter(sign.clone())?;
            signs.push(sign.start);
            self.operator = Some(sign);
        }
        let mut node = self.atom()?;
        self.depth -= signs.len();
        for start in signs.into_iter().rev() {
            let span = start..node.span.end;
            node = Node::new(NodeKind::Not(Box::new(node)), span);
        }
        Ok(node)
    }

    fn atom(&mut self) -> Result<Node> {
        let word = self.word();
        let here = self.pos..self.pos + word.len().max(1);
        if matches!(self.peek(), None | Some(')' | '|')) || matches!(word, "AND" | "OR") {
            return Err(self.missing(here));
        }
        self.operator = None;
        self.open = None;
        if self.peek() == Some('(') {
            return self.parenthesis();
        }
        if let Some(head) = head(self.rest()) {
            return self.clause(head);
        }
        let group = self.group.clone();
        let (value, span) = self.value(group.as_ref())?;
        if value == Value::Quoted(String::new()) {
            return Err(QueryError::new(span, "nothing between the quotes"));
        }
        Ok(Node::new(NodeKind::Text(value), span))
    }

    /// What to say when an atom should begin at `here` and none does.
    fn missing(&mut self, here: Range<usize>) -> QueryError {
        let text = self.text;
        let name = |span: &Range<usize>| text.get(span.clone()).unwrap_or_default().to_owned();
        if let Some(operator) = self.operator.take() {
            let name = name(&operator);
            return QueryError::new(operator, format!("nothing after `{name}`")).help(format!(
                "write what to look for after it; in quotes, \"{name}\" is a word"
            ));
        }
        match (self.peek(), self.open.take()) {
            (Some(')'), Some(open)) => {
                QueryError::new(open.start..here.end, "nothing between the parentheses")
            }
            (None, Some(open)) => unclosed(open),
            (Some(')'), None) => self.unopened(),
            _ => {
                let name = name(&here);
                QueryError::new(here, format!("nothing before `{name}`")).help(format!(
                    "write what to look for before it; in quotes, \"{name}\" is a word"
                ))
            }
        }
    }

    fn parenthesis(&mut self) -> Result<Node> {
        let open = self.take(1);
        self.enter(open.clone())?;
        self.open = Some(open.clone());
        let mut node = self.alternatives()?;
        if self.peek() != Some(')') {
            return Err(unclosed(open));
        }
        let close = self.take(1);
        self.depth -= 1;
        if matches!(node.kind, NodeKind::And(_) | NodeKind::Or(_)) {
            node.span = open.start..close.end;
        }
        Ok(node)
    }

    fn clause(&mut self, head: Head) -> Result<Node> {
        let start = self.pos;
        let field_span = self.take(head.name_end);
        let op_span = self.take(head.value_at - head.name_end);
        let name = self.text.get(field_span.clone()).unwrap_or_default();
        let Some(field) = head.field else {
            return Err(unknown_field(field_span, name));
        };
        if let Some(group) = &self.group {
            return Err(QueryError::new(
                field_span,
                format!("`{name}` is a field inside the parentheses of `{group}:`"),
            )
            .help("close the parenthesis before it; in quotes it is text"));
        }
        let value_type = field.value_type();
        if head.compares && !value_type.is_ordered() {
            return Err(QueryError::new(
                op_span,
                format!("`{name}` has no order, so `{}` means nothing", head.op),
            )
            .help(format!(
                "write `{name}:…`; numbers, dates, ranks and sizes can be compared"
            )));
        }
        let (value, value_span) = match self.peek() {
            Some('(') if head.op == ":" && value_type.takes_group() => {
                let open = self.pos;
                self.group = Some(field.clone());
                let node = self.parenthesis()?;
                self.group = None;
                self.end_of_value()?;
                (Value::Group(Box::new(node)), open..self.pos)
            }
            Some('(') if value_type.takes_group() => {
                return Err(QueryError::new(
                    op_span,
                    format!("a group takes `:`, not `{}`", head.op),
                )
                .help(format!("write `{name}:( … )`, or put the value in quotes")));
            }
            Some('(') => {
                return Err(QueryError::new(
                    self.pos..self.pos + 1,
                    format!("`{name}` takes no group"),
                )
                .help(format!("put the value in quotes: {name}{}\"…\"", head.op)));
            }
            Some(c) if !c.is_whitespace() && !matches!(c, ')' | '|') => {
                let (value, span) = self.value(Some(&field))?;
                self.end_of_value()?;
                (value, span)
            }
            _ => {
                return Err(QueryError::new(
                    start..self.pos,
                    format!("nothing after `{name}{}`", head.op),
                )
                .help(format!(
                    "write the value without a space, such as {}; {field}:* finds what has one",
                    field.info().example
                )));
            }
        };
        if value == Value::Quoted(String::new()) && !matches!(head.op, "=" | "!=") {
            return Err(QueryError::new(value_span, "nothing between the quotes")
                .help(format!("-{field}:* finds what has none")));
        }
        if head.compares && !matches!(value, Value::Bare(_) | Value::Quoted(_)) {
            return Err(
                QueryError::new(value_span, format!("`{}` takes one value", head.op))
                    .help(format!("a range is {field}:from..to")),
            );
        }
        let (op, negated) = match head.op {
            "=" => (Op::Eq, false),
            "!=" => {
                self.enter(op_span)?;
                self.depth -= 1;
                (Op::Eq, true)
            }
            "<" => (Op::Lt, false),
            "<=" => (Op::Le, false),
            ">" => (Op::Gt, false),
            ">=" => (Op::Ge, false),
            _ => (Op::Has, false),
        };
        let span = start..self.pos;
        let node = Node::new(
            NodeKind::Clause(Clause {
                field,
                field_span,
                op,
                value,
                value_span,
            }),
            span.clone(),
        );
        Ok(if negated {
            Node::new(NodeKind::Not(Box::new(node)), span)
        } else {
            node
        })
    }

    /// A value of `field`, or a word of a text, that begins here.
    fn value(&mut self, field: Option<&Field>) -> Result<(Value, Range<usize>)> {
        match self.peek() {
            Some(c) if c == '\'' || is_quote(c) => return self.quoted(c),
            _ => {}
        }
        let word = self.word();
        let span = self.take(word.len());
        if begins_with_operator(word) {
            let len = word
                .find(|c| !matches!(c, '!' | ':' | '=' | '<' | '>'))
                .unwrap_or(word.len());
            let before = self.text.get(..span.start).unwrap_or_default();
            let extra = before.ends_with([':', '=', '<', '>']);
            let message = if extra {
                "two operators in a row"
            } else {
                "an operator without a field before it"
            };
            return Err(QueryError::new(span.start..span.start + len, message)
                .help("the operators are : = != < <= > >=, without spaces: komi>=6; in quotes they are text"));
        }
        if !word.contains("..") || !field.is_some_and(|field| field.value_type().is_ordered()) {
            return Ok((classify(word), span));
        }
        let (from, to) = word.split_once("..").unwrap_or_default();
        let side = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        if from.is_empty() && to.is_empty() {
            return Err(
                QueryError::new(span, "a range without a beginning and an end")
                    .help("write from..to, from.. or ..to"),
            );
        }
        if to.starts_with('.') || to.contains("..") {
            return Err(QueryError::new(span, "a range has one `..`")
                .help("write from..to, from.. or ..to"));
        }
        Ok((
            Value::Range {
                from: side(from),
                to: side(to),
            },
            span,
        ))
    }

    /// A quoted value. A double quote ends at the next one; a single one only where the word ends too, as in `'Ch'ang-ho'`.
    fn quoted(&mut self, open: char) -> Result<(Value, Range<usize>)> {
        let closes = |c: char, after: &str| match open {
            '"' => c == '"',
            '\'' => {
                c == '\''
                    && after
                        .chars()
                        .next()
                        .is_none_or(|c| c.is_whitespace() || matches!(c, ')' | '|'))
            }
            _ => is_quote(c),
        };
        let mut content = String::new();
        let mut chars = self.rest().chars();
        chars.next();
        while let Some(c) = chars.next() {
            let escaped = chars
                .as_str()
                .chars()
                .next()
                .filter(|&next| next == '\\' || next == '\'' && open == '\'' || is_quote(next));
            if let (Some(next), '\\') = (escaped, c) {
                content.push(next);
                chars.next();
            } else if closes(c, chars.as_str()) {
                let span = self.take(self.rest().len() - chars.as_str().len());
                self.end_of_value()?;
                return Ok((Value::Quoted(content), span));
            } else {
                content.push(c);
            }
        }
        let help = if open == '\'' {
            "end it with ', or write \"'\" for the character itself"
        } else {
            "end it with \"; inside quotes, \\\" is a quote"
        };
        Err(QueryError::new(
            self.pos..self.pos + open.len_utf8(),
            "a quote that is never closed",
        )
        .help(help))
    }

    /// Refuses whatever is glued to the end of a value, which would be another word.
    fn end_of_value(&self) -> Result<()> {
        match self.peek() {
            Some(c) if !c.is_whitespace() && !matches!(c, ')' | '|') => {
                let end = self.pos + self.word().len().max(c.len_utf8());
                Err(
                    QueryError::new(self.pos..end, "this is glued to the value before it")
                        .help("put a space between them, or put the whole value in quotes"),
                )
            }
            _ => Ok(()),
        }
    }
}

fn unclosed(open: Range<usize>) -> QueryError {
    QueryError::new(open, "a parenthesis that is never closed")
        .help("close it with ), or put the words in quotes")
}

fn unknown_field(span: Range<usize>, name: &str) -> QueryError {
    let way_out = match suggest(name) {
        _ if name.to_ascii_lowercase().starts_with("prop") => {
            "a root property is written prop.NAME:…".to_owned()
        }
        Some(field) => format!("did you mean `{field}`?"),
        None if name.len() < 20 && name.bytes().all(|b| b.is_ascii_uppercase()) => {
            format!("for the root property, write prop.{name}:…")
        }
        None => "in quotes it is text".to_owned(),
    };
    QueryError::new(span, format!("unknown field `{name}`"))
        .help(format!("{way_out}   (all fields: kifu-index fields)"))
}

/// One node of several parts; a part of the same kind, which stood in parentheses, gives its own parts.
fn join(
    mut parts: Vec<Node>,
    kind: fn(Vec<Node>) -> NodeKind,
    unwrap: fn(NodeKind) -> std::result::Result<Vec<Node>, NodeKind>,
) -> Node {
    if parts.len() == 1
        && let Some(node) = parts.pop()
    {
        return node;
    }
    let start = parts.first().map_or(0, |node| node.span.start);
    let end = parts.last().map_or(start, |node| node.span.end);
    let mut flat = Vec::with_capacity(parts.len());
    for Node { span, kind } in parts {
        match unwrap(kind) {
            Ok(inner) => flat.extend(inner),
            Err(kind) => flat.push(Node::new(kind, span)),
        }
    }
    Node::new(kind(flat), start..end)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    /// The tree as a list: `bare`, `«quoted»`, `start>*`, `near>~`, `[from→to]`, `<*>`, `field:{group}`.
    fn shape(node: &Node) -> String {
        let list = |sign, parts: &[Node]| {
            let parts: Vec<_> = parts.iter().map(shape).collect();
            format!("({sign} {})", parts.join(" "))
        };
        match &node.kind {
            NodeKind::And(parts) => list("&", parts),
            NodeKind::Or(parts) => list("/", parts),
            NodeKind::Not(inner) => format!("!{}", shape(inner)),
            NodeKind::Text(value) => value_shape(value),
            NodeKind::Clause(clause) => {
                format!(
                    "{:?}{}{}",
                    clause.field,
                    clause.op,
                    value_shape(&clause.value)
                )
            }
        }
    }

    fn value_shape(value: &Value) -> String {
        match value {
            Value::Bare(text) => text.clone(),
            Value::Quoted(text) => format!("«{text}»"),
            Value::Prefix(text) => format!("{text}>*"),
            Value::Fuzzy(text) => format!("{text}>~"),
            Value::Range { from, to } => {
                let side = |side: &Option<String>| side.clone().unwrap_or_default();
                format!("[{}→{}]", side(from), side(to))
            }
            Value::Any => "<*>".to_owned(),
            Value::Group(node) => format!("{{{}}}", shape(node)),
        }
    }

    fn check(cases: &[(&str, &str)]) {
        for (text, wanted) in cases {
            let query = parse(text).map_err(|e| e.render(text)).expect("a query");
            assert_eq!(
                query.root.as_ref().map(shape).unwrap_or_default(),
                *wanted,
                "{text}"
            );
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
            ("Note: x", "(& Note: x)"),
            ("黑：白", "黑：白"),
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
            (
                "P:Lee p:Lee Player:Lee PLAYER:x",
                "(& Raw(\"P\"):Lee Player:Lee Player:Lee Player:x)",
            ),
            ("RE=\"W+R\" re:W+R", "(& Raw(\"RE\")=«W+R» Result:W+R)"),
            ("-KM:*", "!Raw(\"KM\"):<*>"),
            (
                "prop.REX:a prop.5A:b prop.DT:c",
                "(& Raw(\"REX\"):a Raw(\"5A\"):b Raw(\"DT\"):c)",
            ),
            ("player=Lee", "Player=Lee"),
            ("komi!=6.5", "!Komi=6.5"),
            ("-komi!=6.5", "!!Komi=6.5"),
            (
                "komi<5 komi<=5 komi>5 komi>=-5",
                "(& Komi<5 Komi<=5 Komi>5 Komi>=-5)",
            ),
            ("komi:-6.5", "Komi:-6.5"),
            ("sort:-date", "Sort:-date"),
            ("date:1990..1995", "Date:[1990→1995]"),
            ("date:..1950 move:50..", "(& Date:[→1950] Move:[50→])"),
            ("komi:-3..5", "Komi:[-3→5]"),
            ("rank=1d..3d", "Rank=[1d→3d]"),
            ("date:1990-05 date:1990s", "(& Date:1990-05 Date:1990s)"),
            (
                "file:../a..b event:a..b DT:1..2",
                "(& File:../a..b Event:a..b Raw(\"DT\"):1..2)",
            ),
            (
                "player:Le* w:Sedl~ event:*bo* komi:*",
                "(& Player:Le>* White:Sedl>~ Event:*bo>* Komi:<*>)",
            ),
            ("player:*~ player:** *", "(& Player:*>~ Player:*>* <*>)"),
            (
                "result:? result:0 margin:B+0.5",
                "(& Result:? Result:0 Margin:B+0.5)",
            ),
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
            (
                "player:(Lee OR \"Gu Li\") x",
                "(& Player:{(/ Lee «Gu Li»)} x)",
            ),
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
        ] {
            assert_eq!(parse(text).unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn errors_say_where() {
        for (text, place, message) in [
            ("plyer:Lee", "plyer", "unknown field `plyer`"),
            ("x plyer>3", "plyer", "unknown field `plyer`"),
            ("plyer:\"Lee Sedol\"", "plyer", "unknown field `plyer`"),
            ("player1:Lee", "player1", "unknown field `player1`"),
            ("REX:Lee", "REX", "unknown field `REX`"),
            ("黑:白", "黑", "unknown field `黑`"),
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
            ("komi >= 6", ">=", "an operator without a field before it"),
            ("date:>=1990", ">=", "two operators in a row"),
            ("player==Lee", "=", "two operators in a row"),
            ("date:1990...1995", "1990...1995", "a range has one `..`"),
            ("date:1..2..3", "1..2..3", "a range has one `..`"),
            ("date:..", "..", "a range without a beginning and an end"),
            ("date<1990..1995", "1990..1995", "`<` takes one value"),
            ("komi>*", "*", "`>` takes one value"),
            (
                "player<Lee",
                "<",
                "`player` has no order, so `<` means nothing",
            ),
            ("player=(Lee)", "=", "a group takes `:`, not `=`"),
            ("position:(;B[pd])", "(", "`position` takes no group"),
            (
                "player:(Lee komi:5)",
                "komi",
                "`komi` is a field inside the parentheses of `player:`",
            ),
            ("file:a(1).sgf", "(", "this is glued to the value before it"),
            ("\"a\"~", "~", "this is glued to the value before it"),
            ("player:\"\"", "\"\"", "nothing between the quotes"),
            ("a \"\"", "\"\"", "nothing between the quotes"),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!(error.message, message, "{text}");
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
    fn spans_are_those_of_the_text() {
        let text = "李 -player:\"Lee\" (a OR b)";
        let root = parse(text).unwrap().root.unwrap();
        let NodeKind::And(parts) = &root.kind else {
            panic!("{root:?}")
        };
        let at = |span: &Range<usize>| text.get(span.clone()).unwrap();
        let spans: Vec<_> = parts.iter().map(|part| at(&part.span)).collect();
        assert_eq!(spans, ["李", "-player:\"Lee\"", "(a OR b)"]);
        assert_eq!(at(&root.span), text);
        let NodeKind::Not(inner) = &parts[1].kind else {
            panic!("{root:?}")
        };
        let NodeKind::Clause(clause) = &inner.kind else {
            panic!("{root:?}")
        };
        assert_eq!(
            (at(&clause.field_span), at(&clause.value_span)),
            ("player", "\"Lee\"")
        );
    }
}
