"""Shards in object storage, and the copies of them that a machine keeps.

A place with a scheme (``s3://bucket/shards``) is read through fsspec. A machine copies the shards that it is to hold
open into the user's cache folder, a folder for each state of each shard. A file counts only when its size and its
SHA-256 are those of the list. Files that another state has too are shared with it. Copies that nobody holds open make
room for new ones, the one that was used longest ago first.

Three locks of the system keep processes apart, which are gone with the process that held them: ``shard.lock`` is shared
by all that hold a copy open, and whoever deletes it needs it alone; ``shard.filling`` is for the one that copies;
``room.lock`` for the one that counts what there is and takes its part. A part is taken by giving files their full sizes
before they are filled, so that whoever counts next sees them.
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
from ._index import SET, _users

_URL = re.compile(r"[a-z][a-z0-9+.-]+(://|::)")
_BLOCK = 1 << 20
#: How the names of files begin that are not whole yet.
_HALF = ".tmp"
_COPY = "copy the folder that build wrote there again, its list of shards last"


def is_url(place: str | os.PathLike[str]) -> TypeGuard[str]:
    """Whether a place is in object storage."""
    return isinstance(place, str) and _URL.match(place) is not None


def list_url(place: str) -> str:
    """The list of shards of a place: the place itself, or in it."""
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
        # Each storage has errors of its own.
        why = str(error).strip() or type(error).__name__
        raise failure("io", f"{url} cannot be read: {why}", "are the address and the keys right?") from error


def read(url: str) -> bytes:
    """All bytes of a small file. Raises ``FileNotFoundError``, or :class:`KifuError`."""
    with _opened(url) as source:
        content: bytes = source.read()
        return content


def checked(text: bytes, url: str) -> dict[str, Any]:
    """What a list of shards says."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / SET
        file.write_bytes(text)
        try:
            told: dict[str, Any] = json.loads(_core.read_set(file))
        except KifuError as error:
            raise failure(error.code, error.message.replace(str(file), url), error.help) from None
        return told


def _cache() -> Path:
    return _users("XDG_CACHE_HOME", "~/.cache") / "shards"


class Copy:
    """A shard of a state, copied to this machine. It stays while this object lives.

    ``list`` is the copied list of the set, and ``folder`` the shard beside it.
    """

    def __init__(self, url: str, digest: str, number: int, most: int) -> None:
        self._url, self._text = url, read(url)
        self._shard = checked(self._text, url)["shards"][number - 1]
        self._whole = _cache() / hashlib.sha256(url.encode()).hexdigest()[:16]
        self.list = self._whole / digest / SET
        self.folder = self.list.with_name(_inside(self._shard["folder"]))
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(_lock_of(self.folder), os.O_RDWR | os.O_CREAT)
        release = weakref.finalize(self, os.close, lock)
        try:
            fcntl.flock(lock, fcntl.LOCK_SH)
            os.utime(lock)
            self._complete(most)
        except BaseException:
            release()
            raise

    def heal(self, most: int) -> None:
        """Copies again what is not as the list says. Whoever holds it open keeps what was there."""
        # What is small and has its sum inside, where only the engine looks, is copied again in any case.
        self.list.with_name(_inside(self._shard["copies"])).unlink(missing_ok=True)
        for file in self._shard["files"]:
            path = self.folder / _inside(file["name"])
            if path.exists() and _sum_of(path) != (file["bytes"], file["sum"]):
                path.unlink(missing_ok=True)
        self._complete(most)

    def _complete(self, most: int) -> None:
        """Copies what is missing."""
        base, shard = self._url.rpartition("/")[0], self._shard
        self.folder.mkdir(exist_ok=True)
        with _alone(self.folder.with_name(self.folder.name + ".filling")):
            for left in self.folder.glob(f"{_HALF}*"):
                # Whoever copied here before was ended.
                left.unlink()
            wanted = [file for file in shard["files"] if not self._is_there(file) and not self._share(file)]
            halves = _reserve(self.folder, [file["bytes"] for file in wanted], most)
            try:
                for file, half in zip(wanted, halves, strict=True):
                    name = _inside(file["name"])
                    _fetch(f"{base}/{shard['folder']}/{name}", half, (file["bytes"], file["sum"]))
                    os.replace(half, self.folder / name)
            finally:
                for half in halves:
                    half.unlink(missing_ok=True)
        copies = _inside(shard["copies"])
        if not self.list.with_name(copies).exists():
            # It has a sum of its own, which is compared when it is read.
            _put(self.list.with_name(copies), lambda half: _fetch(f"{base}/{copies}", half, None))
        _put(self.list, lambda half: half.write_bytes(self._text))

    def _is_there(self, file: dict[str, Any]) -> bool:
        """Whether a file was copied before. Such a file was compared with its sum then."""
        target = self.folder / _inside(file["name"])
        return target.exists() and target.stat().st_size == file["bytes"]

    def _share(self, file: dict[str, Any]) -> bool:
        """Shares a file with another state of the shards, if one has it."""
        name = _inside(file["name"])
        for known in self._whole.glob(f"*/*/{name}"):
            with contextlib.suppress(OSError):
                if _sum_of(known) == (file["bytes"], file["sum"]):
                    os.link(known, self.folder / name)
                    return True
        return False


