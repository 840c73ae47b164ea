//! Syntax tree of a query, and its canonical text.

pub mod binding;
pub(crate) mod sequence;

pub use sequence::SequenceOperand;

use super::fields::{Field, ValueType};
use super::lex::{is_plain_text, is_plain_value, read_head};
use super::unquoted::value_len;
use std::fmt;
use std::mem::discriminant;
use std::ops::Range;

/// Parsed query. It prints in its canonical form, which parses to an equal query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    /// Root of the tree; `None` for an empty query, which all games match.
    pub root: Option<QueryNode>,
}

/// Node of a query's syntax tree. Equality compares the content and ignores the byte ranges in the text.
#[derive(Debug, Clone, Eq)]
pub struct QueryNode {
    /// Byte range of the query text from which the node was parsed.
    pub span: Range<usize>,
    pub kind: NodeKind,
}

/// Content of a node of a query's syntax tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeKind {
    /// Conjunction of at least two nodes. A conjunction directly inside another one is kept only if its parentheses
    /// have a meaning: its clauses must all hold for the same hit, or for the same two players (see
    /// `language/ast/binding.rs`).
    And(Vec<QueryNode>),
    /// Disjunction of at least two nodes, none of them an `Or`.
    Or(Vec<QueryNode>),
    /// Negation of a node.
    Not(Box<QueryNode>),
    /// Field and the value that it must have.
    Clause(Clause),
    /// Sequence of at least two boards that follow one another in a game.
    Sequence(Vec<SequenceOperand>),
    /// Words without a field. Inside the parentheses of `field:( … )`, they are words of that field.
    Text(FieldValue),
}

/// Clause: field, operator and value. Equality ignores the byte ranges in the text.
#[derive(Debug, Clone, Eq)]
pub struct Clause {
    pub field: Field,
    /// Byte range of the field's name.
    pub field_span: Range<usize>,
    pub op: Op,
    pub value: FieldValue,
    /// Byte range of the value, including quotes and parentheses.
    pub value_span: Range<usize>,
}

/// Operator between a field and its value. `!=` is parsed as a negated `=`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    /// `:`, a match as the field defines it.
    Has,
    /// `=`, equality with the complete value; for dates the same as `:`.
    Eq,
    /// Operator `<`.
    Lt,
    /// Operator `<=`.
    Le,
    /// Operator `>`.
    Gt,
    /// Operator `>=`.
    Ge,
}

/// Value that a field must have, or text to search for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue {
    /// Word as written, without quotes.
    Bare(String),
    /// Beginning of a word, `Lee*`.
    Prefix(String),
    /// Word that may be misspelt, `Sedol~`.
    Fuzzy(String),
    /// Text between quotes.
    Quoted(String),
    /// Range `from..to`, where one side may be open. Only ordered fields have ranges.
    Range {
        /// First value of the range, or `None` if the range has no beginning.
        from: Option<String>,
        /// Last value of the range, or `None` if the range has no end.
        to: Option<String>,
    },
    /// Value `*`, which matches any value.
    Any,
    /// `field:( … )`: texts that belong to the field, or a query for fields of type [`ValueType::Query`].
    Group(Box<QueryNode>),
}

impl PartialEq for QueryNode {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl PartialEq for Clause {
    fn eq(&self, other: &Self) -> bool {
        self.op == other.op && self.field == other.field && self.value == other.value
    }
}

impl Query {
    /// Parts of the query that must all match: the operands of a conjunction at the root, or else the complete query as
    /// one part.
    pub fn parts(&self) -> &[QueryNode] {
        match &self.root {
            Some(QueryNode { kind: NodeKind::And(parts), .. }) => parts,
            root => root.as_slice(),
        }
    }

    /// True if the query tests only words, names, results and dates of games, which the index looks up without reading
    /// games.
    pub fn needs_only_terms(&self) -> bool {
        self.root.as_ref().is_none_or(QueryNode::needs_only_terms)
    }
}

impl QueryNode {
    pub fn new(kind: NodeKind, span: Range<usize>) -> Self {
        Self { span, kind }
    }

