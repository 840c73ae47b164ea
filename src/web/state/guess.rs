//! The guess in an address of the page Practise.

/// Value of `guess` that shows the answer without a guess.
pub(crate) const SHOW_ANSWER: &str = "none";

/// Value of `guess` in an address, kept as it was written. It is parsed only where the position is known, since the
/// size of its board may differ from that of the address and decides which point a name means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct GuessText(String);

/// Meaning of the value of `guess`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess<'t> {
    /// No guess, and the answer is hidden.
    Missing,
    /// The answer is shown without a guess.
    ShowAnswer,
    /// Name of a move, or other text that was typed.
    Move(&'t str),
}

impl GuessText {
    pub(super) fn read(text: String) -> GuessText {
        GuessText(text)
    }

    /// Meaning of this value of `guess`.
    pub(crate) fn guess(&self) -> Guess<'_> {
        match self.0.trim() {
            "" => Guess::Missing,
            SHOW_ANSWER => Guess::ShowAnswer,
            text => Guess::Move(text),
        }
    }

    /// Value of `guess` in an address; empty if there is none.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_read_without_the_spaces_around_it_and_written_with_them() {
        for (text, guess) in [
            ("", Guess::Missing),
            (" ", Guess::Missing),
            ("none", Guess::ShowAnswer),
            (" none ", Guess::ShowAnswer),
            ("None", Guess::Move("None")),
            ("q16", Guess::Move("q16")),
            (" Q16", Guess::Move("Q16")),
            ("pass", Guess::Move("pass")),
            ("R99", Guess::Move("R99")),
        ] {
            let value = GuessText::read(text.to_owned());
            assert_eq!(value.guess(), guess, "{text}");
            assert_eq!(value.text(), text);
        }
    }
}