def _inside(name: str) -> str:
    """A name that leads nowhere else."""
    path = PurePosixPath(name)
    if path.is_absolute() or len(path.parts) != 1 or path.parts[0] == ".." or "\\" in name:
        raise failure("damaged", f"the list names {name!r}, which does not lie beside it", _COPY)
    return name


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + ".lock")


def _sum_of(file: Path) -> tuple[int, str]:
    with open(file, "rb") as source:
        return os.fstat(source.fileno()).st_size, hashlib.file_digest(source, "sha256").hexdigest()


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Waits until no other process has a lock, and holds it."""
    with open(lock, "a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _half(folder: Path) -> Path:
    """A name for a file that is not whole yet."""
    return folder / f"{_HALF}{secrets.token_hex(6)}"


def _put(target: Path, write: Callable[[Path], object]) -> None:
    """Writes a file that is there whole or not at all."""
    half = _half(target.parent)
    try:
        write(half)
        os.replace(half, target)
    finally:
        half.unlink(missing_ok=True)


def _fetch(url: str, target: Path, wanted: tuple[int, str] | None) -> None:
    """Copies a file, which has to be of a size and a sum if these are known."""
    most = wanted[0] if wanted else sys.maxsize
    total = hashlib.sha256()
    try:
        # A file that has its size already keeps it.
        with _opened(url) as source, open(target, "r+b" if target.exists() else "wb") as out:
            while out.tell() <= most and (block := source.read(_BLOCK)):
                total.update(block)
                out.write(block)
            written = out.tell()
    except FileNotFoundError:
        raise failure("damaged", f"{url} is missing", _COPY) from None
    if wanted not in (None, (written, total.hexdigest())):
        raise failure("damaged", f"{url} is not as the list of shards says", _COPY)


def _bytes(folder: Path) -> dict[int, int]:
    """The files of a folder by what tells them apart, with their sizes: a file that several folders share is one."""
    with contextlib.suppress(OSError):
        entries = [entry.stat() for entry in os.scandir(folder)]
        return {entry.st_ino: entry.st_size for entry in entries}
    return {}


def _reserve(folder: Path, sizes: list[int], most: int) -> list[Path]:
    """Files of these sizes in a folder, with nothing in them yet, for which room was made."""
    with _alone(_cache() / "room.lock"):
        _make_room(sum(sizes), most)
        halves = [_half(folder) for _ in sizes]
        for half, size in zip(halves, sizes, strict=True):
            half.touch()
            os.truncate(half, size)
        return halves


def _make_room(bytes: int, most: int) -> None:
    """Deletes copies that nobody holds open, until there is room for so many bytes more."""
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
