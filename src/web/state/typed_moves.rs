//! Moves typed into the field of a page: `Q16`, `d4 q3 D16` or `Q16, pass`.

use super::{AddressMove, PageState};
use crate::request_error::RequestError;
use kifu_messages::{Message, say};
use kifu_record::game::Stone;

/// Characters between typed moves, besides white space: commas of all languages.
const COMMAS: [char; 4] = [',', '，', '、', ';'];

/// Why typed moves cannot be played.
pub(crate) enum TypedMoveError {
    /// A text is no point of the board and no pass.
    Unreadable(RequestError),
    /// A stone is already on the point with this name.
    Taken(String),
}

impl TypedMoveError {
    /// What is wrong, and what to write instead.
    pub(crate) fn messages(self) -> (Message, Option<Message>) {
        match self {
            TypedMoveError::Unreadable(refusal) => (refusal.message, refusal.help),
            TypedMoveError::Taken(point) => (say!("position-taken", point = point), None),
        }
    }
}

impl PageState {
    /// Plays typed moves, one after the other.
    pub(crate) fn play_typed(&self, text: &str) -> Result<PageState, TypedMoveError> {
        let is_between = |c: char| c.is_whitespace() || COMMAS.contains(&c);
        let mut words = text.split(is_between).filter(|word| !word.is_empty());
        words.try_fold(self.clone(), |state, word| {
            match AddressMove::read(word, state.size).map_err(TypedMoveError::Unreadable)? {
                AddressMove::Place(point) if state.stone(point) != Stone::Empty => {
                    Err(TypedMoveError::Taken(state.point_name(point)))
                }
                step => Ok(state.play(step)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the moves after the typed ones, or the message of the mistake.
    fn typed(text: &str) -> String {
        match PageState::default().play_typed("Q16").map(|state| state.play_typed(text)) {
            Ok(Ok(state)) => {
                let names = state.played().iter().map(|step| step.name(state.size));
                names.collect::<Vec<_>>().join(" ")
            }
            Ok(Err(error)) | Err(error) => error.messages().0.to_string(),
        }
    }

    #[test]
    fn typed_moves_are_played_one_after_the_other() {
        for (text, expected) in [
            ("d4", "Q16 D4"),
            ("d4 q3 D16", "Q16 D4 Q3 D16"),
            (" D4,q3，  pass、D16 ", "Q16 D4 Q3 pass D16"),
            ("q16", "There is a stone on Q16 already."),
            ("d4 q3 d4", "There is a stone on D4 already."),
            ("d4 z99", "`z99` is not a point of this board"),
        ] {
            assert_eq!(typed(text), expected, "{text}");
        }
    }
}
