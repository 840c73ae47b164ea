"""Building and searching shards on many machines, with Ray: the extra ``cluster``.

>>> from kifu_index.cluster import Cluster, build                          # doctest: +SKIP
>>> build(["/games"], out="/shared/shards", shards=64, address="auto")     # doctest: +SKIP
>>> Cluster("/shared/shards", address="auto").search("player:Lee").total   # doctest: +SKIP

Folders and shards are at the same paths on all machines. Ray decides where something runs, and starts it again
elsewhere when a machine is lost; see ``docs/cluster.md``.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import queue
import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _core, _shards, _storage
from ._errors import KifuError, failure
from ._index import Index, Location, _paths, located, spellings
from ._rows import Incomplete, Row
from ._shards import Built, Job, Member, ShardSet

__all__ = ["Cluster", "Missing", "PartialWarning", "build", "stop"]

#: The first release of Ray that was tried with success. Before 2.52 its servers ask for no token, and run what anybody
#: sends them; with 2.52 some calls wait forever for an actor that was ended.
LEAST_RAY = (2, 56)
#: How long the head of a Ray may take to answer at all.
REACHING = 10.0
#: The namespace of the actors in Ray.
NAMESPACE = "kifu-index"
#: How often Ray begins a task again whose machine was lost.
RETRIES = 20
#: Requests that an actor answers at the same time.
AT_ONCE = 8
#: The memory for what travels between processes, where a Ray of its own is started.
OBJECT_STORE = 200 << 20
#: The most bytes of shards from object storage that a machine keeps, unless another number is given.
CACHE = 50 * 10**9
#: Facts that are larger travel once, not once for each shard.
LARGE = 1 << 16
#: How long the processes that hold shards may take to start before they are asked anyway.
STARTING = 60.0
#: Joining may take at least so many seconds, even where the last shard took all the time.
JOINING = 1.0


class PartialWarning(UserWarning):
    """An answer lacks what some shards have."""


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Without it Ray warns that it will no longer hide accelerators, which nobody here needs.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # Where there is a token, `ray start` uses it; whoever connects to a named address has to say so.
    token = os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token"
    if "RAY_AUTH_TOKEN" in os.environ or Path(token).exists():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    least = ".".join(map(str, LEAST_RAY))
    help = f'pip install "ray>={least}" fsspec'
    try:
        import ray
    except ImportError:
        raise failure("no_ray", "Ray is not installed", help) from None
    if tuple(map(int, ray.__version__.split(".")[:2])) < LEAST_RAY:
        raise failure("no_ray", f"Ray {ray.__version__} is too old; it takes {least} or later", help)
    return ray


def connect(address: str | None = None) -> Any:
    """Connects this process with the Ray at an address (``auto``: the one on this machine), or with the one that
    ``RAY_ADDRESS`` names; without either, starts one that ends with this process. A connection that is there is kept.

    Raises :class:`KifuError` if there is none, if it does not answer in :data:`REACHING` seconds, or if it does not take
    the token.
    """
    ray = _ray()
    if ray.is_initialized():
        _check_head(ray)
        return ray
    address = address or os.environ.get("RAY_ADDRESS")
    usual = {"namespace": NAMESPACE, "log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address:
            _reach(ray, address)
            with _outliving():
                ray.init(address=address, **usual)
        else:
            ray.init(address="local", include_dashboard=False, object_store_memory=OBJECT_STORE, **usual)
    except (OSError, RuntimeError, ValueError) as error:
        message = f"there is no Ray at {address}" if address else "Ray does not start"
        help = "ray start --head starts one; without --address it runs on this machine alone"
        raise failure("no_ray", f"{message}: {error}", help) from None
    return ray


def _reach(ray: Any, address: str) -> None:
    """Whether a Ray answers, and takes the token: its own attempts go on for minutes, without saying what is wrong."""
    if address == "auto":
        from ray._private.services import canonicalize_bootstrap_address

        address = canonicalize_bootstrap_address(address) or address
    _call(address.removeprefix("ray://"))
    if address.startswith("ray://"):
        return
    told: queue.Queue[Exception | None] = queue.Queue()

    def ask() -> None:
        try:
            # What Ray's own commands look for a head with; `ray.init` begins with it too.
            ray._raylet.GcsClient(address=address)
            told.put(None)
        except Exception as error:
            told.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        error = told.get(timeout=REACHING)
    except queue.Empty:
        raise TimeoutError(f"nothing answers within {REACHING:.0f} s") from None
    if error is not None and "token" in str(error):
        message = f"the Ray at {address} takes another token than this process has, or wants none"
        help = "copy its token to ~/.ray/auth_token or RAY_AUTH_TOKEN, and set RAY_AUTH_MODE=token on both sides"
        raise failure("no_ray", message, help)
    if error is not None:
        raise ConnectionError(_first_line(error))


def _call(address: str) -> None:
    """Opens a connection and closes it. Raises ``OSError`` or ``ValueError``."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), timeout=REACHING):
        pass


