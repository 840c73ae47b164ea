"""Shards in object storage, and the local copies that a machine stores.

A place with a scheme (``s3://bucket/shards``) is read through fsspec. A machine copies the shards that it holds open
into the user's cache folder, with a folder for each state of each shard. A file is accepted only if its size and
SHA-256 are those of the list. Files that another state has too are hard links to it. If the cache is full, copies that
no process holds open are deleted, the least recently used first.

Three file locks keep processes apart; the system releases them when their process ends. Every process that holds a copy
open shares ``shard.lock``, and a process that deletes the copy needs it exclusively. ``shard.filling`` is for the
process that fills the copy. ``room.lock`` is for the process that counts the used bytes and reserves some. Bytes are
reserved by giving files their full sizes before they are filled, so that the next process that counts sees them.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import secrets
import shutil
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any, TypeGuard

from . import _core
from ._errors import KifuError, failure
from ._index import SET, _user_folder

_URL = re.compile(r"[a-z][a-z0-9+.-]+(://|::)")
_BLOCK = 1 << 20
#: Prefix of the names of files that are not complete yet.
_TEMPORARY_PREFIX = ".tmp"
_COPY_HELP = "copy the folder that build wrote there again, its list of shards last"


def is_url(place: str | os.PathLike[str]) -> TypeGuard[str]:
    """True if a place is in object storage."""
    return isinstance(place, str) and _URL.match(place) is not None


def list_url(place: str) -> str:
    """Returns the URL of the list of shards: the place itself, or the list in it."""
    return place if place.endswith(".json") else f"{place.rstrip('/')}/{SET}"


@contextlib.contextmanager
def _opened(url: str) -> Iterator[IO[bytes]]:
    try:
        import fsspec
    except ImportError:
        help = "pip install fsspec, and what it needs for this storage: s3fs, gcsfs, adlfs …"
        raise failure("io", f"{url} is read by fsspec, which is not installed", help) from None
    try:
        with fsspec.open(url, "rb") as source:
            yield source
    except (FileNotFoundError, KifuError):
        raise
    except Exception as error:
        # Each storage raises its own kinds of errors.
        why = str(error).strip() or type(error).__name__
        raise failure("io", f"{url} cannot be read: {why}", "are the address and the keys right?") from error


def read(url: str) -> bytes:
    """Reads all bytes of a small file. Raises ``FileNotFoundError``, or :class:`KifuError`."""
    with _opened(url) as source:
        content: bytes = source.read()
        return content


def checked(text: bytes, url: str) -> dict[str, Any]:
    """Parses a list of shards, and raises :class:`KifuError` if it is damaged."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / SET
        file.write_bytes(text)
        try:
            content: dict[str, Any] = json.loads(_core.read_set(file))
        except KifuError as error:
            raise failure(error.code, error.message.replace(str(file), url), error.help) from None
        return content


def _cache() -> Path:
    return _user_folder("XDG_CACHE_HOME", "~/.cache") / "shards"


class Copy:
    """A local copy of one state of a shard. The copy stays while this object lives.

    ``list`` is the copied list of the set, and ``folder`` the copied shard beside it.
    """

    def __init__(self, url: str, digest: str, number: int, most: int) -> None:
        self._url, self._text = url, read(url)
        self._shard = checked(self._text, url)["shards"][number - 1]
        self._set_folder = _cache() / hashlib.sha256(url.encode()).hexdigest()[:16]
        self.list = self._set_folder / digest / SET
        self.folder = self.list.with_name(_checked_name(self._shard["folder"]))
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(_lock_of(self.folder), os.O_RDWR | os.O_CREAT)
        release = weakref.finalize(self, os.close, lock)
        try:
            fcntl.flock(lock, fcntl.LOCK_SH)
            os.utime(lock)
            self._copy_missing(most)
        except BaseException:
            release()
            raise

    def heal(self, most: int) -> None:
        """Replaces files that differ from the list. A process that holds an old file open still reads the old one."""
        # The file of copies has a checksum inside, which only the engine compares. It is small, so it is always copied
        # again.
        self.list.with_name(_checked_name(self._shard["copies"])).unlink(missing_ok=True)
        for file in self._shard["files"]:
            path = self.folder / _checked_name(file["name"])
            if path.exists() and _checksum(path) != (file["bytes"], file["sum"]):
                path.unlink(missing_ok=True)
        self._copy_missing(most)

    def _copy_missing(self, most: int) -> None:
        """Copies the files that are missing."""
        base, shard = self._url.rpartition("/")[0], self._shard
        self.folder.mkdir(exist_ok=True)
        with _exclusive_lock(self.folder.with_name(self.folder.name + ".filling")):
            for left in self.folder.glob(f"{_TEMPORARY_PREFIX}*"):
                # A process that was copying into this folder before was killed.
                left.unlink()
            wanted = [
                file
                for file in shard["files"]
                if not self._is_copied(file) and not self._link_from_other_state(file)
            ]
            halves = _reserve(self.folder, [file["bytes"] for file in wanted], most)
            try:
                for file, half in zip(wanted, halves, strict=True):
                    name = _checked_name(file["name"])
                    _fetch(f"{base}/{shard['folder']}/{name}", half, (file["bytes"], file["sum"]))
                    os.replace(half, self.folder / name)
            finally:
                for half in halves:
                    half.unlink(missing_ok=True)
        copies = _checked_name(shard["copies"])
        if not self.list.with_name(copies).exists():
            # The file has a checksum inside, which is compared when it is read.
            _write_atomically(self.list.with_name(copies), lambda half: _fetch(f"{base}/{copies}", half, None))
        _write_atomically(self.list, lambda half: half.write_bytes(self._text))

    def _is_copied(self, file: dict[str, Any]) -> bool:
        """True if a file was copied before. Its checksum was compared then."""
        target = self.folder / _checked_name(file["name"])
        return target.exists() and target.stat().st_size == file["bytes"]

    def _link_from_other_state(self, file: dict[str, Any]) -> bool:
        """Links a file to that of another state of the shards, if one has it. Returns whether one did."""
        name = _checked_name(file["name"])
        for known in self._set_folder.glob(f"*/*/{name}"):
            with contextlib.suppress(OSError):
                if _checksum(known) == (file["bytes"], file["sum"]):
                    os.link(known, self.folder / name)
                    return True
        return False


