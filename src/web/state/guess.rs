//! The guess of a move in an address of the page Practise.

/// Value of the parameter `guess` that shows the answer although no move was guessed.
pub(crate) const SHOW_ANSWER: &str = "none";

/// Value of the parameter `guess`, as it was written. It is parsed only where the practice position is known: the size
/// of the position's board may differ from the size in the address, and decides which point a name means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct GuessText(String);

/// Meaning of the value of the parameter `guess`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess<'t> {
    /// No move was guessed, and the answer stays hidden.
    Missing,
    /// No move was guessed, but the answer is shown.
    ShowAnswer,
    /// Name of a move, or any other text that was typed.
    Move(&'t str),
}

impl GuessText {
    pub(super) fn read(text: String) -> GuessText {
        GuessText(text)
    }

    /// Tells whether the text of this parameter is a move, asks for the answer, or is missing.
    pub(crate) fn guess(&self) -> Guess<'_> {
        match self.0.trim() {
            "" => Guess::Missing,
            SHOW_ANSWER => Guess::ShowAnswer,
            text => Guess::Move(text),
        }
    }

    /// Value of the parameter `guess` in an address; empty if there is none.
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
