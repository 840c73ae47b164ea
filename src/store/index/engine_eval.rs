//! Engine evaluations of the main line of a game, packed: about twelve bytes for each position with analysis, and
//! nothing for a game without analysis.
//!
//! A blob begins with the columns and rows of the board. Then follow for each engine:
//!
//! - the name of the program that wrote the values, and the name of the engine
//! - one byte: whether it [alternates](kifu_record::analysis::Engine::alternates)
//! - the length of its values, and the values: each is a byte of flags, then the parts that the flags announce

use super::varint::{damaged, push_bytes, push_number, read_bytes, read_number};
use kifu_record::analysis::{
    Candidate, Engine, Estimate, Lead, Rate, Verdict, estimate_fall, is_sparse,
};
use kifu_record::formats::sidecar::Source;
use kifu_record::game::{BoardSize, Color, Move};
use kifu_record::{Analysis, GameTree, NodeId};
use std::io;

/// Flags of a value. The parts that they announce follow in this order.
mod flag {
    /// Flag: the value is not for the next node and move; the numbers of nodes and of moves to skip follow.
    pub(super) const JUMP: u8 = 1;
    /// Flags: the node has exactly one move, by Black or by White; the move follows.
    pub(super) const BLACK: u8 = 1 << 1;
    pub(super) const WHITE: u8 = 1 << 2;
    pub(super) const RATE: u8 = 1 << 3;
    pub(super) const LEAD: u8 = 1 << 4;
    pub(super) const VISITS: u8 = 1 << 5;
    /// Flag: the move that the engine likes best follows.
    pub(super) const BEST: u8 = 1 << 6;
    /// Flag: what the analysing program itself says of the move follows, that is how much the move lost, and which move
    /// was better.
    pub(super) const ADVICE: u8 = 1 << 7;
}

/// Packs the evaluations of the main line; empty if there are none.
pub(crate) fn encode(analysis: &Analysis, tree: &GameTree, size: BoardSize) -> Vec<u8> {
    let mut bytes = Vec::new();
    if analysis.verdicts.is_empty() {
        return bytes;
    }
    let main = tree.main_line();
    let numbers = tree.move_numbers();
    for (number, engine) in (0..=u8::MAX).zip(&analysis.engines) {
        let mut values = ValueWriter::new(size);
        for verdict in analysis.engine_verdicts(number) {
            if main.contains(&verdict.node) {
                let number = numbers.get(verdict.node as usize).copied().unwrap_or(0);
                values.push(verdict, number, tree.only_move(verdict.node));
            }
        }
        if !values.bytes.is_empty() {
            if bytes.is_empty() {
                bytes.extend([size.width(), size.height()]);
            }
            push_bytes(&mut bytes, engine.writer.as_bytes());
            push_bytes(&mut bytes, engine.name.as_deref().unwrap_or_default().as_bytes());
            bytes.push(engine.alternates.into());
            push_bytes(&mut bytes, &values.bytes);
        }
    }
    bytes
}

struct ValueWriter {
    size: BoardSize,
    bytes: Vec<u8>,
    /// Number of the node after the last one whose value was written. If the next value belongs to this node, no node
    /// number is stored. `number` is the number of moves at the last node.
    next: NodeId,
    number: u32,
}

impl ValueWriter {
    fn new(size: BoardSize) -> ValueWriter {
        ValueWriter { size, bytes: Vec::new(), next: 0, number: 0 }
    }

