//! Messages to users as values, and their words in five languages.
//!
//! Each language has one file here, in the format of [Fluent](https://projectfluent.org). A [`Message`] is an id of
//! these files with its arguments; the code that shows it chooses the language. `Display` of a `Message` writes
//! English, the language of commands and machine-readable answers.

mod files;
mod locale;
mod message;
#[cfg(test)]
mod tests;

pub use files::{has_message, messages_with_prefix};
pub use locale::Locale;
pub use message::{Argument, Message, MessagePart};

/// Creates a message with arguments: `say!("games", n = 3)`.
#[macro_export]
macro_rules! say {
    ($id:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Message::new($id, vec![$((stringify!($name), $value.into())),*])
    };
}
