//! `kifu-index search`: lists, counts or opens the games that a query finds.

use super::answer::copies_left_out;
use super::args::{OutputArgs, SearchArgs};
use super::games::{self, ListedGame};
use super::output::{
    DEFAULT_ROWS, PrintGuard, all_games_skipped, all_rows_skipped, flush_if_piped, footer, limit,
    page_footer, write_error,
};
use super::query_advice;
use super::stderr::note;
use super::styles;
use super::target;
use super::terminal::Terminal;
use super::unknown_ids::note_unknown_ids;
use super::viewer;
use kifu_engine::engine_eval::EngineEval;
use kifu_engine::game::GamePosition;
use kifu_engine::lines::{LineFormat, LineOptions};
use kifu_engine::number_format::{counted, format_thousands};
use kifu_engine::request::{CountGames, Explain, ListFiles, ListLines, RowDetails};
use kifu_engine::request::{Sample, Search};
use kifu_engine::row::{GameRow, MatchedComment};
use kifu_engine::search::{GamesFound, HasEvalHits, notes};
use kifu_engine::{AskOptions, Engine, Item, Result, json};
use kifu_record::text::display::clean;
use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Runs the command `search`. Returns whether there were hits.
pub(crate) fn run(args: &SearchArgs, engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let mut lines = line_options(&args.output)?;
    let terminal = Terminal::stdout();
    // Rows for programs are never cut to the width of the terminal.
    let is_table = terminal.is_terminal && lines.form == LineFormat::Tsv;
    let options = AskOptions::default();
    let query = target::read_query(&args.query)?;
    for text in notes(&query) {
        note!("note: {text}");
    }
    note_unknown_ids(engine, &query)?;
    let has_engine_evals = engine.answer(&HasEvalHits(Search::new(&query)), &options)?.answer;
    if lines.form != LineFormat::Json && !is_table {
        lines = match (has_engine_evals, args.each) {
            (true, _) => lines.with_moves(),
            (false, true) => lines.with_comments(),
            (false, false) => lines,
        };
    }
    let request = Search {
        query,
        sort: args.sort.clone(),
        unique: args.unique,
        sample: args.sample.sample(),
        limit: match args.output.limit {
            _ if args.open => Some(1),
            None if args.sample.sample().is_some() => None,
            given => limit(given, is_table.then_some(DEFAULT_ROWS))
                .map(|limit| limit.saturating_add(args.output.skip)),
        },
        total: false,
        comments: lines.has_comments(),
        each: args.each,
        details: lines.needs().into(),
    };
    if args.explain {
        let explanation = engine.answer(&Explain(request.clone()), &options)?.answer;
        let printed = if args.output.json {
            json::write_line(out, &explanation)
        } else {
            query_advice::explain(out, &explanation, &terminal)
        };
        printed.map_err(write_error)?;
        return Ok(explanation.parts.first().is_some_and(|part| part.games > 0));
    }
    if args.output.count && args.each {
        let rows = count_rows(engine, &request)?;
        writeln!(out, "{rows}").map_err(write_error)?;
        return Ok(rows > 0);
    }
    if args.output.count {
        let total = engine.answer(&CountGames(request.clone()), &options)?.answer;
        writeln!(out, "{total}").map_err(write_error)?;
        return Ok(total > 0);
    }
    let list =
        GameList { engine, request: request.clone(), skip: args.output.skip, terminal: &terminal };
    let found = if args.open {
        open_first(engine, request.clone())?
    } else if args.output.paths {
        list.print_paths(args.output.null, out)?
    } else if args.output.json || args.output.rows.csv || !terminal.is_terminal {
        list.print_lines(&lines, out)?
    } else {
        list.print_table(&lines, out)?
    };
    if args.each && has_engine_evals && !is_table {
        note!("note: {LISTED_MOVES_NOTE}");
    }
    if !found {
        explain_empty_list(engine, &request, args.output.skip, has_engine_evals)?;
    }
    Ok(found)
}

