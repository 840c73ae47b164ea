"""An index: building it, opening it, asking it."""

from __future__ import annotations

import json
import operator
import os
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, overload

from . import _core, _html
from ._errors import KifuError, failure
from ._rows import (
    CopyGroup,
    Count,
    Games,
    GameRow,
    Incomplete,
    Load,
    LocalMove,
    LossTable,
    NextMove,
    PlayerRow,
    ProblemRow,
    Row,
    Table,
    YearRow,
    listed,
)

Location = str | PathLike[str]
#: How many rows are there where no limit is given.
ALL = sys.maxsize


def located(path: Location) -> Path:
    """A path with ``~`` resolved."""
    return Path(path).expanduser()


@overload
def number(name: str, value: int, least: int = 0) -> int: ...
@overload
def number(name: str, value: int | None, least: int = 0) -> int | None: ...
def number(name: str, value: int | None, least: int = 0) -> int | None:
    """A whole number, if one is given. Raises :class:`KifuError` if there cannot be so few or so many."""
    if value is None:
        return None
    whole = operator.index(value)
    if not least <= whole <= ALL:
        raise failure("bad_value", f"{name}={whole} is out of range", f"write {name}={least} or more, up to {ALL}")
    return whole


def _paths(one_or_more: Location | Sequence[Location]) -> list[Location]:
    if isinstance(one_or_more, (str, PathLike)):
        return [located(one_or_more)]
    return [located(path) for path in one_or_more]


class Report(Row):
    """The outcome of a build.

    ``games`` are in the index now; ``read`` of them were read now, from ``files`` files, and ``added`` of those have a
    place that the index did not know. ``unchanged`` files were as the
    index knew them, ``removed`` ones are gone. ``without_game`` files and members gave no game; ``problems`` has the
    first thousand of them. ``unreachable`` roots keep their games. It took ``seconds``.
    """

    __slots__ = ()
    games: int
    read: int
    added: int
    files: int
    unchanged: int
    removed: int
    without_game: int
    odd_games: int
    other_files: int
    unreachable: list[str]
    problems: list[ProblemRow]
    seconds: float


def _bar() -> Callable[[int, int, int], None]:
    """A line on standard error that tells how far a build is."""
    begun = time.monotonic()

    def tell(found: int, read: int, games: int) -> None:
        share = read / found if found else 0.0
        bar = "█" * round(24 * share)
        seconds = time.monotonic() - begun
        line = f"\r{bar:░<24} {share:4.0%}  {games:,} games  {seconds:.0f} s "
        sys.stderr.write(line)
        sys.stderr.flush()

    return tell


def build(
    paths: Location | Sequence[Location] = (),
    *,
    index: Location,
    progress: bool | Callable[[int, int, int], Any] = False,
    checksum: bool = False,
    rebuild: bool = False,
    sniff: bool | None = None,
    threads: int | None = None,
    shard: str | None = None,
    sidecars: bool | None = None,
    analysis: Location | Literal[False] | None = None,
) -> Report:
    """Reads folders, files and archives into an index, and what changed since the last time.

    ``paths`` are added to the index in the folder ``index``, which is made if it is not there; without paths the known
    ones are read again, as far as they changed. Nothing is ever written to what is read.

    ``progress`` shows a line on standard error, or is called about twenty times a second with the bytes that were found,
    the bytes that were read, and the number of games. ``checksum`` compares the content of files whose size and time
    did not change. ``rebuild`` builds a new index in place of one that is damaged or of another version. ``sniff``
    looks for games in files of any name. ``threads`` is at most 8 if it is not given.

    ``sidecars`` reads engine analysis from files beside the games (``game.sgf.json``), ``analysis`` from a table: lines of
    JSON with the ``id`` of a game, the ``ply``, ``black_winrate`` and ``black_lead``. The index remembers both, until they
    are ``False``.

    ``shard="3/16"`` reads the third of sixteen parts of what is there. No two of them have a game in common, whichever
    machine reads which, and the index remembers its part. Indexes of all parts answer together: ``open`` takes them as
    one, and :func:`publish` describes them for a cluster.

    Ctrl-C ends the build and leaves the index as it was. Raises :class:`KifuError`: a path that is not there, an index
    that somebody else is building, a disk that is full.
    """
    watch = _bar() if progress is True else progress or None
    try:
        told = _core.build(
            _paths(paths),
            located(index),
            checksum,
            rebuild,
            sniff,
            number("threads", threads, 1),
            shard,
            watch,
            sidecars,
            # An empty path stands for no table.
            None if analysis is None else located(analysis) if analysis else "",
        )
    finally:
        if progress is True:
            sys.stderr.write("\n")
    return Report(json.loads(told))


