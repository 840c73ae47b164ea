//! Finds the charset that a record names, before anything is parsed: the `CA` property, or `Lang` of UGF.

use encoding_rs::Encoding;

/// Number of bytes that are searched: for a label at the beginning of a file, and for the beginning of a game before a
/// `CA`.
const SEARCHED_BYTES: usize = 4096;
/// Length in bytes above which a value is no label.
const MAX_LABEL_BYTES: usize = 40;

/// Meaning of a charset label (the value of `CA`) for the decoder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum CharsetLabel {
    /// Label of UTF-8.
    Utf8,
    /// Label of another WHATWG encoding, except UTF-16 and "replacement".
    Known(&'static Encoding),
    /// Label of ISO-2022-KR, which the WHATWG maps to "replacement", so it is decoded here.
    Iso2022Kr,
    /// Label of HZ-GB-2312, which the WHATWG maps to "replacement", so it is decoded here.
    Hz,
    /// Label that is ignored: it says nothing (`ASCII`), or names a charset in which the bytes would look different
    /// (`UTF-16`, `UTF-7`).
    Useless,
    /// Unknown label.
    Unknown,
}

/// Returns the value of the first `CA` property in the first 4 KB, or else of `Lang=` in a UGF header, trimmed. An
/// empty value is no label.
pub(super) fn find_label(bytes: &[u8]) -> Option<&str> {
    let head = bytes.get(..SEARCHED_BYTES).unwrap_or(bytes);
    find_ca(head).or_else(|| find_lang(head))
}

fn find_lang(head: &[u8]) -> Option<&str> {
    // Nearly all files lack these letters, so this fast search is done before the header is looked for.
    memchr::memmem::find(head, b"Lang=")?;
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.find(|line| line.trim_ascii().eq_ignore_ascii_case(b"[header]"))?;
    let value = lines.find_map(|line| line.strip_prefix(b"Lang="))?;
    let label = std::str::from_utf8(value).ok()?.trim();
    (!label.is_empty() && label.len() <= MAX_LABEL_BYTES).then_some(label)
}

fn find_ca(head: &[u8]) -> Option<&str> {
    let mut places = memchr::memmem::find_iter(head, b"CA");
    let label = places.find_map(|at| value_of_ca(head, at))?;
    (!label.is_empty()).then_some(label)
}

/// Value of the property `CA` whose name begins at `at`; `None` if these letters are no property. The value is empty if
/// it has no end, is too long for a label, or is not text.
fn value_of_ca(bytes: &[u8], at: usize) -> Option<&str> {
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    if before.is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let value = bytes.get(at + 2..)?.trim_ascii_start().strip_prefix(b"[")?;
    let value = value.get(..MAX_LABEL_BYTES + 1).unwrap_or(value);
    let end = value.iter().position(|&byte| byte == b']');
    let label = end.and_then(|end| std::str::from_utf8(value.get(..end)?).ok());
    Some(label.unwrap_or("").trim())
}

/// Offsets of the games that name another charset than the game before them. A game that names none is taken to be from
/// the same file as the game before it.
pub(super) fn charset_boundaries(bytes: &[u8]) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut last: Option<&str> = None;
    let mut searched = 0;
    for at in memchr::memmem::find_iter(bytes, b"CA") {
        let label = value_of_ca(bytes, at).unwrap_or("");
        if label.is_empty() || last == Some(label) {
            continue;
        }
        let from = searched.max(at.saturating_sub(SEARCHED_BYTES));
        searched = at;
        let Some(begin) = root_start_before(bytes.get(from..at).unwrap_or_default()) else {
            continue;
        };
        let begin = from + begin;
        let is_other = match last {
            Some(last) => parse_label(last) != parse_label(label),
            None => has_tree(bytes.get(..begin).unwrap_or_default()),
        };
        last = Some(label);
        if is_other {
            cuts.push(begin);
        }
    }
    cuts
}

/// Offset of the `(` that begins a game, if `text` ends inside of that game's root node; `None` if it ends elsewhere.
/// Brackets cannot be told from halves of two-byte characters before decoding, but no charset uses `(` or `;` as such a
/// half.
fn root_start_before(text: &[u8]) -> Option<usize> {
    let before = text.trim_ascii_end().last()?;
    if !matches!(before, b';' | b']') {
        return None;
    }
    let begin = memchr::memrchr_iter(b'(', text).find(|&at| begins_node(text, at + 1))?;
    let root = text.get(begin..)?;
    let later = memchr::memchr_iter(b';', root).skip(1);
    let is_later = |at: usize| matches!(root.get(..at), Some(before) if before.trim_ascii_end().ends_with(b"]"));
    let is_variation = text.get(..begin)?.trim_ascii_end().ends_with(b"]");
    (!is_variation && !{ later }.any(is_later)).then_some(begin)
}