    fn needs_only_terms(&self) -> bool {
        match &self.kind {
            NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().all(Self::needs_only_terms),
            NodeKind::Not(part) => part.needs_only_terms(),
            NodeKind::Clause(clause) => {
                !matches!(clause.value, FieldValue::Group(_))
                    && !clause.field.is_user_data()
                    && !clause.field.is_book()
                    && matches!(
                        clause.field.value_type(),
                        ValueType::Name | ValueType::Text | ValueType::Date | ValueType::Result
                    )
            }
            NodeKind::Sequence(_) => false,
            NodeKind::Text(_) => true,
        }
    }
}

impl FieldValue {
    /// Text of a value that consists of a single text: a bare or quoted word, or the word before `*` or `~`. `None` for
    /// ranges, groups and a bare `*`.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Bare(text) | Self::Prefix(text) | Self::Fuzzy(text) | Self::Quoted(text) => {
                Some(text)
            }
            Self::Range { .. } | Self::Any | Self::Group(_) => None,
        }
    }
}

impl Op {
    /// Operator in the syntax of a query.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Has => ":",
            Self::Eq => "=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root.as_ref().map_or(Ok(()), |node| write!(f, "{node}"))
    }
}

impl fmt::Display for QueryNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_node(f, self, None)
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.field, self.op)?;
        write_value(f, &self.value, Some(&self.field), is_plain_value)
    }
}

fn write_node(f: &mut fmt::Formatter<'_>, node: &QueryNode, group: Option<&Field>) -> fmt::Result {
    match &node.kind {
        NodeKind::And(parts) => write_all(f, parts, group),
        NodeKind::Or(parts) => {
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    f.write_str(" OR ")?;
                }
                write_inner(f, part, group, matches!(part.kind, NodeKind::Or(_)))?;
            }
            Ok(())
        }
        NodeKind::Not(inner) => {
            // A negation directly inside another one is written as `NOT`, not in parentheses, which would count towards
            // the maximum nesting depth. The negation of a number in a list of numbers is written as `NOT` too, because
            // a hyphen would be read as the number's sign.
            let is_negation = matches!(inner.kind, NodeKind::Not(_)) || is_number_group(group);
            f.write_str(if is_negation { "NOT " } else { "-" })?;
            let parentheses = matches!(inner.kind, NodeKind::And(_) | NodeKind::Or(_));
            write_inner(f, inner, group, parentheses)
        }
        NodeKind::Clause(clause) => write!(f, "{clause}"),
        NodeKind::Sequence(operands) => sequence::write_sequence(f, operands),
        NodeKind::Text(value) => write_value(f, value, group, is_plain_text),
    }
}

/// Maximum number of bytes after a clause that are examined for words that the parser would read as part of the
/// clause's value.
const MAX_TAIL_BYTES: usize = 4096;

/// Writes the operands of a conjunction. An operand gets parentheses where the parser would otherwise read its end and
/// the next operand as one value: `(position:Q16) D4` is a position and a word.
fn write_all(
    f: &mut fmt::Formatter<'_>,
    parts: &[QueryNode],
    group: Option<&Field>,
) -> fmt::Result {
    let mut written: Vec<String> = Vec::with_capacity(parts.len());
    for (i, part) in parts.iter().enumerate().rev() {
        let before = i.checked_sub(1).and_then(|before| parts.get(before));
        let runs_on = || match open_clause(part) {
            Some(clause) => continues_into(clause, &written),
            None => false,
        };
        let parentheses = matches!(part.kind, NodeKind::And(_) | NodeKind::Or(_))
            || sequence::looks_like_operator(before, part, parts.get(i + 1))
            || runs_on();
        written.push(InGroup { node: part, group, parentheses }.to_string());
    }
    for (i, part) in written.iter().rev().enumerate() {
        if i > 0 {
            f.write_str(" ")?;
        }
        f.write_str(part)?;
    }
    Ok(())
}

/// True if the parser would read the beginning of the next operand as the end of a clause's value, so that the operand
/// needs parentheses. `parts` holds the text after the clause, split into operands, the last operand first.
fn continues_into(clause: &Clause, parts: &[String]) -> bool {
    let mut text = clause.to_string();
    let len = text.len();
    for part in parts.iter().rev() {
        if text.len() > len + MAX_TAIL_BYTES {
            break;
        }
        text.push(' ');
        text.push_str(part);
    }
    let value =
        read_head(&text).and_then(|head| text.get(head.value_at..).zip(Some(len - head.value_at)));
    value.is_some_and(|(value, clause_length)| {
        value_len(value, &clause.field).is_some_and(|len| len > clause_length)
    })
}

/// Clause with which the text of a node ends, if its value is written without quotes or parentheses. Only such a value
/// could continue into the text that follows.
fn open_clause(node: &QueryNode) -> Option<&Clause> {
    let clause = match &node.kind {
        NodeKind::Clause(clause) => clause,
        NodeKind::Sequence(operands) => operands.last()?.clause(),
        NodeKind::Not(inner) => open_clause(inner)?,
        NodeKind::And(_) | NodeKind::Or(_) | NodeKind::Text(_) => return None,
    };
    Some(clause)
        .filter(|clause| !matches!(clause.value, FieldValue::Quoted(_) | FieldValue::Group(_)))
}

