//! Shows any number of games, named by arguments or by lines of standard input.

use super::{EngineOpener, ShowArgs, output_error, show_one};
use crate::output::PrintGuard;
use crate::report::report_failure;
use crate::target::resolve;
use crate::terminal::Terminal;
use kifu_archive::error::{Error, ErrorKind};
use kifu_archive::operand::BoundedLines;
use kifu_engine::files::AddressTarget;
use kifu_engine::game::GamePosition;
use kifu_engine::{AskOptions, Engine, Result};
use serde::Deserialize;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::io::Write;
use std::ops::ControlFlow;

/// Maximum length of an input line in bytes: a line may be a whole game as JSON.
pub(crate) const MAX_LINE_BYTES: u64 = 64 << 20;
/// Number of games whose records are requested together.
const BATCH_GAMES: usize = 4096;

/// Shows games in the order in which they are named. Returns whether any was shown.
///
/// A game that cannot be shown is reported and does not stop the others.
pub(super) fn show(
    args: &ShowArgs,
    targets: &[String],
    open: EngineOpener,
    term: &Terminal,
    out: &mut dyn Write,
) -> Result<bool> {
    let engine_cell = OnceCell::new();
    let engine = || match engine_cell.get() {
        Some(engine) => Ok(Engine::clone(engine)),
        None => open().map(|engine| engine_cell.get_or_init(|| engine).clone()),
    };
    let mut show =
        BatchShow { args, engine: &engine, term, out, ids: Vec::new(), shown: 0, failed: 0 };
    for target in targets {
        if target != "-" {
            show.show_target(target)?;
            continue;
        }
        let mut input = std::io::stdin().lock();
        for line in BoundedLines::new(&mut input, MAX_LINE_BYTES, u64::MAX) {
            let line = line.map_err(|error| Error::io("the standard input", error))?;
            let line = String::from_utf8_lossy(&line);
            let address = parse_address(line.trim());
            if !address.is_empty() {
                show.show_target(&address)?;
            }
        }
    }
    show.show_ids()?;
    match show.failed {
        0 => Ok(show.shown > 0),
        failed => {
            let message = format!("{failed} of the games were not shown");
            Err(Error::new(ErrorKind::NotFound, message).into())
        }
    }
}

/// Fields that identify a game in a line of JSON that another command printed: an id, or a path with members and
/// number.
#[derive(Deserialize)]
struct GameRef {
    id: Option<String>,
    path: Option<String>,
    member: Option<String>,
    game: Option<u32>,
}

impl GameRef {
    fn address(self) -> Option<String> {
        let member = self.member.map_or(String::new(), |name| format!("!{name}"));
        let game = self.game.map_or(String::new(), |game| format!("@{game}"));
        let place = self.path.map(|path| format!("{path}{member}{game}"));
        self.id.or(place)
    }
}

/// Returns the address of the game in a line of input: from the line's JSON object, or the text before the first tab.
pub(crate) fn parse_address(line: &str) -> Cow<'_, str> {
    let named = serde_json::from_str::<GameRef>(line).ok();
    match named.and_then(GameRef::address) {
        Some(address) => address.into(),
        None => line.split('\t').next().unwrap_or_default().trim().into(),
    }
}

struct BatchShow<'s> {
    args: &'s ShowArgs,
    engine: EngineOpener<'s>,
    term: &'s Terminal,
    out: &'s mut dyn Write,
    /// Ids of games that wait to be requested together with the next ones.
    ids: Vec<String>,
    shown: u64,
    failed: u64,
}

impl BatchShow<'_> {
    fn show_target(&mut self, text: &str) -> Result<()> {
        let resolved = resolve(text);
        if let Ok((address, AddressTarget::Id(id))) = &resolved
            && self.args.json
            && address.at == GamePosition::End
        {
            self.ids.push(id.clone());
            return match self.ids.len() {
                BATCH_GAMES => self.show_ids(),
                _ => Ok(()),
            };
        }
        self.show_ids()?;
        if !self.args.json && self.shown > 0 {
            writeln!(self.out).map_err(output_error)?;
        }
        let show = |(address, target)| {
            show_one(self.args, text, &address, target, self.engine, self.term, self.out)
        };
        match resolved.and_then(show) {
            Ok(shown) => self.shown += u64::from(shown),
            Err(failure) => {
                self.failed += 1;
                report_failure(&failure, self.args.json);
            }
        }
        Ok(())
    }

    /// Shows the games in `ids`, requested from the index together.
    fn show_ids(&mut self) -> Result<()> {
        let ids = std::mem::take(&mut self.ids);
        if ids.is_empty() {
            return Ok(());
        }
        let engine = (self.engine)()?;
        let mut printed = PrintGuard::default();
        let result =
            engine.records(&ids, &AskOptions::default(), &mut |record| match record.line {
                Ok(line) => {
                    self.shown += 1;
                    printed.check(self.out.write_all(line).map_err(output_error))
                }
                Err(failure) => {
                    self.failed += 1;
                    report_failure(failure, self.args.json);
                    ControlFlow::Continue(())
                }
            });
        printed.finish(result).map(|_| ())
    }
}
