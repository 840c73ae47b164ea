//! Looks up patterns in corners in the corner lines of a segment.
//!
//! A pattern that touches two adjacent edges can lie in four corners only. In the trie of lines for its side
//! ([`corners`]), the nodes at which the pattern stands are found by following only stones that the pattern has or
//! allows; the lines below such a node all have the pattern after the same number of stones. Games of three kinds are
//! left over, and their events (changes of points) are read: those of groups of lines that the trie does not divide,
//! those in which a capture leaves so few stones in the corner that the pattern may stand afterwards, and those without
//! lines.
//!
//! [`corners`]: kifu_store::index::segment::patterns::corners

use super::PatternSearch;
use super::placement::{PatternImages, PatternLocation, Placement};
use super::prefilter::{BITMAP_WORDS, BitmapPrefilter, BlockCandidates};
use super::worker::MIN_FILTERED_LINES;
use kifu_record::cancel::TimeBudget;
use kifu_record::game::pattern::{Cell, Pattern};
use kifu_record::game::{BoardSize, Stone};
use kifu_store::index::events::{Event, event_pairs};
use kifu_store::index::segment::patterns::corners::{
    self, CornerFrame, CornerLeaf, CornerNode, CornerTrie, MAX_STONES, MOST_LEFT, SIDES,
    SMALLEST_PATTERN,
};
use kifu_store::index::segment::patterns::{BLOCK_DOCS, Patterns};
use rayon::prelude::*;
use std::io;
use std::ops::Range;
use tantivy::DocId;

/// Number of points of the largest corner.
const POINTS: usize = 100;

/// A pattern as it is looked up in corner lines.
pub(super) struct CornerPattern {
    /// Number of the trie in [`SIDES`].
    trie: usize,
    side: u8,
    targets: Vec<Target>,
    /// Largest number of stones in the counted square of the trie when the pattern stands there.
    most_stones: usize,
}

/// Image of the pattern in the frame of a line.
struct Target {
    /// What the points of a corner may hold, by their numbers.
    cells: [Cell; POINTS],
    /// For each corner and for lines that are not transposed and that are: the image of the pattern that stands there.
    images: [[Option<u16>; 2]; 4],
}

impl Target {
    fn image(&self, frame: CornerFrame) -> Option<u16> {
        let [plain, transposed] = self.images.get(usize::from(frame.corner))?;
        if frame.transposed { *transposed } else { *plain }
    }

    fn cell(&self, point: usize) -> Cell {
        self.cells.get(point).copied().unwrap_or(Cell::ANYTHING)
    }

    /// Number of points on which the pattern needs a stone.
    fn needed_stones(&self) -> u32 {
        self.cells.iter().map(|cell| u32::from(!cell.allows(Stone::Empty))).sum()
    }
}

/// Lines of a trie that have the pattern, or may have it.
struct FoundLines {
    leaves: Range<u64>,
    /// Number of the target.
    target: u16,
    /// Number of stones of the line after which the pattern stands; `None` if the lines have to be examined.
    stones: Option<u8>,
}

/// Corner lines of a segment that have the pattern or may have it, and the games that have to be searched without them.
pub(super) struct CornerLines {
    /// The lines, by document.
    lines: Vec<CornerCandidate>,
    /// True if the trie does not have all games of Go.
    misses_games: bool,
    /// True if games with variations have to be searched.
    with_variations: bool,
}

