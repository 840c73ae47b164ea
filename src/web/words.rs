//! Words for the reader of a page, in the language of the thread that draws it.

use kifu_messages::{Locale, Message};
use std::cell::Cell;

thread_local! {
    static SPOKEN: Cell<Locale> = const { Cell::new(Locale::English) };
}

/// The language of this thread.
pub(crate) fn spoken() -> Locale {
    SPOKEN.get()
}

/// Does work in a language: messages that are put into words on this thread meanwhile are in it.
pub(crate) fn within<T>(locale: Locale, work: impl FnOnce() -> T) -> T {
    /// The language from before comes back also if the work panics: threads are used again.
    struct Before(Locale);
    impl Drop for Before {
        fn drop(&mut self) {
            SPOKEN.set(self.0);
        }
    }
    let _before = Before(SPOKEN.replace(locale));
    work()
}

/// A message in words.
pub(crate) fn words(message: &Message) -> String {
    message.in_language(spoken())
}

/// A message of the files in words: `say!("games", n = 3)`.
macro_rules! say {
    ($($message:tt)*) => {
        $crate::words::words(&kifu_messages::say!($($message)*))
    };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_the_thread() {
        let outer = within(Locale::Japanese, || {
            let inner = within(Locale::Korean, || say!("black"));
            (inner, say!("black"), spoken())
        });
        assert_eq!(outer, ("흑".to_owned(), "黒".to_owned(), Locale::Japanese));
        assert_eq!(say!("black"), "Black");
        let panics = std::panic::catch_unwind(|| within(Locale::Korean, || panic!("inside")));
        assert!(panics.is_err() && spoken() == Locale::English);
    }
}
