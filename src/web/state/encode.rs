//! Percent-encoding that keeps addresses readable: characters that are legal in a query string stay as they are.

/// Encodes a value for a query string. A space becomes `+`, so a plus sign has to become `%2B`.
pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'-' | b'.' | b'_' | b'~' | b',' | b':' | b'/' | b'!' | b'*' | b'(' | b')' | b'@'
            | b'?' => {
                out.push(char::from(byte));
            }
            b' ' => out.push('+'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