impl CornerLines {
    /// The corners of all lines, by document.
    pub(super) fn corners(&self) -> impl Iterator<Item = (DocId, CornerFrame)> + '_ {
        self.lines.iter().map(|line| (line.doc, line.frame))
    }

    /// The lines of a block, and for each of its games whether it has to be searched if its corner lines do not have
    /// the pattern. `None` if there is nothing to do in the block.
    pub(super) fn of_block(
        &self,
        number: usize,
        patterns: &Patterns,
        prefilter: &BitmapPrefilter,
    ) -> io::Result<Option<(&[CornerCandidate], [u64; BITMAP_WORDS])>> {
        let docs = (number * BLOCK_DOCS) as DocId..((number + 1) * BLOCK_DOCS) as DocId;
        let start = self.lines.partition_point(|line| line.doc < docs.start);
        let lines = self.lines.get(start..).unwrap_or_default();
        let end = lines.partition_point(|line| line.doc < docs.end);
        let lines = lines.get(..end).unwrap_or_default();
        let mut left = [0; BITMAP_WORDS];
        if self.with_variations || self.misses_games {
            let others = patterns.other_games(number)?;
            let variations = if self.with_variations { others.with_variations } else { left };
            let is_any = variations.iter().any(|word| *word != 0);
            let possible = if is_any { prefilter.games(&patterns.bitmaps(number)?) } else { left };
            for (word, left) in left.iter_mut().enumerate() {
                let of = |words: &[u64; BITMAP_WORDS]| words.get(word).copied().unwrap_or_default();
                let unmapped = of(&others.without_bitmaps);
                *left = of(&variations) & (of(&possible) | unmapped);
                if self.misses_games {
                    *left |= unmapped;
                }
            }
        }
        let is_nothing = lines.is_empty() && left.iter().all(|word| *word == 0);
        Ok((!is_nothing).then_some((lines, left)))
    }
}

/// Line of a game that has the pattern, or may have it.
#[derive(Clone, Copy)]
pub(super) struct CornerCandidate {
    pub(super) doc: DocId,
    frame: CornerFrame,
    /// The image that stands there after so many stones; `None` if the line has to be examined.
    pub(super) known: Option<(u16, u8)>,
}

impl CornerPattern {
    /// Prepares the lookup; `None` for a pattern that is not looked up in corner lines.
    pub(super) fn new(images: &PatternImages) -> Option<CornerPattern> {
        let size = images.first().map(|(_, pattern)| pattern.size())?;
        let side = size.width().max(size.height());
        let trie = SIDES.iter().position(|&larger| side <= larger)?;
        if side < SMALLEST_PATTERN {
            return None;
        }
        let mut targets: Vec<Target> = Vec::new();
        for (number, (_, pattern)) in (0..).zip(images) {
            let corner = corner_of(pattern)?;
            for frame in [false, true].map(|transposed| CornerFrame { corner, transposed }) {
                let cells = cells_in_frame(pattern, frame);
                let known = targets.iter().position(|target| target.cells == cells);
                let at = known.unwrap_or_else(|| {
                    targets.push(Target { cells, images: [[None; 2]; 4] });
                    targets.len() - 1
                });
                let of_corner = targets.get_mut(at)?.images.get_mut(usize::from(corner))?;
                let [plain, transposed] = of_corner;
                (if frame.transposed { transposed } else { plain }).get_or_insert(number);
            }
        }
        let counted = corners::counted_side(trie);
        let can_have_stone = |target: &Target| {
            let points = (0..counted).flat_map(|across| (0..counted).map(move |a| (across, a)));
            let cells =
                points.map(|(across, along)| target.cell(corners::corner_point(across, along)));
            cells.filter(|cell| cell.allows(Stone::Black) || cell.allows(Stone::White)).count()
        };
        let most_stones = targets.iter().map(can_have_stone).max()?;
        let is_found = |cell: &Cell| {
            [Stone::Empty, Stone::Black, Stone::White].iter().any(|&stone| cell.allows(stone))
        };
        let is_usable = most_stones <= MOST_LEFT
            && targets
                .iter()
                .all(|target| target.needed_stones() > 0 && target.cells.iter().all(is_found));
        is_usable.then_some(CornerPattern { trie, side: *SIDES.get(trie)?, targets, most_stones })
    }

    /// The trie of the pattern's side in a segment.
    pub(super) fn open(&self, patterns: &Patterns) -> io::Result<CornerTrie> {
        patterns.corner_trie(self.trie)
    }

