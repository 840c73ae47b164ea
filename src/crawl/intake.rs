//! What all archive kinds share: how a member becomes an entry, a problem, or an archive of its own.

use super::archive::{self, Source};
use super::kind::{FileKind, HEAD, file_kind, looks_like_record};
use super::limits::{Budget, Limits, Meter, Refusal, is_refusal};
use super::packed::reason;
use super::{Entry, Problem, ProblemKind, too_large, unsupported};
use crate::origin::{Member, Origin};
use crate::text::charset;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Whether to read on.
pub(super) type Flow = ControlFlow<()>;

/// Who takes entries and problems.
pub(super) type Sink<'a> = dyn FnMut(Result<Entry, Problem>) -> Flow + 'a;

/// The way of members into the sink.
pub(super) struct Intake<'a> {
    pub(super) limits: &'a Limits,
    pub(super) budget: &'a Budget,
    pub(super) sink: &'a mut Sink<'a>,
}

/// A member's bytes, about to be read.
pub(super) struct Body<'b> {
    pub(super) reader: &'b mut dyn Read,
    pub(super) meter: &'b Meter<'b>,
    /// The size that the archive tells.
    pub(super) size: u64,
    /// Whether fewer bytes than that are a damage that the reader does not notice by itself.
    pub(super) exact: bool,
}

/// Why a member's bytes are not taken.
enum Refused {
    /// They do not look like a game.
    Other,
    TooLarge,
    Cut(u64),
    Io(io::Error),
}

impl Intake<'_> {
    pub(super) fn problem(&mut self, problem: Problem) -> Flow {
        (self.sink)(Err(problem))
    }

    /// Counts a member of an archive.
    pub(super) fn count(&mut self, archive: &Origin) -> Flow {
        if self.budget.entry(self.limits) {
            return Flow::Continue(());
        }
        let used_up = (self.budget).used_up(archive, Refusal::Entries, self.limits);
        used_up.map(|problem| self.problem(problem));
        Flow::Break(())
    }

    /// Tells why a stream was ended by its meter, if it was.
    pub(super) fn refused(&mut self, origin: &Origin, meter: &Meter) -> Flow {
        if let Some(problem) = meter.problem(origin) {
            self.problem(problem)?;
        }
        match meter.refusal() {
            Some(refusal) if refusal.is_of_archive() => Flow::Break(()),
            _ => Flow::Continue(()),
        }
    }

    /// Reads a member. `depth` is that of the archive it is in, 1 for one on the disk.
    pub(super) fn member(&mut self, origin: Origin, depth: usize, body: Body) -> Flow {
        let kind = match file_kind(&origin.file_name()) {
            FileKind::OtherArchive(name) => return self.problem(unsupported(origin, name)),
            FileKind::Archive(kind) if depth < self.limits.depth => {
                archive::read(self, &origin, kind, depth + 1, Source::Stream(body.reader))?;
                return self.refused(&origin, body.meter);
            }
            FileKind::Archive(_) => {
                let depth = depth + 1;
                let message = format!(
                    "is an archive at depth {depth}, more than the limit (--max-depth raises it)"
                );
                return self.problem(Problem::new(origin, ProblemKind::TooLarge, message));
            }
            kind => kind,
        };
        let Body {
            reader,
            meter,
            size,
            exact,
        } = body;
        if size > self.limits.entry_bytes && kind != FileKind::Other {
            return self.problem(too_large(origin, self.limits));
        }
        match take(reader, size, exact, kind == FileKind::Other, self.limits) {
            Ok(bytes) => (self.sink)(Ok(Entry { origin, bytes })),
            Err(_) if meter.refusal().is_some() => self.refused(&origin, meter),
            Err(Refused::Other) => Flow::Continue(()),
            Err(Refused::Io(error)) if is_refusal(&error) => Flow::Continue(()),
            Err(Refused::TooLarge) => self.problem(too_large(origin, self.limits)),
            Err(Refused::Cut(count)) => {
                let message =
                    format!("is cut short after {count} of {size} bytes; it was passed over");
                self.problem(Problem::new(origin, ProblemKind::Damaged, message))
            }
            Err(Refused::Io(error)) => {
                let reason = reason(&error);
                let message = format!("the member is damaged ({reason}); it was passed over");
                self.problem(Problem::new(origin, ProblemKind::Damaged, message))
            }
        }
    }

    /// Reads an archive whole, within the limit of an entry; none if that failed, which is told.
    pub(super) fn whole(
        &mut self,
        origin: &Origin,
        reader: &mut dyn Read,
    ) -> ControlFlow<(), Option<Vec<u8>>> {
        match take(reader, 0, false, false, self.limits) {
            Ok(bytes) => return ControlFlow::Continue(Some(bytes)),
            Err(Refused::Io(error)) if is_refusal(&error) => {}
            Err(Refused::Io(error)) => {
                let message = format!("the archive is damaged ({})", reason(&error));
                self.problem(Problem::new(origin.clone(), ProblemKind::Damaged, message))?;
            }
            Err(_) => self.problem(too_large(origin.clone(), self.limits))?,
        }
        ControlFlow::Continue(None)
    }
}

/// Reads at most as many bytes as the limits allow, whatever size is told.
fn take(
    reader: &mut dyn Read,
    size: u64,
    exact: bool,
    by_content: bool,
    limits: &Limits,
) -> Result<Vec<u8>, Refused> {
    let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize + 1);
    if by_content {
        let head = reader.take(HEAD as u64).read_to_end(&mut bytes);
        head.map_err(Refused::Io)?;
        if !looks_like_record(&bytes) {
            return Err(Refused::Other);
        }
    }
    let most = (limits.entry_bytes + 1).saturating_sub(bytes.len() as u64);
    let rest = reader.take(most).read_to_end(&mut bytes);
    rest.map_err(Refused::Io)?;
    let count = bytes.len() as u64;
    match () {
        () if count > limits.entry_bytes => Err(Refused::TooLarge),
        () if exact && count < size => Err(Refused::Cut(count)),
        () => Ok(bytes),
    }
}

/// Counts equal names by their hashes, so that an archive of many members takes a few bytes for each.
#[derive(Default)]
pub(super) struct Names {
    hasher: RandomState,
    seen: HashMap<u64, u32>,
}

impl Names {
    /// The next member of this name, which is shown without a `./` before it.
    pub(super) fn member(&mut self, raw: &[u8]) -> Member {
        let count = self.seen.entry(self.hasher.hash_one(raw)).or_insert(0);
        let occurrence = *count;
        *count += 1;
        let shown = raw.strip_prefix(b"./").unwrap_or(raw);
        Member {
            name: charset::decode_name(shown).into_owned(),
            raw: raw.to_vec(),
            occurrence,
        }
    }
}
