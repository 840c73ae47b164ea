//! Fluent files of the languages, and formatting of messages.
//!
//! A file has three parts, separated by lines that begin with `###`: command output, errors, and pages.

use crate::Locale;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use kifu_record::text::display::format_thousands;
use std::sync::LazyLock;

type Bundle = FluentBundle<FluentResource>;

/// Separator between the parts of a file.
const PART_SEPARATOR: &str = "\n### ";

impl Locale {
    /// Messages of the language, one bundle for each part of its file. A part is parsed when a message of it, or of a
    /// later part, is needed.
    fn bundles(self) -> &'static [LazyLock<Bundle>; 3] {
        macro_rules! bundles {
            ($($locale:ident)*) => {
                [$([
                    LazyLock::new(|| parse_bundle(Locale::$locale, 0)),
                    LazyLock::new(|| parse_bundle(Locale::$locale, 1)),
                    LazyLock::new(|| parse_bundle(Locale::$locale, 2)),
                ]),*]
            };
        }
        static BUNDLES: [[LazyLock<Bundle>; 3]; 5] =
            bundles!(English Simplified Traditional Japanese Korean);
        &BUNDLES[self as usize]
    }

    fn file(self) -> &'static str {
        match self {
            Locale::English => include_str!("en.ftl"),
            Locale::Simplified => include_str!("zh-Hans.ftl"),
            Locale::Traditional => include_str!("zh-Hant.ftl"),
            Locale::Japanese => include_str!("ja.ftl"),
            Locale::Korean => include_str!("ko.ftl"),
        }
    }
}

fn parse_bundle(locale: Locale, part: usize) -> Bundle {
    let text = locale.file().split(PART_SEPARATOR).nth(part).unwrap_or_default();
    // The text after the split begins with the rest of the separator line, such as a title after `###`. The `#` put
    // before it makes it a comment.
    let text = if part == 0 { text.to_owned() } else { format!("# {text}") };
    let mut bundle = FluentBundle::new_concurrent(vec![locale.tag().parse().unwrap_or_default()]);
    // A test checks that every file is valid. If one is not, its valid messages are used all the same.
    let file = FluentResource::try_new(text);
    bundle.add_resource_overriding(file.unwrap_or_else(|(part, _)| part));
    // By default, Fluent puts invisible characters around each argument to isolate its text direction. Terminals and
    // JSON should not get those; pages isolate directions with HTML elements.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) if number.value.fract() == 0.0 && number.value >= 0.0 => {
            Some(format_thousands(number.value as u64))
        }
        _ => None,
    }));
    bundle
}

/// Formats a message in a language, or in English if the language lacks it. Missing arguments are written as `{$name}`.
pub(crate) fn format_message(
    locale: Locale,
    id: &str,
    arguments: Option<&FluentArgs>,
) -> Option<String> {
    let bundles = [locale, Locale::English].into_iter().flat_map(Locale::bundles);
    bundles.into_iter().find_map(|bundle| {
        let pattern = bundle.get_message(id)?.value()?;
        let text = bundle.format_pattern(pattern, arguments, &mut Vec::new());
        Some(text.into_owned())
    })
}

/// True if the file of a language has a message with this id.
pub fn has_message(locale: Locale, id: &str) -> bool {
    locale.bundles().iter().any(|bundle| bundle.has_message(id))
}

/// All messages of a language whose ids begin with `prefix`: each message's id, and its text with `{$name}` in place of
/// arguments.
pub fn messages_with_prefix(locale: Locale, prefix: &str) -> Vec<(&'static str, String)> {
    let ids = locale
        .file()
        .lines()
        .filter_map(|line| line.split_once(" ="))
        .filter(|(id, _)| id.starts_with(prefix));
    ids.filter_map(|(id, _)| Some((id, format_message(locale, id, None)?))).collect()
}