/// True if a list in parentheses, `field:( … )`, is a list of numbers.
fn is_number_group(group: Option<&Field>) -> bool {
    group.is_some_and(|field| field.value_type() == ValueType::Number)
}

/// Node to be written as text. `group` is the field of the list in parentheses, `field:( … )`, that contains the node,
/// if one does.
struct InGroup<'n> {
    node: &'n QueryNode,
    group: Option<&'n Field>,
    parentheses: bool,
}

impl fmt::Display for InGroup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (true, NodeKind::Not(inner)) = (self.parentheses, &self.node.kind) {
            f.write_str(if matches!(inner.kind, NodeKind::Not(_)) { "NOT " } else { "-" })?;
            return write!(f, "{}", InGroup { node: inner, ..*self });
        }
        write_inner(f, self.node, self.group, self.parentheses)
    }
}

fn write_inner(
    f: &mut fmt::Formatter<'_>,
    node: &QueryNode,
    group: Option<&Field>,
    parentheses: bool,
) -> fmt::Result {
    if !parentheses {
        return write_node(f, node, group);
    }
    f.write_str("(")?;
    write_node(f, node, group)?;
    f.write_str(")")
}

fn write_value(
    f: &mut fmt::Formatter<'_>,
    value: &FieldValue,
    field: Option<&Field>,
    is_plain: fn(&str, Option<&Field>) -> bool,
) -> fmt::Result {
    match value {
        FieldValue::Bare(text) if is_plain(text, field) => f.write_str(text),
        FieldValue::Bare(text) | FieldValue::Quoted(text) => f.write_str(&quote(text)),
        FieldValue::Prefix(text) => write!(f, "{text}*"),
        FieldValue::Fuzzy(text) => write!(f, "{text}~"),
        FieldValue::Range { from, to } => {
            let [from, to] = [from, to].map(|end| end.as_deref().unwrap_or_default());
            write!(f, "{from}..{to}")
        }
        FieldValue::Any => f.write_str("*"),
        FieldValue::Group(node) => {
            let group = field.filter(|field| field.value_type() != ValueType::Query);
            write_inner(f, node, group, true)
        }
    }
}

/// Conjunction of two queries. If one of them is a conjunction, its parts are merged into the new one, as if all parts
/// had been written side by side.
pub fn conjunction(one: Query, other: Query) -> Query {
    let (one, other) = match (one.root, other.root) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => {
            return Query { root: one.or(other) };
        }
    };
    let span = one.span.start..other.span.end;
    let parts = [one, other].into_iter().flat_map(|node| match node.kind {
        NodeKind::And(parts) => parts,
        kind => vec![QueryNode::new(kind, node.span)],
    });
    let root = QueryNode::new(NodeKind::And(parts.collect()), span);
    Query { root: Some(root) }
}

/// Joins nodes to a conjunction or disjunction. A node of the same kind is replaced by its parts, unless it is a
/// conjunction whose parts are bound to each other.
pub(crate) fn join(
    first: QueryNode,
    others: Vec<QueryNode>,
    kind: fn(Vec<QueryNode>) -> NodeKind,
) -> QueryNode {
    let Some(last) = others.last() else {
        return first;
    };
    let span = first.span.start..last.span.end;
    let same = discriminant(&kind(Vec::new()));
    let mut parts = Vec::with_capacity(others.len() + 1);
    for node in std::iter::once(first).chain(others) {
        let is_same = discriminant(&node.kind) == same;
        match node.kind {
            NodeKind::And(inner) if is_same && !binding::is_bound(&inner) => parts.extend(inner),
            NodeKind::Or(inner) if is_same => parts.extend(inner),
            kind => parts.push(QueryNode::new(kind, node.span)),
        }
    }
    QueryNode::new(kind(parts), span)
}

/// Writes a value as in a query: as a clause with its field, or, if `in_group`, alone, as inside `field:( … )`.
pub fn write_field_value(field: &Field, text: &str, in_group: bool) -> String {
    let is_plain = if in_group { is_plain_text } else { is_plain_value };
    let value = if is_plain(text, Some(field)) { text.to_owned() } else { quote(text) };
    if in_group { value } else { format!("{field}:{value}") }
}