    fn push(&mut self, verdict: &Verdict, number: u32, played: Option<(Color, Move)>) {
        let best = verdict.candidates.first().map(|best| best.action);
        let expected = self.number + u32::from(played.is_some());
        let is_next = verdict.node == self.next && number == expected;
        let flags = [
            (flag::JUMP, !is_next),
            (flag::BLACK, played.is_some_and(|(color, _)| color == Color::Black)),
            (flag::WHITE, played.is_some_and(|(color, _)| color == Color::White)),
            (flag::RATE, verdict.black_rate.is_some()),
            (flag::LEAD, verdict.black_lead.is_some()),
            (flag::VISITS, verdict.visits.is_some()),
            (flag::BEST, best.is_some()),
            (flag::ADVICE, has_written_advice(verdict)),
        ];
        let flags = flags.into_iter().filter(|(_, is_set)| *is_set);
        self.bytes.push(flags.fold(0, |all, (flag, _)| all | flag));
        if !is_next {
            push_number(&mut self.bytes, u64::from(verdict.node - self.next));
            push_number(&mut self.bytes, u64::from(number - self.number));
        }
        (self.next, self.number) = (verdict.node + 1, number);
        self.push_move(played.map(|(_, action)| action));
        if let Some(rate) = verdict.black_rate {
            self.bytes.extend(rate.hundredths().to_le_bytes());
        }
        if let Some(points) = verdict.black_lead {
            push_number(&mut self.bytes, zigzag(points.hundredths()));
        }
        if let Some(visits) = verdict.visits {
            push_number(&mut self.bytes, visits);
        }
        self.push_move(best);
        if has_written_advice(verdict) {
            // A loss is never negative, so loss + 1 is never 0, and 0 can stand for no loss.
            let loss = verdict.recorded_loss.map_or(0, |loss| loss.hundredths() + 1);
            push_number(&mut self.bytes, zigzag(loss));
            self.push_move(verdict.recorded_best.or(Some(Move::Unreadable)));
        }
    }

    /// Writes a move in two bytes: 0 for a move without a point that is no pass, 1 for a pass, and the point's number
    /// plus 2 for a point.
    fn push_move(&mut self, action: Option<Move>) {
        let number = match action {
            Some(Move::Place(point)) => self.size.number(point) as u16 + 2,
            Some(Move::Pass) => 1,
            Some(_) => 0,
            None => return,
        };
        self.bytes.extend(number.to_le_bytes());
    }
}

/// True if the program that wrote the analysis states itself how good the node's move was.
fn has_written_advice(verdict: &Verdict) -> bool {
    verdict.recorded_loss.is_some() || verdict.recorded_best.is_some()
}

/// Maps signed numbers to unsigned ones so that numbers near zero stay small (zigzag encoding).
fn zigzag(number: i32) -> u64 {
    u64::from((number << 1 ^ number >> 31) as u32)
}

/// Decodes the engines that analysed a game. The list ends at the first damaged byte.
pub fn engines(blob: &[u8]) -> impl Iterator<Item = EngineEval<'_>> {
    let size = match *blob {
        [width, height, ..] => BoardSize::new(width, height),
        _ => None,
    };
    let mut rest = blob.get(2..).unwrap_or_default();
    std::iter::from_fn(move || EngineEval::read(&mut rest, size?).ok())
}

/// Decodes the evaluations that came from a separate table when the game was indexed. The game's own file does not hold
/// them.
pub fn table_verdicts(blob: &[u8]) -> impl Iterator<Item = (Engine, Vec<Verdict>)> {
    let source = Source::Table.name();
    let of_table = engines(blob).filter(move |engine| engine.writer == source);
    of_table.map(move |of| {
        let engine =
            Engine { writer: source, name: of.name.map(str::to_owned), alternates: of.alternates };
        let verdicts = of.plies().map(|ply| Verdict {
            node: ply.node,
            engine: 0,
            source,
            black_rate: ply.estimate.rate,
            black_lead: ply.estimate.lead,
            visits: ply.visits,
            recorded_loss: None,
            recorded_best: None,
            candidates: ply.best.into_iter().map(Candidate::from_move).collect(),
        });
        (engine, verdicts.collect())
    })
}

/// Evaluations of the main line by one engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineEval<'b> {
    /// Program that wrote the values into the file.
    pub writer: &'b str,
    /// Name of the engine, if the file has it.
    pub name: Option<&'b str>,
    alternates: bool,
    /// Size of the board on which the game was played.
    pub size: BoardSize,
    values: &'b [u8],
}

