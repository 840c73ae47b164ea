#![allow(clippy::unwrap_used, clippy::expect_used)]

use crate::formats::json::parse;
use crate::formats::json::value::{JsonKind, JsonValue};

/// Prints a value as plain JSON, without escapes.
fn show(value: JsonValue) -> String {
    let list = |items: Vec<String>| items.join(",");
    match value.kind() {
        JsonKind::Object => {
            let entries = value.entries().map(|(key, value)| format!("{key}:{}", show(value)));
            format!("{{{}}}", list(entries.collect()))
        }
        JsonKind::Array => format!("[{}]", list(value.items().map(show).collect())),
        JsonKind::String => format!("'{}'", value.text().unwrap()),
        JsonKind::Word => value.text().map_or_else(|| format!("{}", value.is_true()), String::from),
    }
}

/// Parses a text; returns all its roots and the number of repairs.
fn read(text: &str) -> (String, usize) {
    let json = parse(text, |_| true).unwrap();
    let roots: Vec<String> = json.roots().map(show).collect();
    (roots.join(" "), json.damage.total())
}

#[test]
fn what_javascript_allows() {
    let cases = [
        ("{\"a\":[1,-2.50,1e309,.5],\"b\":{}}", "{a:[1,-2.50,1e309,.5],b:{}}"),
        ("var x = {a: true, 'b': null, `c`: 7.0, };", "{a:true,b:false,c:7}"),
        ("\u{feff}// [\nJGF = /* { */ [1, // 2\n3,]\0\0", "[1,3]"),
        ("module.exports = [];\u{a0}callback({a:[]});", "[] {a:[]}"),
        ("[\"//\", '/*', \"a\nb\", \"[{\", '\"']", "['//','/*','a\nb','[{','\"']"),
    ];
    for (text, wanted) in cases {
        assert_eq!(read(text), (wanted.to_owned(), 0), "{text}");
    }
}

#[test]
fn escapes() {
    let cases = [
        (r#"["\n\t\\\/\"\x41\u00e9\u{1F600}\q"]"#, "\n\t\\/\"Aé😀q"),
        (r#"["\ud83d\ude00 \ud800 x \udc00\ud800\u0041"]"#, "😀 \u{fffd} x \u{fffd}\u{fffd}A"),
        (r#"["\u12 \xg \u{} \u{110000} \u+123"]"#, "u12 xg u{} \u{fffd} u+123"),
        ("[\"a\\\nb\\\r\nc\\é\\", "abcé"),
    ];
    for (text, wanted) in cases {
        assert_eq!(read(text).0, format!("['{wanted}']"), "{text}");
    }
}

#[test]
fn mending() {
    let cases = [
        ("[1 2]", "[1,2]", 1),
        ("{\"a\" 1 \"b\":2}", "{a:1,b:2}", 2),
        ("{a=1}", "{a:1}", 1),
        ("{\"a\":,\"b\",c}", "{a:false,b:false,c:false}", 3),
        ("{\"a\":[1,2}", "{a:[1,2]}", 1),
        ("[{\"a\":1]", "[{a:1}]", 1),
        ("[1,],2]]", "[1]", 2),
        ("[1)2]", "[1,2]", 2),
        ("{{\"a\":1}}", "{:{a:1}}", 1),
        ("{\"a\":[{\"b\":12", "{a:[{b:false}]}", 1),
        ("{\"a\":\"bc", "{a:'bc'}", 1),
        ("{\"a\"", "{}", 1),
        ("{\"a\":", "{a:false}", 1),
    ];
    for (text, wanted, faults) in cases {
        assert_eq!(read(text), (wanted.to_owned(), faults), "{text}");
    }
}

#[test]
fn what_has_no_brackets_or_begins_otherwise() {
    for text in ["", "null", "\"[\"", "(;GM[1])", "<a>[]", "// []", "/* []", ": []"] {
        assert!(parse(text, |_| true).is_none(), "{text}");
    }
}
