//! Results of earlier comparisons of games, stored from one commit to the next. Comparing games is nearly all that
//! finding copies costs.

use crate::index::bits::u64_at;
use kifu_record::game::hash::mix;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Relation between two games that were compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bond {
    None,
    /// The two games are copies of one game.
    Copy,
    /// One game is the beginning of the other.
    Beginning,
}

/// Ids of two games, in the order in which they were compared.
type Pair = (u64, u64);

/// Known relations of pairs of games. An id is a hash of everything that is compared, so a relation stays true.
#[derive(Debug, Default)]
pub(super) struct Bonds {
    known: HashMap<Pair, Asked, BuildHasherDefault<PairHasher>>,
}

#[derive(Clone, Copy, Debug)]
struct Asked {
    bond: Bond,
    /// True if the relation was used since it was read from the file.
    now: bool,
}

/// Bytes of one stored pair: two ids of 8 bytes, then the relation.
const BYTES: usize = 17;

impl Bonds {
    /// Returns the relation of two games. Calls `compare` if it is not known yet.
    pub(super) fn get<E>(
        &mut self,
        pair: Pair,
        compare: impl FnOnce() -> Result<Bond, E>,
    ) -> Result<Bond, E> {
        if let Some(asked) = self.known.get_mut(&pair) {
            asked.now = true;
            return Ok(asked.bond);
        }
        let bond = compare()?;
        self.known.insert(pair, Asked { bond, now: true });
        Ok(bond)
    }

    /// Encodes the relations that were used, in the order of the ids. Relations that were not used belong to games that
    /// are gone.
    pub(super) fn encode(&self) -> Vec<u8> {
        let asked = self.known.iter().filter(|(_, asked)| asked.now);
        let mut asked: Vec<(Pair, Bond)> = asked.map(|(pair, asked)| (*pair, asked.bond)).collect();
        asked.sort_unstable_by_key(|(pair, _)| *pair);
        let mut bytes = Vec::with_capacity(asked.len() * BYTES);
        for ((a, b), bond) in asked {
            bytes.extend(a.to_le_bytes());
            bytes.extend(b.to_le_bytes());
            bytes.push(bond as u8);
        }
        bytes
    }

    /// Decodes what [`encode`](Self::encode) returned; empty if the bytes are damaged.
    pub(super) fn decode(bytes: &[u8]) -> Bonds {
        let (bonds, rest) = bytes.as_chunks::<BYTES>();
        let bonds = bonds.iter().map(|bytes| {
            let bond = match bytes.last()? {
                0 => Bond::None,
                1 => Bond::Copy,
                2 => Bond::Beginning,
                _ => return None,
            };
            let pair = (u64_at(bytes, 0)?, u64_at(bytes, 8)?);
            Some((pair, Asked { bond, now: false }))
        });
        let known = bonds.collect::<Option<_>>().filter(|_| rest.is_empty());
        Bonds { known: known.unwrap_or_default() }
    }
}

/// Hasher for pairs of ids. Ids are hashes already, so mixing them is enough.
#[derive(Default)]
struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u64(&mut self, id: u64) {
        self.0 = mix(self.0 ^ id);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_asked_for_is_kept() {
        let pairs = [((7, 9), Bond::Copy), ((3, u64::MAX), Bond::Beginning), ((3, 5), Bond::None)];
        let ask = |bonds: &mut Bonds, (pair, bond)| bonds.get(pair, || Ok::<_, ()>(bond)).unwrap();
        let mut bonds = Bonds::default();
        for &pair in &pairs {
            let _ = ask(&mut bonds, pair);
        }
        let bytes = bonds.encode();
        let mut again = Bonds::decode(&bytes);
        assert!(again.encode().is_empty());
        for &(pair, bond) in &pairs[..2] {
            let known = again.get(pair, || Err("it is known")).unwrap();
            assert_eq!(known, bond);
        }
        assert_eq!(again.encode(), [&bytes[BYTES..2 * BYTES], &bytes[2 * BYTES..]].concat());
        assert_eq!(ask(&mut again, ((1, 2), Bond::Copy)), Bond::Copy);
        // Damaged bytes must give no relations.
        let mut damaged = bytes.clone();
        damaged[BYTES - 1] = 3;
        for bytes in [&bytes[1..], &damaged] {
            assert!(Bonds::decode(bytes).known.is_empty());
        }
    }
}
