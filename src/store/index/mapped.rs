//! Memory-mapped files: releasing their pages, and surviving files that are cut while they are read.
//!
//! Pages of a mapped file count as memory of the process until they are released. A build reads everything that it
//! merges, so it opens its files as `MappedFile`s and releases their pages as it writes. The system's cache keeps them.
//!
//! If a mapped file is cut, or its disk fails, reading it is no error but a signal (SIGBUS) that ends the process.
//! After [`install_sigbus_handler`] it no longer does: pages of zeros take the place of the lost ones, and the mapping
//! is marked as lost. Whatever was read from it may be wrong, so `Index::check_mapped` is called last for every answer.
//! The zeros stay as long as the file is mapped: an index that is opened again maps it anew.
//!
//! The signal comes only for whole pages behind the end of a file. The rest of the page that holds the new end reads as
//! zeros without a signal. So the check also compares the last bytes of each mapping (`Mapping::check_end`): every
//! sealed file ends with a magic number, which no cut leaves in its place, wherever it is and whether or not the file
//! is lengthened again. Reading it costs some nanoseconds and neither a system call nor a descriptor. The kernel sets
//! the size and unmaps the pages behind it before it zeroes the rest of the last page (`truncate_setsize` and what
//! ext4, btrfs and tmpfs do instead), so whoever read zeros finds the end missing. XFS zeroes that rest first: an
//! answer that begins and ends within the milliseconds until it sets the size is not protected, and neither is one
//! during which a file is cut within a page and gets the same bytes back.
//!
//! This is the only module with `unsafe` code. Nothing in the standard library maps memory, releases its pages or lets
//! a program continue after this signal, and no well-kept crate does it either. On other systems than Linux no pages
//! are released, and the signal ends the process. Without [`install_sigbus_handler`], for instance in Python, nothing
//! is checked: reading the end of a file that was cut would end a process that may never have read what is missing.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use tantivy::Directory;
use tantivy::directory::MmapDirectory;
use tantivy::directory::error::OpenReadError;
use tantivy_common::OwnedBytes;

/// File that is known to be mapped from disk, so its pages can be released.
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

    pub(super) fn bytes(&self) -> &OwnedBytes {
        &self.0
    }

    /// Releases the file's pages. Later reads map them again, most often from the system's cache.
    pub(super) fn release_pages(&self) {
        pages::let_go(self);
    }
}

/// Number of slots (records of a watched mapping) that are allocated at a time, 24 bytes each. An open index takes
/// about fifty.
const SLOTS_PER_CHUNK: usize = 1024;

/// Watched mapping. The signal handler may read it at any moment, so it has atomics instead of a lock.
#[derive(Debug)]
struct Slot {
    /// First address of the mapping; [`FREE`] or [`TAKEN`] if the slot has none.
    start: AtomicUsize,
    /// First address after the mapping.
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

    fn mark_lost(&self) {
        self.lost.store(true, SeqCst);
        ANY_LOST.store(true, SeqCst);
    }
}

/// Linked list of slot arrays: a further one is allocated when all slots are taken. None is ever freed, because the
/// handler may read it at any moment.
struct Slots {
    slots: [Slot; SLOTS_PER_CHUNK],
    more: OnceLock<Box<Slots>>,
}

static SLOTS: Slots = Slots::new();

impl Slots {
    const fn new() -> Slots {
        Slots { slots: [const { Slot::free() }; SLOTS_PER_CHUNK], more: OnceLock::new() }
    }

    /// Iterates over all slots, the records of watched mappings. Allocates nothing and takes no lock, so that the
    /// signal handler may call it.
    #[cfg(target_os = "linux")]
    fn all() -> impl Iterator<Item = &'static Slot> {
        let next = |slots: &&'static Slots| slots.more.get().map(Box::as_ref);
        std::iter::successors(Some(&SLOTS), next).flat_map(|slots| &slots.slots)
    }

    /// Takes a free slot, the record of a watched mapping, allocating more if there is none.
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

/// True once the signal handler is installed.
static WATCHED: AtomicBool = AtomicBool::new(false);
/// True once any mapping was lost, so that the common case need not look at all mappings.
static ANY_LOST: AtomicBool = AtomicBool::new(false);

