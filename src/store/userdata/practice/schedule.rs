//! Schedule of repetitions: the algorithm SM-2 (P. A. Woźniak, Optimization of learning, 1990, section 3.2).

use super::grade::Grade;
use serde::{Deserialize, Serialize};

/// Easiness of a new position, and the minimum easiness, in hundredths; both from SM-2.
const INITIAL_EASE: u32 = 250;
const MIN_EASE: u32 = 130;

/// Maximum interval in days: ten years.
const MAX_INTERVAL_DAYS: u32 = 3_650;

/// State of SM-2 for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Schedule {
    /// Number of consecutive answers without an error.
    pub repetitions: u32,
    /// Days from the last answer to the next; 0 for the same day.
    pub days: u32,
    /// Easiness factor of SM-2 in hundredths: by how much the interval grows.
    pub ease: u32,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule { repetitions: 0, days: 0, ease: INITIAL_EASE }
    }
}

impl Schedule {
    /// Returns the schedule after another answer.
    #[must_use]
    pub(super) fn after(self, grade: Grade) -> Schedule {
        let quality = quality(grade);
        if quality < 3 {
            // The position starts again with the same easiness, and is repeated on the same day.
            return Schedule { repetitions: 0, days: 0, ..self };
        }
        let missing = 5 - quality;
        // In hundredths: 0.1 − missing × (0.08 + missing × 0.02).
        let ease = (self.ease + 10).saturating_sub(missing * (8 + missing * 2)).max(MIN_EASE);
        let days = match self.repetitions {
            0 => 1,
            1 => 6,
            _ => self.days.saturating_mul(ease).div_ceil(100),
        };
        Schedule {
            repetitions: self.repetitions.saturating_add(1),
            days: days.min(MAX_INTERVAL_DAYS),
            ease,
        }
    }
}

/// Quality of an answer on SM-2's scale of 0 to 5. Below 3 the position counts as forgotten.
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

    /// Expected values worked out by hand from the published rules: EF' = EF + (0.1 − (5 − q) × (0.08 + (5 − q) ×
    /// 0.02)), at least 1.3; I(1) = 1, I(2) = 6, I(n) = I(n − 1) × EF, rounded up; below 3 from the beginning with the
    /// same EF.
    #[test]
    fn intervals_are_those_of_the_published_rules() {
        let rows: [(&[Grade], u32, u32); 7] = [
            (&[Right], 1, 260),
            (&[Right, Right], 6, 270),
            // Third interval: 6 × 2.8 = 16.8, rounded up to 17 days.
            (&[Right, Right, Right], 17, 280),
            // Fourth interval: 17 × 2.9 = 49.3, rounded up to 50 days.
            (&[Right, Right, Right, Right], 50, 290),
            // Easiness falls by 0.14 three times from 2.5; the third interval is 6 × 2.08 = 12.48, rounded up to 13
            // days.
            (&[Nearly, Nearly, Nearly], 13, 208),
            (&[Right, Right, Right, Wrong], 0, 280),
            // After an error the intervals are 1 and 6 days again, then 6 × 3.1 = 18.6, rounded up to 19.
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
        assert_eq!(many(Nearly).ease, MIN_EASE);
        assert_eq!(many(Right).days, MAX_INTERVAL_DAYS);
        assert_eq!(many(Wrong), Schedule::default());
    }
}