def _checked_name(name: str) -> str:
    """Returns a name that contains no path; raises :class:`KifuError` for any other."""
    path = PurePosixPath(name)
    if path.is_absolute() or len(path.parts) != 1 or path.parts[0] == ".." or "\\" in name:
        raise failure("damaged", f"the list names {name!r}, which does not lie beside it", _COPY_HELP)
    return name


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + ".lock")


def _checksum(file: Path) -> tuple[int, str]:
    with open(file, "rb") as source:
        return os.fstat(source.fileno()).st_size, hashlib.file_digest(source, "sha256").hexdigest()


@contextlib.contextmanager
def _exclusive_lock(lock: Path) -> Iterator[None]:
    """Waits until no other process has a lock, and holds it."""
    with open(lock, "a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _temporary_file(folder: Path) -> Path:
    """Returns a new name for a file that is not complete yet."""
    return folder / f"{_TEMPORARY_PREFIX}{secrets.token_hex(6)}"


def _write_atomically(target: Path, write: Callable[[Path], object]) -> None:
    """Writes a file that is there complete or not at all."""
    half = _temporary_file(target.parent)
    try:
        write(half)
        os.replace(half, target)
    finally:
        half.unlink(missing_ok=True)


def _fetch(url: str, target: Path, wanted: tuple[int, str] | None) -> None:
    """Copies a file. If ``wanted`` is given, the file must have this size and checksum."""
    most = wanted[0] if wanted else sys.maxsize
    total = hashlib.sha256()
    try:
        # A reserved file exists with its full size, and keeps it while it is filled.
        with _opened(url) as source, open(target, "r+b" if target.exists() else "wb") as out:
            while out.tell() <= most and (block := source.read(_BLOCK)):
                total.update(block)
                out.write(block)
            written = out.tell()
    except FileNotFoundError:
        raise failure("damaged", f"{url} is missing", _COPY_HELP) from None
    if wanted not in (None, (written, total.hexdigest())):
        raise failure("damaged", f"{url} is not as the list of shards says", _COPY_HELP)


def _bytes(folder: Path) -> dict[int, int]:
    """Returns the sizes of the files of a folder by inode, so that a file that several folders share counts once."""
    with contextlib.suppress(OSError):
        entries = [entry.stat() for entry in os.scandir(folder)]
        return {entry.st_ino: entry.st_size for entry in entries}
    return {}


def _reserve(folder: Path, sizes: list[int], most: int) -> list[Path]:
    """Reserves space in a folder: creates files of these sizes, to be filled later, and returns their paths."""
    with _exclusive_lock(_cache() / "room.lock"):
        _free_space(sum(sizes), most)
        halves = [_temporary_file(folder) for _ in sizes]
        for half, size in zip(halves, sizes, strict=True):
            half.touch()
            os.truncate(half, size)
        return halves


def _free_space(bytes: int, most: int) -> None:
    """Deletes copies that no process holds open, until ``bytes`` more fit into the limit ``most``."""
    locks = sorted(_cache().glob("*/*/*.lock"), key=lambda lock: lock.stat().st_mtime)
    copies = [lock.with_suffix("") for lock in locks]

    def room() -> int:
        files: dict[int, int] = {}
        for copy in copies:
            files |= _bytes(copy)
        return most - sum(files.values())

    for lock, copy in zip(locks, list(copies), strict=True):
        if room() >= bytes:
            return
        if not copy.exists():
            continue
        with open(lock, "a") as held, contextlib.suppress(BlockingIOError):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(copy, ignore_errors=True)
    if room() < bytes:
        text = f"a copy of the shard needs {bytes / 1e9:.1f} GB, and the copies on this machine may be {most / 1e9:.1f}"
        raise failure("io", text, "raise the limit (--cache), or let more machines hold the shards")
