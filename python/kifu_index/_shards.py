"""Shards of an archive in a folder that all machines see: how they are built, published and deleted.

A shard is built in a temporary folder and published by a rename; from then on nothing in it changes. The list of
current shards is a file, which is written last and replaced by a rename too. So whatever process is killed, and however
often a build runs, the folder holds what the list names, and besides that only folders that nobody needs. Nothing here
depends on what runs it, or where.
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
import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _core, _storage
from ._errors import KifuError, failure
from ._index import SET as SET
from ._index import build

#: Prefixes of the names of folders that are being built, and of folders that are being deleted.
ATTEMPT, GONE = "attempt-", "gone-"
_SHARD = re.compile(r"shard-(\d+)-of-(\d+)-g(\d+)-[0-9a-f]+")


@dataclass(frozen=True)
class Member:
    """A shard of a set."""

    number: int
    of: int
    folder: str
    games: int

    def __str__(self) -> str:
        return f"shard {self.number} of {self.of} ({self.folder}, {self.games:,} games)"


@dataclass(frozen=True)
class ShardSet:
    """The set of current shards: the content of its file at one moment."""

    file: str
    digest: str
    games: int
    generation: int
    members: tuple[Member, ...]


def digest(file: str | Path) -> str:
    """Returns a hash that tells the states of a file apart."""
    text = _storage.read(file) if _storage.is_url(file) else Path(file).read_bytes()
    return digest_of(text)


def digest_of(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]


def set_file(place: str | os.PathLike[str]) -> str:
    """Returns the path or URL of the file of a set, given the file or its folder."""
    if _storage.is_url(place):
        return _storage.list_url(place)
    path = Path(place).expanduser().absolute()
    return str(path / SET if path.is_dir() else path)


def read_set(place: str | os.PathLike[str]) -> ShardSet:
    """Reads the set in a folder. Raises :class:`KifuError` if there is none."""
    file = set_file(place)
    try:
        if _storage.is_url(file):
            text = _storage.read(file)
            before, content = digest_of(text), _storage.checked(text, file)
        else:
            before = digest(file)
            content = json.loads(_core.read_set(Path(file)))
            # The file may have been replaced between reading and hashing it.
            if before != digest(file):
                return read_set(file)
    except FileNotFoundError:
        help = "build shards: kifu-cluster build FOLDER --out SHARDS --shards 4"
        raise failure("no_index", f"there are no shards in {place}", help) from None
    shards = content["shards"]
    members = (
        Member(number, len(shards), os.path.join(os.path.dirname(file), one["folder"]), one["games"])
        for number, one in enumerate(shards, 1)
    )
    return ShardSet(file, before, content["games"], content["generation"], tuple(members))


def known(out: Path) -> ShardSet | None:
    """Reads the set in a folder; None if there is none or its file is damaged. The build writes a damaged file again.
    """
    try:
        return read_set(out) if (out / SET).exists() else None
    except KifuError:
        return None


@contextlib.contextmanager
def alone(out: Path) -> Iterator[None]:
    """Locks the folder against other builders. The system releases the lock when this process ends, for whatever
    reason.
    """
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "build.lock", "a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            message = f"another kifu-cluster build ({lock.read().strip()}) writes to {out}"
            raise failure("locked", message, "wait until it has finished; searching is possible meanwhile") from None
        lock.truncate(0)
        lock.write(f"process {os.getpid()} on {socket.gethostname()}")
        lock.flush()
        yield


@dataclass(frozen=True)
class Job:
    """Parameters that all tasks of a build share."""

    out: Path
    roots: tuple[str, ...]
    of: int
    threads: int
    checksum: bool
    sniff: bool | None
    #: Folders of the current set, whose checksums are known.
    known: frozenset[str]
    #: Patterns of files to add and to leave out; None for those that the shards have.
    include: list[str] | None = None
    exclude: list[str] | None = None

    def name(self, number: int) -> str:
        """Returns the beginning of the names of a shard's folders."""
        width = len(str(self.of))
        return f"shard-{number:0{width}}-of-{self.of}"


