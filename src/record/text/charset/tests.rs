use super::*;

fn summary(bytes: &[u8]) -> (String, &'static str, &'static str, bool) {
    let d = decode(bytes);
    (d.text.into_owned(), d.charset, d.from.as_str(), d.damaged)
}

fn in_charset(label: &str, text: &str) -> Vec<u8> {
    encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned()
}

#[test]
fn plain_texts_are_borrowed() {
    for (text, charset) in
        [("(;CA[gb2312]PB[a])", "ascii"), ("(;CA[ISO-2022-KR]PB[이창호])", "utf-8"), ("", "ascii")]
    {
        let d = decode(text.as_bytes());
        assert!(matches!(d.text, Cow::Borrowed(t) if t == text));
        assert_eq!((d.charset, d.from), (charset, CharsetFrom::Utf8));
    }
    assert_eq!(decode("(;CA[GB2312]PB[柯洁])".as_bytes()).label.as_deref(), Some("GB2312"));
    assert_eq!(decode(b"(;CA[xyz-1]C[a])").label.as_deref(), Some("xyz-1"));
    assert_eq!(decode(b"(;CA[utf-8]C[a])").label, None);
}

#[test]
fn marks_and_patterns() {
    assert_eq!(summary(b"\xEF\xBB\xBF(;C[a])").2, "bom");
    let le: Vec<u8> = "(;C[囲碁])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(summary(&le), ("(;C[囲碁])".into(), "utf-16-le", "pattern", false));
    let marked = [&[0xFF, 0xFE][..], &le].concat();
    assert_eq!(summary(&marked), ("(;C[囲碁])".into(), "utf-16-le", "bom", false));
    let wrong = [&[0xFE, 0xFF][..], &le].concat();
    assert_eq!(summary(&wrong).1, "utf-16-le");
    assert_eq!(summary(b"\xFF\xFE(;C[plain])").0, "(;C[plain])");
    assert_eq!(summary(b"(;C[a\0b])").1, "ascii");
    let jis = in_charset("iso-2022-jp", "(;C[囲碁])");
    assert_eq!(summary(&jis), ("(;C[囲碁])".into(), "iso-2022-jp", "pattern", false));
}

#[test]
fn labels_count_when_the_bytes_agree() {
    let text = "(;CA[Shift_JIS]PB[表ソ予]C[能力表])";
    assert_eq!(summary(&in_charset("sjis", text)), (text.into(), "shift_jis", "ca", false));
    let text = "(;CA[KS_C_5601-1987]PB[이창호])";
    assert_eq!(summary(&in_charset("euc-kr", text)), (text.into(), "euc-kr", "ca", false));
    let text = "(;CA[UTF-8]PB[柯洁]PW[古力]C[黑中盘胜])";
    assert_eq!(summary(&in_charset("gbk", text)), (text.into(), "gbk", "detected", false));
    // Many programs write the label ISO-8859-1 whatever the charset, so the test expects detection to prevail.
    let text = "(;CA[ISO-8859-1]PB[柯洁]PW[古力]C[黑中盘胜])";
    assert_eq!(summary(&in_charset("gbk", text)), (text.into(), "gbk", "detected", false));
    let text = "(;CA[ISO-8859-1]PB[René Müller])";
    assert_eq!(summary(&in_charset("latin1", text)), (text.into(), "windows-1252", "ca", false));
    let text = "(;CA[gb2312]PB[周俊勳]PW[許功蓋]C[黑中盤勝])";
    assert_eq!(summary(&in_charset("big5", text)), (text.into(), "big5", "detected", false));
}

#[test]
fn damaged_utf8_loses_no_ascii() {
    let broken = b"(;PB[\xE7\x94\xB3\xE7\x9C\x9F\xE8\xB0];B[aa])";
    assert_eq!(summary(broken), ("(;PB[申真\u{FFFD}];B[aa])".into(), "utf-8", "utf-8", true));
    let mut bytes =
        "(;CA[gb2312]C[围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚]".as_bytes().to_vec();
    for lead in [0xC3, 0xE5, 0xF0, 0xFF, 0x80] {
        bytes.extend([lead, b']', b';', lead, b'\\', b'[']);
    }
    let (text, charset, _, damaged) = summary(&bytes);
    assert_eq!((charset, damaged), ("utf-8", true));
    let ascii = |t: &[u8]| t.iter().copied().filter(u8::is_ascii).collect::<Vec<_>>();
    assert_eq!(ascii(text.as_bytes()), ascii(&bytes));
}

#[test]
fn noise_never_fails() {
    for length in 0..300u32 {
        let noise: Vec<u8> =
            (0..length).map(|i| ((i + length).wrapping_mul(2_654_435_761) >> 21) as u8).collect();
        decode(&noise);
    }
    assert_eq!(summary(b"(;C[a\x81\x9d b\xff\xfe c])").2, "fallback");
}
