//! Converts a record into a document of the index.

pub mod day;
mod id;
mod numbers;
pub mod outcome;
pub mod text_bytes;

use super::analysis_table::AnalysisTable;
use super::content::content_key;
use super::duplicates::fullness::fullness;
use super::duplicates::marks::{LikenessMarker, marks};
use super::engine_eval;
use super::events::{EventRecorder, main_line};
use super::kifu;
use super::next::next_code;
use super::place::{folder_part, place};
use super::schema::Fields;
use super::segment::positions::PositionsPayload;
use super::stored_comments::push_comment;
use super::stored_header::{GameSummary, MAX_VALUES_PER_PROPERTY, MOVE_PROPERTIES, StoredHeader};
pub(crate) use id::file_key;
use id::id_from_moves;
pub use id::{game_id, has_id};
use kifu_archive::findings::checks::ReplayFindings;
use kifu_archive::findings::{self, Severity};
use kifu_archive::origin::Origin;
use kifu_language::fields::NUMBERS;
use kifu_language::knowledge::openings;
use kifu_language::knowledge::rounds;
use kifu_record::formats::FileText;
use kifu_record::formats::sgf::write::write;
use kifu_record::game::{BoardSize, Color, GameKind, Move};
use kifu_record::generated::{SelfPlay, human_texts};
use kifu_record::info::is_meaningful;
use kifu_record::main_line_counts::MainLineCounts;
use kifu_record::person::persons;
use kifu_record::replay::{MainMoves, NextPlays};
use kifu_record::result::{GameResult, WinKind};
use kifu_record::rules::Ruleset;
use kifu_record::series::series;
use kifu_record::text::fold::{fold, fold_letters};
use kifu_record::text::lang::{self, UNKNOWN};
use kifu_record::text::names::{rotated_identity_keys, split_spellings};
use kifu_record::text::words::{Flavour, WordSplitter};
use kifu_record::{Action, Code, Format, GameRecord, NodeId, Property, Replayer};
pub use numbers::RecordNumbers;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tantivy::TantivyDocument;
use tantivy::schema::Field;

/// Size of a game as SGF: the bytes of its text, or the size after conversion if its file has another format.
fn sgf_bytes(record: &GameRecord, file: &FileText) -> usize {
    match record.format {
        Format::Sgf => file.length,
        _ => write(record, None).len(),
    }
}

/// Maximum number of indexed positions of a game. No real game has so many nodes; the limit bounds the time for hostile
/// files.
const MAX_POSITIONS: usize = 2_000_000;

/// Maximum number of indexed words of one property value.
const MAX_WORDS_PER_VALUE: usize = 50;
/// Word that stands for all words of a value beyond `MAX_WORDS_PER_VALUE`, so that such a value is a candidate for
/// any word.
pub const ANY_WORD: &str = "*";
/// Keyword of games with player names in variations, or for unknown colours (`PX`, `PY`). Searches for these names skip
/// segments without the keyword, as most are.
pub const HAS_SIDE_PLAYERS: &str = "side-players";
/// Keyword of games whose handicap is known: `HA` has a number, or the stones show one.
pub const HAS_HANDICAP_NUMBER: &str = "handicap-number";
/// Keyword of games in which the checks found a problem of the severity `error`.
const HAS_ERRORS: &str = "errors";
/// Maximum number of bytes of a property value that is also indexed as a whole, as `NAME=value`.
pub const MAX_SHORT_VALUE_BYTES: usize = 32;

/// Adds the identities of a name: terms that all spellings of a person share. Records write family name and given name
/// in either order, so every word of the name may be the first and gives a term. If the name consists of several
/// spellings, each of them gives terms as well.
fn add_identities(doc: &mut TantivyDocument, field: Field, name: &str) {
    for spelling in std::iter::once(name).chain(split_spellings(name)) {
        for identity in rotated_identity_keys(spelling) {
            doc.add_text(field, identity);
        }
    }
}

/// Builder of documents. Each thread has one, because it reuses its buffers.
pub(crate) struct DocumentBuilder {
    fields: Fields,
    root: Arc<Path>,
    /// Random key of the root, from which [`file_key`] is computed.
    root_key: u64,
    replayer: Replayer,
    words: WordSplitter,
    marker: LikenessMarker,
    recorder: EventRecorder,
    positions: PositionsPayload,
    /// True if comments written by programs are indexed like those of people.
    all_comments: bool,
    /// Engine analysis of games from a separate table.
    table: Option<Arc<AnalysisTable>>,
}

