//! Links to files on terminals that support them (OSC 8).

use std::path::Path;
use std::sync::OnceLock;

/// True if the environment variables say that the terminal supports links. A terminal without support may print the
/// escape sequence as letters, so only terminals known to support links count.
///
/// This is written by hand: the crate supports-hyperlinks knows fewer terminals, and mistakes a multiplexer or a dumb
/// terminal inside one of them for that terminal.
pub fn are_supported(env: &impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| env(name).filter(|value| !value.is_empty());
    let term = set("TERM").unwrap_or_default();
    // Multiplexers pass on the variables of the terminal around them, but not its links.
    if term == "dumb" || term.starts_with("screen") || term.starts_with("tmux") {
        return false;
    }
    let vte = set("VTE_VERSION").and_then(|version| version.parse::<u32>().ok());
    let program = set("TERM_PROGRAM").unwrap_or_default();
    const PROGRAMS: [&str; 9] = [
        "iTerm.app",
        "WezTerm",
        "vscode",
        "Hyper",
        "ghostty",
        "terminology",
        "zed",
        "rio",
        "WarpTerminal",
    ];
    const TERMS: [&str; 8] = [
        "xterm-kitty",
        "xterm-ghostty",
        "alacritty",
        "alacritty-direct",
        "foot",
        "foot-extra",
        "contour",
        "wezterm",
    ];
    const VARIABLES: [&str; 5] =
        ["KITTY_WINDOW_ID", "WEZTERM_PANE", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"];
    vte.is_some_and(|version| version >= 5000)
        || PROGRAMS.contains(&program.as_str())
        || TERMS.contains(&term.as_str())
        || set("COLORTERM").is_some_and(|value| value == "xfce4-terminal")
        || VARIABLES.iter().any(|name| set(name).is_some())
}

/// Wraps a text in the escape sequence of a link.
pub(crate) fn hyperlink(address: &str, text: &str) -> String {
    format!("\x1B]8;;{address}\x1B\\{text}\x1B]8;;\x1B\\")
}

/// Returns the `file:` URL of a path. The host name keeps a terminal from opening a file of the same name on another
/// machine.
pub(crate) fn file_url(path: &Path) -> String {
    let mut address = format!("file://{}", host_name());
    let bytes = path.as_os_str().as_encoded_bytes();
    if !bytes.starts_with(b"/") {
        address.push('/');
    }
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                address.push(char::from(byte));
            }
            b':' | b'\\' if cfg!(windows) => {
                address.push(if byte == b':' { ':' } else { '/' });
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

/// Returns this machine's name as the system gives it in a file. Where it does not, the name is empty, which in a URL
/// stands for this machine as well.
fn host_name() -> &'static str {
    static HOST: OnceLock<String> = OnceLock::new();
    HOST.get_or_init(|| {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        let name = name.trim();
        let name = if name.chars().all(plain) { name } else { "" };
        name.to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals() {
        let is_supported = |set: &[(&str, &str)]| {
            are_supported(&|name: &str| {
                set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(!is_supported(&[]));
        assert!(!is_supported(&[("TERM", "xterm-256color")]));
        assert!(is_supported(&[("TERM", "xterm-256color"), ("VTE_VERSION", "6003")]));
        assert!(!is_supported(&[("TERM", "xterm-256color"), ("VTE_VERSION", "4800")]));
        assert!(!is_supported(&[("TERM", "tmux-256color"), ("VTE_VERSION", "6003")]));
        assert!(is_supported(&[("TERM", "xterm-kitty")]));
        assert!(is_supported(&[("TERM_PROGRAM", "iTerm.app")]));
        assert!(!is_supported(&[("TERM_PROGRAM", "Apple_Terminal")]));
        assert!(is_supported(&[("WT_SESSION", "x")]));
        assert!(!is_supported(&[("TERM", "dumb"), ("WT_SESSION", "x")]));
    }

    #[test]
    fn addresses() {
        let address = file_url(Path::new("/games/囲碁 [1].sgf"));
        assert!(address.starts_with("file://"), "{address}");
        assert!(address.ends_with("/games/%E5%9B%B2%E7%A2%81%20%5B1%5D.sgf"), "{address}");
        assert_eq!(hyperlink("file:///a", "b"), "\x1B]8;;file:///a\x1B\\b\x1B]8;;\x1B\\");
    }
}