/// Counts all comments or moves that `--each` would list if there were no limit.
fn count_rows(engine: &Engine, request: &Search) -> Result<u64> {
    let request = Search { limit: None, ..request.clone() };
    let discard = &mut |_: &_| ControlFlow::Continue(());
    Ok(engine.search(&request, &AskOptions::default(), discard)?.answer.shown)
}

/// Explains why a list is empty: nothing matches, `--skip` leaves out everything that matches, or games match but have
/// no comment or move to list.
fn explain_empty_list(
    engine: &Engine,
    request: &Search,
    skip: usize,
    has_engine_evals: bool,
) -> Result<()> {
    if request.each && skip > 0 {
        let rows = count_rows(engine, request)?;
        if rows > 0 {
            let fit = if has_engine_evals {
                counted(rows, "move fits", "moves fit")
            } else {
                counted(rows, "comment fits", "comments fit")
            };
            note!("{}.", all_rows_skipped(&fit, skip));
            return Ok(());
        }
    }
    let games = if request.each || skip > 0 {
        engine.answer(&CountGames(request.clone()), &AskOptions::default())?.answer
    } else {
        0
    };
    match games {
        0 => query_advice::explain_no_hits(engine, request)?,
        games if skip > 0 && !request.each => {
            note!("{}.", all_games_skipped(games, skip));
        }
        1 => note!("One game fits, but no comment or move of it does."),
        games => {
            note!("{} games fit, but no comment or move of them does.", format_thousands(games))
        }
    }
    Ok(())
}

/// Note for a list of moves: which moves it has, and which moves the averages of `stats --by loss` count instead.
const LISTED_MOVES_NOTE: &str = "moves by the analysis of any engine; moves without values in points are found by drop, not by \
                            loss; stats --by loss uses one engine per game and skips games with few values";

/// Says how many comments or moves were listed, and how to see more if the list may be cut. The number in `found`
/// includes the rows that `--skip` left out.
fn rows_footer(found: &GamesFound, limit: Option<usize>, skip: u64) -> String {
    let (one, many) = if found.has_evals { ("move", "moves") } else { ("comment", "comments") };
    let is_cut = limit.is_some_and(|limit| found.shown >= limit as u64);
    match (is_cut, skip) {
        (false, 0) => counted(found.shown, one, many),
        (true, 0) => {
            let rows = counted(found.shown, one, many);
            format!("the first {rows} (--limit 0 for all)")
        }
        (is_cut, skip) => {
            let (first, last) = (format_thousands(skip + 1), format_thousands(found.shown));
            let next = if is_cut {
                format!("--skip {} for the next", found.shown)
            } else {
                "the last".to_owned()
            };
            format!("{many} {first} to {last} ({next})")
        }
    }
}

/// Returns the format of the lines that the arguments request; an error names a column that does not exist.
fn line_options(args: &OutputArgs) -> Result<LineOptions> {
    let form = match args {
        _ if args.json => LineFormat::Json,
        _ if args.rows.csv => LineFormat::Csv,
        _ => LineFormat::Tsv,
    };
    let mut lines = args.rows.lines(form)?;
    if args.null {
        lines.end = "\0";
    }
    Ok(lines)
}

/// Opens the first game in the user's viewer at its hit: at the position, or else at a comment with words of the query.
/// Returns whether there was a game.
fn open_first(engine: &Engine, mut request: Search) -> Result<bool> {
    request.comments = true;
    let mut first = None;
    engine.search(&request, &AskOptions::default(), &mut |game| {
        let comment = game.comment.as_ref().map(|comment| comment.hit.node);
        let at = game
            .hit
            .as_ref()
            .map(|hit| hit.node)
            .or(comment)
            .map_or(GamePosition::End, GamePosition::Node);
        first = Some((game.id.clone(), at));
        ControlFlow::Break(())
    })?;
    if let Some((id, at)) = &first {
        viewer::open_game(engine, id, *at)?;
    }
    Ok(first.is_some())
}

