//! The languages of the messages.

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
}
