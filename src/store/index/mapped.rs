//! Mapped files: letting go of their pages, and what happens where they lose them while they are read.
//!
//! What was read of a mapped file counts as memory of the process until its pages are let go. A build reads all that it
//! merges, so it keeps its files as `MappedFile`s and lets go of them as it writes. The system's cache keeps them.
//!
//! The files of an index are mapped into memory. Where one is cut, or its disk fails, reading it is no error but a
//! signal (SIGBUS) that ends the process, and with it the answers of everybody. After [`survive`] it no longer does:
//! pages of zeros take the place of the lost ones, and the mapping is noted as lost. What was read from it may be
//! anything, so `Index::check_mapped` is called last for every answer. Zeros stay for as long as the file is mapped: an
//! index that is opened again maps it anew.
//!
//! The signal comes only for whole pages behind the end of a file. The rest of the page that holds the new end reads as
//! zeros without one. So the check also looks at the last bytes of each mapping (`Mapping::check_end`): every sealed
//! file ends with a magic number, which no cut leaves in its place, wherever it is and whether or not the file is
//! lengthened again. Reading it costs some nanoseconds and neither a system call nor a descriptor. The kernel sets the
//! size and unmaps the pages behind it before it zeroes the rest of the last page (`truncate_setsize` and what ext4,
//! btrfs and tmpfs do instead), so whoever read zeros finds the end missing. XFS zeroes that rest first: an answer that
//! begins and ends within the milliseconds until it sets the size is not protected, and neither is one during which a
//! file is cut within a page and gets the same bytes back.
//!
//! This is the only module with `unsafe` code. Nothing in the standard library maps memory, lets go of it or lets a
//! program go on after this signal, and no well-kept crate does it either. On other systems than Linux no pages are let
//! go, and the signal ends the process. Without [`survive`], in Python say, nothing is looked at: reading the end of a
//! file that was cut would end a process that may never have read what is missing.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use tantivy::Directory;
use tantivy::directory::MmapDirectory;
use tantivy::directory::error::OpenReadError;
use tantivy_common::OwnedBytes;

/// A file that is known to be mapped.
pub(super) struct MappedFile(OwnedBytes);

impl MappedFile {
    pub(super) fn open(
        directory: &MmapDirectory,
        path: &Path,
    ) -> Result<MappedFile, OpenReadError> {
        let file = directory.get_file_handle(path)?;
        file.read_bytes(0..file.len())
            .map(MappedFile)
            .map_err(|error| OpenReadError::wrap_io_error(error, path.to_owned()))
    }

    /// The whole file.
    pub(super) fn bytes(&self) -> &OwnedBytes {
        &self.0
    }

    /// Lets go of its pages. Whoever reads them gets them anew, most often from the system's cache.
    pub(super) fn let_go(&self) {
        pages::let_go(self);
    }
}

/// Slots that are made at a time, 24 bytes each. An open index takes some fifty.
const SLOTS_AT_ONCE: usize = 1024;

/// A mapping that is watched. The handler of the signal may look at it at any moment, so it has no lock.
#[derive(Debug)]
struct Slot {
    /// The first address; [`FREE`] or [`TAKEN`] if it is none.
    start: AtomicUsize,
    /// The address behind the last.
    end: AtomicUsize,
    lost: AtomicBool,
}

const FREE: usize = 0;
const TAKEN: usize = 1;

impl Slot {
    const fn free() -> Slot {
        Slot {
            start: AtomicUsize::new(FREE),
            end: AtomicUsize::new(0),
            lost: AtomicBool::new(false),
        }
    }

    fn take(&self) -> bool {
        self.start.compare_exchange(FREE, TAKEN, SeqCst, SeqCst).is_ok()
    }

    fn note_lost(&self) {
        self.lost.store(true, SeqCst);
        ANY_LOST.store(true, SeqCst);
    }
}

/// Slots, and those that were made when all of these were taken. None are ever freed, because the handler may look at
/// them at any moment.
struct Slots {
    slots: [Slot; SLOTS_AT_ONCE],
    more: OnceLock<Box<Slots>>,
}

static SLOTS: Slots = Slots::new();

