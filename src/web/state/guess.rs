//! The guess in an address of the page Practise.

/// The value of `guess` that shows the answer without a guess.
pub(crate) const SHOW_ANSWER: &str = "none";

/// The value of `guess` in an address. It is written again as it was. A move is read by who knows the position: its
/// board may have another size than that of the address, where a name means another point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct GuessText(String);

/// What the value of `guess` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess<'t> {
    /// Nothing was guessed, and the answer is not shown.
    Missing,
    /// The answer is shown without a guess.
    ShowAnswer,
    /// The name of a move, or what was typed in its place.
    Move(&'t str),
}

impl GuessText {
    /// The value as an address has it.
    pub(super) fn read(text: String) -> GuessText {
        GuessText(text)
    }

    /// What it means.
    pub(crate) fn guess(&self) -> Guess<'_> {
        match self.0.trim() {
            "" => Guess::Missing,
            SHOW_ANSWER => Guess::ShowAnswer,
            text => Guess::Move(text),
        }
    }

    /// The value in an address; empty if it has none.
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
