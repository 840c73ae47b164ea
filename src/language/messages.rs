//! What the page and the sentence of a query say to people, in their languages.
//!
//! Each language has one file in `src/language/messages`, in the format of [Fluent](https://projectfluent.org). English is said
//! unless [`within`] names another language, so commands and answers for programs stay in English. A file has three
//! parts, parted by lines that begin with `###`: what commands say with an answer, errors, and pages.

pub use fluent_bundle::FluentValue;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use kifu_record::text::display::thousands;
use std::cell::Cell;
use std::sync::LazyLock;

#[cfg(test)]
mod tests;

/// A language that there are messages in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Locale {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Simplified,
    /// Chinese in traditional characters.
    Traditional,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
}

impl Locale {
    /// All, in the order in which they are offered.
    pub const ALL: [Locale; 5] = [
        Locale::English,
        Locale::Simplified,
        Locale::Traditional,
        Locale::Japanese,
        Locale::Korean,
    ];

    /// Its tag after BCP 47.
    pub fn tag(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::Simplified => "zh-Hans",
            Locale::Traditional => "zh-Hant",
            Locale::Japanese => "ja",
            Locale::Korean => "ko",
        }
    }

    /// Its name in itself, where there is little room.
    pub fn sign(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::Simplified => "简",
            Locale::Traditional => "繁",
            Locale::Japanese => "日",
            Locale::Korean => "한",
        }
    }

    /// Its name in itself.
    pub fn name(self) -> &'static str {
        match self {
            Locale::English => "English",
            Locale::Simplified => "简体中文",
            Locale::Traditional => "繁體中文",
            Locale::Japanese => "日本語",
            Locale::Korean => "한국어",
        }
    }

    /// The language of a tag such as `ja-JP` or `zh-TW`, if there are messages in it.
    pub fn of_tag(tag: &str) -> Option<Locale> {
        let tag = tag.trim().to_ascii_lowercase().replace('_', "-");
        let mut parts = tag.split('-');
        match parts.next()? {
            "en" => Some(Locale::English),
            "ja" => Some(Locale::Japanese),
            "ko" => Some(Locale::Korean),
            "zh" => {
                // The script, or else a place where one is usual.
                let script = |part| match part {
                    "hans" | "cn" | "sg" | "my" => Some(Locale::Simplified),
                    "hant" | "tw" | "hk" | "mo" => Some(Locale::Traditional),
                    _ => None,
                };
                Some(parts.find_map(script).unwrap_or(Locale::Simplified))
            }
            _ => None,
        }
    }

    /// The first language that there are messages in of a header `Accept-Language` (RFC 9110, 12.5.4).
    pub fn preferred(header: &str) -> Option<Locale> {
        let wanted = header.split(',').filter_map(|item| {
            let (tag, weight) = item.split_once(';').unwrap_or((item, "q=1"));
            let weight = weight.trim().strip_prefix("q=")?.parse::<f32>().ok()?;
            Some((Locale::of_tag(tag)?, weight)).filter(|_| weight > 0.0)
        });
        // Of those that are wanted equally, the first.
        let best = wanted.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(locale, _)| locale)
    }

    /// Its messages: what commands say with an answer, what is wrong with a question, and what pages alone say. Each
    /// part of a file is parsed when something of it, or of a later part, is said.
    fn bundles(self) -> &'static [LazyLock<Bundle>; 3] {
        macro_rules! bundles {
            ($($locale:ident)*) => {
                [$([
                    LazyLock::new(|| bundle(Locale::$locale, 0)),
                    LazyLock::new(|| bundle(Locale::$locale, 1)),
                    LazyLock::new(|| bundle(Locale::$locale, 2)),
                ]),*]
            };
        }
        static BUNDLES: [[LazyLock<Bundle>; 3]; 5] =
            bundles!(English Simplified Traditional Japanese Korean);
        &BUNDLES[self as usize]
    }

    fn file(self) -> &'static str {
        match self {
            Locale::English => include_str!("messages/en.ftl"),
            Locale::Simplified => include_str!("messages/zh-Hans.ftl"),
            Locale::Traditional => include_str!("messages/zh-Hant.ftl"),
            Locale::Japanese => include_str!("messages/ja.ftl"),
            Locale::Korean => include_str!("messages/ko.ftl"),
        }
    }
}

type Bundle = FluentBundle<FluentResource>;

/// The line of a file with which its next part begins.
const PART: &str = "\n### ";

