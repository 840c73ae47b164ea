//! Languages of the messages.

use serde::{Deserialize, Serialize};

/// Language in which there are messages. In requests to the engine it is its tag, such as `ja`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub enum Locale {
    #[default]
    #[serde(rename = "en")]
    English,
    /// Chinese in simplified characters.
    #[serde(rename = "zh-Hans")]
    Simplified,
    /// Chinese in traditional characters.
    #[serde(rename = "zh-Hant")]
    Traditional,
    #[serde(rename = "ja")]
    Japanese,
    #[serde(rename = "ko")]
    Korean,
}

impl Locale {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Locale; 5] = [
        Locale::English,
        Locale::Simplified,
        Locale::Traditional,
        Locale::Japanese,
        Locale::Korean,
    ];

    /// BCP 47 tag of the language.
    pub fn tag(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::Simplified => "zh-Hans",
            Locale::Traditional => "zh-Hant",
            Locale::Japanese => "ja",
            Locale::Korean => "ko",
        }
    }

    /// Short name of the language in the language itself.
    pub fn short_name(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::Simplified => "简",
            Locale::Traditional => "繁",
            Locale::Japanese => "日",
            Locale::Korean => "한",
        }
    }

    /// Name of the language in the language itself.
    pub fn name(self) -> &'static str {
        match self {
            Locale::English => "English",
            Locale::Simplified => "简体中文",
            Locale::Traditional => "繁體中文",
            Locale::Japanese => "日本語",
            Locale::Korean => "한국어",
        }
    }

    /// Language for a tag such as `ja-JP` or `zh-TW`, if there are messages in it.
    pub fn from_tag(tag: &str) -> Option<Locale> {
        let tag = tag.trim().to_ascii_lowercase().replace('_', "-");
        let mut parts = tag.split('-');
        match parts.next()? {
            "en" => Some(Locale::English),
            "ja" => Some(Locale::Japanese),
            "ko" => Some(Locale::Korean),
            "zh" => {
                // If the tag names a script (`hant`), the script decides; otherwise the region decides, by the script
                // usual in it (`tw`: traditional characters).
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

    /// Preferred language of an `Accept-Language` header (RFC 9110, 12.5.4) among those with messages.
    pub fn preferred(header: &str) -> Option<Locale> {
        let weighted = header.split(',').filter_map(|item| {
            let (tag, weight) = item.split_once(';').unwrap_or((item, "q=1"));
            let weight = weight.trim().strip_prefix("q=")?.parse::<f32>().ok()?;
            Some((Locale::from_tag(tag)?, weight)).filter(|_| weight > 0.0)
        });
        // Of several languages with the same weight, the header's first one is taken.
        let best = weighted.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(locale, _)| locale)
    }
}
