//! Serialisation of a charset as a pair: `["gbk","detected"]`.

use super::unicode::WideForm;
use super::{Charset, CharsetFrom, USUAL_CHARSETS, label};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

impl Serialize for Charset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.name, self.from).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Charset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Charset, D::Error> {
        let (CharsetName(name), from) = <(CharsetName, CharsetFrom)>::deserialize(deserializer)?;
        Ok(Charset { name, from })
    }
}

/// Name of a charset. Reading maps a stored name to the static one, so it takes no memory.
struct CharsetName(&'static str);

impl<'de> Deserialize<'de> for CharsetName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CharsetName, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = CharsetName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a charset")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<CharsetName, E> {
        let name = charset_name(text).ok_or_else(|| E::unknown_variant(text, &USUAL_CHARSETS))?;
        Ok(CharsetName(name))
    }
}

/// Returns the static name that equals a text; `None` if the text names no charset. The usual ones are compared first,
/// because nearly all stored charsets are among them.
fn charset_name(text: &str) -> Option<&'static str> {
    let others = WideForm::ALL.map(WideForm::name).into_iter().chain(["hz-gb-2312", "iso-2022-kr"]);
    let mut names = USUAL_CHARSETS.into_iter().chain(others);
    names.find(|name| *name == text).or_else(|| label::encoding_name(text))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{decode, label};
    use super::*;

    #[test]
    fn charsets_are_pairs_of_names() {
        let text = r#"["gbk","detected"]"#;
        let charset: Charset = serde_json::from_str(text).unwrap();
        assert_eq!(charset, Charset { name: "gbk", from: CharsetFrom::Detected });
        assert_eq!(serde_json::to_string(&charset).unwrap(), text);
        for odd in [r#"["gbk","x"]"#, r#"["x","ca"]"#, r#"["GBK","ca"]"#, r#"["gbk"]"#, "{}", "7"] {
            assert!(serde_json::from_str::<Charset>(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn all_charsets_of_texts_can_be_stored() {
        let labels = "utf-8 utf-16le big5 euc-jp euc-kr gb18030 gbk ibm866 iso-2022-jp iso-8859-2 \
            iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 \
            iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh shift_jis \
            windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 \
            windows-1256 windows-1257 windows-1258 x-mac-cyrillic";
        for name in labels.split(' ') {
            let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
            let is_decoded = matches!(label::parse_label(name), label::CharsetLabel::Known(_));
            let lower = label::lower_name(encoding);
            assert!(!is_decoded || charset_name(lower) == Some(lower), "{name}");
        }
        for bytes in [
            &b"(;CA[HZ-GB-2312]PB[~{;;~}])"[..],
            b"(;CA[ISO-2022-KR]PB[\x1b$)C\x0e0!\x0f])",
            b"(;PB[a])",
            b"\xEF\xBB\xBF(;PB[a])",
            b"(\0;\0P\0B\0[\0a\0]\0)\0",
            b"\0(\0;\0P\0B\0[\0a\0]\0)",
            b"\xFF\xFE\0\0(\0\0\0;\0\0\0)\0\0\0",
            b"\0\0\xFE\xFF\0\0\0(\0\0\0;\0\0\0)",
        ] {
            let name = decode(bytes).charset;
            assert_eq!(charset_name(name), Some(name));
        }
    }
}