def publish(folders: Sequence[Location], *, file: Location | None = None, force: bool = False) -> Row:
    """Describes indexes that answer together, each opened by another process or machine.

    The file (``kifu-shards.json`` beside the first folder) has the sums of all their files, and beside it stands which
    games are copies. An index that was built again has to be published again, with ``force`` to replace the file. Returns
    what the file says: ``games``, ``generation`` and ``shards``.

    Raises :class:`KifuError` if two of them hold the same games, and if the file exists (without ``force``) or is no
    regular file.
    """
    located_folders = _paths(folders)
    target = located(file) if file is not None else Path(located_folders[0]).absolute().with_name(SET)
    return Row(json.loads(_core.publish(located_folders, target, force=force)))


#: The file that describes indexes that answer together.
SET = "kifu-shards.json"


def _users(variable: str, usual: str) -> Path:
    """A folder of the user that the command uses too."""
    return located(os.environ.get(variable) or usual) / "kifu-index"


def spellings(aliases: Location | None) -> str:
    """Further spellings of names: the user's own, and those in a file. Raises :class:`KifuError` without that file."""
    if aliases is None:
        return _settings()
    file = located(aliases)
    try:
        return f"{_settings()}\n{file.read_text(encoding='utf-8')}"
    except OSError as error:
        raise failure("io", f"{file}: {error.strerror}", "check the path of the spellings (aliases)") from None
    except UnicodeError as error:
        raise failure("io", f"{file}: {error}", "save the spellings (aliases) as UTF-8") from None


def _settings() -> str:
    """The user's own spellings of names."""
    file = _users("XDG_CONFIG_HOME", "~/.config") / "aliases.tsv"
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeError) as error:
        warnings.warn(f"{file}: {error}; this file is skipped", stacklevel=4)
        return ""
    return text


def open(paths: Location | Sequence[Location], *, aliases: Location | None = None) -> Index:
    """Opens an index, or several as one: ``open(["a.kifu", "b.kifu"])``.

    Games of several indexes are searched, counted and compared as if one index had them all.
    ``aliases`` is a file of further spellings of players: each line has those of one player, separated by tabs or ``;``.
    The command's own file of them is read too.

    Raises :class:`KifuError` if there is no index, or one of another version.
    """
    return Index(paths, aliases)


