//! What a record says about its own charset: the `CA` property, or `Lang` of UGF, found before anything is parsed.

use encoding_rs::Encoding;

/// How far into a file `CA` is looked for.
const SEARCHED: usize = 4096;
/// The longest label that is believed to be one.
const LONGEST: usize = 40;

/// What a label means to the decoder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Label {
    /// UTF-8.
    Utf8,
    /// One of the WHATWG encodings, other than UTF-8, UTF-16 and "replacement".
    Known(&'static Encoding),
    /// ISO-2022-KR, which the WHATWG maps to "replacement".
    Iso2022Kr,
    /// HZ-GB-2312, which the WHATWG maps to "replacement".
    Hz,
    /// A charset that bytes without NULs cannot have, or that says nothing (`ASCII`, `UTF-16`, `UTF-7`).
    Useless,
    /// Not a label that anybody knows.
    Unknown,
}

/// The value of the first `CA` property in the first 4 KB, or else of `Lang=` in a header of UGF, trimmed. An empty one
/// counts as none.
pub(super) fn find(bytes: &[u8]) -> Option<&str> {
    let head = bytes.get(..SEARCHED).unwrap_or(bytes);
    find_ca(head).or_else(|| find_lang(head))
}

fn find_lang(head: &[u8]) -> Option<&str> {
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.find(|line| line.trim_ascii().eq_ignore_ascii_case(b"[header]"))?;
    let value = lines.find_map(|line| line.strip_prefix(b"Lang="))?;
    let label = std::str::from_utf8(value).ok()?.trim();
    (!label.is_empty() && label.len() <= LONGEST).then_some(label)
}

fn find_ca(head: &[u8]) -> Option<&str> {
    let mut from = 0;
    while let Some(hit) = memchr::memmem::find(head.get(from..)?, b"CA") {
        let at = from + hit;
        from = at + 2;
        if at
            .checked_sub(1)
            .and_then(|i| head.get(i))
            .is_some_and(u8::is_ascii_alphabetic)
        {
            continue;
        }
        let rest = head.get(from..)?.trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"[") else {
            continue;
        };
        let value = value.get(..LONGEST + 1).unwrap_or(value);
        let end = value.iter().position(|&b| b == b']')?;
        let label = std::str::from_utf8(value.get(..end)?).ok()?.trim();
        return (!label.is_empty()).then_some(label);
    }
    None
}

/// What a label means, whatever its spelling.
pub(super) fn meaning(label: &str) -> Label {
    let plain: String = label
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let name = match plain.as_str() {
        "utf8" | "utf8n" | "utf8bom" | "unicode11utf8" => return Label::Utf8,
        "ascii" | "usascii" | "ansi" | "default" | "unicode" | "utf7" | "ucs2" | "ucs4" => {
            return Label::Useless;
        }
        _ if plain.starts_with("utf16") || plain.starts_with("utf32") => return Label::Useless,
        "iso2022kr" | "csiso2022kr" => return Label::Iso2022Kr,
        "hz" | "hzgb" | "hzgb2312" => return Label::Hz,
        "euccn" | "gb" | "gbk" | "gb2312" | "gb23121980" | "gb231280" | "cngb" | "cp936"
        | "ms936" | "windows936" | "936" | "xgbk" => "gbk",
        "gb18030" | "gb180302000" | "cp54936" => "gb18030",
        "big5" | "big5hkscs" | "big5eten" | "cnbig5" | "cp950" | "ms950" | "windows950" | "950" => {
            "big5"
        }
        "sjis" | "shiftjis" | "xsjis" | "mskanji" | "windows31j" | "cp932" | "ms932"
        | "windows932" | "932" | "shiftjisx0213" | "shiftjis2004" => "shift_jis",
        "eucjp" | "ujis" | "xeucjp" | "eucjpms" => "euc-jp",
        "euckr" | "ksc5601" | "ksc56011987" | "ksc56011989" | "ks1001" | "ksx1001" | "uhc"
        | "cp949" | "ms949" | "windows949" | "949" | "korean" => "euc-kr",
        "iso2022jp" | "iso2022jp1" | "iso2022jp2" | "iso2022jp3" | "jis" => "iso-2022-jp",
        "macintosh" | "macroman" | "mac" | "xmacroman" => "macintosh",
        "koi8r" | "koi8" => "koi8-r",
        "koi8u" => "koi8-u",
        "latin1" | "iso88591" => "windows-1252",
        "latin2" => "iso-8859-2",
        _ => "",
    };
    let found = if name.is_empty() {
        let page = ["windows", "cp", "win"].iter().find_map(|p| {
            plain
                .strip_prefix(p)
                .filter(|n| n.len() >= 3 && n.bytes().all(|b| b.is_ascii_digit()))
        });
        match page {
            Some(page) => Encoding::for_label_no_replacement(format!("windows-{page}").as_bytes())
                .or_else(|| Encoding::for_label_no_replacement(format!("ibm{page}").as_bytes())),
            None => Encoding::for_label_no_replacement(label.as_bytes())
                .or_else(|| Encoding::for_label_no_replacement(plain.as_bytes())),
        }
    } else {
        Encoding::for_label_no_replacement(name.as_bytes())
    };
    match found {
        Some(e) if e == encoding_rs::UTF_8 => Label::Utf8,
        Some(e) if e == encoding_rs::UTF_16LE || e == encoding_rs::UTF_16BE => Label::Useless,
        Some(e) if e == encoding_rs::X_USER_DEFINED => Label::Unknown,
        Some(e) => Label::Known(e),
        None => Label::Unknown,
    }
}

