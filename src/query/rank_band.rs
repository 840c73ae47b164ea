//! Ranges of ranks by which games are grouped.

use kifu_record::rank::Rank;
use serde::{Deserialize, Serialize};

/// Range of ranks by which games are grouped, such as 1d to 3d.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct RankBand(u8);

impl RankBand {
    /// First rank of each band, by its number on the scale of [`Rank`], and the name of the band.
    const BANDS: [(u8, &'static str); 8] = [
        (1, "40k-20k"),
        (22, "19k-10k"),
        (32, "9k-5k"),
        (37, "4k-1k"),
        (41, "1d-3d"),
        (44, "4d-6d"),
        (47, "7d-10d"),
        (51, "1p-9p"),
    ];

    /// The band of a rank.
    pub fn of_rank(rank: Rank) -> RankBand {
        let after = Self::BANDS.iter().take_while(|(first, _)| *first <= rank.number()).count();
        RankBand(after.saturating_sub(1) as u8)
    }

    /// The band with this number in the order of ranks.
    pub fn from_number(number: u16) -> Option<RankBand> {
        let number = u8::try_from(number).ok()?;
        (usize::from(number) < Self::BANDS.len()).then_some(RankBand(number))
    }

    /// Number by which bands sort, from the weakest players to professionals.
    pub fn number(self) -> u16 {
        self.0.into()
    }

    /// First and last rank of the band: `1d-3d`.
    pub fn name(self) -> &'static str {
        Self::BANDS.get(usize::from(self.0)).map_or("", |(_, name)| name)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_is_in_the_band_that_names_it() {
        for number in 0..=u8::MAX {
            let Some(rank) = Rank::from_number(number) else { continue };
            let band = RankBand::of_rank(rank);
            let (first, last) = band.name().split_once('-').unwrap();
            let [first, last] = [first, last].map(|text| Rank::parse(text).unwrap().number());
            let is_weakest = band.number() == 0 && number < first;
            assert!(is_weakest || (first..=last).contains(&number), "{rank}");
            assert_eq!(RankBand::from_number(band.number()), Some(band));
        }
        assert_eq!(RankBand::from_number(8), None);
        assert_eq!(RankBand::from_number(u16::MAX), None);
    }
}