/// Evaluation of one position of the main line, and what the move that led to it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyEval {
    pub node: NodeId,
    /// Number of moves played up to this position.
    pub number: u32,
    /// The node's move, if it has exactly one.
    pub played: Option<(Color, Move)>,
    /// Winning rate and lead that the engine expects in this position.
    pub estimate: Estimate,
    /// Number of playouts behind the estimate.
    pub visits: Option<u64>,
    /// Move that the engine would play next.
    pub(crate) best: Option<Move>,
    /// Move that the engine would have played instead of the node's move.
    pub advised: Option<Move>,
    /// Loss of winning rate that the node's move cost its player, in hundredths of a percent.
    pub drop: Option<i32>,
    /// Loss of points that the node's move cost its player, in hundredths of a point.
    pub loss: Option<i32>,
    /// True if the loss of points was stated by the program that wrote the analysis, false if it was computed from two
    /// estimates. Programs state it for bad moves only.
    pub(crate) is_loss_stated: bool,
}

impl PlyEval {
    /// Loss of points if it was computed from the engine's own estimates. Averages use only these, since stated losses
    /// exist for bad moves only.
    pub fn computed_loss(&self) -> Option<i32> {
        self.loss.filter(|_| !self.is_loss_stated)
    }
}

impl<'b> EngineEval<'b> {
    /// True if the engine evaluated too few positions for averages.
    pub fn is_sparse(&self) -> bool {
        is_sparse(self.plies().map(|ply| ply.node))
    }

    fn read(rest: &mut &'b [u8], size: BoardSize) -> io::Result<EngineEval<'b>> {
        let mut text = || str::from_utf8(read_bytes(rest)?).map_err(|_| damaged());
        let (writer, name) = (text()?, text()?);
        Ok(EngineEval {
            writer,
            name: Some(name).filter(|name| !name.is_empty()),
            alternates: read_byte(rest)? != 0,
            size,
            values: read_bytes(rest)?,
        })
    }

    /// Iterates over the positions in order.
    pub fn plies(&self) -> PlyEvals<'b> {
        PlyEvals {
            size: self.size,
            alternates: self.alternates,
            rest: self.values,
            next: 0,
            number: 0,
            before: None,
        }
    }
}

/// Iterator over the positions of the main line that an engine evaluated.
pub struct PlyEvals<'b> {
    size: BoardSize,
    alternates: bool,
    rest: &'b [u8],
    next: NodeId,
    number: u32,
    before: Option<PlyEval>,
}

impl Iterator for PlyEvals<'_> {
    type Item = PlyEval;

    fn next(&mut self) -> Option<PlyEval> {
        self.read().ok()
    }
}