pub(crate) struct BuiltDocument {
    pub(crate) document: TantivyDocument,
    pub(crate) id: u64,
    /// Approximate number of bytes that the document takes in memory.
    pub(crate) bytes: usize,
}

/// Kinds and severities of the findings of a game, each once.
fn finding_words(
    record: &GameRecord,
    origin: &Origin,
    file: &FileText,
    played: &ReplayFindings,
) -> BTreeSet<&'static str> {
    // `i32::MAX` as today's date: the index must not depend on the day of the build, so no date counts as in the
    // future.
    let found = findings::game_findings(record, file, origin, i32::MAX, played);
    found
        .iter()
        .map(|finding| finding.kind)
        .flat_map(|kind| [kind.as_str(), kind.severity().as_str()])
        .collect()
}

impl DocumentBuilder {
    pub(crate) fn new(
        fields: Fields,
        root: Arc<Path>,
        root_key: u64,
        all_comments: bool,
        table: Option<Arc<AnalysisTable>>,
    ) -> DocumentBuilder {
        DocumentBuilder {
            fields,
            root,
            root_key,
            replayer: Replayer::new(),
            words: WordSplitter::new(),
            marker: LikenessMarker::default(),
            recorder: EventRecorder::default(),
            positions: PositionsPayload::default(),
            all_comments,
            table,
        }
    }

    /// Builds the document of a record. `added` is the time at which its place was first indexed, in seconds since
    /// 1970.
    pub(crate) fn build(
        &mut self,
        record: &mut GameRecord,
        origin: &Origin,
        file: &FileText,
        added: u64,
    ) -> BuiltDocument {
        let (played, counts) = self.replay(record);
        // Illegal moves, which the replay has found, are among the findings (problems that the checks report).
        let findings = finding_words(record, origin, file, &played);
        if let Some((count, first)) = played.illegal_moves() {
            let message = illegal_message(count, first);
            record.diagnostics.add(Code::IllegalMove, 0, message);
        }
        let openings = recognise_openings(record, &MainMoves::new(&record.tree));
        let kifu = kifu::encode(record.start, &record.tree);
        let id = id_from_moves(&self.root, origin, &kifu, record);
        if let Some(table) = &self.table {
            table.add_to(record, id);
        }
        let names = openings.iter().map(|opening| opening.name.to_owned());
        let move_count = record.tree.main_move_count() as usize;
        let summary = GameSummary::new(record, file, names.collect());
        let card = StoredHeader::new(id, record, summary, file.part);
        let f = self.fields.clone();
        // Comments are stored twice, as words and for display. The buffer is allocated at its full size, because
        // growing it would briefly take twice the memory.
        let (positions, patterns) = (self.positions.finish(), self.recorder.finish());
        let kifu = kifu::encode_with_events(main_line(patterns), record.start, &record.tree, kifu);
        let custom_bytes = kifu.len() + positions.len() + patterns.len();
        let bytes = custom_bytes + 2 * comment_bytes(record) + 4096;
        let mut doc = TantivyDocument::with_capacity(bytes);
        let below = origin.path.strip_prefix(&self.root).unwrap_or(&origin.path);
        doc.add_u64(f.file_key, file_key(self.root_key, below));
        doc.add_u64(f.id, id);
        doc.add_u64(f.content, content_key(record));
        let place = place(origin);
        doc.add_text(f.folder, folder_part(&place));
        doc.add_text(f.place, place);
        doc.add_u64(f.game, origin.game.into());
        doc.add_u64(f.added, added);
        doc.add_bytes(f.card, &serde_json::to_vec(&card).unwrap_or_default());
        doc.add_u64(f.fullness, fullness(record, move_count));
        let written = sgf_bytes(record, file) as u64;
        doc.add_u64(f.text_bytes, text_bytes::encode(written));
        for mark in marks(record.start, &record.tree, &mut self.marker) {
            doc.add_u64(f.marks, mark.into());
        }
        doc.add_custom(f.kifu, &kifu);
        doc.add_custom(f.positions, positions);
        doc.add_custom(f.patterns, patterns);
        let judgements = engine_eval::encode(&record.analysis, &record.tree, record.start.size);
        if !judgements.is_empty() {
            doc.add_text(f.has, "analysis");
            doc.add_custom(f.judgements, &judgements);
        }
        let comments = self.comments(record);
        let numbers = RecordNumbers::with_counts(record, counts);
        self.add_keywords(&mut doc, &numbers, file, !openings.is_empty(), &comments);
        for word in findings {
            if word == Severity::Error.as_str() {
                doc.add_text(f.has, HAS_ERRORS);
            }
            doc.add_text(f.finding, word);
        }
        self.add_people(&mut doc, record);
        self.add_texts(&mut doc, &numbers, &openings);
        self.add_result(&mut doc, record);
        self.add_times(&mut doc, record);
        self.add_numbers(&mut doc, &numbers);
        self.add_properties(&mut doc, record);
        self.add_comments(&mut doc, record, &comments);
        BuiltDocument { document: doc, id, bytes }
    }