/// Puts `text` in double quotes, with `"` and `\` escaped.
pub fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::fields::FIELDS;
    use crate::parse;
    use proptest::prelude::*;

    #[test]
    fn queries_of_words() {
        for (query, is_of_words) in [
            ("", true),
            ("Lee ladder", true),
            ("player:Lee -comment:ko (event:Honinbo OR date:1990s) result:W+", true),
            ("Lee position:Q16", false),
            ("player:Lee loss>=5", false),
            ("note:tesuji", false),
            ("-(Lee pattern:XO/OX)", false),
            ("position:Q16 then position:D4", false),
            ("copy-of:(player:Lee)", false),
            ("sort:date", false),
        ] {
            let parsed = parse(query).unwrap();
            assert_eq!(parsed.needs_only_terms(), is_of_words, "{query}");
        }
    }

    const ODD: &[&str] = &[
        "then",
        "THEN",
        "OR",
        "AND",
        "NOT",
        "or",
        "-x",
        "-",
        "--",
        "'",
        "'a'",
        "\"",
        "a\"b",
        "\\",
        "a\\",
        "Ch'ang-ho",
        "W+R",
        "3..5",
        "..",
        "...",
        "*",
        "a*",
        "*a",
        "~",
        "a~",
        "~~",
        "(",
        ")",
        "a(b",
        "|",
        "a|b",
        "李世乭",
        "이세돌",
        "李　世",
        "player:Lee",
        "RE:x",
        "foo:bar",
        "foo:",
        "player:",
        "12:30",
        "http://a.b/c",
        "3-4",
        ":",
        "=x",
        "<3",
        ">",
        "!=",
        "!",
        "“x”",
        "+",
        "a b",
        "\t",
        "prop.x:y",
        "é",
        "komi>5",
        "x=y",
        "…",
    ];

    fn word() -> impl Strategy<Value = String> {
        prop_oneof![
            proptest::sample::select(ODD).prop_map(str::to_owned),
            "[a-zA-Z0-9+.'-]{1,6}",
            "[ -~“”　李\\\\\"]{1,8}"
        ]
    }

    /// Value for `text`: bare if a query can write it without quotes.
    fn bare(
        text: String,
        field: Option<&Field>,
        is_plain: fn(&str, Option<&Field>) -> bool,
    ) -> FieldValue {
        if is_plain(&text, field) { FieldValue::Bare(text) } else { FieldValue::Quoted(text) }
    }

    fn value(
        field: Option<Field>,
        is_plain: fn(&str, Option<&Field>) -> bool,
    ) -> impl Strategy<Value = FieldValue> {
        let ordered = field.as_ref().is_some_and(|f| f.value_type().is_ordered());
        (0..8u8, word(), "[a-z0-9]{1,4}", proptest::option::of("[0-9]{1,3}")).prop_map(
            move |(which, word, plain, end)| match which {
                0 => FieldValue::Prefix(plain),
                1 => FieldValue::Fuzzy(plain),
                2 => FieldValue::Any,
                3 if ordered => FieldValue::Range { from: Some(plain), to: end },
                4 if ordered => FieldValue::Range { from: None, to: Some(plain) },
                5 => FieldValue::Quoted(word),
                _ => bare(word, field.as_ref(), is_plain),
            },
        )
    }

    /// Generates trees in the shape that the parser produces: no `And` in an `And`, no `Or` in an `Or`.
    fn tree(leaf: BoxedStrategy<NodeKind>) -> BoxedStrategy<QueryNode> {
        let leaf = leaf.prop_map(|kind| QueryNode::new(kind, 0..0));
        leaf.prop_recursive(5, 40, 4, |inner| {
            let many = proptest::collection::vec(inner.clone(), 2..4);
            prop_oneof![
                many.clone().prop_map(|parts| {
                    let flat = parts.into_iter().flat_map(|p| match p.kind {
                        NodeKind::And(inner) => inner,
                        kind => vec![QueryNode::new(kind, 0..0)],
                    });
                    QueryNode::new(NodeKind::And(flat.collect()), 0..0)
                }),
                many.prop_map(|parts| {
                    let flat = parts.into_iter().flat_map(|p| match p.kind {
                        NodeKind::Or(inner) => inner,
                        kind => vec![QueryNode::new(kind, 0..0)],
                    });
                    QueryNode::new(NodeKind::Or(flat.collect()), 0..0)
                }),
                inner.prop_map(|node| QueryNode::new(NodeKind::Not(Box::new(node)), 0..0)),
            ]
        })
        .boxed()
    }

    fn field() -> impl Strategy<Value = Field> {
        let raw = proptest::sample::select(&["DT", "REX", "5A", "P"][..])
            .prop_map(|name| Field::Raw(name.to_owned()));
        prop_oneof![4 => (0..FIELDS.len()).prop_map(|i| FIELDS[i].field.clone()), 1 => raw]
    }

    fn clause() -> BoxedStrategy<NodeKind> {
        let make = |field: Field, op, value| {
            NodeKind::Clause(Clause { field, field_span: 0..0, op, value, value_span: 0..0 })
        };
        (field(), 0..8u8)
            .prop_flat_map(move |(field, which)| {
                if field.value_type() == ValueType::Query {
                    return sub_query()
                        .prop_map(move |node| {
                            make(field.clone(), Op::Has, FieldValue::Group(Box::new(node)))
                        })
                        .boxed();
                }
                let (one, two) = (field.clone(), field.clone());
                if which == 0 && field.value_type().takes_group() {
                    let leaf =
                        value(Some(field.clone()), is_plain_text).prop_map(NodeKind::Text).boxed();
                    return tree(leaf)
                        .prop_map(move |n| {
                            make(one.clone(), Op::Has, FieldValue::Group(Box::new(n)))
                        })
                        .boxed();
                }
                let any = value(Some(field.clone()), is_plain_value);
                match which {
                    1 | 2 if field.value_type().is_ordered() => {
                        let ops = proptest::sample::select(&[Op::Lt, Op::Le, Op::Gt, Op::Ge][..]);
                        (word(), ops)
                            .prop_map(move |(w, op)| {
                                make(one.clone(), op, bare(w, Some(&one), is_plain_value))
                            })
                            .boxed()
                    }
                    3 => any.prop_map(move |v| make(one.clone(), Op::Eq, v)).boxed(),
                    _ => any.prop_map(move |v| make(two.clone(), Op::Has, v)).boxed(),
                }
            })
            .boxed()
    }

    /// Generates a nested query, as `copy-of:( … )` takes it.
    fn sub_query() -> BoxedStrategy<QueryNode> {
        let of_name = |word: String| {
            NodeKind::Clause(Clause {
                field: Field::Archive,
                field_span: 0..0,
                op: Op::Has,
                value: bare(word, Some(&Field::Archive), is_plain_value),
                value_span: 0..0,
            })
        };
        let word = value(None, is_plain_text).prop_map(NodeKind::Text);
        tree(prop_oneof![word, self::word().prop_map(of_name)].boxed())
    }

    /// Generates a sequence of boards, or a single board.
    fn boards() -> BoxedStrategy<NodeKind> {
        let field = proptest::sample::select(&[Field::Position, Field::Pattern][..]);
        let board = (field, word()).prop_map(|(field, word)| Clause {
            field_span: 0..0,
            op: Op::Has,
            value: bare(word, Some(&field), is_plain_value),
            value_span: 0..0,
            field,
        });
        proptest::collection::vec(board, 1..4)
            .prop_map(|mut clauses| match clauses.len() {
                1 => NodeKind::Clause(clauses.remove(0)),
                _ => NodeKind::Sequence(
                    clauses.into_iter().filter_map(SequenceOperand::new).collect(),
                ),
            })
            .boxed()
    }

    fn query() -> impl Strategy<Value = Query> {
        let leaf = prop_oneof![
            3 => clause(),
            1 => boards(),
            1 => proptest::sample::select(&["then", "THEN"][..])
                .prop_map(|word| NodeKind::Text(FieldValue::Bare(word.to_owned()))),
            2 =>
            value(None, is_plain_text).prop_map(NodeKind::Text)
        ];
        proptest::option::weighted(0.95, tree(leaf.boxed())).prop_map(|root| Query { root })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn a_query_prints_back_as_itself(query in query()) {
            let text = query.to_string();
            let read = parse(&text);
            prop_assert!(read.is_ok(), "{} from {:?}", read.unwrap_err(), query);
            prop_assert_eq!(read.as_ref().unwrap(), &query, "{}", text);
            prop_assert_eq!(read.unwrap().to_string(), text);
        }

        #[test]
        fn any_text_is_read_or_refused(words in proptest::collection::vec(word(), 0..8), glue in "( | ?|\\(|\\)|:|-|\"|player:){1}") {
            let text = words.join(&glue);
            match parse(&text) {
                Ok(query) => prop_assert_eq!(parse(&query.to_string()), Ok(query)),
                Err(error) => {
                    prop_assert!(text.get(error.span.clone()).is_some(), "{:?} in {:?}", error, text);
                    prop_assert!(error.error_line(&text).carets.contains('^'));
                }
            }
        }
    }
}