/// Says that a sample was drawn: `100 of 8,698 games, drawn with seed 0`.
fn sample_line(shown: u64, total: u64, sample: Sample) -> String {
    let (shown, all) = (format_thousands(shown), counted(total, "game", "games"));
    format!("{shown} of {all}, drawn with seed {}", sample.seed)
}

fn print_path(out: &mut dyn Write, name: &[u8], null: bool) -> io::Result<()> {
    if null {
        // With `--null`, programs read the paths, so they get the raw bytes of a path.
        out.write_all(name).and_then(|()| out.write_all(b"\0"))
    } else {
        writeln!(out, "{}", clean(&String::from_utf8_lossy(name)))
    }
}

/// A list of games while it is printed.
struct GameList<'l> {
    engine: &'l Engine,
    request: Search,
    /// Number of games that `--skip` leaves out at the beginning.
    skip: usize,
    terminal: &'l Terminal,
}

impl GameList<'_> {
    fn print_lines(&self, lines: &LineOptions, out: &mut dyn Write) -> Result<bool> {
        let request = &self.request;
        let mut to_skip = self.skip;
        // The header is written only before the first row, so that an error in the query is printed without a header.
        let mut has_begun = false;
        let mut begin = |out: &mut dyn Write| {
            if std::mem::replace(&mut has_begun, true) { Ok(()) } else { lines.write_header(out) }
        };
        let mut printed = PrintGuard::default();
        let mut print = |part: Item| match part {
            Item::Line(_) if to_skip > 0 => {
                to_skip -= 1;
                ControlFlow::Continue(())
            }
            Item::Line(line) => {
                printed.check(begin(out).and_then(|()| out.write_all(line).map_err(write_error)))
            }
            Item::Pause => {
                let begun = begin(out);
                printed.check(
                    begun.and_then(|()| flush_if_piped(out, self.terminal).map_err(write_error)),
                )
            }
            _ => ControlFlow::Continue(()),
        };
        let search = Search { details: RowDetails::only(lines.needs()), ..request.clone() };
        let listed = ListLines { search, lines: lines.clone() };
        let found = self.engine.ask(&listed, &AskOptions::default(), &mut print);
        let found = printed.finish(found)?.answer;
        begin(out)?;
        if let Some(sample) = request.sample.filter(|_| !request.each) {
            let total = found.total.unwrap_or(found.shown);
            note!("{}", sample_line(found.shown, total, sample));
        }
        Ok(found.shown > self.skip as u64)
    }

    /// Prints the paths of games. A file is named once, however many of its games match.
    fn print_paths(&self, null: bool, out: &mut dyn Write) -> Result<bool> {
        let mut to_skip = self.skip;
        let mut printed_names: HashSet<Vec<u8>> = HashSet::new();
        let mut printed = PrintGuard::default();
        let mut print = |part: Item| match part {
            Item::Place(_) if to_skip > 0 => {
                to_skip -= 1;
                ControlFlow::Continue(())
            }
            Item::Place((path, members)) => {
                let mut name = path.as_os_str().as_encoded_bytes().to_vec();
                for (member, _) in members {
                    name.push(b'!');
                    name.extend(member.as_bytes());
                }
                if printed_names.contains(&name) {
                    return ControlFlow::Continue(());
                }
                let written = print_path(out, &name, null);
                printed_names.insert(name);
                printed.check(written.map_err(write_error))
            }
            Item::Pause => printed.check(flush_if_piped(out, self.terminal).map_err(write_error)),
            _ => ControlFlow::Continue(()),
        };
        let request = ListFiles(self.request.clone());
        let found = self.engine.ask(&request, &AskOptions::default(), &mut print);
        Ok(printed.finish(found)?.answer > self.skip as u64)
    }

    fn print_table(&self, lines: &LineOptions, out: &mut dyn Write) -> Result<bool> {
        let (engine, terminal) = (self.engine, self.terminal);
        let request = Search {
            total: true,
            comments: lines.columns.is_none() || lines.has_comments(),
            ..self.request.clone()
        };
        let mut rows = Vec::new();
        let mut to_skip = self.skip;
        let found = engine.search(&request, &AskOptions::default(), &mut |game| {
            match to_skip {
                0 => rows.push(listed_game(game, lines, terminal)),
                _ => to_skip -= 1,
            }
            ControlFlow::Continue(())
        });
        let found = found?.answer;
        let total = found.total.unwrap_or(found.shown);
        // With `--each` a game may have several rows, so the rows are counted and not the games.
        let listed = if request.each { found.shown } else { total };
        if listed <= self.skip as u64 {
            return Ok(false);
        }
        query_advice::print_sentence(out, engine, &request, total, terminal)?;
        if rows.is_empty() {
            return Ok(!request.each);
        }
        let printed = match &lines.columns {
            None => {
                let heading = found.has_places.then_some(games::RESULT_AND_PLACE_HEADING);
                games::print(out, rows, terminal, heading)
            }
            Some(columns) => games::print_with_columns(out, rows, columns, terminal),
        };
        printed.map_err(write_error)?;
        if request.each && found.has_evals {
            writeln!(out, "{}", terminal.dim(LISTED_MOVES_NOTE)).map_err(write_error)?;
        }
        let footer = match request.sample {
            _ if request.each => rows_footer(&found, request.limit, self.skip as u64),
            Some(sample) => sample_line(found.shown, total, sample),
            None if self.skip > 0 => page_footer(self.skip as u64, found.shown, total, "games"),
            None => footer(found.shown, total, "game", "games"),
        };
        writeln!(out, "{}", terminal.dim(&footer)).map_err(write_error)?;
        if let Some(copies) = found.left_out.filter(|&copies| copies > 0) {
            writeln!(out, "{}", terminal.dim(copies_left_out(copies))).map_err(write_error)?;
        }
        Ok(true)
    }
}