/// An encoding's name as records keep it.
pub(super) fn lower_name(encoding: &'static Encoding) -> &'static str {
    const NAMES: [&str; 37] = [
        "big5",
        "euc-jp",
        "euc-kr",
        "gb18030",
        "gbk",
        "ibm866",
        "iso-2022-jp",
        "iso-8859-10",
        "iso-8859-13",
        "iso-8859-14",
        "iso-8859-15",
        "iso-8859-16",
        "iso-8859-2",
        "iso-8859-3",
        "iso-8859-4",
        "iso-8859-5",
        "iso-8859-6",
        "iso-8859-7",
        "iso-8859-8",
        "iso-8859-8-i",
        "koi8-r",
        "koi8-u",
        "macintosh",
        "shift_jis",
        "utf-8",
        "windows-1250",
        "windows-1251",
        "windows-1252",
        "windows-1253",
        "windows-1254",
        "windows-1255",
        "windows-1256",
        "windows-1257",
        "windows-1258",
        "windows-874",
        "x-mac-cyrillic",
        "x-user-defined",
    ];
    let name = encoding.name();
    NAMES
        .into_iter()
        .find(|n| n.eq_ignore_ascii_case(name))
        .unwrap_or(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_property_and_nothing_like_it() {
        assert_eq!(find(b"(;GM[1]CA[UTF-8]PB[a]"), Some("UTF-8"));
        assert_eq!(find(b"(;CA [ gb2312\n]"), Some("gb2312"));
        assert_eq!(find(b"(;XCA[no]CA[big5]"), Some("big5"));
        assert_eq!(find(b"(;CA[]"), None);
        assert_eq!(find(b"(;CA[UTF"), None);
        assert_eq!(find(b"CA"), None);
        assert_eq!(find(b""), None);
    }

    #[test]
    fn labels_of_real_files() {
        let name = |l: &str| match meaning(l) {
            Label::Known(e) => e.name().to_ascii_lowercase(),
            other => format!("{other:?}"),
        };
        for (label, want) in [
            ("GB2312", "gbk"),
            ("gb18030", "gb18030"),
            ("EUC-CN", "gbk"),
            ("KS_C_5601-1987", "euc-kr"),
            ("MS_KANJI", "shift_jis"),
            ("SJIS", "shift_jis"),
            ("windows-31j", "shift_jis"),
            ("big5-hkscs", "big5"),
            ("macintosh", "macintosh"),
            ("ISO8859_1", "windows-1252"),
            ("iso-8859-15", "iso-8859-15"),
            ("windows-1251", "windows-1251"),
            ("Windows1250", "windows-1250"),
            ("cp866", "ibm866"),
            ("windows-874", "windows-874"),
            ("UTF8", "Utf8"),
            ("utf_8", "Utf8"),
            ("ISO-2022-KR", "Iso2022Kr"),
            ("HZ-GB-2312", "Hz"),
            ("UTF-7", "Useless"),
            ("UTF-16LE", "Useless"),
            ("xyz-123", "Unknown"),
            ("1636827136", "Unknown"),
        ] {
            assert_eq!(name(label), want, "{label}");
        }
    }
}