@dataclass(frozen=True)
class Built:
    """The outcome of building one shard."""

    number: int
    folder: str
    #: True if the shard was built or brought up to date now.
    is_new: bool
    read: int
    games: int
    problems: int
    roots: tuple[str, ...]
    #: Roots that are empty on this machine.
    empty: tuple[str, ...]
    #: The files of the shard with their checksums; None if the current set has them.
    sums: str | None
    machine: str


def build_shard(job: Job, number: int) -> Built:
    """Builds a shard, or brings the newest existing one up to date, and publishes it.

    It is safe to run twice, even at the same time, and to be killed at any moment.
    """
    attempt = job.out / f"{ATTEMPT}{job.name(number)}-{secrets.token_hex(4)}"
    base = _newest(job, number)
    try:
        before = None
        if base is not None:
            before = _header(base)
            _copy(base, attempt)
        report = build(
            list(job.roots),
            index=attempt,
            shard=f"{number}/{job.of}",
            threads=job.threads,
            checksum=job.checksum,
            sniff=job.sniff,
            include=job.include,
            exclude=job.exclude,
        )
        if report.unreachable:
            message = f"{report.unreachable[0]} is empty on {socket.gethostname()}, where the shard had games of it"
            raise failure("not_found", message, "mount it there as on the other machines")
        after = _header(attempt)
        is_new = _without_build_times(before) != _without_build_times(after) or report.read > 0 or report.removed > 0
        if is_new:
            _verify(attempt, after, job, number)
            base = job.out / f"{job.name(number)}-g{after['generation']}-{secrets.token_hex(4)}"
            sums: str | None = _core.sums(attempt)
            _sync(attempt)
            os.rename(attempt, base)
            _sync(job.out)
        else:
            assert base is not None
            sums = None if base.name in job.known else _core.sums(base)
        return Built(
            number=number,
            folder=base.name,
            is_new=is_new,
            read=report.read,
            games=report.games,
            problems=report.without_game,
            roots=tuple(after["roots"]),
            empty=tuple(root for root in job.roots if _is_empty(root)),
            sums=sums,
            machine=socket.gethostname(),
        )
    finally:
        remove(attempt)


def _header(folder: Path) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(_core.header(folder))
    return header


def _without_build_times(header: dict[str, Any] | None) -> dict[str, Any]:
    """Returns the part of a header that a build changes only if it finds a change."""
    return {key: value for key, value in (header or {}).items() if key not in ("built", "all_read", "generation")}


def _verify(folder: Path, header: dict[str, Any], job: Job, number: int) -> None:
    part = f"{number}/{job.of}"
    held = {root: header.get("shards", {}).get(root, "1/1") for root in header["roots"]}
    if any(shard != part for shard in held.values()):
        raise failure("damaged", f"the index of shard {part} says that it holds {held}")
    if damaged := _core.damaged(folder):
        message = f"{folder / damaged[0]} is not as it was written"
        raise failure("damaged", message, "look after the disk, and build again")


def _newest(job: Job, number: int) -> Path | None:
    """Returns the newest folder of a shard that can be brought up to date. Damaged folders and those with other roots
    cannot.
    """
    found = []
    for folder in job.out.glob(f"{job.name(number)}-g*"):
        try:
            if set(_header(folder)["roots"]) <= set(job.roots) and not _core.damaged(folder):
                found.append(folder)
        except KifuError:
            continue
    return max(found, key=lambda folder: (_generation(folder.name), folder.name), default=None)


def _generation(name: str) -> int:
    match = _SHARD.fullmatch(name)
    return int(match[3]) if match else 0


def _copy(base: Path, attempt: Path) -> None:
    """Copies a shard's folder with hard links if possible.

    Files of an index are never changed, only replaced under another name or by a rename, so a copy may share them.
    """
    attempt.mkdir()
    for file in base.iterdir():
        if file.name.endswith(".lock") or file.name.startswith(".tmp"):
            continue
        try:
            os.link(file, attempt / file.name)
        except OSError:
            shutil.copy2(file, attempt / file.name)