impl PlyEvals<'_> {
    fn read(&mut self) -> io::Result<PlyEval> {
        let (rest, size) = (&mut self.rest, self.size);
        let flags = read_byte(rest)?;
        let has = |flag| flags & flag != 0;
        let mover = match (has(flag::BLACK), has(flag::WHITE)) {
            (true, _) => Some(Color::Black),
            (_, true) => Some(Color::White),
            _ => None,
        };
        let (nodes, moves) = if has(flag::JUMP) {
            (read_number(rest)?, read_number(rest)?)
        } else {
            (0, mover.is_some().into())
        };
        let advance = |number: u32, by| u32::try_from(u64::from(number).saturating_add(by));
        let node = advance(self.next, nodes).map_err(|_| damaged())?;
        let number = advance(self.number, moves).map_err(|_| damaged())?;
        let action = |rest: &mut &[u8]| read_move(rest, size);
        let played = if_some(mover.is_some(), || action(rest))?;
        let rate = if_some(has(flag::RATE), || read_short(rest))?;
        let lead = if_some(has(flag::LEAD), || read_signed(rest))?;
        let visits = if_some(has(flag::VISITS), || read_number(rest))?;
        let best = if_some(has(flag::BEST), || action(rest))?;
        let stated = if_some(has(flag::ADVICE), || Ok((read_signed(rest)?, action(rest)?)))?;
        let told = stated.filter(|_| mover.is_some() && !self.alternates);
        let stated_loss = told.and_then(|(loss, _)| loss.checked_sub(1)).filter(|loss| *loss >= 0);
        let stated_best = told.map(|(_, best)| best);
        let estimate = Estimate {
            rate: rate.and_then(Rate::from_hundredths),
            lead: lead.map(Lead::from_hundredths),
        };
        let before = self
            .before
            .filter(|before| before.node.checked_add(1) == Some(node))
            .filter(|_| !self.alternates);
        let (drop, loss) = match (before, mover) {
            (Some(before), Some(mover)) => estimate_fall(before.estimate, estimate, mover),
            _ => (None, None),
        };
        let ply = PlyEval {
            node,
            number,
            played: mover.zip(played),
            estimate,
            visits,
            best,
            advised: before
                .and_then(|before| before.best)
                .filter(|_| mover.is_some())
                .or(stated_best.filter(|best| *best != Move::Unreadable)),
            drop,
            is_loss_stated: loss.is_none() && stated_loss.is_some(),
            loss: loss.or(stated_loss),
        };
        (self.next, self.number) = (node.saturating_add(1), number);
        self.before = Some(ply);
        Ok(ply)
    }
}

/// Reads an optional value: calls `read` if `is_there` is true, otherwise returns `None`.
fn if_some<T>(is_there: bool, read: impl FnOnce() -> io::Result<T>) -> io::Result<Option<T>> {
    is_there.then(read).transpose()
}

fn read_byte(rest: &mut &[u8]) -> io::Result<u8> {
    rest.split_off_first().copied().ok_or_else(damaged)
}

fn read_signed(rest: &mut &[u8]) -> io::Result<i32> {
    let number = u32::try_from(read_number(rest)?).map_err(|_| damaged())?;
    Ok((number >> 1) as i32 ^ -((number & 1) as i32))
}

fn read_short(rest: &mut &[u8]) -> io::Result<u16> {
    Ok(u16::from_le_bytes([read_byte(rest)?, read_byte(rest)?]))
}