@contextlib.contextmanager
def _outliving() -> Iterator[None]:
    """Keeps this process alive when the head is lost to which it connects here.

    Ray would end it (with ``_exit``, a notebook's kernel too) when the head has been away for so many seconds. It reads
    the setting once, and other processes that are started from here are not meant.
    """
    name = "RAY_gcs_rpc_server_reconnect_timeout_s"
    before = os.environ.get(name)
    os.environ[name] = str(10**9)
    try:
        yield
    finally:
        del os.environ[name]
        if before is not None:
            os.environ[name] = before


def _check_head(ray: Any) -> None:
    """Raises :class:`KifuError` if the head is lost: what asks it would wait until it is back."""
    if ray.util.client.ray.is_connected():
        return
    address = ray.get_runtime_context().gcs_address
    try:
        _call(address)
    except OSError as error:
        help = "start the Ray again; in Python call ray.shutdown() then, and open the cluster anew"
        raise failure("no_ray", f"the head of the Ray at {address} is lost: {error}", help) from None


# Building


def _value(work: Callable[..., Any], *arguments: Any) -> tuple[Any, KifuError | None]:
    """What work returns, or its error as a value: Ray would wrap it in another one."""
    try:
        return work(*arguments), None
    except KifuError as error:
        return None, error
    except TimeoutError as error:
        return None, failure("timeout", str(error))
    except OSError as error:
        return None, failure("io", str(error))


def _build_shard(job: Job, number: int) -> tuple[Any, KifuError | None]:
    return _value(_shards.build_shard, job, number)


class Report(Row):
    """The outcome of a build: ``games`` in all ``shards``, of which ``built`` were built or brought up to date now.

    ``read`` games were read for that; ``problems`` files and members gave none. ``changed`` tells whether there is a
    new list of shards.
    """

    __slots__ = ()
    games: int
    shards: int
    built: int
    read: int
    problems: int
    changed: bool
    seconds: float


def build(
    paths: Location | Sequence[Location] = (),
    *,
    out: Location,
    shards: int | None = None,
    address: str | None = None,
    threads: int | None = None,
    checksum: bool = False,
    sniff: bool | None = None,
    progress: Callable[[int, int, str], Any] | None = None,
) -> Report:
    """Builds an archive as shards in the folder ``out``, one task each, or brings them up to date.

    ``paths`` are added to what the shards hold; without paths that is read again, as far as it changed. Paths and
    ``out`` have to be the same on every machine. ``shards`` is how many there are; it does not change later.
    ``threads`` is how many each task takes, and what it asks Ray for. ``checksum`` and ``sniff`` are those of
    :func:`kifu_index.build`.
    ``progress`` is called with the number of shards that are ready, of all, and what became of the last one.

    What is searched meanwhile stays as it is until all shards are ready. A build that was ended, by whatever means,
    goes on where it was when it is called again. Raises :class:`KifuError` if a shard cannot be built; the others are
    kept.
    """
    begun = time.monotonic()
    if _storage.is_url(out):
        help = "name a folder that all machines see, and copy it there when it is built"
        raise failure("io", f"shards are not built in {out}", help)
    place = located(out).absolute()
    with _shards.alone(place):
        _shards.sweep(place)
        known = _shards.known(place)
        of = _number(shards, known)
        ray = connect(address)
        job = Job(
            out=place,
            roots=_shards.roots_of(_paths(paths), known),
            of=of,
            threads=threads or _threads(ray, of),
            checksum=checksum,
            sniff=sniff,
            known=frozenset(Path(member.folder).name for member in known.members) if known else frozenset(),
        )
        built = _run(ray, job, progress)
        changed = _shards.settle(job, built)
    return Report(
        {
            "games": sum(one.games for one in built),
            "shards": of,
            "built": sum(one.is_new for one in built),
            "read": sum(one.read for one in built),
            "problems": sum(one.problems for one in built),
            "changed": changed,
            "seconds": time.monotonic() - begun,
        }
    )