/// Whether the text contains the beginning of a game.
fn has_tree(text: &[u8]) -> bool {
    memchr::memchr_iter(b'(', text).any(|at| begins_node(text, at + 1))
}

fn begins_node(text: &[u8], at: usize) -> bool {
    (text.get(at..)).is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
}

/// Finds out what a label means, in any spelling.
pub(super) fn parse_label(label: &str) -> CharsetLabel {
    let plain: String =
        label.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let name = match plain.as_str() {
        "utf8" | "utf8n" | "utf8bom" | "unicode11utf8" => return CharsetLabel::Utf8,
        "ascii" | "usascii" | "ansi" | "default" | "unicode" | "utf7" | "ucs2" | "ucs4" => {
            return CharsetLabel::Useless;
        }
        _ if plain.starts_with("utf16") || plain.starts_with("utf32") => {
            return CharsetLabel::Useless;
        }
        "iso2022kr" | "csiso2022kr" => return CharsetLabel::Iso2022Kr,
        "hz" | "hzgb" | "hzgb2312" => return CharsetLabel::Hz,
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
    let known = |label: &str| Encoding::for_label_no_replacement(label.as_bytes());
    let found = if name.is_empty() {
        let is_page = |page: &&str| page.len() >= 3 && page.bytes().all(|b| b.is_ascii_digit());
        let mut pages =
            ["windows", "cp", "win"].iter().filter_map(|prefix| plain.strip_prefix(prefix));
        let page = pages.find(is_page);
        match page {
            Some(page) => {
                known(&format!("windows-{page}")).or_else(|| known(&format!("ibm{page}")))
            }
            None => known(label).or_else(|| known(&plain)),
        }
    } else {
        known(name)
    };
    match found {
        Some(e) if e == encoding_rs::UTF_8 => CharsetLabel::Utf8,
        Some(e) if e == encoding_rs::UTF_16LE || e == encoding_rs::UTF_16BE => {
            CharsetLabel::Useless
        }
        Some(e) if e == encoding_rs::X_USER_DEFINED => CharsetLabel::Unknown,
        Some(e) => CharsetLabel::Known(e),
        None => CharsetLabel::Unknown,
    }
}

/// Names of encodings in the spelling that records store, in alphabetical order.
const ENCODING_NAMES: &str = "\
    big5 euc-jp euc-kr gb18030 gbk ibm866 iso-2022-jp iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 \
    iso-8859-16 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 \
    iso-8859-8-i koi8-r koi8-u macintosh shift_jis utf-8 windows-1250 windows-1251 windows-1252 \
    windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 windows-874 \
    x-mac-cyrillic x-user-defined";

/// Returns the name of an encoding in the spelling that records store.
pub(super) fn lower_name(encoding: &'static Encoding) -> &'static str {
    let name = encoding.name();
    ENCODING_NAMES.split(' ').find(|n| n.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// Returns the static name that equals a text; `None` if it is no name of an encoding.
#[cfg(feature = "serde")]
pub(super) fn encoding_name(text: &str) -> Option<&'static str> {
    ENCODING_NAMES.split(' ').find(|name| *name == text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_property_and_nothing_like_it() {
        assert_eq!(find_label(b"(;GM[1]CA[UTF-8]PB[a]"), Some("UTF-8"));
        assert_eq!(find_label(b"(;CA [ gb2312\n]"), Some("gb2312"));
        assert_eq!(find_label(b"(;XCA[no]CA[big5]"), Some("big5"));
        assert_eq!(find_label(b"(;CA[]"), None);
        assert_eq!(find_label(b"(;CA[UTF"), None);
        assert_eq!(find_label(b"CA"), None);
        assert_eq!(find_label(b""), None);
    }

    #[test]
    fn files_are_cut_where_another_charset_is_named() {
        let places = |text: &str| -> Vec<usize> {
            text.match_indices('|').enumerate().map(|(i, (at, _))| at - i).collect()
        };
        for text in [
            "(;CA[utf-8]PB[a];B[aa])",
            "(;CA[utf-8])(;CA[UTF8])(;B[aa])|(;CA[gbk]) and |(;GM[1]CA [big5])|(\n;CA[gbk])(;CA[gbk])",
            "(;B[aa])|(;CA[gbk])",
            "text (of) (;CA[gbk])",
            // A `CA` inside of a text, in a later node or in a variation begins no other charset.
            "(;CA[gbk]C[say CA[utf-8\\]];CA[big5](;CA[sjis])(;W[aa];CA[euc-kr]))",
            "(;CA[gbk])(;CA[])(;CA[gbk])",
        ] {
            let bytes = text.replace('|', "");
            assert_eq!(charset_boundaries(bytes.as_bytes()), places(text), "{text}");
        }
    }

    #[test]
    fn labels_of_real_files() {
        let name = |l: &str| match parse_label(l) {
            CharsetLabel::Known(e) => e.name().to_ascii_lowercase(),
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