    fn replay(&mut self, record: &GameRecord) -> (ReplayFindings, MainLineCounts) {
        let mut played = ReplayFindings::new(record);
        let mut counts = MainLineCounts::default();
        let next = NextPlays::default();
        let (recorder, positions) = (&mut self.recorder, &mut self.positions);
        recorder.begin(record.start.game, record.start.size);
        positions.begin();
        let mut positions_left = MAX_POSITIONS;
        self.replayer.replay(record.start, &record.tree, |ply| {
            recorder.record_position(&record.tree, ply);
            played.add_ply(ply);
            let hash = ply.board.hash();
            if ply.main {
                counts.add(ply);
                positions.add_main(hash, ply.number, || next_code(&record.tree, ply, &next));
            } else {
                positions.add_variation(hash, ply.node);
            }
            positions_left -= 1;
            match positions_left {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        (played, counts)
    }

    fn add_keywords(
        &self,
        doc: &mut TantivyDocument,
        numbers: &RecordNumbers,
        file: &FileText,
        has_opening: bool,
        comments: &Comments,
    ) {
        let f = &self.fields;
        let record = numbers.record;
        doc.add_text(f.kind, record.start.game.name());
        let number = match record.start.game {
            GameKind::Go => "gm1".to_owned(),
            GameKind::Loa => "gm9".to_owned(),
            GameKind::Other(number) => format!("gm{number}"),
        };
        doc.add_text(f.kind, number);
        doc.add_text(f.format, record.format.as_str());
        doc.add_text(f.charset, file.charset.name);
        doc.add_text(f.size, record.start.size.to_string());
        for lang in languages(record, comments.iter().map(|(_, text)| text.as_ref())) {
            doc.add_text(f.lang, lang);
        }
        if let Some(facts) = SelfPlay::read(&record.tree) {
            let values = [(f.gtype, facts.game_type), (f.game_hash, facts.game_hash)];
            for (field, value) in values {
                if let Some(value) = value {
                    doc.add_text(field, value);
                }
            }
        }
        let problem = numbers.problem();
        if let Some(problem) = problem {
            doc.add_text(f.region, problem.region.as_str());
            doc.add_u64(f.problem, problem.key);
            if let Some(color) = problem.to_play {
                doc.add_text(f.to_play, color.letter().to_string());
            }
        }
        let info = &record.info;
        let players = [&info.players.black, &info.players.white];
        let mut setup = record.tree.actions(0).iter();
        let is_known = |result| result != GameResult::Unknown;
        let event_facts = numbers.event();
        // In variations only some text properties, such as the event, are searchable; these count for `has:` as well.
        let in_variations = |name: &str| side_texts(record).any(|(known, _)| known == name);
        let has = [
            ("comments", !comments.is_empty() || info.game_comment.is_some()),
            ("variations", record.tree.variation_count() > 0),
            ("setup", setup.any(|action| matches!(action, Action::Add(..)))),
            ("problem", problem.is_some()),
            ("result", info.result.is_some_and(is_known)),
            ("date", info.date.is_some()),
            ("year", info.date.as_ref().is_some_and(|date| date.year().is_some())),
            ("opening", info.opening.is_some() || has_opening),
            ("handicap", record.handicap().is_some_and(|stones| stones > 1)),
            // A text property with a placeholder (`EV[None]`) counts as missing.
            ("event", info.event.is_some() || event_facts.series.is_some() || in_variations("EV")),
            ("series", event_facts.series.is_some()),
            ("round", info.round.is_some() || !event_facts.rounds.is_empty()),
            ("place", info.place.is_some() || in_variations("PC")),
            ("title", info.title.is_some() || in_variations("GN")),
            ("source", info.source.is_some() || in_variations("SO")),
            ("annotator", info.annotator.is_some() || in_variations("AN")),
            ("black", players[0].name.as_deref().is_some_and(is_name)),
            ("white", players[1].name.as_deref().is_some_and(is_name)),
            (
                HAS_HANDICAP_NUMBER,
                info.handicap.is_some() || record.handicap().is_some_and(|stones| stones > 0),
            ),
            ("rules", info.rules.is_some()),
            ("overtime", info.overtime.is_some()),
            ("country", players.iter().any(|player| player.country.is_some())),
            ("team", players.iter().any(|player| player.team.is_some())),
        ];
        for (name, _) in has.iter().filter(|(_, has)| *has) {
            doc.add_text(f.has, name);
        }
    }

    fn add_people(&self, doc: &mut TantivyDocument, record: &GameRecord) {
        let f = &self.fields;
        let seats = [
            (Color::Black, f.black, f.black_whole, f.black_name, f.black_person, f.black_rank),
            (Color::White, f.white, f.white_whole, f.white_name, f.white_person, f.white_rank),
        ];
        for (color, words, whole, as_written, identity, rank) in seats {
            let player = &record.info.players[color];
            if let Some(name) = &player.name {
                doc.add_text(whole, fold(name));
            }
            for person in player.persons() {
                // The field gets one value for each person, so that a phrase matches within one name and not across
                // two.
                doc.add_text(words, person.text);
                doc.add_text(f.player_words, person.text);
                doc.add_text(as_written, person.name);
                add_identities(doc, identity, person.name);
                if player.name.as_deref() != Some(person.name) {
                    doc.add_text(whole, fold(person.name));
                }
            }
            if let Some(value) = player.rank {
                doc.add_i64(rank, value.number().into());
            }
            let countries = [(f.country, &player.country), (f.country_name, &player.country)];
            for (field, text) in countries.into_iter().chain([(f.team, &player.team)]) {
                if let Some(text) = text {
                    doc.add_text(field, text);
                }
            }
            if let Some(team) = &player.team {
                doc.add_text(f.team_whole, fold(team));
            }
        }
        let side = record.variation_info.iter().filter(|p| matches!(p.name.as_str(), "PB" | "PW"));
        // `PX` and `PY` name players whose colours are unknown.
        let either = record.properties.iter().filter(|p| matches!(p.name.as_str(), "PX" | "PY"));
        let mut names =
            (side.chain(either)).flat_map(|property| &property.values).filter(|name| is_name(name));
        if let Some(first) = names.next() {
            doc.add_text(f.has, HAS_SIDE_PLAYERS);
            for name in std::iter::once(first).chain(names) {
                doc.add_text(f.side_players, name);
                doc.add_text(f.player_words, name);
                for person in persons(name, None) {
                    add_identities(doc, f.side_person, person.name);
                }
            }
        }
    }

    fn add_texts(
        &self,
        doc: &mut TantivyDocument,
        numbers: &RecordNumbers,
        openings: &[&openings::Opening],
    ) {
        let f = &self.fields;
        let record = numbers.record;
        let info = &record.info;
        let texts = [
            (f.event, &info.event),
            (f.round, &info.round),
            (f.place_name, &info.place),
            (f.title, &info.title),
            (f.source, &info.source),
            (f.annotator, &info.annotator),
            (f.rules, &info.rules),
            (f.opening, &info.opening),
            (f.comment, &info.game_comment),
            (f.place_as_written, &info.place),
            (f.annotator_name, &info.annotator),
        ];
        for (field, text) in texts {
            if let Some(text) = text {
                doc.add_text(field, text);
            }
        }
        let whole_values = [
            (f.round_whole, &info.round),
            (f.title_whole, &info.title),
            (f.source_whole, &info.source),
        ];
        for (field, text) in whole_values {
            if let Some(text) = text {
                doc.add_text(field, fold(text));
            }
        }
        let ruleset = info.ruleset.map(Ruleset::as_str);
        if let Some(rules) = ruleset {
            doc.add_text(f.rules, rules);
        }
        if let Some(rules) = ruleset.or(info.rules.as_deref()) {
            doc.add_text(f.rules_name, rules);
        }
        if let Some(event) = &info.event {
            doc.add_text(f.event_whole, fold_letters(event));
            doc.add_text(f.event_name, event);
            doc.add_text(f.series, series(event));
        }
        let event_facts = numbers.event();
        if let Some(name) = &event_facts.series {
            doc.add_text(f.series_whole, fold(name));
            doc.add_text(f.series_name, name);
        }
        if let Some(round) = &info.round {
            doc.add_text(f.round_name, round);
        }
        for round in &event_facts.rounds {
            doc.add_text(f.stage, round);
            if [rounds::DECIDING, rounds::TITLE].contains(&&**round) {
                doc.add_text(f.stage_name, round);
            }
        }
        let field_of = |name: &str| match name {
            "EV" => Some(f.event),
            "GN" => Some(f.title),
            "PC" => Some(f.place_name),
            "SO" => Some(f.source),
            "AN" => Some(f.annotator),
            _ => None,
        };
        for (name, text) in side_texts(record) {
            if let Some(field) = field_of(name) {
                doc.add_text(field, text);
            }
        }
        for opening in openings {
            doc.add_text(f.opening, opening.name);
            doc.add_text(f.opening_name, opening.name);
            for alias in &opening.aliases {
                doc.add_text(f.opening, alias);
            }
        }
    }

    fn add_result(&self, doc: &mut TantivyDocument, record: &GameRecord) {
        let f = &self.fields;
        let result = record.info.result.as_ref();
        doc.add_u64(f.outcome, outcome::encode(result));
        let Some(result) = result else { return };
        doc.add_text(f.result, result.to_string());
        match result {
            GameResult::Win { winner, how } => {
                doc.add_text(f.winner, winner.letter().to_string());
                let how = match how {
                    WinKind::Resign => "R",
                    WinKind::Time => "T",
                    WinKind::Forfeit => "F",
                    WinKind::Score(_) => "score",
                    WinKind::Unspecified => "+",
                };
                doc.add_text(f.how, how);
            }
            GameResult::Draw => doc.add_text(f.winner, "0"),
            GameResult::Void => doc.add_text(f.winner, "void"),
            GameResult::Unknown => doc.add_text(f.winner, "?"),
        }
    }

    /// Adds the fields of the date and of the overtime.
    fn add_times(&self, doc: &mut TantivyDocument, record: &GameRecord) {
        let f = &self.fields;
        let info = &record.info;
        doc.add_u64(f.day, day::encode(info.date.as_ref()));
        if let Some(date) = &info.date {
            doc.add_i64(f.date_from, date.from.number().into());
            doc.add_i64(f.date_to, date.to.number().into());
        }
        if let Some(overtime) = &info.overtime {
            let overtime = overtime.to_string();
            doc.add_text(f.overtime_whole, fold(&overtime));
            doc.add_text(f.overtime, overtime);
        }
    }

    fn add_numbers(&self, doc: &mut TantivyDocument, numbers: &RecordNumbers) {
        for info in NUMBERS {
            let Some(value) = numbers.get(info.number) else {
                continue;
            };
            let field = self.fields.number(info.number);
            if info.is_signed() {
                doc.add_i64(field, value);
            } else {
                doc.add_u64(field, value.max(0) as u64);
            }
        }
    }

    /// Adds each property by its name, its words as `NAME:word` and its short values as `NAME=value`.
    fn add_properties(&mut self, doc: &mut TantivyDocument, record: &GameRecord) {
        let field = self.fields.property;
        let mut key = String::new();
        for Property { name, values } in record.properties.iter().chain(&record.main_line_info) {
            doc.add_text(field, name);
            if MOVE_PROPERTIES.contains(&name.as_str()) {
                continue;
            }
            for value in values.iter().take(MAX_VALUES_PER_PROPERTY) {
                if value.len() <= MAX_SHORT_VALUE_BYTES {
                    key.clear();
                    key.extend([name.as_str(), "=", value]);
                    doc.add_text(field, &key);
                }
                let mut count = 0;
                self.words.tokenize(value, Flavour::Names, &mut |token| {
                    count += 1;
                    // A value with more words than the maximum becomes a candidate for any word.
                    let word = if count <= MAX_WORDS_PER_VALUE { token.text } else { ANY_WORD };
                    if count <= MAX_WORDS_PER_VALUE + 1 {
                        key.clear();
                        key.extend([name.as_str(), ":", word]);
                        doc.add_text(field, &key);
                    }
                });
            }
        }
    }

    /// Non-blank comments of a record: those written by people, or all if [`Self::all_comments`] is set.
    fn comments<'r>(&self, record: &'r GameRecord) -> Comments<'r> {
        if !self.all_comments {
            return human_texts(&record.tree);
        }
        record
            .tree
            .comments()
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(node, text)| (node, Cow::Borrowed(text)))
            .collect()
    }

