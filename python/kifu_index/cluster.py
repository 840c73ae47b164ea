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
from typing import Any, Literal

from . import _core, _shards, _storage
from ._errors import KifuError, failure
from ._index import BookShape, Index, Location, _paths, book_texts, located, patterns, spellings
from ._tables import Incomplete, Row
from ._shards import Built, Job, Member, ShardSet

__all__ = ["Cluster", "Missing", "PartialWarning", "build", "stop"]

#: The first release of Ray that was tried with success. Servers before 2.52 ask for no token and run what anybody sends
#: them. With 2.52 some calls wait forever for an actor that was ended.
LEAST_RAY = (2, 56)
#: Maximum time in seconds for the head of a Ray to answer.
REACHING = 10.0
#: Namespace of the actors in Ray.
NAMESPACE = "kifu-index"
#: How often Ray restarts a task whose machine was lost.
RETRIES = 20
#: Number of requests that an actor answers at the same time.
AT_ONCE = 8
#: Memory in bytes for data that travels between processes, if this process starts its own Ray.
OBJECT_STORE = 200 << 20
#: Maximum size in bytes of the shards from object storage that a machine stores, unless ``cache`` is given.
CACHE = 50 * 10**9
#: Size in bytes from which on facts are stored in Ray and sent once, instead of once for each shard.
LARGE = 1 << 16
#: Maximum time in seconds to wait for the actors to start. After that they are asked anyway.
STARTING = 60.0
#: Minimum time in seconds for joining the parts, even if the last shard used up the whole timeout.
JOINING = 1.0