    /// The lines at whose nodes the pattern stands, and those that have to be examined.
    fn walk(&self, trie: &CornerTrie) -> io::Result<Vec<FoundLines>> {
        let mut found = Vec::new();
        if let Some(root) = trie.root()? {
            for (number, target) in (0..).zip(&self.targets) {
                let mut walk = Walk { target, number, found: &mut found };
                walk.node(&root, 0, target.needed_stones())?;
            }
        }
        Ok(found)
    }

    /// The lines of a segment that have the pattern or may have it. `with_variations` tells whether the variations are
    /// searched as well.
    pub(super) fn lines(
        &self,
        trie: &CornerTrie,
        with_variations: bool,
        is_searched: &impl Fn(DocId) -> bool,
        budget: &TimeBudget,
    ) -> io::Result<CornerLines> {
        let mut candidates = Vec::new();
        let mut ticker = budget.ticker();
        for found in self.walk(trie)? {
            for CornerLeaf { doc, frame } in trie.lines(found.leaves.clone())? {
                if ticker.is_exhausted_after(1) {
                    break;
                }
                if is_searched(doc) {
                    candidates.extend(self.candidate(&found, doc, frame));
                }
            }
        }
        for CornerLeaf { doc, frame } in trie.with_captures(self.most_stones)? {
            if is_searched(doc) {
                candidates.push(CornerCandidate { doc, frame, known: None });
            }
        }
        candidates.sort_unstable_by_key(|line| (line.doc, line.frame.corner, line.known));
        candidates.dedup_by_key(|line| (line.doc, line.frame.corner, line.known));
        let misses_games = trie.games_outside() > 0;
        Ok(CornerLines { lines: candidates, misses_games, with_variations })
    }

    fn candidate(
        &self,
        found: &FoundLines,
        doc: DocId,
        frame: CornerFrame,
    ) -> Option<CornerCandidate> {
        let known = match found.stones {
            Some(stones) => {
                let image = self.targets.get(usize::from(found.target))?.image(frame)?;
                Some((image, stones))
            }
            None => None,
        };
        Some(CornerCandidate { doc, frame, known })
    }

    /// Number of games that have the pattern. The trie must have all games of the segment.
    pub(super) fn count(
        &self,
        search: &PatternSearch,
        patterns: &Patterns,
        trie: &CornerTrie,
        is_searched: &(impl Fn(DocId) -> bool + Sync),
        budget: &TimeBudget,
    ) -> tantivy::Result<usize> {
        let mut games = vec![0u64; patterns.docs().div_ceil(64)];
        let mut examined = Vec::new();
        let mut ticker = budget.ticker();
        for found in self.walk(trie)? {
            for CornerLeaf { doc, frame } in trie.lines(found.leaves.clone())? {
                if ticker.is_exhausted_after(1) {
                    break;
                }
                let Some(line) = self.candidate(&found, doc, frame) else { continue };
                if line.known.is_none() {
                    examined.push(line);
                } else if let Some(word) = games.get_mut(doc as usize / 64) {
                    *word |= 1 << (doc % 64);
                }
            }
        }
        // Deleted games and those that the filter excludes are removed here, 64 games at a time.
        let mut count = 0;
        for (first, word) in (0..).step_by(64).zip(&mut games) {
            if *word != 0 {
                let wanted =
                    (0..64).filter(|bit| *word >> bit & 1 != 0 && is_searched(first + bit));
                *word = wanted.fold(0, |word, bit| word | 1 << bit);
                count += word.count_ones() as usize;
            }
        }
        let captures = trie.with_captures(self.most_stones)?;
        examined.extend(captures.map(|CornerLeaf { doc, frame }| CornerCandidate {
            doc,
            frame,
            known: None,
        }));
        let is_found = |doc: DocId| {
            games.get(doc as usize / 64).is_some_and(|word| word >> (doc % 64) & 1 != 0)
        };
        examined.retain(|line| !is_found(line.doc) && is_searched(line.doc));
        examined.sort_unstable_by_key(|line| (line.doc, line.frame.corner));
        examined.dedup_by_key(|line| (line.doc, line.frame.corner));
        let block_of = |line: &CornerCandidate| line.doc as usize / BLOCK_DOCS;
        let blocks: Vec<&[CornerCandidate]> =
            examined.chunk_by(|a, b| block_of(a) == block_of(b)).collect();
        let more = blocks.par_iter().map_init(BlockCandidates::default, |candidates, lines| {
            let Some(number) = lines.first().map(block_of) else { return Ok(0) };
            let block = patterns.block(number)?;
            let is_filtered = lines.len() >= MIN_FILTERED_LINES;
            if is_filtered {
                search.prefilter.candidates(&block, candidates)?;
            }
            let mut ticker = budget.ticker();
            let mut count = 0;
            for lines in lines.chunk_by(|a, b| a.doc == b.doc) {
                let Some(doc) = lines.first().map(|line| line.doc) else { continue };
                if is_filtered && !candidates.has((doc - block.docs().start) as usize) {
                    continue;
                }
                let entry = block.entry(doc);
                let Some(&(_, board)) = patterns.kinds().get(usize::from(entry.board)) else {
                    continue;
                };
                if ticker.is_exhausted_after(entry.main - entry.start) {
                    break;
                }
                let events = block.events(entry.start..entry.main)?;
                let events = event_pairs(&events);
                let stands =
                    |line: &CornerCandidate| self.locate(search, line, events, board).is_some();
                count += usize::from(lines.iter().any(stands));
            }
            Ok(count)
        });
        let more: usize = more.sum::<tantivy::Result<usize>>()?;
        Ok(count + more)
    }

