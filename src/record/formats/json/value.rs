//! Typed access to the values of a [`Json`].

use super::{Json, JsonNode, ends_word, is_quote, string_length};
use std::borrow::Cow;

/// Kind of a JSON value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JsonKind {
    /// Object, `{…}`.
    Object,
    /// Array, `[…]`.
    Array,
    /// String, `"…"`, in any kind of quotes.
    String,
    /// Number, `true`, `null`, another word, or nothing where a value was expected.
    Word,
}

impl Json<'_> {
    /// Returns the outermost objects and arrays: one in JSON, several in JSON lines.
    pub(crate) fn roots(&self) -> impl Iterator<Item = JsonValue<'_>> {
        JsonValue::siblings(self, 0, self.nodes.len() as u32)
    }
}

/// Value of a [`Json`], as a reference into its list of nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonValue<'j> {
    json: &'j Json<'j>,
    index: u32,
}

impl<'j> JsonValue<'j> {
    /// Values from node `index` up to node `end`, without the values inside them.
    pub(super) fn siblings(
        json: &'j Json<'j>,
        index: u32,
        end: u32,
    ) -> impl Iterator<Item = JsonValue<'j>> + use<'j> {
        let first = (index < end).then_some(JsonValue { json, index });
        std::iter::successors(first, move |value| {
            let index = value.next();
            (index < end).then_some(JsonValue { json, index })
        })
    }

    fn node(self) -> Option<&'j JsonNode> {
        self.json.nodes.get(self.index as usize)
    }

    /// Index in the list of the node after this value and its descendants.
    fn next(self) -> u32 {
        self.node().map_or(u32::MAX, |node| node.next)
    }

    /// Byte offset in the text at which the value begins.
    pub(crate) fn offset(self) -> usize {
        self.node().map_or(0, |node| node.start as usize)
    }

    pub(crate) fn kind(self) -> JsonKind {
        match self.json.text.as_bytes().get(self.offset()) {
            Some(b'{') => JsonKind::Object,
            Some(b'[') => JsonKind::Array,
            Some(&byte) if is_quote(byte) => JsonKind::String,
            _ => JsonKind::Word,
        }
    }

    /// Whether the value is `null`.
    pub(crate) fn is_null(self) -> bool {
        self.kind() == JsonKind::Word && self.word() == "null"
    }

    /// Whether the value is an array.
    pub(crate) fn is_list(self) -> bool {
        self.kind() == JsonKind::Array
    }

    /// Whether the text ends inside or right after this value.
    pub(crate) fn is_cut(self) -> bool {
        self.json.truncated && self.next() as usize >= self.json.nodes.len()
    }

    /// Direct children of a value of this kind; a value of another kind has none.
    fn inside(self, kind: JsonKind) -> impl Iterator<Item = JsonValue<'j>> + use<'j> {
        let end = if self.kind() == kind { self.next() } else { 0 };
        JsonValue::siblings(self.json, self.index + 1, end)
    }

    /// Elements of an array; other values have none.
    pub(crate) fn items(self) -> impl Iterator<Item = JsonValue<'j>> + use<'j> {
        self.inside(JsonKind::Array)
    }

    /// Keys and values of an object in the order of the text; other values have none.
    pub(crate) fn entries(self) -> impl Iterator<Item = (Cow<'j, str>, JsonValue<'j>)> + use<'j> {
        let mut children = self.inside(JsonKind::Object);
        std::iter::from_fn(move || Some((children.next()?.key(), children.next()?)))
    }

    /// Value of a key in any letter case, since `ruleSet` of JGF 1 became `ruleset` in 2. If the key is repeated, the
    /// last one is used, as in JavaScript.
    pub(crate) fn get(self, key: &str) -> Option<JsonValue<'j>> {
        self.entries()
            .filter(|(name, _)| name.eq_ignore_ascii_case(key))
            .map(|(_, value)| value)
            .last()
    }

    fn key(self) -> Cow<'j, str> {
        match self.kind() {
            JsonKind::String => self.string(),
            _ => Cow::Borrowed(self.word()),
        }
    }

    /// Text of a number or a bare word.
    fn word(self) -> &'j str {
        let rest = self.json.text.get(self.offset()..).unwrap_or("");
        let end = rest.bytes().position(ends_word).unwrap_or(rest.len());
        rest.get(..end).unwrap_or("").trim()
    }

    fn string(self) -> Cow<'j, str> {
        let mut rest = self.json.text.get(self.offset()..).unwrap_or("").chars();
        let quote = rest.next().map_or(b'"', |quote| quote as u8);
        let rest = rest.as_str();
        let inner = rest.get(..string_length(rest, quote)).unwrap_or("");
        if inner.contains('\\') { Cow::Owned(unescape(inner)) } else { Cow::Borrowed(inner) }
    }

    /// Text of a string, or the digits of a number; a whole number loses its fraction.
    pub(crate) fn text(self) -> Option<Cow<'j, str>> {
        match self.kind() {
            JsonKind::String => Some(self.string()),
            JsonKind::Word => {
                let number = self.number()?;
                let is_integer = number.fract() == 0.0 && number.abs() < 1e15;
                Some(if is_integer {
                    Cow::Owned((number as i64).to_string())
                } else {
                    Cow::Borrowed(self.word())
                })
            }
            JsonKind::Object | JsonKind::Array => None,
        }
    }

    /// Value of a number, with or without quotes.
    pub(crate) fn number(self) -> Option<f64> {
        let text = match self.kind() {
            JsonKind::String => self.string(),
            JsonKind::Word => Cow::Borrowed(self.word()),
            JsonKind::Object | JsonKind::Array => return None,
        };
        let digits = text.trim();
        digits
            .starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
            .then(|| digits.parse().ok())?
    }

    /// Whether the value is `true`, with or without quotes, or a number other than 0.
    pub(crate) fn is_true(self) -> bool {
        match self.kind() {
            JsonKind::String => self.string().eq_ignore_ascii_case("true"),
            JsonKind::Word => {
                self.word() == "true" || self.number().is_some_and(|number| number != 0.0)
            }
            JsonKind::Object | JsonKind::Array => false,
        }
    }
}

