//! The files of the languages, and the words of a message in one of them.
//!
//! A file has three parts, parted by lines that begin with `###`: what commands say with an answer, errors, and pages.

use crate::Locale;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use kifu_record::text::display::thousands;
use std::sync::LazyLock;

type Bundle = FluentBundle<FluentResource>;

/// The line of a file with which its next part begins.
const PART: &str = "\n### ";

impl Locale {
    /// Its messages, by the parts of its file. Each part is parsed when a message of it, or of a later part, is needed.
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
            Locale::English => include_str!("en.ftl"),
            Locale::Simplified => include_str!("zh-Hans.ftl"),
            Locale::Traditional => include_str!("zh-Hant.ftl"),
            Locale::Japanese => include_str!("ja.ftl"),
            Locale::Korean => include_str!("ko.ftl"),
        }
    }
}

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

/// A message in this language, in English if the language has none; `{$name}` stands for arguments that are missing.
pub(crate) fn text(locale: Locale, id: &str, arguments: Option<&FluentArgs>) -> Option<String> {
    let bundles = [locale, Locale::English].into_iter().flat_map(Locale::bundles);
    bundles.into_iter().find_map(|bundle| {
        let pattern = bundle.get_message(id)?.value()?;
        let text = bundle.format_pattern(pattern, arguments, &mut Vec::new());
        Some(text.into_owned())
    })
}

/// Whether the file of a language has a message of its own with this id.
pub fn has_message(locale: Locale, id: &str) -> bool {
    locale.bundles().iter().any(|bundle| bundle.has_message(id))
}

/// All messages of a language whose ids begin with `prefix`: id, and text with `{$name}` in the place of arguments.
pub fn beginning(locale: Locale, prefix: &str) -> Vec<(&'static str, String)> {
    let ids = locale
        .file()
        .lines()
        .filter_map(|line| line.split_once(" ="))
        .filter(|(id, _)| id.starts_with(prefix));
    ids.filter_map(|(id, _)| Some((id, text(locale, id, None)?))).collect()
}