impl Slots {
    const fn new() -> Slots {
        Slots { slots: [const { Slot::free() }; SLOTS_AT_ONCE], more: OnceLock::new() }
    }

    /// All slots. It allocates nothing and takes no lock.
    #[cfg(target_os = "linux")]
    fn all() -> impl Iterator<Item = &'static Slot> {
        let next = |slots: &&'static Slots| slots.more.get().map(Box::as_ref);
        std::iter::successors(Some(&SLOTS), next).flat_map(|slots| &slots.slots)
    }

    /// Takes a slot that is free.
    fn take() -> &'static Slot {
        let mut slots = &SLOTS;
        loop {
            if let Some(slot) = slots.slots.iter().find(|slot| slot.take()) {
                return slot;
            }
            slots = slots.more.get_or_init(|| Box::new(Slots::new()));
        }
    }
}

/// Whether there is a handler.
static WATCHED: AtomicBool = AtomicBool::new(false);
/// Whether any mapping was ever lost, so that nobody has to look at all of them before that.
static ANY_LOST: AtomicBool = AtomicBool::new(false);

/// A mapping, watched until this is dropped.
#[derive(Debug)]
pub(super) struct Mapping(Option<&'static Slot>);

impl Mapping {
    /// Watches the memory of a file, if anything is watched in this process.
    pub(super) fn of(bytes: &[u8]) -> Mapping {
        if bytes.is_empty() || !is_watched() {
            return Mapping(None);
        }
        let slot = Slots::take();
        let range = bytes.as_ptr_range();
        slot.lost.store(false, SeqCst);
        slot.end.store(range.end.addr(), SeqCst);
        slot.start.store(range.start.addr(), SeqCst);
        Mapping(Some(slot))
    }

    /// Looks whether the last bytes of the file are still those that it was opened with. Where they are not, it is lost
    /// from then on, whatever they become: what was read meanwhile may be kept somewhere.
    pub(super) fn check_end<const N: usize>(&self, end: &[u8; N], wanted: [u8; N]) {
        if let Some(slot) = self.0
            && pages::read_now(end) != wanted
        {
            slot.note_lost();
        }
    }

    /// Whether some of its pages were lost, and what was read there may be anything.
    pub(super) fn is_lost(&self) -> bool {
        self.0.is_some_and(|slot| slot.lost.load(SeqCst))
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.start.store(FREE, SeqCst);
        }
    }
}

/// Whether any mapping was ever lost.
pub(super) fn any_lost() -> bool {
    ANY_LOST.load(SeqCst)
}

/// Whether mappings are watched in this process.
pub(super) fn is_watched() -> bool {
    WATCHED.load(SeqCst)
}