class Position(Row):
    """What the index knows about a position or a pattern.

    ``total`` games have it: Black won ``black`` of them, White ``white``; ``draws`` and ``unknown`` are the others.
    ``moves`` tells how they go on, ``games`` which they are; of a pattern, ``local`` tells the next move inside it.
    ``in_variations`` counts the games that have it only there. ``years`` and what of ``moves`` is by year are there if
    they were asked for. ``earlier`` tells, for a position that no game has, where games left the moves to it.
    """

    __slots__ = ("_found", "_load")
    kind: str
    size: list[int]
    board: list[str] | None
    pattern: list[str] | None
    edges: list[str] | None
    filter: str | None
    total: int
    black: int
    white: int
    draws: int
    unknown: int
    tomove: str | None
    opening: str | None
    in_variations: int
    left_out: int | None
    earlier: Row | None
    notes: list[str]
    condition: str | None
    incomplete: Incomplete

    def __init__(self, values: dict[str, Any], load: Load) -> None:
        super().__init__(values)
        self._found, self._load = None, load

    _found: Games | None
    _load: Load

    @property
    def moves(self) -> Table[NextMove]:
        """How the games continue, the most frequent move first."""
        return Table(self._values["moves"], NextMove)

    @property
    def local(self) -> Table[LocalMove] | None:
        """Of a pattern: the next move inside it, whenever it comes."""
        rows = self._values.get("local")
        return None if rows is None else Table(rows, LocalMove)

    @property
    def years(self) -> Table[YearRow] | None:
        """The games by year, if that was asked for."""
        rows = self._values.get("years")
        return None if rows is None else Table(rows, YearRow)

    @property
    def games(self) -> Games:
        """The games, each with the place where it has the position; looked up when they are first looked at."""
        if self._found is None:
            told = {"total": self.total, "left_out": self.left_out, "incomplete": self.incomplete}
            self._found = Games({**told, "sentence": self.condition}, self._load)
        return self._found

    def __repr__(self) -> str:
        moves = ", ".join(f"{move.color or ''} {move.at} {move.games}".strip() for move in self.moves[:8])
        return f"<{self.total} games: Black won {self.black}, White {self.white}; {moves}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an answer about a position is not pickled; pickle its tables")

    def _repr_html_(self) -> str:
        drawn = ""
        if self.board and self.kind == "go":
            drawn = _html.board(_core.draw(self.board))
        elif rows := self.pattern or self.board:
            drawn = f"<pre>{'<br>'.join(rows)}</pre>"
        said = f"<p>{self.total:,} games: Black won {self.black:,}, White {self.white:,}</p>"
        return drawn + said + self.moves._repr_html_()


class Stats(Table[Count]):
    """Games grouped by a property, or by two: rows of :class:`Count`, and ``all`` games."""

    def __init__(self, told: dict[str, Any], incomplete: Incomplete = None) -> None:
        super().__init__(told["rows"], Count)
        #: If the time was over: the games that were looked at, and those that there are to look at.
        self.incomplete = incomplete
        #: The property, and the second one of a cross table.
        self.by: str = told["by"]
        self.across: str | None = told.get("across")
        #: The player whom the query is about: ``won``, ``lost`` and ``drawn`` are this player's.
        self.player: str | None = told.get("player")
        #: The number of games that fit.
        self.total: int = told["total"]
        #: All of them as one row.
        self.all = Count(told["all"])


