"""Building, opening and searching an index."""

from __future__ import annotations

import json
import operator
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, overload

from . import _core, _html
from ._book import Book
from ._errors import KifuError, failure
from ._joseki import Joseki
from ._near import Near
from ._novelty import Novelty
from ._crosstable import Crosstable
from ._ratings import Ratings, RatingsTest
from ._tables import (
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
#: Number of rows that stands for no limit.
ALL = sys.maxsize


def located(path: Location) -> Path:
    """Returns a path with ``~`` expanded."""
    return Path(path).expanduser()


@overload
def number(name: str, value: int, least: int = 0) -> int: ...
@overload
def number(name: str, value: int | None, least: int = 0) -> int | None: ...
def number(name: str, value: int | None, least: int = 0) -> int | None:
    """Returns a whole number, or None. Raises :class:`KifuError` if it is below ``least`` or too large."""
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


def patterns(one_or_more: str | Iterable[str] | Literal[False] | None) -> list[str] | None:
    """Returns patterns of files as a list: an empty one for False, and None to leave them as they are."""
    return None if one_or_more is None else listed(one_or_more or None)


class Report(Row):
    """The outcome of a build.

    ``games`` is the number of games in the index now. ``read`` of them were read in this build, from ``files`` files,
    and ``added`` of those have a place that the index did not know before. ``unchanged`` is the number of files that
    did not change, and ``removed`` of those that are gone. ``without_game`` counts the files and archive members that
    gave no game; ``problems`` lists the first thousand of them. ``odd_games`` games have diagnostics. ``other_files``
    were not opened because of their names; ``unread`` lists the kinds of them, and of members of archives, that begin
    like a game, each with its ``root`` and ``ending``, the number of such ``files``, how many were ``not_inspected``,
    and an ``example``.
    ``excluded_files`` and ``excluded_folders`` were left out by ``exclude``. ``unreachable`` roots keep their games. The
    build took ``seconds``.
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
    excluded_files: int
    excluded_folders: int
    unread: list[Row]
    unreachable: list[str]
    problems: list[ProblemRow]
    seconds: float


def _progress_bar() -> Callable[[int, int, int], None]:
    """Returns a function that shows the progress of a build in a line on standard error."""
    begun = time.monotonic()

    def show(found: int, read: int, games: int) -> None:
        share = read / found if found else 0.0
        bar = "█" * round(24 * share)
        seconds = time.monotonic() - begun
        line = f"\r{bar:░<24} {share:4.0%}  {games:,} games  {seconds:.0f} s "
        sys.stderr.write(line)
        sys.stderr.flush()

    return show


def _pairs(columns: Mapping[str, str]) -> str:
    return ",".join(f"{part}={column}" for part, column in columns.items())


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
    include: str | Iterable[str] | Literal[False] | None = None,
    exclude: str | Iterable[str] | Literal[False] | None = None,
    parquet_columns: Mapping[str, str] | Literal[False] | None = None,
) -> Report:
    """Builds an index of folders, files and archives, or brings it up to date.

    ``paths`` are added to the index in the folder ``index``, which is created if necessary. Without paths, the known
    ones are read again, as far as they changed. Nothing is ever written to what is read.

    ``progress=True`` shows a line on standard error. A function is called about twenty times a second with the bytes
    found, the bytes read, and the number of games. ``checksum`` compares the content even of files whose size and time
    did not change. ``rebuild`` replaces an index that is damaged or of another version. ``sniff`` looks for games in
    files of any name. ``threads`` is 1 or more; by default, one per core and at most 8.

    ``sidecars`` reads engine analysis from files beside the games (``game.sgf.json``). ``analysis`` reads it from a
    table: lines of JSON with the ``id`` of a game, the ``ply``, ``black_winrate`` and ``black_lead``. The index
    remembers both, until they are ``False``.

    ``include`` also reads files and archive members that match one of its patterns, whatever their names; ``exclude``
    leaves out files, folders and members, and wins. Patterns are written as in ``.gitignore``: ``"*.txt"``,
    ``"/old/"``. The index remembers them for the folder until others are given, or ``False``.

    ``parquet_columns`` names the columns of Parquet files where their own names do not say what they hold:
    ``{"moves": "m", "black": "b"}``. The index remembers them, until they are ``False``.

    ``shard="3/16"`` reads the third of sixteen disjoint parts of the paths. A game belongs to the same part on every
    machine, and the index remembers its part. ``open`` searches the indexes of all parts as one, and :func:`publish`
    describes them for a cluster.

    Ctrl-C ends the build and leaves the index as it was. Raises :class:`KifuError` if a path does not exist, if another
    process is building the index, or if the disk is full.
    """
    watch = _progress_bar() if progress is True else progress or None
    try:
        report = _core.build(
            _paths(paths),
            located(index),
            checksum,
            rebuild,
            sniff,
            number("threads", threads, 1),
            shard,
            watch,
            sidecars,
            # The compiled function takes an empty path for no table.
            None if analysis is None else located(analysis) if analysis else "",
            patterns(include),
            patterns(exclude),
            # The compiled function takes an empty text for no columns.
            None if parquet_columns is None else _pairs(parquet_columns or {}),
        )
    finally:
        if progress is True:
            sys.stderr.write("\n")
    return Report(json.loads(report))


def publish(folders: Sequence[Location], *, file: Location | None = None, force: bool = False) -> Row:
    """Publishes indexes that answer together, each opened by another process or machine.

    Writes a file (by default ``kifu-shards.json`` beside the first folder) with the checksums of all files of the
    indexes, and another beside it that tells which games are copies. After an index was built again, publish again with
    ``force`` to replace the file. Returns the content of the file: ``games``, ``generation`` and ``shards``.

    Raises :class:`KifuError` if two of the indexes hold the same games, if the file exists (without ``force``), or if
    it is not a regular file.
    """
    located_folders = _paths(folders)
    target = located(file) if file is not None else Path(located_folders[0]).absolute().with_name(SET)
    return Row(json.loads(_core.publish(located_folders, target, force=force)))


#: Name of the file that describes a set of indexes.
SET = "kifu-shards.json"


def _user_folder(variable: str, usual: str) -> Path:
    """Returns a folder of the user that the command uses too."""
    return located(os.environ.get(variable) or usual) / "kifu-index"


def spellings(aliases: Location | None) -> str:
    """Returns additional spellings of names: the user's own, and those in a file. Raises :class:`KifuError` if the file
    cannot be read.
    """
    if aliases is None:
        return _user_spellings()
    file = located(aliases)
    try:
        return f"{_user_spellings()}\n{file.read_text(encoding='utf-8')}"
    except OSError as error:
        raise failure("io", f"{file}: {error.strerror}", "check the path of the spellings (aliases)") from None
    except UnicodeError as error:
        raise failure("io", f"{file}: {error}", "save the spellings (aliases) as UTF-8") from None


def _user_spellings() -> str:
    """Returns the user's own spellings of names, from the settings folder of the command."""
    file = _user_folder("XDG_CONFIG_HOME", "~/.config") / "aliases.tsv"
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeError) as error:
        warnings.warn(f"{file}: {error}; this file is skipped", stacklevel=4)
        return ""
    return text