class PartialWarning(UserWarning):
    """Warning that an answer lacks the games of some shards."""


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Without this setting, Ray warns about hiding accelerators, which is of no interest here.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # `ray start` uses a token that it finds, but a process that connects to a named address must set the mode itself.
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
    """Connects this process with Ray at an address, and returns the module ``ray``.

    ``auto`` is the Ray on this machine. Without an address, ``RAY_ADDRESS`` names it; without either, a Ray is started
    that ends with this process. An existing connection is used again.

    Raises :class:`KifuError` if there is no Ray, if it does not answer within :data:`REACHING` seconds, or if it does
    not accept the token.
    """
    ray = _ray()
    if ray.is_initialized():
        _check_head(ray)
        return ray
    address = address or os.environ.get("RAY_ADDRESS")
    usual = {"namespace": NAMESPACE, "log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address:
            _check_reachable(ray, address)
            with _surviving_lost_head():
                ray.init(address=address, **usual)
        else:
            ray.init(address="local", include_dashboard=False, object_store_memory=OBJECT_STORE, **usual)
    except (OSError, RuntimeError, ValueError) as error:
        message = f"there is no Ray at {address}" if address else "Ray does not start"
        help = "ray start --head starts one; without --address it runs on this machine alone"
        raise failure("no_ray", f"{message}: {error}", help) from None
    return ray


def _check_reachable(ray: Any, address: str) -> None:
    """Checks that Ray answers and accepts the token. Ray's own attempts take minutes and do not say what is wrong."""
    if address == "auto":
        from ray._private.services import canonicalize_bootstrap_address

        address = canonicalize_bootstrap_address(address) or address
    _check_port(address.removeprefix("ray://"))
    if address.startswith("ray://"):
        return
    answers: queue.Queue[Exception | None] = queue.Queue()

    def ask() -> None:
        try:
            # Ray's own commands look for a head with this client, and `ray.init` begins with it too.
            ray._raylet.GcsClient(address=address)
            answers.put(None)
        except Exception as error:
            answers.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        error = answers.get(timeout=REACHING)
    except queue.Empty:
        raise TimeoutError(f"nothing answers within {REACHING:.0f} s") from None
    if error is not None and "token" in str(error):
        message = f"the Ray at {address} takes another token than this process has, or wants none"
        help = "copy its token to ~/.ray/auth_token or RAY_AUTH_TOKEN, and set RAY_AUTH_MODE=token on both sides"
        raise failure("no_ray", message, help)
    if error is not None:
        raise ConnectionError(_first_line(error))


def _check_port(address: str) -> None:
    """Opens a connection and closes it. Raises ``OSError`` or ``ValueError``."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), timeout=REACHING):
        pass


@contextlib.contextmanager
def _surviving_lost_head() -> Iterator[None]:
    """Keeps this process alive if the head of the Ray to which it connects is lost.

    Ray would end the process (with ``_exit``, which also ends a notebook's kernel) when the head has been away for some
    seconds. Ray reads the setting once. It is reset at once, so that other processes started from here do not inherit
    it.
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
    """Raises :class:`KifuError` if the head of the Ray is lost. Calls to Ray would wait until it is back."""
    if ray.util.client.ray.is_connected():
        return
    address = ray.get_runtime_context().gcs_address
    try:
        _check_port(address)
    except OSError as error:
        help = "start the Ray again; in Python call ray.shutdown() then, and open the cluster anew"
        raise failure("no_ray", f"the head of the Ray at {address} is lost: {error}", help) from None


# Building


def _value_or_error(work: Callable[..., Any], *arguments: Any) -> tuple[Any, KifuError | None]:
    """Runs work and returns its value, or its error as a value. Ray would wrap a raised error in another one."""
    try:
        return work(*arguments), None
    except KifuError as error:
        return None, error
    except TimeoutError as error:
        return None, failure("timeout", str(error))
    except OSError as error:
        return None, failure("io", str(error))


def _build_shard(job: Job, number: int) -> tuple[Any, KifuError | None]:
    return _value_or_error(_shards.build_shard, job, number)


class Report(Row):
    """The outcome of a build: ``games`` in all ``shards``, of which ``built`` were built or brought up to date now.

    ``read`` games were read for that; ``problems`` files and archive members gave no game. ``changed`` is True if there
    is a new list of shards. The build took ``seconds``.
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
    include: str | Iterable[str] | Literal[False] | None = None,
    exclude: str | Iterable[str] | Literal[False] | None = None,
    progress: Callable[[int, int, str], Any] | None = None,
) -> Report:
    """Builds an archive as shards in the folder ``out``, one task each, or brings them up to date.

    ``paths`` are added to the roots of the shards; without paths the known roots are read again, as far as they
    changed. Paths and ``out`` have to be the same on every machine. ``shards`` is the number of shards; it cannot
    change later. ``threads`` is the number of threads of each task, and of processors that the task requests from Ray.
    ``checksum``, ``sniff``, ``include`` and ``exclude`` are those of :func:`kifu_index.build`. ``progress`` is called
    with the number of shards that are ready, the number of all shards, and the outcome of the last one.

    Searches see the old shards until all new ones are ready. A build that was killed continues when it is called again.
    Raises :class:`KifuError` if a shard cannot be built; the others are stored.
    """
    begun = time.monotonic()
    if _storage.is_url(out):
        help = "name a folder that all machines see, and copy it there when it is built"
        raise failure("io", f"shards are not built in {out}", help)
    place = located(out).absolute()
    with _shards.alone(place):
        _shards.sweep(place)
        known = _shards.known(place)
        of = _shard_count(shards, known)
        ray = connect(address)
        job = Job(
            out=place,
            roots=_shards.roots_of(_paths(paths), known),
            of=of,
            threads=threads or _threads_per_task(ray, of),
            checksum=checksum,
            sniff=sniff,
            include=patterns(include),
            exclude=patterns(exclude),
            known=frozenset(Path(member.folder).name for member in known.members) if known else frozenset(),
        )
        built = _run_tasks(ray, job, progress)
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


def _shard_count(asked: int | None, known: ShardSet | None) -> int:
    if known and asked not in (None, len(known.members)):
        message = f"{known.file} has {len(known.members)} shards, not {asked}"
        raise failure("bad_value", message, "leave out --shards, or build into another folder")
    if not known and asked is None:
        raise failure("bad_value", "into how many shards?", "name their number: --shards 64")
    return len(known.members) if known else asked or 1


def _threads_per_task(ray: Any, of: int) -> int:
    """Returns the number of threads for a task: as many as leave no processor idle and fit on every machine, at most 8.
    """
    machines = [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]
    machines = [processors for processors in machines if processors > 0] or [1]
    return max(1, min(8, sum(machines) // of, min(machines)))


def _run_tasks(ray: Any, job: Job, progress: Callable[[int, int, str], Any] | None) -> list[Built]:
    """Runs a task for every shard, and returns the outcomes in the order of the shards."""
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
                outcome = error.message
            else:
                built.append(shard)
                outcome = f"{shard.games:,} games" + ("" if shard.is_new else ", unchanged")
            if progress is not None:
                progress(job.of - len(waiting), job.of, f"shard {number}: {outcome}")
    if failed:
        others = f"{len(built)} others are ready" if built else "none is ready"
        help = "what is searched did not change; build again, and only what is missing is built"
        raise failure("io", "; ".join([*failed[:3], others]), help)
    return sorted(built, key=lambda shard: shard.number)


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


# Searching


#: The games of a book as SGF, and what its positions are.
UsedBook = tuple[list[str] | None, BookShape | None]
NO_BOOK: UsedBook = (None, None)


class _Holder:
    """Actor that holds a shard open, in its own process."""

    def __init__(self, file: str, digest: str, member: Member, names: str, book: UsedBook = NO_BOOK) -> None:
        self._file, self._digest, self._of, self._names, self._book = file, digest, member, names, book
        self._copy: _storage.Copy | None = None
        self._opening = threading.Lock()
        self._member: _core.Member | None = None

    def begun(self) -> None:
        """Returns when the process of the actor runs."""

    def _open(self, cache: int) -> _core.Member:
        # The shard is not opened in the constructor: an error there would end the actor, while an open actor can be
        # asked again.
        with self._opening:
            if self._member is None:
                self._check()
                folder, file = Path(self._of.folder), Path(self._file)
                if _storage.is_url(self._file):
                    self._copy = self._copy or _storage.Copy(self._file, self._digest, self._of.number, cache)
                    folder, file = self._copy.folder, self._copy.list
                member = _core.Member(folder, file, self._names, *self._book)
                self._check()
                self._member = member
            return self._member

    def _ask_member(self, cache: int, ask: Callable[[_core.Member], Any]) -> Any:
        """Asks the shard. A copy that turns out to be damaged is repaired, and asked once more."""
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
        """Raises :class:`KifuError` if the list of shards has changed since this actor started, since answers of
        different lists must not mix.
        """
        if _shards.digest(self._file) != self._digest:
            raise failure("stale", f"{self._file} was written again", "ask again")

    def facts(self, request: str, known: bytes | None, cache: int, timeout: float) -> tuple[Any, KifuError | None]:
        return _value_or_error(lambda: self._ask_member(cache, lambda member: member.facts(request, known, timeout)))

    def part(self, request: str, facts: bytes, cache: int, timeout: float) -> tuple[Any, KifuError | None]:
        return _value_or_error(lambda: self._ask_member(cache, lambda member: member.part(request, facts, timeout)))


@dataclass(frozen=True)
class Missing:
    """A shard that an answer lacks: its number of ``games``, and why."""

    shard: Member
    games: int
    why: str

    def to_dict(self) -> dict[str, Any]:
        """Returns the object as plain data."""
        shard = f"{self.shard.number}/{self.shard.of}"
        return {"shard": shard, "folder": self.shard.folder, "games": self.games, "why": self.why}


@dataclass(frozen=True)
class _Answer:
    joined: _core.Joined
    of: ShardSet
    missing: list[Missing]


#: Codes of errors that concern one shard. All others concern the request.
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
    """The shards in a folder, searched by the machines of a Ray. It is an :class:`Index` and gives the same answers.

    An actor (a process) holds each shard open and stays for later callers if the Ray does. The constructor waits until
    the actors run, so that starting them takes no time of a request. ``address`` is that of the Ray; see
    :func:`connect`. ``aliases`` is a file of additional spellings of players; ``book`` and ``shape`` are those of
    :func:`kifu_index.open`. ``timeout`` is in seconds.

    An answer covers all shards, as one state of them. If a shard does not answer within ``timeout`` seconds, or is
    damaged, :class:`KifuError` names it. With ``partial=True`` the others answer, and a :class:`PartialWarning` names
    what is missing.

    ``shards`` may be in object storage, as a URL that fsspec reads (``s3://bucket/shards``). Each machine copies the
    shards that it holds into the user's cache folder, of which it uses at most ``cache`` bytes.

    Requests that need one index in one place raise :class:`KifuError`: ``explain``, ``tree``, ``copies``,
    ``head_to_head``, ``game`` and ``status``.
    """

    def __init__(
        self,
        shards: Location,
        *,
        address: str | None = None,
        aliases: Location | None = None,
        book: Location | None = None,
        shape: BookShape | None = None,
        timeout: float = 60.0,
        partial: bool = False,
        cache: float = CACHE,
    ) -> None:
        self._place = shards if _storage.is_url(shards) else located(shards)
        self._address, self._file, self._cache = address, aliases, int(cache)
        self.timeout, self.partial = timeout, partial
        self._names = spellings(aliases)
        self._book, self._used_book = (book, shape), (book_texts(book), shape)
        self._lock = threading.Lock()
        self._set = _shards.read_set(self._place)
        self._ray = connect(address)
        self._holders: dict[int, Any] = {}
        self._start_actors()

    def __reduce__(self) -> tuple[Any, ...]:
        options: dict[str, Any] = {"timeout": self.timeout, "partial": self.partial, "cache": self._cache}
        book, shape = self._book
        made = functools.partial(
            Cluster, address=self._address, aliases=self._file, book=book, shape=shape, **options
        )
        return made, (self._place,)

    def __repr__(self) -> str:
        return f"<{len(self._set.members)} shards of {self._set.games:,} games: {self._place}>"

    @property
    def generation(self) -> int:
        """The number of the state of the shards that answers; every build that finds a change increases it."""
        return self._set.generation

    @property
    def shards(self) -> tuple[Member, ...]:
        """The shards, each with ``number``, ``folder`` and ``games``."""
        return self._set.members

    def refresh(self) -> bool:
        """Switches to the newest state of the shards. Returns whether it is a different one."""
        newest = _shards.read_set(self._place)
        with self._lock:
            if newest.digest == self._set.digest:
                return False
            self._set, self._holders = newest, {}
        self._start_actors()
        return True

    def game(self, id: Any) -> _core.Game:
        """Raises :class:`KifuError`: a cluster reads no games, because this machine may not reach the archive."""
        raise failure("bad_value", "a cluster reads no games", "read the file that the row names: kifu_index.read")

    def _start_actors(self) -> None:
        """Starts the actors of all shards and ends those of older states, so that no request has to wait for that."""
        there = dict(_actors(self._ray, self._set.file))
        for actor, state in there.items():
            if state != self._set.digest:
                _end_actor(self._ray, actor)
        holders = {self._name(self._set, member): self._holder(self._set, member) for member in self._set.members}
        # Actors that were there before may be busy or stuck, so only new ones are waited for.
        begun = [holder.begun.remote() for name, holder in holders.items() if name not in there]
        if begun:
            self._ray.wait(begun, num_returns=len(begun), timeout=STARTING)

    def _name(self, of: ShardSet, member: Member) -> str:
        book = "" if self._used_book == NO_BOOK else json.dumps(self._used_book)
        names = hashlib.sha256((self._names + book).encode()).hexdigest()[:8]
        return f"{_prefix(of.file)} {of.digest} {names} {member.number}"

    def _holder(self, of: ShardSet, member: Member, anew: bool = False) -> Any:
        """Returns the actor that holds a shard; starts it if there is none."""
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
                holder = actor.remote(of.file, of.digest, member, self._names, self._used_book)
                if of is not self._set:
                    return holder
                self._holders[member.number] = holder
            return self._holders[member.number]

    def _ask(
        self, request: Mapping[str, Any] | str, timeout: float | None = None
    ) -> tuple[dict[str, Any], _core.Rows, Incomplete]:
        answer = self.answer(request, timeout)
        text, rows = answer.joined.answer_and_rows()
        incomplete = None
        if answer.missing:
            warnings.warn(_missing_in_words(answer), PartialWarning, stacklevel=4)
            lost = sum(missing.games for missing in answer.missing)
            incomplete = (answer.of.games - lost, answer.of.games)
        return {**json.loads(text), "generation": answer.of.generation}, rows, incomplete

    def answer(self, request: Mapping[str, Any] | str, timeout: float | None = None) -> _Answer:
        """Asks all shards and joins their parts to one answer."""
        _check_head(self._ray)
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        text = json.dumps(request)
        while True:
            of = self._set
            try:
                return self._answer(of, text, end)
            except KifuError as error:
                begun = time.monotonic()
                # Another list of shards may have replaced the one that was read.
                if error.code != "stale" or not self.refresh():
                    raise
                end += time.monotonic() - begun

    def _answer(self, of: ShardSet, request: str, end: float) -> _Answer:
        failed: dict[int, KifuError] = {}
        # If a partial answer is allowed, half of the time is left for the shards that have answered.
        first_end = end if not self.partial else time.monotonic() + (end - time.monotonic()) / 2
        members, facts = self._facts(of, request, first_end, failed)
        sent = self._facts_to_send(facts)

        def contribute(member: Member, left: float) -> Any:
            return self._holder(of, member).part.remote(request, sent, self._cache, left)

        parts = self._ask_shards(of, members, contribute, end, failed)
        missing = [
            Missing(member, member.games, failed[member.number].message)
            for member in of.members
            if member.number in failed
        ]
        for member in members:
            incomplete = parts[member.number][1] if member.number in parts else None
            if incomplete is not None:
                error = _late_error(member, incomplete)
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
        """Collects the facts about all shards on which the answer depends. Returns the shards that answered, and the
        facts.
        """
        members = list(of.members)
        facts: bytes | None = None
        again = True
        while again:
            known = self._facts_to_send(facts)

            def ask_facts(member: Member, left: float, known: Any = known) -> Any:
                return self._holder(of, member).facts.remote(request, known, self._cache, left)

            answers = self._ask_shards(of, members, ask_facts, end, failed)
            members = [member for member in members if member.number in answers]
            facts, again = _core.add_facts(list(answers.values()), facts)
        assert facts is not None
        return members, facts

    def _facts_to_send(self, facts: bytes | None) -> Any:
        return self._ray.put(facts) if facts and len(facts) > LARGE else facts

    def _ask_shards(
        self,
        of: ShardSet,
        members: Iterable[Member],
        ask: Callable[[Member, float], Any],
        end: float,
        failed: dict[int, KifuError],
    ) -> dict[int, Any]:
        """Asks shards at the same time and waits for them. Returns their answers in the order of the shards."""
        ray = self._ray

        def start(member: Member) -> Any:
            # A shard gets 95 % of the time that is left, so that its answer arrives in time.
            return ask(member, max(0.0, 0.95 * (end - time.monotonic())))

        waiting = {start(member): member for member in members}
        answers: dict[int, Any] = {}
        while waiting:
            refs = list(waiting)
            ready, _ = ray.wait(refs, num_returns=len(refs), timeout=max(0.0, end - time.monotonic()))
            for ref in ready:
                member = waiting.pop(ref)
                try:
                    value, error = ray.get(ref)
                except ray.exceptions.RayActorError:
                    # Somebody ended the actor, so it is started again. Ray itself restarts an actor that was lost with
                    # its machine.
                    if time.monotonic() < end:
                        self._holder(of, member, anew=True)
                        time.sleep(0.05)
                        waiting[start(member)] = member
                        continue
                    value, error = None, failure("lost", "its actor was ended")
                except ray.exceptions.RayError as lost:
                    value, error = None, failure("lost", f"its actor was lost: {_first_line(lost)}")
                if error is None:
                    answers[member.number] = value
                else:
                    self._record_failure(member, error, failed)
            if waiting and time.monotonic() >= end:
                _check_head(ray)
                for member in waiting.values():
                    self._record_failure(member, _late_error(member), failed)
                break
        if not answers:
            raise next(iter(failed.values()))
        return dict(sorted(answers.items()))

    def _record_failure(self, member: Member, error: KifuError, failed: dict[int, KifuError]) -> None:
        """Records that a shard failed. Raises the error if it ends the whole answer."""
        if error.code not in _OF_A_SHARD - {"stale"}:
            raise error
        if error.code == "timeout":
            error = _late_error(member)
        elif error.code != "lost":
            message = f"{member} cannot be searched: {error.message}"
            help = f"build the shard again from the archive: kifu-cluster build --out {Path(member.folder).parent}"
            if _storage.is_url(member.folder) and error.help:
                help = error.help
            error = failure(error.code, message, help)
        if not self.partial:
            raise error
        failed[member.number] = error


def _late_error(member: Member, incomplete: tuple[int, int] | None = None) -> KifuError:
    progress = f"; it looked at {incomplete[0]:,} of {incomplete[1]:,} games" if incomplete else ""
    help = "wait longer (--timeout), or take what the others tell (--partial)"
    return failure("timeout", f"{member} did not answer in time{progress}", help)


def _missing_in_words(answer: _Answer) -> str:
    lost = sum(missing.games for missing in answer.missing)
    why = "; ".join(missing.why for missing in answer.missing)
    return f"{lost:,} of {answer.of.games:,} games are missing: {why}"


def _prefix(file: str) -> str:
    """Returns the prefix of the names of a folder's actors."""
    return f"shards {hashlib.sha256(file.encode()).hexdigest()[:16]}"


def _actors(ray: Any, file: str) -> list[tuple[str, str]]:
    """Returns the names of all actors of a folder, each with the state that it holds."""
    named = [one["name"] for one in ray.util.list_named_actors(all_namespaces=True) if one["namespace"] == NAMESPACE]
    prefix = _prefix(file) + " "
    return [(name, name.removeprefix(prefix).split(" ")[0]) for name in named if name.startswith(prefix)]


def _end_actor(ray: Any, name: str) -> None:
    # The actor may have ended already.
    with contextlib.suppress(ValueError):
        ray.kill(ray.get_actor(name, namespace=NAMESPACE))


def stop(shards: Location, *, address: str | None = None) -> int:
    """Ends the actors that hold the shards in a folder. Returns how many there were."""
    file = _shards.set_file(shards)
    ray = connect(address)
    actors = _actors(ray, file)
    for name, _ in actors:
        _end_actor(ray, name)
    return len(actors)