class Players(Table[PlayerRow]):
    """Players: rows of :class:`PlayerRow`, of ``total`` that there are; ``near`` are names like one that nobody has."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["players"], PlayerRow)
        self.total: int = told["total"]
        self.near: list[tuple[str, int]] = [(name, games) for name, games in told["near"]]


class Index:
    """An opened index. :func:`kifu_index.open` makes it.

    It may be used by several threads, and in a process that was forked; no call holds the lock of the interpreter.
    Ctrl-C ends a call. Where a call takes ``timeout`` (in seconds, 0 or more), what was found by then is the answer, and
    its ``incomplete`` tells how far it got: the games that were looked at, and those that there are to look at; ``None``
    if it is whole. Rows that are looked up later may take as long again.

    A query that is not understood raises :class:`QueryError` at the call, with the place in the query.
    """

    def __init__(self, paths: Location | Sequence[Location], aliases: Location | None = None) -> None:
        self._paths, self._aliases = _paths(paths), aliases
        self._core = _core.Index(self._paths, spellings(aliases), _users("XDG_CACHE_HOME", "~/.cache"))

    def __reduce__(self) -> tuple[Any, ...]:
        return Index, (self._paths, self._aliases)

    def __repr__(self) -> str:
        return f"<index of {self.status().games:,} games: {', '.join(str(path) for path in self._paths)}>"

    @property
    def generation(self) -> int:
        """The number of the state that is asked; every build raises it."""
        return self._core.generation

    def refresh(self) -> bool:
        """Follows a build since the index was opened; tells whether there was one."""
        return self._core.refresh()

    def ask(self, request: Mapping[str, Any] | str, *, timeout: float | None = None) -> dict[str, Any]:
        """Any request of ``kifu_index::engine`` as plain data; its answer as plain data.

        For requests that have no method of their own: ``{"compare": {"stats": {"by": ["year"]}, "with": "player:Lee"}}``.
        ``told`` is the answer, ``parts`` are its tables, ``games`` its rows.
        """
        told, rows, incomplete = self._ask(request, timeout)
        games = [json.loads(rows.json(at)) for at in range(len(rows))]
        return {**told, "games": games, "incomplete": incomplete}

    def _ask(
        self, request: Mapping[str, Any] | str, timeout: float | None = None
    ) -> tuple[dict[str, Any], _core.Rows, Incomplete]:
        told, rows, incomplete = self._core.ask(json.dumps(request), timeout)
        return json.loads(told), rows, incomplete

    def _later(
        self, request: Callable[[int | None], Mapping[str, Any]], generation: int, timeout: float | None
    ) -> Load:
        """Looks up rows of the state that an answer was about."""

        def load(limit: int | None) -> tuple[_core.Rows, Incomplete]:
            told, rows, incomplete = self._ask(request(limit), timeout)
            if told["generation"] != generation:
                raise KifuError("the index was refreshed since this was asked; ask again", "stale")
            return rows, incomplete

        return load

    def search(
        self,
        query: str = "",
        *,
        limit: int | None = None,
        sort: str | Sequence[str] | None = None,
        unique: bool = False,
        sample: int | None = None,
        seed: int = 0,
        comments: bool = False,
        each: bool = False,
        played: bool = False,
        timeout: float | None = None,
    ) -> Games:
        """The games that fit a query, in the order of ``sort``: one of ``kifu_index.SORT_KEYS`` or several; ``-moves``
        reverses ``moves``.

        ``limit`` is the most rows, 0 or more; ``total`` counts all games that fit. ``unique`` asks for each game once: the
        fullest of its matching copies. ``sample`` draws so many games at random, the same ones for the same ``seed``.
        ``comments`` finds the comment with the most words of the query, ``each`` gives a row for each comment that has
        any of them. ``played`` tells what was played (``moves_sgf``, ``moves_gtp``, ``setup``, ``final``).
        """
        drawn = {"games": number("sample", sample), "seed": number("seed", seed)}
        request = {
            "query": query,
            "sort": listed(sort),
            "unique": unique,
            "sample": None if sample is None else drawn,
            "comments": comments,
            "each": each,
            "played": played,
            "facts": True,
            "persons": True,
            "total": True,
        }
        # Without a limit the rows may never be looked at, and many queries are only counted.
        told, rows, incomplete = self._ask({"search": {**request, "limit": number("limit", limit) or 0}}, timeout)
        found = {**told["told"], "incomplete": incomplete}
        if limit is not None:
            return Games(found, lambda _: (rows, incomplete), played)
        later = self._later(lambda most: {"search": {**request, "limit": most}}, told["generation"], timeout)
        return Games(found, later, played)

    def count(self, query: str = "", *, unique: bool = False, timeout: float | None = None) -> int:
        """The number of games that fit a query. Raises ``TimeoutError`` if the time is over."""
        told, _, incomplete = self._ask({"count": {"query": query, "unique": unique}}, timeout)
        if incomplete is not None:
            raise TimeoutError(f"{incomplete[0]:,} of {incomplete[1]:,} games were looked at")
        return int(told["told"])

    def explain(self, query: str) -> dict[str, Any]:
        """How a query is understood, and how many games each part of it finds."""
        told, _, _ = self._ask({"explain": {"query": query}})
        return dict(told["told"])

    def position(
        self,
        subject: str,
        *,
        filter: str | None = None,
        within: str | None = None,
        colours: str | None = None,
        next: str | None = None,
        tomove: str | None = None,
        move: int | str | None = None,
        sort: str | Sequence[str] | None = None,
        unique: bool = False,
        kind: str | None = None,
        size: int | str | None = None,
        symmetric: bool = True,
        years: bool = False,
        reached: bool = False,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Position:
        """The games that reach a position, and how they continue.

        ``subject`` is moves (``Q16 D4 Q3``), a place in a game (``game.sgf#42``, ``a.zip!b.sgf#42``, ``ID#42``), SGF, or
        a diagram. It is found turned and mirrored, unless ``symmetric`` is false.

        ``filter`` is a query for the games. Of a hit, ``within`` tells where it is (``main``, ``variations``, ``any``),
        ``colours`` whether colours may be exchanged (``as-drawn``, ``any``), ``next`` how the game continues (``R14``,
        ``W R14``, ``pass``, ``end``), ``tomove`` who is to move (``B``, ``W``), and ``move`` after how many moves it is
        (``40``, ``..50``, ``30..50``). ``years`` counts by year, ``reached`` all games of each position that follows.
        ``limit`` is the most rows of ``games``.
        """
        board = _board(
            subject, filter, within, colours, next, tomove, move, sort, unique, kind, size, symmetric, years, reached
        )
        return self._board("position", board, limit, timeout)

    def pattern(
        self,
        subject: str,
        *,
        corner: bool | int | str = False,
        region: str | None = None,
        edges: str | None = None,
        open: Mapping[str, str] | None = None,
        sequence: bool = False,
        filter: str | None = None,
        within: str | None = None,
        colours: str | None = None,
        next: str | None = None,
        tomove: str | None = None,
        move: int | str | None = None,
        sort: str | Sequence[str] | None = None,
        unique: bool = False,
        kind: str | None = None,
        size: int | str | None = None,
        symmetric: bool = True,
        years: bool = False,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Position:
        """The games in which a part of the board looked like this, and how they continue.

        ``subject`` is rows (``XO/OX``), a diagram, or a position of which ``corner`` or ``region`` is the part:
        ``corner=True`` is the corner with stones, ``corner=9`` (or ``"9x7"``) so many lines of it, ``region="O13-T19"``
        any rectangle. ``edges`` tells which of its sides are bound to the edge of the board (``top,right``, ``none``),
        ``open`` what may stand on points of it instead (``{"Q16": "?"}``; signs as in diagrams: ``?``, ``A``, ``V``,
        ``*``), ``sequence`` whether its moves must be played in their order. The other arguments are those of
        :meth:`position`.
        """
        board = _board(
            subject, filter, within, colours, next, tomove, move, sort, unique, kind, size, symmetric, years, False
        )
        part = {
            "corner": {True: "", False: None}[corner] if isinstance(corner, bool) else str(corner),
            "region": region,
            "edges": edges,
            "open": list((open or {}).items()),
            "sequence": sequence,
        }
        return self._board("pattern", {**board, **part}, limit, timeout)

    def _board(self, what: str, board: dict[str, Any], limit: int | None, timeout: float | None) -> Position:
        parts, limit = board["parts"], number("limit", limit)
        first = {**board, "parts": {**parts, "games": False}}
        told, _, incomplete = self._ask({what: first}, timeout)
        values = {**told["told"].pop("answer"), **told["told"], "incomplete": incomplete}
        games = {**board, "named": 0, "parts": {"moves": False, "games": True}}

        def rows(most: int | None) -> dict[str, Any]:
            return {what: {**games, "listed": min(ALL if limit is None else limit, ALL if most is None else most)}}

        return Position(values, self._later(rows, told["generation"], timeout))

    def tree(
        self,
        subject: str,
        *,
        plies: int = 8,
        least: str | Sequence[str] = "5",
        nodes: int = 2000,
        filter: str | None = None,
        unique: bool = False,
        kind: str | None = None,
        size: int | str | None = None,
        timeout: float | None = None,
    ) -> Row:
        """The tree of continuations from a position: ``games``, ``nodes``, ``is_cut``, ``incomplete``, and the tree as ``sgf``.

        It is ``plies`` moves deep, 0 or more. A branch needs ``least`` games (``5``), a share of those before (``2%``) or both.
        ``nodes`` are the most that there are.
        """
        board = _board(subject, filter=filter, unique=unique, kind=kind, size=size)
        growth = {"plies": number("plies", plies), "least": listed(least), "nodes": number("nodes", nodes)}
        told, _, incomplete = self._ask({"tree": [board, growth]}, timeout)
        return Row({**told["told"], "incomplete": incomplete})

    @overload
    def stats(
        self,
        query: str = "",
        *,
        by: None = None,
        unique: bool = False,
        sort: str | None = None,
        timeout: float | None = None,
    ) -> dict[str, Stats]: ...
    @overload
    def stats(
        self,
        query: str = "",
        *,
        by: str | Sequence[str],
        unique: bool = False,
        sort: str | None = None,
        timeout: float | None = None,
    ) -> Stats: ...
    def stats(
        self,
        query: str = "",
        *,
        by: str | Sequence[str] | None = None,
        unique: bool = False,
        sort: str | None = None,
        timeout: float | None = None,
    ) -> Stats | dict[str, Stats]:
        """Games grouped by a property.

        ``by`` is one of ``kifu_index.FACETS``, such as ``year``, ``opening`` or ``moves``; ``opponent`` and ``colour`` are
        for a query that names one player. Two of them are a cross table: a row for each pair of values. Without ``by``
        there are the tables of an overview, by their names.

        ``sort`` is ``games`` for the values with the most games first, or ``name``.
        """
        tables = [] if by is None else [",".join(listed(by))]
        asked = {"query": query, "by": tables, "unique": unique, "sort": sort or "usual"}
        told, _, incomplete = self._ask({"stats": asked}, timeout)
        found = [Stats(table, incomplete) for table in told["parts"]]
        return {table.by: table for table in found} if by is None else found[0]

    def players(self, name: str = "", *, limit: int | None = None) -> Players:
        """The players with the most games, or those of a name with their opponents."""
        told, _, _ = self._ask({"players": {"name": name, "limit": number("limit", limit)}})
        return Players(told["told"])

    def losses(self, query: str = "", *, unique: bool = False) -> LossTable:
        """What moves cost on average, as engines saw it: those of the one player whom the query names, or of both."""
        told, _, _ = self._ask({"losses": {"query": query, "unique": unique}})
        return LossTable(told["told"])

    def copies(
        self, query: str = "", *, exact: bool = False, positions: bool = False, limit: int | None = None
    ) -> Table[CopyGroup]:
        """Groups of games that are the same, the fullest copy first; with ``exact`` only those of the same moves, with
        ``positions`` problems with the same position."""
        asked = {"query": query, "exact": exact, "positions": positions, "limit": number("limit", limit)}
        told, _, _ = self._ask({"copies": asked})
        return Table(told["parts"], CopyGroup)

    def game(self, id: str | GameRow) -> _core.Game:
        """A game, read from the archive: by its id, the beginning of it, or its row.

        Raises :class:`KifuError` if there is no such game, or if its file is not where the index saw it.
        """
        return self._core.game(id if isinstance(id, str) else id.id)

    def status(self, *, problems: bool = False) -> Row:
        """What is indexed; with ``problems`` also what could not be read."""
        told, _, _ = self._ask({"status": {"problems": problems}})
        return Row(told["told"])


def _board(
    subject: str,
    filter: str | None = None,
    within: str | None = None,
    colours: str | None = None,
    next: str | None = None,
    tomove: str | None = None,
    move: int | str | None = None,
    sort: str | Sequence[str] | None = None,
    unique: bool = False,
    kind: str | None = None,
    size: int | str | None = None,
    symmetric: bool = True,
    years: bool = False,
    reached: bool = False,
) -> dict[str, Any]:
    """The request for a board: ``engine::request::Board``."""

    def text(value: int | str | None) -> str | None:
        return None if value is None else str(value)

    return {
        "subject": [subject],
        "filter": filter,
        "in": within,
        "colours": colours,
        "next": next,
        "tomove": tomove,
        "move": text(move),
        "sort": listed(sort),
        "unique": unique,
        "kind": kind,
        "size": text(size),
        "symmetric": symmetric,
        "parts": {"years": years, "reached": reached},
    }