fn read_move(rest: &mut &[u8], size: BoardSize) -> io::Result<Move> {
    match usize::from(read_short(rest)?) {
        0 => Ok(Move::Unreadable),
        1 => Ok(Move::Pass),
        at if at - 2 < size.area() => Ok(Move::Place(size.point(at - 2))),
        _ => Err(damaged()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_record::Action;
    use kifu_record::game::Point;

    /// Xorshift random number generator (Marsaglia, Xorshift RNGs, 2003).
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % limit
        }

        fn some<T>(&mut self, value: T) -> Option<T> {
            (self.below(4) > 0).then_some(value)
        }

        fn action(&mut self, size: BoardSize) -> Move {
            match self.below(20) {
                0 => Move::Pass,
                _ => Move::Place(size.point(self.below(size.area() as u64) as usize)),
            }
        }

        fn tree(&mut self, size: BoardSize) -> GameTree {
            let mut tree = GameTree::new();
            let mut last = tree.add_node(None);
            for _ in 0..self.below(60) {
                last = tree.add_node(Some(last));
                for _ in 0..[0, 1, 1, 1, 1, 1, 2][self.below(7) as usize] {
                    let color = Color::BOTH[self.below(2) as usize];
                    tree.add_action(Action::Move(color, self.action(size)));
                }
            }
            let side = tree.add_node(Some(last / 2));
            tree.add_move(side, Color::Black, Move::Pass);
            tree
        }

        fn analysis(&mut self, tree: &GameTree, size: BoardSize) -> Analysis {
            let engine = |name: Option<&str>, alternates| Engine {
                writer: "KaTrain",
                name: name.map(str::to_owned),
                alternates,
            };
            let mut analysis = Analysis {
                engines: vec![engine(Some("KataGo"), false), engine(None, self.below(3) == 0)],
                ..Analysis::default()
            };
            for node in 0..tree.len() as NodeId {
                for engine in 0..2 {
                    if self.below(5) == 0 {
                        continue;
                    }
                    let best = Candidate {
                        action: self.action(size),
                        black_rate: None,
                        black_lead: None,
                        visits: None,
                        line: Vec::new(),
                    };
                    let stated = self.action(size);
                    let points = self.below(60_000) as i32 - 30_000;
                    analysis.verdicts.push(Verdict {
                        node,
                        engine,
                        source: "KT",
                        black_rate: Rate::from_hundredths(self.below(10_001) as u16)
                            .filter(|_| !self.0.is_multiple_of(5)),
                        black_lead: self.some(Lead::from_hundredths(points)),
                        visits: self.some(self.0 >> (self.0 % 64)),
                        recorded_loss: self.some(Lead::from_hundredths(points.abs() / 10)),
                        recorded_best: self.some(stated),
                        candidates: self.some(best).into_iter().collect(),
                    });
                }
            }
            analysis
        }
    }

    /// Decoded values must equal the values that were packed, and decoded losses must equal those computed from the
    /// record.
    #[test]
    fn values_survive_packing() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for size in [(19, 19), (9, 9), (13, 7)].into_iter().cycle().take(300) {
            let size = BoardSize::new(size.0, size.1).unwrap();
            let tree = random.tree(size);
            let analysis = random.analysis(&tree, size);
            let main = tree.main_line();
            let numbers = tree.move_numbers();
            let blob = encode(&analysis, &tree, size);
            let read: Vec<EngineEval> = engines(&blob).collect();
            let mut read = read.iter();
            for (number, engine) in (0..).zip(&analysis.engines) {
                let wanted: Vec<&Verdict> =
                    analysis.engine_verdicts(number).filter(|v| main.contains(&v.node)).collect();
                if wanted.is_empty() {
                    continue;
                }
                let eval = read.next().unwrap();
                assert_eq!((eval.writer, eval.name), (engine.writer, engine.name.as_deref()));
                let plies: Vec<PlyEval> = eval.plies().collect();
                assert_eq!(plies.len(), wanted.len());
                let losses = analysis.losses(&tree, number);
                for (ply, verdict) in plies.iter().zip(wanted) {
                    assert_eq!(ply.node, verdict.node);
                    assert_eq!(ply.number, numbers[verdict.node as usize]);
                    assert_eq!(ply.estimate, verdict.estimate());
                    assert_eq!(ply.visits, verdict.visits);
                    assert_eq!(ply.best, verdict.candidates.first().map(|best| best.action));
                    assert_eq!(ply.played, tree.only_move(verdict.node));
                    let loss = losses.iter().find(|loss| loss.node == verdict.node);
                    assert_eq!(ply.drop, loss.and_then(|loss| loss.drop));
                    assert_eq!(ply.loss, loss.and_then(|loss| loss.points));
                    assert_eq!(
                        ply.advised.filter(|_| loss.is_some()),
                        loss.and_then(|loss| loss.best)
                    );
                    let measured = loss.filter(|loss| !loss.is_recorded);
                    assert_eq!(ply.computed_loss(), measured.and_then(|loss| loss.points));
                }
            }
            assert!(read.next().is_none());
            // Truncated bytes must end the iteration.
            for end in 0..blob.len() {
                let plies = engines(&blob[..end]).flat_map(|engine| engine.plies());
                assert!(plies.count() <= tree.len() * 2);
            }
        }
    }

    #[test]
    fn nothing_is_stored_of_a_game_without_analysis() {
        let mut tree = GameTree::new();
        tree.add_node(None);
        tree.add_move(0, Color::Black, Move::Place(Point::new(3, 3)));
        assert!(encode(&Analysis::default(), &tree, BoardSize::GO).is_empty());
    }
}