    /// Adds the words of comments, and for display the comments themselves.
    fn add_comments(&self, doc: &mut TantivyDocument, record: &GameRecord, comments: &Comments) {
        if comments.is_empty() {
            return;
        }
        for (_, text) in comments {
            doc.add_text(self.fields.comment, text);
        }
        let numbers = record.tree.move_numbers();
        let number = |node: NodeId| numbers.get(node as usize).copied().unwrap_or(0);
        let mut stored = Vec::with_capacity(comment_bytes(record) + 8 * comments.len());
        for (node, text) in comments {
            push_comment(&mut stored, *node, number(*node), text);
        }
        doc.add_bytes(self.fields.stored_comments, &stored);
    }
}

/// True if a text has letters or digits. A text without them cannot be found by any query.
fn is_name(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Texts of the properties in variations, without placeholders such as `None`, each with the name of its property.
fn side_texts(record: &GameRecord) -> impl Iterator<Item = (&str, &str)> {
    let texts = record.variation_info.iter().flat_map(|property| {
        property.values.iter().map(|text| (property.name.as_str(), text.as_str()))
    });
    texts.filter(|(_, text)| is_meaningful(text))
}

/// Comments of a record, each with its node.
type Comments<'r> = Vec<(NodeId, Cow<'r, str>)>;

