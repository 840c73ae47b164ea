//! Message as a value that is formatted later, in any language.

use crate::{Locale, files};
use fluent_bundle::{FluentArgs, FluentValue};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Display;

/// Words for users, in any language: a message of the Fluent files with its arguments, or text that needs no
/// translation, such as a name.
///
/// The content is boxed, so that an error with a message stays small. `Display` and `Serialize` write the message in
/// English. Deserializing gives that English text, which can no longer be translated.
#[derive(Clone, PartialEq, Eq)]
pub struct Message(Box<Content>);

#[derive(Clone, PartialEq, Eq)]
enum Content {
    /// Text that is the same in all languages.
    Text(String),
    /// Message of the Fluent files.
    Known { id: Cow<'static, str>, arguments: Arguments },
    /// Messages that are written one after the other, without a separator.
    Row(Vec<Message>),
    /// Message that describes the text at this byte range of a query, so that a page can link to that text.
    Spanning(Message, Range<usize>),
}

type Arguments = Vec<(&'static str, Argument)>;

/// Argument of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Number, which also selects singular or plural.
    Number(u64),
    /// Message or name as an argument.
    Message(Message),
}

/// Piece of a formatted message: its text, and the part of the query that the text describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MessagePart {
    /// Text of the piece in the chosen language.
    pub text: String,
    /// Byte range in the query of the value that the text describes; `None` if it describes no single value.
    pub span: Option<Range<usize>>,
}

/// Arguments that are page elements stand in the formatted text as placeholder characters, one for each argument. This
/// is the first of these characters, which are in a private-use plane of Unicode.
const FIRST_SLOT: u32 = 0xF_0000;

/// Length in bytes of a placeholder character in UTF-8.
const SLOT_BYTES: usize = 4;

impl Message {
    /// Creates a message of the Fluent files; `say!` is shorter.
    pub fn new(id: impl Into<Cow<'static, str>>, arguments: Arguments) -> Message {
        Message(Box::new(Content::Known { id: id.into(), arguments }))
    }

    /// Joins messages without a separator.
    pub fn concat(messages: impl IntoIterator<Item = Message>) -> Message {
        Message(Box::new(Content::Row(messages.into_iter().collect())))
    }

    /// Joins messages, with `between` as the separator.
    pub fn join(messages: impl IntoIterator<Item = Message>, between: &Message) -> Message {
        let mut row = Vec::new();
        for message in messages {
            if !row.is_empty() {
                row.push(between.clone());
            }
            row.push(message);
        }
        Message::concat(row)
    }

    /// Records that this message describes the text at this byte range of a query, so that a page can link to that
    /// text.
    #[must_use]
    pub fn with_span(self, span: &Range<usize>) -> Message {
        Message(Box::new(Content::Spanning(self, span.clone())))
    }

    /// Replaces each text that is the same in all languages, such as a name, by the result of `change`. Translated
    /// words stay.
    #[must_use]
    pub fn map_texts(self, change: &dyn Fn(&str) -> String) -> Message {
        let content = match *self.0 {
            Content::Text(text) => Content::Text(change(&text)),
            Content::Known { id, arguments } => Content::Known {
                id,
                arguments: arguments
                    .into_iter()
                    .map(|(name, argument)| match argument {
                        Argument::Message(message) => (name, message.map_texts(change).into()),
                        number => (name, number),
                    })
                    .collect(),
            },
            Content::Row(row) => {
                Content::Row(row.into_iter().map(|message| message.map_texts(change)).collect())
            }
            Content::Spanning(message, span) => Content::Spanning(message.map_texts(change), span),
        };
        Message(Box::new(content))
    }

    /// True if any part of the message describes a part of a query (see [`with_span`](Self::with_span)).
    pub fn has_spans(&self) -> bool {
        match &*self.0 {
            Content::Text(_) => false,
            Content::Known { arguments, .. } => arguments.iter().any(|(_, argument)| {
                matches!(argument, Argument::Message(message) if message.has_spans())
            }),
            Content::Row(row) => row.iter().any(Message::has_spans),
            Content::Spanning(..) => true,
        }
    }

    /// True if the message is an empty text.
    pub fn is_empty(&self) -> bool {
        match &*self.0 {
            Content::Text(text) => text.is_empty(),
            Content::Known { .. } => false,
            Content::Row(row) => row.iter().all(Message::is_empty),
            Content::Spanning(message, _) => message.is_empty(),
        }
    }

    /// Id of the message in the Fluent files, such as `games`; `None` for a text or for several joined messages.
    pub fn id(&self) -> Option<&str> {
        match &*self.0 {
            Content::Known { id, .. } => Some(id),
            Content::Spanning(message, _) => message.id(),
            Content::Text(_) | Content::Row(_) => None,
        }
    }

