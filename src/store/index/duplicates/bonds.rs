//! Results of earlier comparisons of games, stored from one commit to the next. Comparing games is nearly all that
//! finding copies costs.

use crate::index::bits::u64_at;
use kifu_record::game::hash::mix;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Relation between two games that were compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PairRelation {
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
pub(super) struct KnownRelations {
    known: HashMap<Pair, KnownRelation, BuildHasherDefault<PairHasher>>,
}

#[derive(Clone, Copy, Debug)]
struct KnownRelation {
    relation: PairRelation,
    /// True if the relation was used since it was read from the file.
    is_used: bool,
}

/// Bytes of one stored pair: two ids of 8 bytes, then the relation.
const PAIR_BYTES: usize = 17;

impl KnownRelations {
    /// Returns the relation of two games. Calls `compare` if it is not known yet.
    pub(super) fn get<E>(
        &mut self,
        pair: Pair,
        compare: impl FnOnce() -> Result<PairRelation, E>,
    ) -> Result<PairRelation, E> {
        if let Some(asked) = self.known.get_mut(&pair) {
            asked.is_used = true;
            return Ok(asked.relation);
        }
        let bond = compare()?;
        self.known.insert(pair, KnownRelation { relation: bond, is_used: true });
        Ok(bond)
    }

    /// Encodes the relations that were used, in the order of the ids. Relations that were not used belong to games that
    /// are gone.
    pub(super) fn encode(&self) -> Vec<u8> {
        let used = self.known.iter().filter(|(_, asked)| asked.is_used);
        let mut pairs: Vec<(Pair, PairRelation)> =
            used.map(|(pair, asked)| (*pair, asked.relation)).collect();
        pairs.sort_unstable_by_key(|(pair, _)| *pair);
        let mut bytes = Vec::with_capacity(pairs.len() * PAIR_BYTES);
        for ((a, b), bond) in pairs {
            bytes.extend(a.to_le_bytes());
            bytes.extend(b.to_le_bytes());
            bytes.push(bond as u8);
        }
        bytes
    }

    /// Decodes what [`encode`](Self::encode) returned; empty if the bytes are damaged.
    pub(super) fn decode(bytes: &[u8]) -> KnownRelations {
        let (bonds, rest) = bytes.as_chunks::<PAIR_BYTES>();
        let bonds = bonds.iter().map(|bytes| {
            let bond = match bytes.last()? {
                0 => PairRelation::None,
                1 => PairRelation::Copy,
                2 => PairRelation::Beginning,
                _ => return None,
            };
            let pair = (u64_at(bytes, 0)?, u64_at(bytes, 8)?);
            Some((pair, KnownRelation { relation: bond, is_used: false }))
        });
        let known = bonds.collect::<Option<_>>().filter(|_| rest.is_empty());
        KnownRelations { known: known.unwrap_or_default() }
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
    fn only_used_relations_are_stored() {
        let pairs = [
            ((7, 9), PairRelation::Copy),
            ((3, u64::MAX), PairRelation::Beginning),
            ((3, 5), PairRelation::None),
        ];
        let ask = |bonds: &mut KnownRelations, (pair, bond)| {
            bonds.get(pair, || Ok::<_, ()>(bond)).unwrap()
        };
        let mut bonds = KnownRelations::default();
        for &pair in &pairs {
            let _ = ask(&mut bonds, pair);
        }
        let bytes = bonds.encode();
        let mut again = KnownRelations::decode(&bytes);
        assert!(again.encode().is_empty());
        for &(pair, bond) in &pairs[..2] {
            let known = again.get(pair, || Err("it is known")).unwrap();
            assert_eq!(known, bond);
        }
        assert_eq!(
            again.encode(),
            [&bytes[PAIR_BYTES..2 * PAIR_BYTES], &bytes[2 * PAIR_BYTES..]].concat()
        );
        assert_eq!(ask(&mut again, ((1, 2), PairRelation::Copy)), PairRelation::Copy);
        // Damaged bytes must give no relations.
        let mut damaged = bytes.clone();
        damaged[PAIR_BYTES - 1] = 3;
        for bytes in [&bytes[1..], &damaged] {
            assert!(KnownRelations::decode(bytes).known.is_empty());
        }
    }
}