/// From now on, an index file that is cut while it is open makes errors of answers and does not end this process. It
/// holds for what is opened afterwards. Only the program may call this: it sets what happens at a signal.
pub fn survive() {
    if cfg!(target_os = "linux") && !is_watched() {
        WATCHED.store(signal::handle(), SeqCst);
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod pages {
    use super::MappedFile;

    /// Bytes as they are in memory at this moment, whatever the compiler knows of them.
    pub(super) fn read_now<const N: usize>(bytes: &[u8; N]) -> [u8; N] {
        // SAFETY: a reference may be read, and any bytes are a value of the array. Where their page is gone, the
        // handler puts zeros in its place: they are read of mappings in slots alone.
        unsafe { std::ptr::from_ref(bytes).read_volatile() }
    }

    pub(super) fn let_go(file: &MappedFile) {
        let bytes = file.bytes().as_slice();
        if bytes.is_empty() {
            return;
        }
        // SAFETY: the bytes are all of a mapping, since a directory of mapped files gave them. It begins with a page
        // and stays for as long as they are borrowed. It is a mapping of a file for reading, so whoever reads a page
        // that was let go gets the same bytes from the file.
        unsafe {
            libc::madvise(bytes.as_ptr().cast_mut().cast(), bytes.len(), libc::MADV_DONTNEED);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod pages {
    use super::MappedFile;

    pub(super) fn read_now<const N: usize>(bytes: &[u8; N]) -> [u8; N] {
        *bytes
    }

    pub(super) fn let_go(_: &MappedFile) {}
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod signal {
    use super::{FREE, Slot, Slots, TAKEN};
    use std::ffi::{c_int, c_void};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    /// Bytes of a page.
    static PAGE: AtomicUsize = AtomicUsize::new(4096);
    /// What happened at the signal before.
    static FORMER: OnceLock<libc::sigaction> = OnceLock::new();

    /// Sets the handler; whether that was possible.
    pub(super) fn handle() -> bool {
        // SAFETY: it asks for a number, and has no conditions.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        if let Ok(page) = usize::try_from(page) {
            PAGE.store(page, SeqCst);
        }
        // SAFETY: the structure is plain data for which zeros are a value, and all its parts that the call reads are
        // set below; the handler has the form that SA_SIGINFO asks for, and does nothing that is not allowed in one.
        unsafe {
            let mut former: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(libc::SIGBUS, std::ptr::null(), &raw mut former) != 0 {
                return false;
            }
            let _ = FORMER.set(former);
            let mut action: libc::sigaction = std::mem::zeroed();
            let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_signal;
            action.sa_sigaction = handler as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut action.sa_mask);
            libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut()) == 0
        }
    }

    /// Called in the middle of whatever a thread was reading. It uses atomic numbers and system calls only.
    extern "C" fn on_signal(_: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
        // SAFETY: the system passes a valid pointer to what it knows of the signal, and for SIGBUS that has an address.
        let at = unsafe { (*info).si_addr() }.addr();
        if slot_of(at).is_some_and(|slot| blank(at, slot)) {
            return;
        }
        // SAFETY: sets what was in force before, or what the system does by itself. The thread then repeats what it did
        // and gets the signal again.
        unsafe {
            match FORMER.get() {
                Some(former) => {
                    libc::sigaction(libc::SIGBUS, former, std::ptr::null_mut());
                }
                None => {
                    libc::signal(libc::SIGBUS, libc::SIG_DFL);
                }
            }
        }
    }

    /// The watched mapping with an address.
    fn slot_of(at: usize) -> Option<&'static Slot> {
        Slots::all().find(|slot| {
            let start = slot.start.load(SeqCst);
            start != FREE && start != TAKEN && (start..slot.end.load(SeqCst)).contains(&at)
        })
    }

    /// Puts zeros in the place of the page with an address; whether that was possible. Whoever sees them can already
    /// know that the mapping is lost.
    fn blank(at: usize, slot: &Slot) -> bool {
        slot.note_lost();
        let page = PAGE.load(SeqCst);
        let start = at / page * page;
        // SAFETY: the page is part of a mapping of a file that this process reads and never writes, whose readers hold
        // it: a fault happens only while somebody reads it. So no memory of anything else is replaced, and a range of
        // bytes that is borrowed as shared gets other bytes only where it had none that could be read.
        let placed = unsafe {
            libc::mmap(
                std::ptr::with_exposed_provenance_mut(start),
                page,
                libc::PROT_READ,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
                -1,
                0,
            )
        };
        placed != libc::MAP_FAILED
    }
}

#[cfg(not(target_os = "linux"))]
mod signal {
    pub(super) fn handle() -> bool {
        false
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Every mapping is watched, however many there are, and each by itself.
    #[test]
    fn there_are_slots_for_all_mappings() {
        survive();
        let files: Vec<[u8; 4]> = (0..3 * SLOTS_AT_ONCE as u32).map(u32::to_le_bytes).collect();
        let mappings: Vec<Mapping> = files.iter().map(|file| Mapping::of(file)).collect();
        assert!(mappings.iter().all(|mapping| mapping.0.is_some()));
        let known = |at: usize| Slots::all().any(|slot| slot.start.load(SeqCst) == at);
        assert!(files.iter().all(|file| known(file.as_ptr().addr())));
        let last = mappings.last().unwrap();
        last.check_end(&[1, 2], [1, 2]);
        assert!(!last.is_lost());
        last.check_end(&[0, 0], [1, 2]);
        // What was read meanwhile may be kept somewhere, so it stays lost.
        last.check_end(&[1, 2], [1, 2]);
        let lost = mappings.iter().filter(|mapping| mapping.is_lost());
        assert_eq!((lost.count(), last.is_lost()), (1, true));
    }
}
