//! When a position is asked again: the algorithm SM-2 (P. A. Woźniak, Optimization of learning, 1990, section 3.2).

use super::grade::Grade;
use serde::{Deserialize, Serialize};

/// The easiness of a position that nobody has answered, and the least: in hundredths.
const FIRST_EASE: u32 = 250;
const LEAST_EASE: u32 = 130;

/// No interval is longer: ten years.
const LONGEST: u32 = 3_650;

/// What SM-2 keeps of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Schedule {
    /// How often it was answered in a row without an error.
    pub repetitions: u32,
    /// The days from the last answer to the next; 0 for the same day.
    pub days: u32,
    /// The easiness in hundredths.
    pub ease: u32,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule { repetitions: 0, days: 0, ease: FIRST_EASE }
    }
}

impl Schedule {
    /// The schedule after another answer.
    #[must_use]
    pub(super) fn after(self, grade: Grade) -> Schedule {
        let quality = quality(grade);
        if quality < 3 {
            // Learned anew, with the easiness that it has, and repeated on the same day.
            return Schedule { repetitions: 0, days: 0, ..self };
        }
        let missing = 5 - quality;
        // In hundredths: 0.1 − missing × (0.08 + missing × 0.02).
        let ease = (self.ease + 10).saturating_sub(missing * (8 + missing * 2)).max(LEAST_EASE);
        let days = match self.repetitions {
            0 => 1,
            1 => 6,
            _ => self.days.saturating_mul(ease).div_ceil(100),
        };
        Schedule { repetitions: self.repetitions.saturating_add(1), days: days.min(LONGEST), ease }
    }
}

/// How well an answer was remembered, 0 to 5. Below 3 it counts as forgotten.
fn quality(grade: Grade) -> u32 {
    match grade {
        Grade::Right => 5,
        Grade::Nearly => 3,
        Grade::Wrong => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Grade::{Nearly, Right, Wrong};

    /// Worked out by hand from the published rules: EF' = EF + (0.1 − (5 − q) × (0.08 + (5 − q) × 0.02)), at least
    /// 1.3; I(1) = 1, I(2) = 6, I(n) = I(n − 1) × EF, rounded up; below 3 from the beginning with the same EF.
    #[test]
    fn intervals_are_those_of_the_published_rules() {
        let rows: [(&[Grade], u32, u32); 7] = [
            (&[Right], 1, 260),
            (&[Right, Right], 6, 270),
            // 6 × 2.8 = 16.8.
            (&[Right, Right, Right], 17, 280),
            // 17 × 2.9 = 49.3.
            (&[Right, Right, Right, Right], 50, 290),
            // 2.5 − 0.14 three times; 6 × 2.08 = 12.48.
            (&[Nearly, Nearly, Nearly], 13, 208),
            (&[Right, Right, Right, Wrong], 0, 280),
            // Again 1 and 6, then 6 × 3.1 = 18.6.
            (&[Right, Right, Right, Wrong, Right, Right, Right], 19, 310),
        ];
        for (answers, days, ease) in rows {
            let start = Schedule::default();
            let end = answers.iter().fold(start, |state, &grade| state.after(grade));
            assert_eq!((end.days, end.ease), (days, ease), "{answers:?}");
        }
    }

    #[test]
    fn easiness_and_intervals_have_bounds() {
        let many = |grade| (0..200).fold(Schedule::default(), |state, _| state.after(grade));
        assert_eq!(many(Nearly).ease, LEAST_EASE);
        assert_eq!(many(Right).days, LONGEST);
        assert_eq!(many(Wrong), Schedule::default());
    }
}