    /// Where the pattern first stands in the corner of a candidate. `events` are the changes of points on the game's
    /// main line.
    pub(super) fn locate(
        &self,
        search: &PatternSearch,
        line: &CornerCandidate,
        events: &[[u8; 2]],
        board: BoardSize,
    ) -> Option<PatternLocation> {
        let (last, image) = match line.known {
            Some((image, stones)) => (self.after_stones(events, line.frame, board, stones)?, image),
            None => self.first_standing(events, line.frame, board)?,
        };
        let (_, pattern) = search.images.get(usize::from(image))?;
        let corner = pattern.corners(board).next()?;
        let placement = Placement { image, y: corner.y, x: corner.x };
        Some(PatternLocation::ending_with(events, last, placement))
    }

    /// Index of the last event of the position in which the corner gets its `stones`-th stone.
    fn after_stones(
        &self,
        events: &[[u8; 2]],
        frame: CornerFrame,
        board: BoardSize,
        stones: u8,
    ) -> Option<usize> {
        let (corner, size) =
            (frame.square(self.side, board), BoardSize::new(self.side, self.side)?);
        let mut missing = usize::from(stones);
        let mut start = 0;
        // Events are counted chunk by chunk, without a branch for each event.
        for chunk in events.chunks(CHUNK_EVENTS) {
            let is_in = |pair: &[u8; 2]| Event::read(*pair).is_in(corner, size);
            let count: usize = chunk.iter().map(|pair| usize::from(is_in(pair))).sum();
            if count >= missing {
                let mut inside = chunk.iter().enumerate().filter(|(_, pair)| is_in(pair));
                let (at, _) = inside.nth(missing.saturating_sub(1))?;
                return end_of_position(events, start + at);
            }
            missing -= count;
            start += chunk.len();
        }
        None
    }