    /// Names and values of the message's arguments; empty for a text or for several joined messages.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        match &*self.0 {
            Content::Known { arguments, .. } => arguments,
            Content::Spanning(message, _) => message.arguments(),
            Content::Text(_) | Content::Row(_) => &[],
        }
    }

    /// Formats the message in a language.
    pub fn in_language(&self, locale: Locale) -> String {
        match &*self.0 {
            Content::Text(text) => text.clone(),
            Content::Known { id, arguments } => {
                let arguments = arguments.iter().map(|(name, argument)| {
                    let value: FluentValue<'static> = match argument {
                        Argument::Number(number) => (*number).into(),
                        Argument::Message(message) => message.in_language(locale).into(),
                    };
                    (*name, value)
                });
                let arguments: FluentArgs = arguments.collect();
                files::format_message(locale, id, Some(&arguments))
                    .unwrap_or_else(|| id.to_string())
            }
            Content::Row(row) => row.iter().map(|message| message.in_language(locale)).collect(),
            Content::Spanning(message, _) => message.in_language(locale),
        }
    }

    /// Formats the message in a language. Each text that describes a part of a query is a piece of its own, so that a
    /// page can link to that part.
    pub fn parts(&self, locale: Locale) -> Vec<MessagePart> {
        let mut parts = Vec::new();
        self.add_parts(locale, &mut parts);
        parts
    }

    fn add_parts(&self, locale: Locale, parts: &mut Vec<MessagePart>) {
        match &*self.0 {
            _ if !self.has_spans() => add_text(parts, &self.in_language(locale)),
            Content::Text(text) => add_text(parts, text),
            Content::Row(row) => row.iter().for_each(|message| message.add_parts(locale, parts)),
            Content::Spanning(message, span) => {
                let text = message.in_language(locale);
                parts.push(MessagePart { text, span: Some(span.clone()) });
            }
            Content::Known { id, arguments } => {
                let slots: Vec<&'static str> = arguments
                    .iter()
                    .filter(|(_, argument)| argument.has_spans())
                    .map(|(name, _)| *name)
                    .collect();
                let plain = arguments.iter().filter(|(_, argument)| !argument.has_spans());
                let known = Message::new(id.clone(), plain.cloned().collect());
                for (text, slot) in known.with_slots(locale, &slots) {
                    add_text(parts, &text);
                    let name = slot.and_then(|slot| slots.get(slot));
                    let argument = arguments.iter().find(|(known, _)| Some(known) == name);
                    if let Some((_, Argument::Message(message))) = argument {
                        message.add_parts(locale, parts);
                    }
                }
            }
        }
    }

    /// Formats the message in a language, and leaves slots for the arguments that are not text, such as elements of a
    /// page.
    ///
    /// Returns texts, each with the index in `slots` of the argument that the caller inserts after it. Arguments that
    /// are not in `slots` are formatted as usual; a character in them that equals a placeholder is replaced by U+FFFD.
    pub fn with_slots(
        &self,
        locale: Locale,
        slots: &[&'static str],
    ) -> Vec<(String, Option<usize>)> {
        let is_slot = |sign: char| u32::from(sign).wrapping_sub(FIRST_SLOT) < slots.len() as u32;
        let mut message = self.clone().map_texts(&|text| text.replace(is_slot, "\u{FFFD}"));
        if let Content::Known { arguments, .. } = &mut *message.0 {
            arguments.extend(slots.iter().enumerate().filter_map(|(at, name)| {
                let sign = char::from_u32(FIRST_SLOT + at as u32)?;
                Some((*name, sign.to_string().into()))
            }));
        }
        let text = message.in_language(locale);
        let slot_of = |sign: char| is_slot(sign).then(|| (u32::from(sign) - FIRST_SLOT) as usize);
        let mut pieces = Vec::new();
        let mut from = 0;
        for (at, slot) in text.char_indices().filter_map(|(at, sign)| Some((at, slot_of(sign)?))) {
            let before = text.get(from..at).unwrap_or_default();
            pieces.push((before.to_owned(), Some(slot)));
            from = at + SLOT_BYTES;
        }
        pieces.push((text.get(from..).unwrap_or_default().to_owned(), None));
        pieces
    }
}

/// Adds text that describes no part of a query. If the last piece describes none either, the text is appended to it.
fn add_text(parts: &mut Vec<MessagePart>, text: &str) {
    match parts.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.span.is_none() => last.text.push_str(text),
        _ => parts.push(MessagePart { text: text.to_owned(), span: None }),
    }
}

impl Argument {
    fn has_spans(&self) -> bool {
        matches!(self, Argument::Message(message) if message.has_spans())
    }
}

impl Default for Message {
    fn default() -> Message {
        Message(Box::new(Content::Text(String::new())))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Locale::English))
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Content::Text(text) => text.fmt(f),
            Content::Known { id, arguments } => write!(f, "{id}{arguments:?}"),
            Content::Row(row) => row.fmt(f),
            Content::Spanning(message, span) => write!(f, "{message:?} for {span:?}"),
        }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message(Box::new(Content::Text(text)))
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Message {
        text.to_owned().into()
    }
}

impl From<Cow<'_, str>> for Message {
    fn from(text: Cow<str>) -> Message {
        text.into_owned().into()
    }
}

impl From<Display<'_>> for Message {
    fn from(path: Display) -> Message {
        path.to_string().into()
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Argument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Argument::Number(number) => serializer.serialize_u64(*number),
            Argument::Message(message) => message.serialize(serializer),
        }
    }
}

#[cfg(feature = "json-schema")]
mod schemas {
    use super::{Argument, Message};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use std::borrow::Cow;

    impl JsonSchema for Message {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            "Message".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            String::json_schema(generator)
        }
    }

    impl JsonSchema for Argument {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            "Argument".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "type": ["integer", "string"] })
        }
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        Ok(String::deserialize(deserializer)?.into())
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Argument {
        Argument::Message(message)
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Message(text.into())
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Message(text.into())
    }
}

macro_rules! numbers {
    ($($kind:ty)*) => {$(
        impl From<$kind> for Argument {
            fn from(number: $kind) -> Argument {
                Argument::Number(number as u64)
            }
        }
    )*};
}

impl From<&String> for Argument {
    fn from(text: &String) -> Argument {
        text.as_str().into()
    }
}

numbers!(u8 u16 u32 u64 usize);