def _number(asked: int | None, known: ShardSet | None) -> int:
    if known and asked not in (None, len(known.members)):
        message = f"{known.file} has {len(known.members)} shards, not {asked}"
        raise failure("bad_value", message, "leave out --shards, or build into another folder")
    if not known and asked is None:
        raise failure("bad_value", "into how many shards?", "name their number: --shards 64")
    return len(known.members) if known else asked or 1


def _threads(ray: Any, of: int) -> int:
    """As many threads for a task as leave no processor idle and fit on every machine."""
    machines = [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]
    machines = [processors for processors in machines if processors > 0] or [1]
    return max(1, min(8, sum(machines) // of, min(machines)))


def _run(ray: Any, job: Job, progress: Callable[[int, int, str], Any] | None) -> list[Built]:
    """Runs a task for every shard."""
    options = {"num_cpus": job.threads, "max_retries": RETRIES, "scheduling_strategy": "SPREAD"}
    task = ray.remote(**options)(_build_shard)
    waiting = {task.remote(job, number): number for number in range(1, job.of + 1)}
    built: list[Built] = []
    failed: list[str] = []
    while waiting:
        ready, _ = ray.wait(list(waiting), num_returns=1, timeout=REACHING)
        if not ready:
            _check_head(ray)
        for ref in ready:
            number = waiting.pop(ref)
            try:
                shard, error = ray.get(ref)
            except ray.exceptions.RayError as lost:
                shard, error = None, failure("io", f"its task was lost: {_first_line(lost)}")
            if error is not None:
                failed.append(f"shard {number} of {job.of}: {error.message}")
                told = error.message
            else:
                built.append(shard)
                told = f"{shard.games:,} games" + ("" if shard.is_new else ", unchanged")
            if progress is not None:
                progress(job.of - len(waiting), job.of, f"shard {number}: {told}")
    if failed:
        others = f"{len(built)} others are ready" if built else "none is ready"
        help = "what is searched did not change; build again, and only what is missing is built"
        raise failure("io", "; ".join([*failed[:3], others]), help)
    return sorted(built, key=lambda shard: shard.number)


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


# Searching


class _Holder:
    """Holds a shard open, in a process of its own."""

    def __init__(self, file: str, digest: str, member: Member, names: str) -> None:
        self._file, self._digest, self._of, self._names = file, digest, member, names
        self._copy: _storage.Copy | None = None
        self._opening = threading.Lock()
        self._member: _core.Member | None = None

    def begun(self) -> None:
        """Returns when the process of the actor runs."""

    def _open(self, cache: int) -> _core.Member:
        # Not at once: an error in a constructor would end the actor, and this one can be asked again.
        with self._opening:
            if self._member is None:
                self._check()
                folder, file = Path(self._of.folder), Path(self._file)
                if _storage.is_url(self._file):
                    self._copy = self._copy or _storage.Copy(self._file, self._digest, self._of.number, cache)
                    folder, file = self._copy.folder, self._copy.list
                member = _core.Member(folder, file, self._names)
                self._check()
                self._member = member
            return self._member

    def _asked(self, cache: int, ask: Callable[[_core.Member], Any]) -> Any:
        """What the shard tells. A copy that turns out to be damaged is healed, and asked once more."""
        try:
            return ask(self._open(cache))
        except KifuError as error:
            if error.code != "damaged" or self._copy is None:
                raise
            with self._opening:
                self._copy.heal(cache)
                self._member = None
        return ask(self._open(cache))

    def _check(self) -> None:
        """Whether the list of shards still is the one in force when this was begun: others belong to other answers."""
        if _shards.digest(self._file) != self._digest:
            raise failure("stale", f"{self._file} was written again", "ask again")

    def facts(self, request: str, known: bytes | None, cache: int, timeout: float) -> tuple[Any, KifuError | None]:
        return _value(lambda: self._asked(cache, lambda member: member.facts(request, known, timeout)))

    def part(self, request: str, facts: bytes, cache: int, timeout: float) -> tuple[Any, KifuError | None]:
        return _value(lambda: self._asked(cache, lambda member: member.part(request, facts, timeout)))


@dataclass(frozen=True)
class Missing:
    """What an answer lacks: ``games`` of a shard, and why."""

    shard: Member
    games: int
    why: str

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        shard = f"{self.shard.number}/{self.shard.of}"
        return {"shard": shard, "folder": self.shard.folder, "games": self.games, "why": self.why}


@dataclass(frozen=True)
class _Answer:
    joined: _core.Joined
    of: ShardSet
    missing: list[Missing]


#: Errors of a shard; all others are of what was asked.
_OF_A_SHARD = {
    "damaged",
    "fault",
    "io",
    "locked",
    "lost",
    "no_index",
    "not_an_index",
    "other_version",
    "stale",
    "timeout",
}


class Cluster(Index):
    """The shards in a folder, searched by the machines of a Ray: an :class:`Index` whose answers are the same.

    Each shard is held open by a process (an actor), which stays for later callers if the Ray does. Opening waits until
    these run, so that no question's time is spent on it. ``address`` is that of the Ray; see :func:`connect`.
    ``aliases`` is a file of further spellings of players.

    An answer is of all shards, as one state of them. If one cannot answer within ``timeout`` seconds, or is damaged,
    :class:`KifuError` names it. With ``partial=True`` the others answer, and a :class:`PartialWarning` names what is
    missing.

    ``shards`` may be in object storage, as a URL that fsspec reads (``s3://bucket/shards``). Each machine copies the
    shards that it holds into the user's cache folder, of which it keeps ``cache`` bytes.

    What can only be asked of an index in one place raises :class:`KifuError`: ``explain``, ``tree``, ``copies``,
    ``game`` and ``status``.
    """

    def __init__(
        self,
        shards: Location,
        *,
        address: str | None = None,
        aliases: Location | None = None,
        timeout: float = 60.0,
        partial: bool = False,
        cache: float = CACHE,
    ) -> None:
        self._place = shards if _storage.is_url(shards) else located(shards)
        self._address, self._file, self._cache = address, aliases, int(cache)
        self.timeout, self.partial = timeout, partial
        self._names = spellings(aliases)
        self._lock = threading.Lock()
        self._set = _shards.read_set(self._place)
        self._ray = connect(address)
        self._holders: dict[int, Any] = {}
        self._begin()

    def __reduce__(self) -> tuple[Any, ...]:
        options: dict[str, Any] = {"timeout": self.timeout, "partial": self.partial, "cache": self._cache}
        made = functools.partial(Cluster, address=self._address, aliases=self._file, **options)
        return made, (self._place,)

    def __repr__(self) -> str:
        return f"<{len(self._set.members)} shards of {self._set.games:,} games: {self._place}>"

    @property
    def generation(self) -> int:
        """The number of the state that is asked; every build that finds something raises it."""
        return self._set.generation

    @property
    def shards(self) -> tuple[Member, ...]:
        """The shards: their ``number``, ``folder`` and ``games``."""
        return self._set.members

    def refresh(self) -> bool:
        """Follows a build since the shards were opened; tells whether there was one."""
        newest = _shards.read_set(self._place)
        with self._lock:
            if newest.digest == self._set.digest:
                return False
            self._set, self._holders = newest, {}
        self._begin()
        return True

    def game(self, id: Any) -> _core.Game:
        """Not there: the archive may be out of reach from here."""
        raise failure("bad_value", "a cluster reads no games", "read the file that the row names: kifu_index.read")

    def _begin(self) -> None:
        """Starts the actors of all shards, and ends those of older states. No question's time is spent on that."""
        there = dict(_actors(self._ray, self._set.file))
        for actor, state in there.items():
            if state != self._set.digest:
                _end(self._ray, actor)
        holders = {self._name(self._set, member): self._holder(self._set, member) for member in self._set.members}
        # One that was there before may be busy, or stuck: that is told by whoever asks it.
        begun = [holder.begun.remote() for name, holder in holders.items() if name not in there]
        if begun:
            self._ray.wait(begun, num_returns=len(begun), timeout=STARTING)

    def _name(self, of: ShardSet, member: Member) -> str:
        names = hashlib.sha256(self._names.encode()).hexdigest()[:8]
        return f"{_prefix(of.file)} {of.digest} {names} {member.number}"

    def _holder(self, of: ShardSet, member: Member, anew: bool = False) -> Any:
        """The actor that holds a shard, which is begun if there is none."""
        with self._lock:
            if anew:
                self._holders.pop(member.number, None)
            if of is not self._set or member.number not in self._holders:
                actor = self._ray.remote(_Holder).options(
                    name=self._name(of, member),
                    namespace=NAMESPACE,
                    lifetime="detached",
                    get_if_exists=True,
                    max_restarts=-1,
                    max_task_retries=-1,
                    max_concurrency=AT_ONCE,
                    scheduling_strategy="SPREAD",
                )
                holder = actor.remote(of.file, of.digest, member, self._names)
                if of is not self._set:
                    return holder
                self._holders[member.number] = holder
            return self._holders[member.number]

    def _ask(
        self, request: Mapping[str, Any] | str, timeout: float | None = None
    ) -> tuple[dict[str, Any], _core.Rows, Incomplete]:
        answer = self.answer(request, timeout)
        told, rows = answer.joined.told()
        incomplete = None
        if answer.missing:
            warnings.warn(_in_words(answer), PartialWarning, stacklevel=4)
            lost = sum(missing.games for missing in answer.missing)
            incomplete = (answer.of.games - lost, answer.of.games)
        return {**json.loads(told), "generation": answer.of.generation}, rows, incomplete

    def answer(self, request: Mapping[str, Any] | str, timeout: float | None = None) -> _Answer:
        """What all shards answer together, joined."""
        _check_head(self._ray)
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        text = json.dumps(request)
        while True:
            of = self._set
            try:
                return self._answer(of, text, end)
            except KifuError as error:
                begun = time.monotonic()
                # Since a list of shards was read, another may have taken its place.
                if error.code != "stale" or not self.refresh():
                    raise
                end += time.monotonic() - begun

    def _answer(self, of: ShardSet, request: str, end: float) -> _Answer:
        failed: dict[int, KifuError] = {}
        # Where the others are to answer without one, time has to be left for it.
        first_end = end if not self.partial else time.monotonic() + (end - time.monotonic()) / 2
        members, facts = self._facts(of, request, first_end, failed)
        sent = self._sent(facts)

        def contribute(member: Member, left: float) -> Any:
            return self._holder(of, member).part.remote(request, sent, self._cache, left)

        parts = self._round(of, members, contribute, end, failed)
        missing = [
            Missing(member, member.games, failed[member.number].message)
            for member in of.members
            if member.number in failed
        ]
        for member in members:
            incomplete = parts[member.number][1] if member.number in parts else None
            if incomplete is not None:
                error = _late(member, incomplete)
                if not self.partial:
                    raise error
                missing.append(Missing(member, incomplete[1] - incomplete[0], error.message))
        left = max(end - time.monotonic(), JOINING)
        try:
            joined = _core.joined(request, [part for part, _ in parts.values()], self._names, left)
        except KifuError as error:
            if error.code != "interrupted":
                raise
            raise failure("timeout", error.message, "wait longer (--timeout), or ask for less") from None
        return _Answer(joined, of, missing)

    def _facts(
        self, of: ShardSet, request: str, end: float, failed: dict[int, KifuError]
    ) -> tuple[list[Member], bytes]:
        """What the answer depends on, and the shards that told of it."""
        members = list(of.members)
        facts: bytes | None = None
        again = True
        while again:
            known = self._sent(facts)

            def tell(member: Member, left: float, known: Any = known) -> Any:
                return self._holder(of, member).facts.remote(request, known, self._cache, left)

            told = self._round(of, members, tell, end, failed)
            members = [member for member in members if member.number in told]
            facts, again = _core.add_facts(list(told.values()), facts)
        assert facts is not None
        return members, facts

    def _sent(self, facts: bytes | None) -> Any:
        return self._ray.put(facts) if facts and len(facts) > LARGE else facts

    def _round(
        self,
        of: ShardSet,
        members: Iterable[Member],
        ask: Callable[[Member, float], Any],
        end: float,
        failed: dict[int, KifuError],
    ) -> dict[int, Any]:
        """Asks shards at the same time, and waits for them. What they tell is in their order."""
        ray = self._ray

        def asked(member: Member) -> Any:
            # A little is left for the way back.
            return ask(member, max(0.0, 0.95 * (end - time.monotonic())))

        waiting = {asked(member): member for member in members}
        told: dict[int, Any] = {}
        while waiting:
            refs = list(waiting)
            ready, _ = ray.wait(refs, num_returns=len(refs), timeout=max(0.0, end - time.monotonic()))
            for ref in ready:
                member = waiting.pop(ref)
                try:
                    value, error = ray.get(ref)
                except ray.exceptions.RayActorError:
                    # It was ended by somebody. One that is lost with its machine comes back by itself.
                    if time.monotonic() < end:
                        self._holder(of, member, anew=True)
                        time.sleep(0.05)
                        waiting[asked(member)] = member
                        continue
                    value, error = None, failure("lost", "its actor was ended")
                except ray.exceptions.RayError as lost:
                    value, error = None, failure("lost", f"its actor was lost: {_first_line(lost)}")
                if error is None:
                    told[member.number] = value
                else:
                    self._fail(member, error, failed)
            if waiting and time.monotonic() >= end:
                _check_head(ray)
                for member in waiting.values():
                    self._fail(member, _late(member), failed)
                break
        if not told:
            raise next(iter(failed.values()))
        return dict(sorted(told.items()))

    def _fail(self, member: Member, error: KifuError, failed: dict[int, KifuError]) -> None:
        """Notes that a shard fails; raises it if that ends the answer."""
        if error.code not in _OF_A_SHARD - {"stale"}:
            raise error
        if error.code == "timeout":
            error = _late(member)
        elif error.code != "lost":
            message = f"{member} cannot be searched: {error.message}"
            help = f"build it again from the archive: kifu-cluster build --out {Path(member.folder).parent}"
            if _storage.is_url(member.folder) and error.help:
                help = error.help
            error = failure(error.code, message, help)
        if not self.partial:
            raise error
        failed[member.number] = error


def _late(member: Member, incomplete: tuple[int, int] | None = None) -> KifuError:
    told = f"; it looked at {incomplete[0]:,} of {incomplete[1]:,} games" if incomplete else ""
    help = "wait longer (--timeout), or take what the others tell (--partial)"
    return failure("timeout", f"{member} did not answer in time{told}", help)


def _in_words(answer: _Answer) -> str:
    lost = sum(missing.games for missing in answer.missing)
    why = "; ".join(missing.why for missing in answer.missing)
    return f"{lost:,} of {answer.of.games:,} games are missing: {why}"


def _prefix(file: str) -> str:
    """How the names of the actors of a folder begin."""
    return f"shards {hashlib.sha256(file.encode()).hexdigest()[:16]}"


def _actors(ray: Any, file: str) -> list[tuple[str, str]]:
    """The names of all actors of a folder, each with the state that it holds."""
    named = [one["name"] for one in ray.util.list_named_actors(all_namespaces=True) if one["namespace"] == NAMESPACE]
    prefix = _prefix(file) + " "
    return [(name, name.removeprefix(prefix).split(" ")[0]) for name in named if name.startswith(prefix)]


def _end(ray: Any, name: str) -> None:
    # It may have ended already.
    with contextlib.suppress(ValueError):
        ray.kill(ray.get_actor(name, namespace=NAMESPACE))


def stop(shards: Location, *, address: str | None = None) -> int:
    """Ends the actors that hold the shards in a folder; tells how many there were."""
    file = _shards.set_file(shards)
    ray = connect(address)
    actors = _actors(ray, file)
    for name, _ in actors:
        _end(ray, name)
    return len(actors)