#: What the positions of a book are: those of corners, or of whole boards.
BookShape = Literal["corner", "board"]


def book_texts(book: Location | None) -> list[str] | None:
    """Returns the games of a book as SGF. Raises :class:`KifuError` if it cannot be read."""
    return None if book is None else _core.read_book(located(book))


def open(
    paths: Location | Sequence[Location],
    *,
    aliases: Location | None = None,
    book: Location | None = None,
    shape: BookShape | None = None,
) -> Index:
    """Opens an index, or several as one: ``open(["a.kifu", "b.kifu"])``.

    Games of several indexes are searched, counted and compared as if one index had them all. ``aliases`` is a file of
    additional spellings of players: each line has those of one player, separated by tabs or ``;``. The file of
    spellings that the command uses is read too.

    ``book`` is an SGF file with variations, or a folder or an archive of such files. The query fields ``book-left`` and
    ``book-left-by`` compare games with it, and the continuations of a position have ``in_book``. It is read once, here.
    ``shape`` says what its positions are, as for :meth:`Index.book`. Without ``book``, such a query fails: a book that
    the command uses is not read.

    Raises :class:`KifuError` if there is no index, or one of another version.
    """
    return Index(paths, aliases, book, shape)


class Position(Row):
    """The games with a position or a pattern, and how they continue.

    ``total`` games have it: Black won ``black`` of them, White ``white``; ``draws`` and ``unknown`` count the others.
    ``moves`` has the continuations and ``games`` the games. For a pattern, ``local`` has the next moves inside it.
    ``in_variations`` counts the games that have it only in variations. ``years`` is there on request. If no game has a
    position, ``earlier`` says after how many of its moves there still are games.
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
        """The continuations, the most frequent first."""
        return Table(self._values["moves"], NextMove)

    @property
    def local(self) -> Table[LocalMove] | None:
        """For a pattern: the next moves inside it, however many moves later they are played."""
        rows = self._values.get("local")
        return None if rows is None else Table(rows, LocalMove)

    @property
    def years(self) -> Table[YearRow] | None:
        """The games by year, if they were requested."""
        rows = self._values.get("years")
        return None if rows is None else Table(rows, YearRow)

    @property
    def games(self) -> Games:
        """The games, each with the place where it has the position. They are loaded on first access."""
        if self._found is None:
            found = {"total": self.total, "left_out": self.left_out, "incomplete": self.incomplete}
            self._found = Games({**found, "sentence": self.condition}, self._load)
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
        summary = f"<p>{self.total:,} games: Black won {self.black:,}, White {self.white:,}</p>"
        return drawn + summary + self.moves._repr_html_()


class Stats(Table[Count]):
    """Games grouped by one property or by two: rows of :class:`Count`. ``all`` is the row for all games."""

    def __init__(self, table: dict[str, Any], incomplete: Incomplete = None) -> None:
        super().__init__(table["rows"], Count)
        #: If the time ran out: the number of games that were examined, and the number of games to examine.
        self.incomplete = incomplete
        #: The property by which the games are grouped. ``across`` is the second one of a cross table.
        self.by: str = table["by"]
        self.across: str | None = table.get("across")
        #: The player whom the query names: ``won``, ``lost`` and ``drawn`` are this player's results.
        self.player: str | None = table.get("player")
        #: The number of games that match.
        self.total: int = table["total"]
        #: All matching games as one row.
        self.all = Count(table["all"])


class Players(Table[PlayerRow]):
    """A list of players: rows of :class:`PlayerRow`, out of ``total`` players. If no player has the name, ``near`` has
    similar names with their numbers of games.
    """

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(answer["players"], PlayerRow)
        self.total: int = answer["total"]
        self.near: list[tuple[str, int]] = [(name, games) for name, games in answer["near"]]


class Index:
    """An opened index. Create it with :func:`kifu_index.open`.

    Several threads may use it, and so may a forked process; no call holds the GIL while it works. Ctrl-C ends a call.
    If a call has a ``timeout`` (in seconds, 0 or more), it returns what it found by then. ``incomplete`` is then the
    number of games that were examined and the number of games to examine; it is ``None`` if the answer is complete.
    Rows that are loaded later may take as long again.

    A query with an error raises :class:`QueryError` at the call, with the place in the query.
    """

    def __init__(
        self,
        paths: Location | Sequence[Location],
        aliases: Location | None = None,
        book: Location | None = None,
        shape: BookShape | None = None,
    ) -> None:
        self._paths, self._aliases, self._book = _paths(paths), aliases, (book, shape)
        cache = _user_folder("XDG_CACHE_HOME", "~/.cache")
        self._core = _core.Index(self._paths, spellings(aliases), cache, book_texts(book), shape)

    def __reduce__(self) -> tuple[Any, ...]:
        return Index, (self._paths, self._aliases, *self._book)

    def __repr__(self) -> str:
        return f"<index of {self.status().games:,} games: {', '.join(str(path) for path in self._paths)}>"

    @property
    def generation(self) -> int:
        """The number of the state of the index that answers; every build increases it."""
        return self._core.generation

    def refresh(self) -> bool:
        """Switches to the newest state of the index. Returns whether it is a different one."""
        return self._core.refresh()

    def ask(self, request: Mapping[str, Any] | str, *, timeout: float | None = None) -> dict[str, Any]:
        """Answers any request of ``kifu_index::engine``, both as plain data.

        This is for requests without a method of their own: ``{"compare": {"stats": {"by": ["year"]}, "with":
        "player:Lee"}}``. In the result ``answer`` is the answer, ``parts`` are its tables, ``games`` its rows.
        """
        reply, rows, incomplete = self._ask(request, timeout)
        games = [json.loads(rows.json(at)) for at in range(len(rows))]
        return {**reply, "games": games, "incomplete": incomplete}

    def _ask(
        self, request: Mapping[str, Any] | str, timeout: float | None = None
    ) -> tuple[dict[str, Any], _core.Rows, Incomplete]:
        text, rows, incomplete = self._core.ask(json.dumps(request), timeout)
        return json.loads(text), rows, incomplete

    def _row_loader(
        self, request: Callable[[int | None], Mapping[str, Any]], generation: int, timeout: float | None
    ) -> Load:
        """Returns a function that loads rows from the state ``generation`` of the index."""

        def load(limit: int | None) -> tuple[_core.Rows, Incomplete]:
            reply, rows, incomplete = self._ask(request(limit), timeout)
            if reply["generation"] != generation:
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
        novelty: bool = False,
        timeout: float | None = None,
    ) -> Games:
        """Finds the games that match a query.

        ``sort`` is one of ``kifu_index.SORT_KEYS``, or several; ``-moves`` reverses ``moves``. ``limit`` is the maximum
        number of rows, 0 or more; ``total`` counts all games that match. ``unique`` lists each game once: the fullest
        of its matching copies. ``sample`` draws that many games at random; the same ``seed`` draws the same games.
        ``comments`` adds the comment with the most words of the query. ``each`` gives a row for each comment that has
        any of them. ``played`` adds the moves and positions (``moves_sgf``, ``moves_gtp``, ``setup``, ``final``).
        ``novelty`` adds the move at which each game leaves all older ones (``novelty_ply``, ``followers``); the first
        such request for a state of the index compares all games.
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
            "novelty": novelty,
            "facts": True,
            "persons": True,
            "total": True,
        }
        # Without a limit no rows are loaded yet: many queries are only counted.
        reply, rows, incomplete = self._ask({"search": {**request, "limit": number("limit", limit) or 0}}, timeout)
        found = {**reply["answer"], "incomplete": incomplete}
        if limit is not None:
            return Games(found, lambda _: (rows, incomplete), played, novelty)
        later = self._row_loader(lambda most: {"search": {**request, "limit": most}}, reply["generation"], timeout)
        return Games(found, later, played, novelty)

    def count(self, query: str = "", *, unique: bool = False, timeout: float | None = None) -> int:
        """Counts the games that match a query. Raises ``TimeoutError`` if the time runs out."""
        reply, _, incomplete = self._ask({"count": {"query": query, "unique": unique}}, timeout)
        if incomplete is not None:
            raise TimeoutError(f"{incomplete[0]:,} of {incomplete[1]:,} games were looked at")
        return int(reply["answer"])

    def explain(self, query: str) -> dict[str, Any]:
        """Returns how a query is understood, and how many games each part of it finds."""
        reply, _, _ = self._ask({"explain": {"query": query}})
        return dict(reply["answer"])

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
        """Finds the games that reach a position, and their continuations.

        ``subject`` is moves (``Q16 D4 Q3``), a place in a game (``game.sgf#42``, ``a.zip!b.sgf#42``, ``ID#42``), SGF,
        or a diagram. It is also found turned and mirrored, unless ``symmetric`` is false.

        ``filter`` is a query for the games. The next five are conditions on the hit: ``within`` is where it is
        (``main``, ``variations``, ``any``), ``colours`` whether colours may be exchanged (``as-drawn``, ``any``),
        ``next`` how the game continues (``R14``, ``W R14``, ``pass``, ``end``), ``tomove`` who is to move (``B``,
        ``W``), and ``move`` after how many moves it occurs (``40``, ``..50``, ``30..50``). ``years`` counts by year.
        ``reached`` counts, for each continuation, all games with the position after it. ``limit`` is the maximum number
        of rows of ``games``.
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
        """Finds the games in which a part of the board looked like this, and their continuations.

        ``subject`` is rows (``XO/OX``), a diagram, or a position of which ``corner`` or ``region`` selects a part:
        ``corner=True`` is the corner with stones, ``corner=9`` (or ``"9x7"``) that many lines of it,
        ``region="O13-T19"`` any rectangle. ``edges`` lists the sides that are bound to the edge of the board
        (``top,right``, or ``none``). ``open`` has signs for points where something else may stand (``{"Q16": "?"}``;
        signs as in diagrams: ``?``, ``A``, ``V``, ``*``). With ``sequence`` the moves must be played in their order.
        The other arguments are those of :meth:`position`.
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
        reply, _, incomplete = self._ask({what: first}, timeout)
        values = {**reply["answer"].pop("answer"), **reply["answer"], "incomplete": incomplete}
        games = {**board, "named": 0, "parts": {"moves": False, "games": True}}

        def rows(most: int | None) -> dict[str, Any]:
            return {what: {**games, "listed": min(ALL if limit is None else limit, ALL if most is None else most)}}

        return Position(values, self._row_loader(rows, reply["generation"], timeout))

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
        """Returns the tree of continuations from a position: ``games``, ``nodes``, ``is_cut``, ``incomplete``, and the
        tree as ``sgf``.

        The tree is ``plies`` moves deep, 0 or more. A branch needs at least ``least`` games (``5``), a share of its
        parent's games (``2%``), or both. ``nodes`` is the maximum number of nodes.
        """
        board = _board(subject, filter=filter, unique=unique, kind=kind, size=size)
        growth = {"plies": number("plies", plies), "least": listed(least), "nodes": number("nodes", nodes)}
        reply, _, incomplete = self._ask({"tree": [board, growth]}, timeout)
        return Row({**reply["answer"], "incomplete": incomplete})

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
        """Groups games by a property.

        ``by`` is one of ``kifu_index.FACETS``, such as ``year``, ``opening`` or ``moves``; ``opponent`` and ``colour``
        are for a query that names one player. Two properties make a cross table: a row for each pair of values. Without
        ``by``, returns the tables of an overview by their names.

        ``sort="games"`` lists the values with the most games first, ``sort="name"`` sorts them by name.
        """
        tables = [] if by is None else [",".join(listed(by))]
        request = {"query": query, "by": tables, "unique": unique, "sort": sort or "usual"}
        reply, _, incomplete = self._ask({"stats": request}, timeout)
        found = [Stats(table, incomplete) for table in reply["parts"]]
        return {table.by: table for table in found} if by is None else found[0]

    def players(
        self, name: str = "", *, limit: int | None = None, strength: bool = False, lang: str | None = None
    ) -> Players:
        """Returns the players with the most games, or those of a name with their opponents.

        ``strength`` adds the strength of each player by ratings; without a name, the strongest players come first.
        ``lang`` (``en``, ``ja``, ``ko``, ``zh-Hans`` or ``zh-Hant``) adds the names in the script of this language.
        """
        request = {"name": name, "limit": number("limit", limit), "strength": strength, "locale": lang}
        reply, _, _ = self._ask({"players": request})
        return Players(reply["answer"])

    def head_to_head(
        self,
        player: str,
        opponent: str,
        *,
        query: str = "",
        unique: bool = True,
        limit: int = 12,
        strength: bool = False,
        timeout: float | None = None,
    ) -> Row:
        """Returns the games of two players against each other: ``total``, ``games``, ``won``, ``lost``, ``drawn`` and
        ``unknown`` by the first player, the same in ``black`` and ``white``, the lists ``years``, ``events``, ``rounds``
        and ``openings``, and the ``newest`` games, at most ``limit``.

        ``query`` selects the games. ``strength`` adds ``expected``: the score that the ratings of both players expect.
        Raises :class:`KifuError` if a name is that of nobody or of several players.
        """
        request = {
            "players": [player, opponent],
            "query": query,
            "unique": unique,
            "newest": number("limit", limit),
            "strength": strength,
        }
        reply, _, _ = self._ask({"head-to-head": request}, timeout)
        return Row(reply["answer"])

    def losses(self, query: str = "", *, unique: bool = False) -> LossTable:
        """Returns the average loss of moves by engine analysis: for the one player whom the query names, or for both
        players.
        """
        reply, _, _ = self._ask({"losses": {"query": query, "unique": unique}})
        return LossTable(reply["answer"])

    def crosstable(self, query: str) -> Crosstable:
        """Returns the games of an event, everyone against everyone, with the standings and the rounds.

        ``query`` selects the games, as in ``event:"45th Honinbo"``. Each game counts once. Raises :class:`QueryError`
        if the games have more than 500 players.
        """
        reply, _, _ = self._ask({"crosstable": {"query": query}})
        return Crosstable(reply["answer"])

    def ratings(
        self,
        query: str = "",
        *,
        min_games: int | None = None,
        limit: int | None = None,
        curves: bool = False,
        timeout: float | None = None,
    ) -> Ratings:
        """Rates players by the results of their games: even games of two persons on 19×19, each once.

        ``query`` selects the games; other boards count if it names a size. Players need ``min_games`` rated games, 10
        by default. ``curves`` adds each player's rating on all days with games. Raises :class:`KifuError` if the time
        runs out.
        """
        request = {
            "query": query,
            "min_games": number("min_games", min_games),
            "limit": number("limit", limit),
            "curves": curves,
        }
        reply, _, _ = self._ask({"ratings": request}, timeout)
        return Ratings(reply["answer"])

    def ratings_test(self, query: str = "", *, share: float = 0.333, timeout: float | None = None) -> RatingsTest:
        """Tests how well ratings predict games: learns the first ``share`` of the games in time, then predicts each
        later decided game from the games of earlier days. Plain Elo with its best K predicts the same games.
        """
        reply, _, _ = self._ask({"ratings-test": {"query": query, "share": float(share)}}, timeout)
        return RatingsTest(reply["answer"])

    def joseki(
        self,
        position: str = "",
        *,
        region: str | None = None,
        size: int | str | None = None,
        filter: str | None = None,
        compare: str | None = None,
        unique: bool = False,
        tree: int = 1,
        least: str | int | Sequence[str] | None = None,
        by: str | None = None,
        gone: int | None = None,
        new: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Joseki:
        """Returns what games play in a corner, as a tree that is ``tree`` steps deep.

        ``position`` is a position of the corner: moves (``R16 R14``), a diagram or a move of a game (``ID#30``); without
        one it is the empty corner. ``region`` names the corner, such as ``upper-right``, if stones lie in several. The
        boards are 19×19 unless ``size`` says otherwise. ``filter`` is a query for the games, and ``compare`` one for a
        second set of games.

        A step needs at least ``least`` corners (``5``), a share of the corners with the position (``1%``), or both.
        ``by`` is ``year``, ``decade`` or ``rank``. ``gone`` lists the steps that were popular before a year and hardly
        since, ``new`` the other way round. ``limit`` is the maximum number of steps after each position.
        """
        request = {
            "position": position,
            "region": region,
            "size": None if size is None else str(size),
            "filter": filter,
            "compare": compare,
            "unique": unique,
            "tree": number("tree", tree, 1),
            "least": [str(least)] if isinstance(least, int) else listed(least),
            "by": by,
            "gone": gone,
            "new": new,
            "limit": number("limit", limit),
        }
        reply, _, incomplete = self._ask({"joseki": request}, timeout)
        return Joseki(reply["answer"], incomplete)

    def book(
        self,
        book: Location,
        query: str = "",
        *,
        shape: BookShape | None = None,
        unique: bool = False,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Book:
        """Returns where games leave a book: an SGF file with variations, or a folder or an archive of such files.

        ``shape`` says whether the positions of the book are those of corners or of whole boards; without it, the book's
        variations decide. ``limit`` is the maximum number of rows; the sums are always over all games of the query.
        """
        request = {
            "book": _core.read_book(located(book)),
            "shape": shape,
            "query": query,
            "unique": unique,
            "listed": number("limit", limit),
        }
        reply, _, incomplete = self._ask({"book": request}, timeout)
        return Book(reply["answer"], incomplete)

    def first_played(
        self,
        subject: str,
        *,
        pattern: bool = False,
        filter: str | None = None,
        colours: str | None = None,
        size: int | str | None = None,
        unique: bool = False,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Row:
        """Returns who played a position first, or a pattern if ``pattern`` is true.

        The answer has the ``first`` game, the first games of ``players`` (at most ``limit``), and ``years``: the games
        by year. The other arguments are those of :meth:`position`.
        """
        board = _board(subject, filter, colours=colours, unique=unique, size=size)
        sought = "pattern" if pattern else "position"
        request = {**board, "sought": sought, "players": number("limit", limit)}
        reply, _, _ = self._ask({"first": request}, timeout)
        return Row(reply["answer"])

    def near(
        self,
        subject: str,
        *,
        near: int = 4,
        loose: bool = False,
        filter: str | None = None,
        colours: str | None = None,
        sort: str | Sequence[str] | None = None,
        unique: bool = False,
        kind: str | None = None,
        size: int | str | None = None,
        symmetric: bool = True,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Near:
        """Finds the games that have a position of the whole board but for a few stones, the nearest first.

        ``near`` is the largest number of stones that may have to be added, taken away or moved, from 0 to 20. With
        ``loose``, a stone that was captured in the game may still stand in the position, as in diagrams that show all
        moves. The other arguments are those of :meth:`position`.
        """
        board = _board(
            subject, filter, None, colours, sort=sort, unique=unique, kind=kind, size=size, symmetric=symmetric
        )
        most = ALL if limit is None else number("limit", limit)
        request = {**board, "listed": most, "near": number("near", near), "loose": loose}
        reply, _, incomplete = self._ask({"near": request}, timeout)
        return Near(reply["answer"], incomplete)

    def novelty(self, game: str, *, limit: int = 10, timeout: float | None = None) -> Novelty:
        """Returns the move at which a game leaves all older ones, who went along until then, and who followed.

        ``game`` is the id of a game, or the beginning of it, or a game as SGF, which need not be in the index. ``limit``
        is the maximum number of games in each list.
        """
        given = {"sgf": game} if game.lstrip("\ufeff \t\r\n").startswith("(") else {"game": game}
        reply, _, incomplete = self._ask({"novelty": {**given, "listed": number("limit", limit)}}, timeout)
        return Novelty(reply["answer"], incomplete)

    def copies(
        self, query: str = "", *, exact: bool = False, positions: bool = False, limit: int | None = None
    ) -> Table[CopyGroup]:
        """Returns groups of copies of games, each with the fullest copy first.

        ``exact`` finds only copies with the same moves. ``positions`` finds problems with the same position instead.
        """
        request = {"query": query, "exact": exact, "positions": positions, "limit": number("limit", limit)}
        reply, _, _ = self._ask({"copies": request})
        return Table(reply["parts"], CopyGroup)

    def game(self, id: str | GameRow) -> _core.Game:
        """Reads a game from the archive: by its id, the beginning of its id, or its row.

        Raises :class:`KifuError` if there is no such game, or if its file is not where the index saw it.
        """
        return self._core.game(id if isinstance(id, str) else id.id)

    def status(self, *, problems: bool = False) -> Row:
        """Returns what is indexed; with ``problems`` also what could not be read."""
        reply, _, _ = self._ask({"status": {"problems": problems}})
        return Row(reply["answer"])


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
    """Returns the request for a board: ``engine::request::BoardSearch``."""

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