/// Languages of the comments that people wrote into a record; `unknown` if there are comments but none has a
/// recognisable language.
pub fn languages_of(record: &GameRecord) -> Vec<&'static str> {
    let comments = human_texts(&record.tree);
    languages(record, comments.iter().map(|(_, text)| text.as_ref()))
}

fn languages<'t>(
    record: &'t GameRecord,
    comments: impl Iterator<Item = &'t str> + Clone,
) -> Vec<&'static str> {
    let mut texts = comments.chain(record.info.game_comment.as_deref());
    let mut languages = lang::detect_languages(texts.clone());
    if languages.is_empty() && texts.any(|text| !text.trim().is_empty()) {
        languages.push(UNKNOWN);
    }
    languages
}

/// Total length of a record's comments in bytes.
fn comment_bytes(record: &GameRecord) -> usize {
    record.tree.comments().map(|(_, text)| text.len()).sum()
}

/// Message for the diagnostic about moves that the rules forbid.
pub fn illegal_message(count: u64, first: u32) -> String {
    if count == 1 {
        return format!("move {first} breaks the rules; it was executed");
    }
    format!("{count} moves break the rules, the first is move {first}; they were executed")
}

/// True if stones are set up before the opening is over. Some servers write handicap stones in the node of the first
/// move, so the root alone is not enough.
fn is_set_up_early(record: &GameRecord) -> bool {
    let tree = &record.tree;
    let mut moves = 0;
    let actions = tree.main_line().flat_map(|node| tree.actions(node));
    let mut in_opening = actions.take_while(|action| {
        moves += u32::from(matches!(action, Action::Move(..)));
        moves < openings::LAST_PLY
    });
    in_opening.any(|action| matches!(action, Action::Add(..)))
}

/// Recognises the openings of an even game on 19×19; empty for other boards and handicap games.
pub fn recognise_openings(
    record: &GameRecord,
    moves: &MainMoves,
) -> Vec<&'static openings::Opening> {
    let is_usual = record.start.game == GameKind::Go && record.start.size == BoardSize::GO;
    if !is_usual || record.info.has_handicap_moves() || is_set_up_early(record) {
        return Vec::new();
    }
    openings::recognise(moves.iter().filter_map(|(color, action)| match action {
        Move::Place(point) => Some((color, point)),
        _ => None,
    }))
}