    /// Index of the last event of the first position in which an image of the pattern stands in a corner, and the
    /// image.
    fn first_standing(
        &self,
        events: &[[u8; 2]],
        frame: CornerFrame,
        board: BoardSize,
    ) -> Option<(usize, u16)> {
        let (corner, size) =
            (frame.square(self.side, board), BoardSize::new(self.side, self.side)?);
        // For each image in this corner, the number of points that do not hold what they should.
        let mut images: Vec<(&Target, u16, u32)> = Vec::with_capacity(self.targets.len());
        images.extend(
            self.targets
                .iter()
                .filter_map(|target| Some((target, target.image(frame)?, target.needed_stones()))),
        );
        let mut is_changed = false;
        let mut start = 0;
        for chunk in events.chunks(CHUNK_EVENTS) {
            let is_in = |pair: &[u8; 2]| Event::read(*pair).is_in(corner, size);
            let any = chunk.iter().fold(false, |any, pair| any | is_in(pair));
            if any || is_changed {
                for (at, &pair) in (start..).zip(chunk) {
                    let event = Event::read(pair);
                    if event.is_in(corner, size)
                        && let Some((point, before, after)) = event.change()
                    {
                        is_changed = true;
                        let (across, along) = frame.coordinates(point, board);
                        let number = corners::corner_point(across, along);
                        for (target, _, wrong) in &mut images {
                            let cell = target.cell(number);
                            *wrong += u32::from(cell.allows(before));
                            *wrong -= u32::from(cell.allows(after));
                        }
                    }
                    if is_changed && event.ends_position() {
                        is_changed = false;
                        let standing = images.iter().filter(|(.., wrong)| *wrong == 0);
                        if let Some(image) = standing.map(|(_, image, _)| *image).min() {
                            return Some((at, image));
                        }
                    }
                }
            }
            start += chunk.len();
        }
        None
    }
}

/// Number of events that are tested together for whether one is inside the corner.
const CHUNK_EVENTS: usize = 32;

/// Index of the last event of the position that has the event with this index.
fn end_of_position(events: &[[u8; 2]], at: usize) -> Option<usize> {
    let rest = events.get(at..)?;
    Some(at + rest.iter().position(|&pair| Event::read(pair).ends_position())?)
}

/// The corner that a pattern touches; `None` unless it touches exactly two adjacent edges and has no moves.
fn corner_of(pattern: &Pattern) -> Option<u8> {
    let edges = pattern.edges();
    let is_corner = edges.left != edges.right && edges.top != edges.bottom;
    (is_corner && pattern.moves().is_empty())
        .then(|| u8::from(edges.right) | u8::from(edges.bottom) << 1)
}

/// What the points of a corner may hold, by their numbers in a frame.
fn cells_in_frame(pattern: &Pattern, frame: CornerFrame) -> [Cell; POINTS] {
    let mut cells = [Cell::ANYTHING; POINTS];
    for (point, cell) in pattern.cells() {
        let (across, along) = frame.coordinates(point, pattern.size());
        if let Some(slot) = cells.get_mut(corners::corner_point(across, along)) {
            *slot = cell;
        }
    }
    cells
}

/// Walk through a trie, along stones that a target has or allows.
struct Walk<'w> {
    target: &'w Target,
    number: u16,
    found: &'w mut Vec<FoundLines>,
}

impl Walk<'_> {
    /// `missing` is the number of stones that the target still needs at the node. The recursion ends at [`MAX_STONES`].
    fn node(&mut self, node: &CornerNode, depth: usize, missing: u32) -> io::Result<()> {
        if depth >= MAX_STONES {
            self.push(node.own_lines(), None);
            return Ok(());
        }
        for child in node.children()? {
            let cell = self.target.cell(child.stone.point);
            if !cell.allows(child.stone.color.into()) {
                continue;
            }
            let missing = missing - u32::from(!cell.allows(Stone::Empty));
            if missing == 0 && child.stone.ends_position {
                self.push(child.leaves, Some(depth as u8 + 1));
            } else if let Some(node) = child.divided()? {
                self.node(&node, depth + 1, missing)?;
            } else {
                self.push(child.leaves, None);
            }
        }
        Ok(())
    }

    fn push(&mut self, leaves: Range<u64>, stones: Option<u8>) {
        self.found.push(FoundLines { leaves, target: self.number, stones });
    }
}
