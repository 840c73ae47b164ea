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
//! This is the only module with `unsafe` code. Nothing in the standard library maps memory, lets go of it or lets a
//! program go on after this signal, and no well-kept crate does it either. On other systems than Linux no pages are let
//! go, and the signal ends the process.

use std::path::Path;
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
        let bytes = file.read_bytes(0..file.len());
        bytes
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

/// Mappings that are watched at the same time, at most: some fifty for each index that is open. What is beyond that is
/// mapped all the same.
const MOST: usize = 8192;

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

static SLOTS: [Slot; MOST] = [const {
    Slot {
        start: AtomicUsize::new(FREE),
        end: AtomicUsize::new(0),
        lost: AtomicBool::new(false),
    }
}; MOST];

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
        if bytes.is_empty() || !WATCHED.load(SeqCst) {
            return Mapping(None);
        }
        let take = |slot: &&Slot| {
            let taken = slot.start.compare_exchange(FREE, TAKEN, SeqCst, SeqCst);
            taken.is_ok()
        };
        let slot = SLOTS.iter().find(take);
        if let Some(slot) = slot {
            let range = bytes.as_ptr_range();
            slot.lost.store(false, SeqCst);
            slot.end.store(range.end.addr(), SeqCst);
            slot.start.store(range.start.addr(), SeqCst);
        }
        Mapping(slot)
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

/// Whether it is worth while to look for a lost mapping.
pub(super) fn any_lost() -> bool {
    ANY_LOST.load(SeqCst)
}

/// From now on, an index file that is cut while it is open makes errors of answers and does not end this process. It
/// holds for what is opened afterwards. Only the program may call this: it sets what happens at a signal.
pub fn survive() {
    if cfg!(target_os = "linux") && !WATCHED.load(SeqCst) {
        WATCHED.store(signal::handle(), SeqCst);
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod pages {
    use super::MappedFile;

    pub(super) fn let_go(file: &MappedFile) {
        let bytes = file.bytes().as_slice();
        if bytes.is_empty() {
            return;
        }
        // SAFETY: the bytes are all of a mapping, since a directory of mapped files gave them. It begins with a page
        // and stays for as long as they are borrowed. It is a mapping of a file for reading, so whoever reads a page
        // that was let go gets the same bytes from the file.
        unsafe {
            libc::madvise(
                bytes.as_ptr().cast_mut().cast(),
                bytes.len(),
                libc::MADV_DONTNEED,
            );
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod pages {
    use super::MappedFile;

    pub(super) fn let_go(_: &MappedFile) {}
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod signal {
    use super::{ANY_LOST, FREE, SLOTS, Slot, TAKEN};
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
        SLOTS.iter().find(|slot| {
            let start = slot.start.load(SeqCst);
            start != FREE && start != TAKEN && (start..slot.end.load(SeqCst)).contains(&at)
        })
    }

    /// Puts zeros in the place of the page with an address; whether that was possible. Whoever sees them can already
    /// know that the mapping is lost.
    fn blank(at: usize, slot: &Slot) -> bool {
        slot.lost.store(true, SeqCst);
        ANY_LOST.store(true, SeqCst);
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