fn listed_game(game: &GameRow, lines: &LineOptions, terminal: &Terminal) -> ListedGame {
    let comment = game.comment.as_ref();
    let comment = || comment.map(|comment| comment_line(comment, terminal));
    let below = || game.judged.as_ref().map(|judged| engine_eval_line(game, judged, terminal));
    match &lines.columns {
        Some(columns) => ListedGame::with_columns(game, columns),
        None => ListedGame::from_hit(game).with_below(below().or_else(comment)),
    }
}

/// Describes a move by an engine's evaluation: `move 42: B Q3 lost 8.6 points (21 %), best R14 · KataGo`.
fn engine_eval_line(game: &GameRow, judged: &EngineEval, terminal: &Terminal) -> String {
    let number = game.hit.as_ref().map_or(0, |hit| hit.number);
    terminal.dim(format!("move {number}: ")) + &clean(&judged.in_words().to_string())
}

/// Quotes a comment with the matched words marked: `move 42: …the ladder works…`. For a comment in a variation,
/// the line names its node instead of the move, as `show ID#n87` takes it.
fn comment_line(comment: &MatchedComment, terminal: &Terminal) -> String {
    let label = if comment.variation {
        format!("variation, #n{}: ", comment.hit.node)
    } else {
        format!("move {}: ", comment.hit.number)
    };
    let snippet_width = terminal.width.saturating_sub(12 + label.len()).max(20);
    let mut line = terminal.dim(&label);
    for (marked, part) in comment.hit.snippet(snippet_width) {
        // Line breaks become blanks, since they separate words, also where a mark begins or ends.
        let part = part.replace(char::is_whitespace, " ");
        let part = clean(&part);
        let style = if marked { styles::BOLD } else { styles::PLAIN };
        line.push_str(&terminal.paint(style, part));
    }
    line
}