/// Resolves the escapes of a JavaScript string. Half a surrogate pair becomes U+FFFD.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        out.push_str(plain);
        let mut chars = escaped.chars();
        let Some(c) = chars.next() else { return out };
        rest = chars.as_str();
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'v' => out.push('\u{b}'),
            '0' => out.push('\0'),
            // A backslash before a line break continues the line.
            '\n' => {}
            '\r' => rest = rest.strip_prefix('\n').unwrap_or(rest),
            'x' | 'u' => match code_unit(c, rest) {
                Some((unit, after)) => {
                    let (unit, after) = join_surrogates(unit, after);
                    out.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
                    rest = after;
                }
                None => out.push(c),
            },
            _ => out.push(c),
        }
    }
    out.push_str(rest);
    out
}

/// Reads the number after `\x` or `\u`, and returns it with the text that follows.
fn code_unit(kind: char, text: &str) -> Option<(u32, &str)> {
    let (digits, after) = match text.strip_prefix('{').filter(|_| kind == 'u') {
        // The highest code, U+10FFFF, has six digits, so the brace is at most the seventh byte.
        Some(inner) => {
            let end = inner.bytes().take(7).position(|byte| byte == b'}')?;
            (inner.get(..end)?, inner.get(end + 1..)?)
        }
        None => text.split_at_checked(if kind == 'x' { 2 } else { 4 })?,
    };
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    plain.then(|| Some((u32::from_str_radix(digits, 16).ok()?, after)))?
}

/// Joins a high surrogate with the low one that follows as another escape; any other code stays as it is.
fn join_surrogates(unit: u32, after: &str) -> (u32, &str) {
    let low = || {
        let (low, after) = code_unit('u', after.strip_prefix("\\u")?)?;
        let joined = 0x1_0000 + (unit.checked_sub(0xd800)? << 10) + low.checked_sub(0xdc00)?;
        (low < 0xe000).then_some((joined, after))
    };
    if (0xd800..0xdc00).contains(&unit) { low().unwrap_or((unit, after)) } else { (unit, after) }
}
