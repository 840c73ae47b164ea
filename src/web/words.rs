//! Macro that formats the messages of a page.

/// Formats a message in a language: `say!(locale, "games", n = 3)`.
macro_rules! say {
    ($locale:expr, $($message:tt)*) => {
        kifu_messages::say!($($message)*).in_language($locale)
    };
}
pub(crate) use say;