fn bundle(locale: Locale, part: usize) -> Bundle {
    let text = locale.file().split(PART).nth(part).unwrap_or_default();
    // Of the line itself, what is left is a comment.
    let text = if part == 0 { text.to_owned() } else { format!("# {text}") };
    let mut bundle = FluentBundle::new_concurrent(vec![locale.tag().parse().unwrap_or_default()]);
    // What can be read of a file is used; a test reads all of each.
    let file = FluentResource::try_new(text);
    bundle.add_resource_overriding(file.unwrap_or_else(|(part, _)| part));
    // The characters that keep directions apart would be in every text; names have elements for that.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) if number.value.fract() == 0.0 && number.value >= 0.0 => {
            Some(thousands(number.value as u64))
        }
        _ => None,
    }));
    bundle
}

thread_local! {
    static SPOKEN: Cell<Locale> = const { Cell::new(Locale::English) };
}

/// The language of this thread.
pub fn spoken() -> Locale {
    SPOKEN.get()
}

/// Does something in a language: what it says on this thread is said in it.
pub fn within<T>(locale: Locale, work: impl FnOnce() -> T) -> T {
    /// The language from before comes back also if the work panics: threads are used again.
    struct Before(Locale);
    impl Drop for Before {
        fn drop(&mut self) {
            SPOKEN.set(self.0);
        }
    }
    let _before = Before(SPOKEN.replace(locale));
    work()
}

/// Says a message with its values; `say!("games", n = 3)` is its short form.
pub fn message(id: &str, values: &[(&'static str, FluentValue)]) -> String {
    let values: FluentArgs = values.iter().cloned().collect();
    said(spoken(), id, Some(&values)).unwrap_or_else(|| id.to_owned())
}

/// Says a message that the English file lacks; its English is given here.
pub fn message_or(id: &str, english: &str) -> String {
    said(spoken(), id, None).unwrap_or_else(|| english.to_owned())
}

/// A message in this language, in English if it has none, with `{$name}` in the place of values that are not given.
fn said(locale: Locale, id: &str, values: Option<&FluentArgs>) -> Option<String> {
    let bundles = [locale, Locale::English].into_iter().flat_map(Locale::bundles);
    bundles.into_iter().find_map(|bundle| {
        let pattern = bundle.get_message(id)?.value()?;
        let text = bundle.format_pattern(pattern, values, &mut Vec::new());
        Some(text.into_owned())
    })
}

/// The first of the characters that stand for what is no text, in a plane that Unicode gives to nobody.
const SLOTS: u32 = 0xF_0000;

const SLOT_LENGTH: usize = 4;

/// A message in which some values are more than text, as its pieces: text, and the number of the slot behind it.
pub fn with_slots(
    id: &str,
    values: &[(&'static str, FluentValue)],
    slots: &[&'static str],
) -> Vec<(String, Option<usize>)> {
    let slot = |(at, name): (usize, &&'static str)| {
        let sign = char::from_u32(SLOTS + at as u32)?;
        Some((*name, FluentValue::from(sign.to_string())))
    };
    let all = values.iter().cloned().chain(slots.iter().enumerate().filter_map(slot));
    let text = message(id, &all.collect::<Vec<_>>());
    let mut pieces = Vec::new();
    let slot_of =
        |c: char| Some((c as u32).checked_sub(SLOTS)? as usize).filter(|at| *at < slots.len());
    let signs = text.char_indices();
    let mut from = 0;
    for (at, slot) in signs.filter_map(|(at, sign)| Some((at, slot_of(sign)?))) {
        let before = text.get(from..at).unwrap_or_default();
        pieces.push((before.to_owned(), Some(slot)));
        from = at + SLOT_LENGTH;
    }
    pieces.push((text.get(from..).unwrap_or_default().to_owned(), None));
    pieces
}

/// All messages of a language whose ids begin so: id, and text with `{$name}` in the place of values.
pub fn beginning(locale: Locale, prefix: &str) -> Vec<(&'static str, String)> {
    let ids = locale
        .file()
        .lines()
        .filter_map(|line| line.split_once(" ="))
        .filter(|(id, _)| id.starts_with(prefix));
    ids.filter_map(|(id, _)| Some((id, said(locale, id, None)?))).collect()
}

/// Says a message in the language of this thread: `say!("games", n = 3)`.
#[macro_export]
macro_rules! say {
    ($id:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::messages::message($id, &[$((stringify!($name), $value.into())),*])
    };
}
pub use say;