def _is_empty(root: str) -> bool:
    try:
        with os.scandir(root) as entries:
            return next(entries, None) is None
    except NotADirectoryError:
        return False


def _sync(folder: Path) -> None:
    """Makes the names in a folder permanent (fsync)."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove(folder: Path) -> None:
    """Deletes a folder.

    The folder is renamed first, so that a task that was given up cannot publish a half-deleted folder.
    """
    gone = folder.with_name(f"{GONE}{secrets.token_hex(8)}")
    with contextlib.suppress(OSError):
        os.rename(folder, gone)
        shutil.rmtree(gone, ignore_errors=True)


def sweep(out: Path, keep: Iterable[str] | None = None) -> None:
    """Deletes what builders that were killed left behind. With ``keep``, also deletes every shard and every list of
    copies that ``keep`` does not name.
    """
    kept = None if keep is None else set(keep)
    for entry in list(os.scandir(out)):
        name = entry.name
        if name.startswith(GONE):
            shutil.rmtree(entry.path, ignore_errors=True)
        elif name.startswith(ATTEMPT) or kept is not None and _SHARD.fullmatch(name) and name not in kept:
            remove(Path(entry.path))
        elif kept is not None and name.startswith("copies-") and name not in kept:
            with contextlib.suppress(OSError):
                os.unlink(entry.path)


def roots_of(paths: Iterable[str | os.PathLike[str]], known: ShardSet | None) -> tuple[str, ...]:
    """Returns the roots to read: those of a set, and the named paths."""
    roots = set()
    for path in paths:
        named = Path(path).expanduser().absolute()
        # `..` after a symbolic link leads to another folder than the text suggests.
        roots.add(str(named.resolve() if ".." in named.parts else named))
    for member in known.members if known else ():
        with contextlib.suppress(KifuError):
            roots.update(json.loads(_core.header(member.folder))["roots"])
    if not roots:
        raise failure(
            "not_found", "there is nothing to build yet", "name the folders: kifu-cluster build FOLDER --out …"
        )
    return tuple(sorted(roots))


def settle(job: Job, shards: list[Built]) -> bool:
    """Publishes these shards as the current ones. Returns False if they are current already."""
    _check(shards)
    folders = [shard.folder for shard in shards]
    file = job.out / SET
    is_same = job.known == set(folders) and _can_be_opened(read_set(job.out))
    if not is_same:
        sums: dict[Any, str] = {job.out / one.folder: one.sums for one in shards if one.sums is not None}
        if job.known:
            for member in json.loads(_core.read_set(file))["shards"]:
                sums.setdefault(job.out / member["folder"], json.dumps(member["files"]))
        _core.publish([job.out / folder for folder in folders], file, sums, force=True)
        _sync(job.out)
    content = json.loads(_core.read_set(file))
    sweep(job.out, [*folders, *(member["copies"] for member in content["shards"])])
    return not is_same


def _can_be_opened(of: ShardSet) -> bool:
    """True if all shards of a set can be opened, including the list of copies beside the file of the set."""
    try:
        for member in of.members:
            _core.Member(member.folder, of.file)
    except KifuError:
        return False
    return True


def _check(shards: list[Built]) -> None:
    """Raises :class:`KifuError` if the machines did not all see the same roots."""
    for one in shards[1:]:
        first = shards[0]
        for root in {*one.empty} ^ {*first.empty}:
            empty, other = (one, first) if root in one.empty else (first, one)
            message = f"{root} is empty on {empty.machine}, but not on {other.machine}"
            raise failure("not_found", message, "mount it on every machine, and build again")
        if one.roots != first.roots:
            message = f"{one.folder} holds {', '.join(one.roots)}, and {first.folder} {', '.join(first.roots)}"
            raise failure("stale", message, "build again, into an empty folder")