/// Guard that watches the mapping of a file for lost pages until the guard is dropped.
#[derive(Debug)]
pub(super) struct Mapping(Option<&'static Slot>);

impl Mapping {
    /// Starts to watch the memory of a file. Does nothing if no handler is installed.
    pub(super) fn watch(bytes: &[u8]) -> Mapping {
        if bytes.is_empty() || !is_handler_installed() {
            return Mapping(None);
        }
        let slot = Slots::take();
        let range = bytes.as_ptr_range();
        slot.lost.store(false, SeqCst);
        slot.end.store(range.end.addr(), SeqCst);
        slot.start.store(range.start.addr(), SeqCst);
        Mapping(Some(slot))
    }

    /// Compares the last bytes of the file with those it was opened with, and marks the mapping as lost if they differ.
    /// It stays lost even if the bytes come back, because wrong bytes that were read meanwhile may still be in use.
    pub(super) fn check_end<const N: usize>(&self, end: &[u8; N], expected: [u8; N]) {
        if let Some(slot) = self.0
            && pages::read_now(end) != expected
        {
            slot.mark_lost();
        }
    }

    /// True if pages of the mapping were lost, so that bytes read from it may be wrong.
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

pub(super) fn any_lost() -> bool {
    ANY_LOST.load(SeqCst)
}

/// True if the signal handler is installed, so that mappings are watched.
pub(super) fn is_handler_installed() -> bool {
    WATCHED.load(SeqCst)
}

/// Installs a handler for SIGBUS: from now on, an index file that is cut while it is open makes answers fail and does
/// not end this process.
///
/// Only files that are opened afterwards are watched. Only a program may call this, not a library, because the handler
/// applies to the whole process. Does nothing on other systems than Linux.
pub fn install_sigbus_handler() {
    if cfg!(target_os = "linux") && !is_handler_installed() {
        WATCHED.store(signal::handle(), SeqCst);
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod pages {
    use super::MappedFile;

    /// Reads bytes from memory at this moment; the compiler may not assume that they are unchanged.
    pub(super) fn read_now<const N: usize>(bytes: &[u8; N]) -> [u8; N] {
        // SAFETY: `bytes` is a valid reference, and an array of any bytes is valid. If the file was cut, so that the
        // page of these bytes is gone, the SIGBUS handler maps a page of zeros in its place. The handler does so only
        // for mappings that are registered in a [`Slot`](super::Slot), and callers pass only such mappings.
        unsafe { std::ptr::from_ref(bytes).read_volatile() }
    }

    pub(super) fn let_go(file: &MappedFile) {
        let bytes = file.bytes().as_slice();
        if bytes.is_empty() {
            return;
        }
        // SAFETY: the bytes are the whole of a mapping, since `MmapDirectory` returned them. The mapping begins at a
        // page and stays for as long as the bytes are borrowed. It maps a file for reading, so a later read of a
        // released page gets the same bytes from the file.
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

    /// Number of bytes in a page of memory; set before the handler is installed.
    static PAGE_BYTES: AtomicUsize = AtomicUsize::new(4096);
    /// Action for the signal before the handler was installed.
    static FORMER_ACTION: OnceLock<libc::sigaction> = OnceLock::new();

    /// Installs `on_signal` as the handler of SIGBUS. Returns true on success.
    pub(super) fn handle() -> bool {
        // SAFETY: `sysconf` only returns a number and has no preconditions.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        if let Ok(page) = usize::try_from(page) {
            PAGE_BYTES.store(page, SeqCst);
        }
        // SAFETY: the structure is plain data for which zeros are valid, and all its fields that the call reads are set
        // below; the handler has the signature that SA_SIGINFO requires, and does nothing that is forbidden in a
        // handler.
        unsafe {
            let mut former: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(libc::SIGBUS, std::ptr::null(), &raw mut former) != 0 {
                return false;
            }
            let _ = FORMER_ACTION.set(former);
            let mut action: libc::sigaction = std::mem::zeroed();
            let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_signal;
            action.sa_sigaction = handler as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut action.sa_mask);
            libc::sigaction(libc::SIGBUS, &raw const action, std::ptr::null_mut()) == 0
        }
    }

    /// Signal handler. It interrupts a thread in the middle of a read, so it uses only atomics and system calls.
    extern "C" fn on_signal(_: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
        // SAFETY: the system passes a valid pointer to the signal's information, and for SIGBUS that has an address.
        let at = unsafe { (*info).si_addr() }.addr();
        if slot_at(at).is_some_and(|slot| replace_with_zeros(at, slot)) {
            return;
        }
        // SAFETY: restores the former action, or the system's default. The thread then repeats its read and gets the
        // signal again, with that action.
        unsafe {
            match FORMER_ACTION.get() {
                Some(former) => {
                    libc::sigaction(libc::SIGBUS, former, std::ptr::null_mut());
                }
                None => {
                    libc::signal(libc::SIGBUS, libc::SIG_DFL);
                }
            }
        }
    }

    /// Slot of the watched mapping that contains an address.
    fn slot_at(at: usize) -> Option<&'static Slot> {
        Slots::all().find(|slot| {
            let start = slot.start.load(SeqCst);
            start != FREE && start != TAKEN && (start..slot.end.load(SeqCst)).contains(&at)
        })
    }

    /// Replaces the page at an address with zeros. Returns true on success. The mapping is marked as lost before, so
    /// whoever reads the zeros can detect it.
    fn replace_with_zeros(at: usize, slot: &Slot) -> bool {
        slot.mark_lost();
        let page = PAGE_BYTES.load(SeqCst);
        let start = at / page * page;
        // SAFETY: the page belongs to a mapping of a file that this process reads and never writes, and a reader keeps
        // it mapped: a fault happens only during a read. So no other memory is replaced, and bytes that are borrowed as
        // shared change only where they could not be read at all.
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

    /// Every mapping must be watched separately, however many there are.
    #[test]
    fn there_are_slots_for_all_mappings() {
        install_sigbus_handler();
        let files: Vec<[u8; 4]> = (0..3 * SLOTS_PER_CHUNK as u32).map(u32::to_le_bytes).collect();
        let mappings: Vec<Mapping> = files.iter().map(|file| Mapping::watch(file)).collect();
        assert!(mappings.iter().all(|mapping| mapping.0.is_some()));
        let known = |at: usize| Slots::all().any(|slot| slot.start.load(SeqCst) == at);
        assert!(files.iter().all(|file| known(file.as_ptr().addr())));
        let last = mappings.last().unwrap();
        last.check_end(&[1, 2], [1, 2]);
        assert!(!last.is_lost());
        last.check_end(&[0, 0], [1, 2]);
        // A lost mapping stays lost, because wrong bytes may have been used meanwhile.
        last.check_end(&[1, 2], [1, 2]);
        let lost = mappings.iter().filter(|mapping| mapping.is_lost());
        assert_eq!((lost.count(), last.is_lost()), (1, true));
    }
}
