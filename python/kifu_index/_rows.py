"""Rows and tables: what answers are made of."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

from . import _core, _html

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

R = TypeVar("R", bound="Row")
#: If the time ran out: the number of games that were looked at, and of those to look at.
Incomplete = tuple[int, int] | None
#: Looks up this many rows, or all.
Load = Callable[[int | None], tuple[_core.Rows, Incomplete]]


def listed(one_or_more: str | Iterable[str] | None) -> list[str]:
    """One text or several as a list."""
    if one_or_more is None:
        return []
    return [one_or_more] if isinstance(one_or_more, str) else list(one_or_more)


def _wrapped(value: Any) -> Any:
    """A value of an answer: objects become rows."""
    if isinstance(value, dict):
        return Row(value)
    if isinstance(value, list):
        return [_wrapped(one) for one in value]
    return value


class Row:
    """An object of an answer; its keys are attributes. What is not known is ``None``.

    The keys are those of the command's ``--json``. ``to_dict()`` gives them as plain data.
    """

    __slots__ = ("_values",)
    _values: dict[str, Any]
    #: The keys that an answer has only on request; a table without values for them has no such column.
    _on_request: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return _wrapped(self._values[name])
        except KeyError:
            if name in self._names():
                return None
            raise AttributeError(f"there is no {name!r}; there are {', '.join(self._values)}") from None

    @classmethod
    def _names(cls) -> set[str]:
        names = {name for kind in cls.__mro__ for name in getattr(kind, "__annotations__", {})}
        return {name for name in names if not name.startswith("_")}

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._names(), *self._values})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self._values == other._values

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._values,)

    def __repr__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in self._values.items() if key != "v")
        return f"{type(self).__name__}({inside})"

    def to_dict(self) -> dict[str, Any]:
        """The object as plain data."""
        return dict(self._values)


class GameRow(Row):
    """A game as the index knows it, or as it was read.

    ``kifu_index.COLUMNS`` lists what is known of a game. A search adds where the game has what was searched for, and
    the comment that matches.
    """

    __slots__ = ()
    #: The id: 16 hexadecimal digits. A game that was read without an index has none.
    id: str
    #: The file.
    path: str
    #: The members of archives, from the outermost inwards, joined by ``!``; ``None`` for a loose file.
    member: str | None
    #: The number of the game in its file, from 1.
    game: int
    #: The name of Black.
    black: str | None
    #: The name of White.
    white: str | None
    #: Black's rank, such as ``9p``; as written if it is not understood.
    black_rank: str | None
    #: White's rank, likewise.
    white_rank: str | None
    #: The persons in Black's name, each with ``name``, ``rank`` and ``title``, unless it is the bare name of one.
    black_persons: list[Row] | None
    #: The persons in White's name, likewise.
    white_persons: list[Row] | None
    #: Black's team.
    black_team: str | None
    #: White's team.
    white_team: str | None
    #: The result as in SGF: ``B+2.5``, ``W+R``, ``0``.
    result: str | None
    #: The first day on which the game may have been played: ``1846-09-11``, ``1846-09`` or ``1846``.
    date: str | None
    #: All days on which it was played, likewise.
    dates: list[str] | None
    #: The first and the last possible day, unless it is a single day.
    date_span: list[str] | None
    #: The date as what it is, if it is known only roughly: ``c. 1665``, ``19th century``.
    date_text: str | None
    #: The event, as written.
    event: str | None
    #: The round, as written.
    round: str | None
    #: The place, as written.
    place: str | None
    #: The points that White is given.
    komi: float | None
    #: The number of handicap stones.
    handicap: int | None
    #: The rules, as written.
    rules: str | None
    #: The rules, if they are known: ``Japanese``.
    ruleset: str | None
    #: The main time of each player, in seconds.
    time: int | None
    #: The overtime, as understood: ``5x30 byo-yomi``.
    overtime: str | None
    #: Who wrote the comments.
    annotator: str | None
    #: The name of the game, as written.
    title: str | None
    #: The opening, as written; ``openings`` has those that were recognised.
    opening: str | None
    #: The source, as written.
    source: str | None
    #: Who entered the record.
    transcriber: str | None
    #: The copyright, as written.
    copyright: str | None
    #: The comment on the game as a whole.
    game_comment: str | None
    #: What game it is: ``go``, ``loa`` or ``other``.
    kind: str
    #: The format of the file: ``sgf``, ``jgf``, ``gib``, ``ngf`` or ``ugf``.
    format: str
    #: The charset by which the file was decoded: ``UTF-8``.
    charset: str
    #: The columns and the rows of the board.
    size: list[int]
    #: The number of moves on the main line.
    moves: int
    #: The number of nodes in the game tree.
    nodes: int
    #: The number of variations.
    variations: int
    #: The openings that were recognised.
    openings: list[str] | None
    #: The moves as SGF, ``;B[pd];W[dp]``; a pass is ``;B[]``. Only if asked for, like the next three.
    moves_sgf: str | None
    #: The moves as GTP: ``B Q16 W D4``; in Lines of Action ``B b1-b3``.
    moves_gtp: str | None
    #: The stones before the first move, as SGF: ``AB[dd][pp]``.
    setup: str | None
    #: The last position: its rows from the top, ``X``, ``O`` and ``.``, with ``/`` between rows.
    final: str | None
    #: The number of moves before the place that has what was searched for.
    move: int | None
    #: The node of that place, in pre-order from 0.
    node: int | None
    #: Whether that place is in a variation.
    variation: bool | None
    #: Whether the colours are exchanged compared with the position or pattern that was asked for.
    swapped: bool | None
    #: Where a pattern lies on the board, by two of its corners: ``O13-T19``.
    region: str | None
    #: The number, 0 to 7, of the symmetry that maps the position or pattern to the board of the game. Bit 4 exchanges
    #: columns and rows; then bit 1 mirrors the columns, and bit 2 the rows.
    symmetry: int | None
    #: How the game continues there: ``at`` and ``color``, and in ``asked`` the same as the continuations list it.
    next: Row | None
    #: The comment that has the most words of the query: ``node``, ``variation``, ``move``, ``text`` and ``marks``.
    comment: Row | None
    #: What an engine said of the move that was found: ``engine``, ``mover``, ``played``, ``loss``, ``drop``, ``best``,
    #: ``black_winrate``, ``black_lead`` and ``visits``, as far as it is known.
    judged: Row | None

    @classmethod
    def _of_json(cls, text: str) -> GameRow:
        return cls(json.loads(text))


class Mover(Row):
    """A player of a move, and the games in which this player played it."""

    __slots__ = ()
    #: The most frequent spelling of the name.
    name: str
    #: The games in which this player played the move.
    games: int


class YearRow(Row):
    """The games of a year."""

    __slots__ = ()
    #: The year of the first day on which they may have been played.
    year: int
    #: The number of games.
    games: int
    #: All games of that year that the filter finds, with the position or without it; ``None`` for a continuation.
    of: int | None
    #: The games that Black won.
    black: int
    #: The games that White won.
    white: int


class NextMove(Row):
    """One continuation, and the games that continue with it."""

    __slots__ = ()
    _on_request = frozenset({"loss", "years", "reached"})
    #: A point, ``pass``, ``elsewhere`` or ``end``.
    at: str
    #: Who plays it: ``B`` or ``W``.
    color: str | None
    #: The games that continue this way.
    games: int
    #: The games that Black won.
    black: int
    #: The games that White won.
    white: int
    #: Drawn games.
    draws: int
    #: Games with an unknown result.
    unknown: int
    #: The first year in which it was played, if any is known.
    first_year: int | None
    #: The last such year.
    last_year: int | None
    #: The points that it lost on average as engines saw it, where they say so of at least five games.
    loss: float | None
    #: The players who played it most often.
    players: list[Mover]
    #: The games by year; only if asked for.
    years: list[YearRow] | None
    #: All games that have the position after it, by any order of moves; only if asked for.
    reached: int | None


class Elsewhere(Row):
    """Games by the number of moves that were played elsewhere before the next move inside a pattern."""

    __slots__ = ()
    #: Games without such a move: the next move inside is the next move of all.
    none: int
    #: Games in which Black played 0, 1, 2, … of these moves; the last number counts those with 10 or more.
    black: list[int]
    #: The same for White.
    white: list[int]


class LocalMove(NextMove):
    """The next move inside a pattern, whenever it is played; ``end`` if there is none."""

    __slots__ = ()
    #: What was played elsewhere before it; ``None`` if no move inside follows.
    elsewhere: Elsewhere | None


class Count(Row):
    """The games that share a value, or a pair of values.

    ``won``, ``lost``, ``drawn`` and ``both`` are there if the query is about one player.
    """

    __slots__ = ()
    _on_request = frozenset({"across", "won", "lost", "drawn", "both"})
    #: The value; ``None`` for the games without one.
    value: str | None
    #: The value of the second property, in a table of two; ``None`` for the games without one.
    across: str | None
    #: The number of games.
    games: int
    #: The games that Black won.
    black: int
    #: The games that White won.
    white: int
    #: Drawn games.
    draws: int
    #: Games with an unknown result.
    unknown: int
    #: The games that the player won.
    won: int | None
    #: The games that the player lost.
    lost: int | None
    #: The games that the player drew.
    drawn: int | None
    #: Games with the player on both sides, which the player neither won nor lost.
    both: int | None


class Record(Row):
    """Games by how they ended for a player."""

    __slots__ = ()
    #: All games.
    games: int
    #: Games won.
    won: int
    #: Games lost.
    lost: int
    #: Drawn games.
    drawn: int
    #: Games with an unknown result.
    unknown: int


class Archive(Row):
    """An archive that has a spelling of a player's name."""

    __slots__ = ()
    #: Its path.
    path: str
    #: The games in it with this spelling.
    games: int


class LossRow(Row):
    """What some moves cost on average, as engines saw it. Gains count as nothing."""

    __slots__ = ()
    #: What they have in common: ``phase``, ``colour``, ``rank`` of the opponent, ``year``; ``all`` for all moves.
    by: str
    #: Its value; ``None`` if unknown, and for all moves.
    value: str | None
    #: The analysed games with such moves.
    games: int
    #: The moves of which an engine said what they cost.
    moves: int
    #: The points that they lost on average.
    loss: float | None
    #: The ends of its 95 % interval.
    interval: list[float] | None
    #: By how many percent they made the winning rate fall on average.
    drop: float | None
    #: The moves that lost 5 points, or 20 % where no points are told.
    blunders: int


class LeftOutRow(Row):
    """Blunders that the table of losses leaves out."""

    __slots__ = ()
    #: Why: ``few-values``, the game has values of too few moves for an average; ``other-values``, only another engine
    #: saw the blunder, or only the program's own word on it is known.
    reason: str
    #: The games that have such blunders.
    games: int
    #: These moves.
    blunders: int


class LossTable(Row):
    """What moves cost on average, as engines saw it."""

    __slots__ = ()
    #: The player whom the query names, if it names exactly one: only these moves are counted.
    player: str | None
    #: The games that fit.
    total: int
    #: All moves.
    all: LossRow
    #: The moves by phase, colour, the opponent's rank and year.
    rows: list[LossRow]
    #: The blunders that no row counts, though a query ``loss>=5`` or ``drop>=20`` finds them, by the reason.
    left_out: list[LeftOutRow]


class Spelling(Row):
    """A spelling of a player's name."""

    __slots__ = ()
    #: The name as it is spelled.
    name: str
    #: The games with this spelling.
    games: int
    #: The archives that have it; only if players were asked for by name.
    archives: list[Archive] | None


class Opponent(Record):
    """An opponent of a player. The results are the player's against this opponent."""

    __slots__ = ()
    #: The name of the opponent.
    player: str


class PlayerRow(Record):
    """A player. ``games``, ``won`` and so on are those of all games of this player.

    ``opponents`` is there only if players were asked for by name.
    """

    __slots__ = ()
    _on_request = frozenset({"opponents"})
    #: The most frequent spelling of the name in all games of the index.
    player: str
    #: The games as Black.
    black: Record
    #: The games as White.
    white: Record
    #: The year of the first game, if known.
    first_year: int | None
    #: The year of the last game, if known.
    last_year: int | None
    #: The spellings of the name.
    spellings: list[Spelling]
    #: The opponents.
    opponents: list[Opponent] | None
    #: Games with this player on both sides: each is one of ``games``, and one of ``black`` and of ``white``.
    both: int
    #: Games that name the player only in variations or without a colour. They are among ``games``, as a query
    #: ``player:`` finds them, but not among ``black`` and ``white``.
    beside: int


class CopyRow(GameRow):
    """A copy of a game, and how it differs from the fullest copy."""

    __slots__ = ()
    #: How it relates to the fullest copy: ``fullest``, ``same``, ``beginning``, ``different`` or ``distant``.
    relation: str
    #: The number of moves and stones that differ from the fullest copy; ``None`` if they were not counted.
    differences: int | None
    #: Whether it is rotated or mirrored.
    turned: bool


class CopyGroup(Row):
    """Games that are the same."""

    __slots__ = ()
    #: The number of the group in the answer, from 1.
    group: int
    #: What the copies disagree on: each fact with every value that occurs.
    conflicts: Row
    #: The copies, the fullest first.
    games: list[CopyRow]


class ProblemRow(Row):
    """A file or a member of an archive that could not be read, and why."""

    __slots__ = ()
    #: The file.
    path: str
    #: The member of an archive; ``None`` if it is the file itself.
    member: str | None
    #: The kind of problem: ``damaged``, ``no-game``.
    kind: str
    #: What happened.
    message: str


def _arrow_type(hint: Any) -> Any:
    """The Arrow type of a type hint."""
    import pyarrow as pa

    if typing.get_origin(hint) is types.UnionType:
        hint = next(one for one in typing.get_args(hint) if one is not type(None))
    if typing.get_origin(hint) is list:
        return pa.list_(_arrow_type(typing.get_args(hint)[0]))
    if isinstance(hint, type) and issubclass(hint, Row):
        return pa.struct([(name, _arrow_type(one)) for name, one in _hints(hint)])
    return {int: pa.int64(), float: pa.float64(), bool: pa.bool_(), str: pa.string()}[hint]


def _hints(kind: type[Row]) -> list[tuple[str, Any]]:
    hints = typing.get_type_hints(kind, globalns=globals())
    return [(name, hint) for name, hint in hints.items() if not name.startswith("_")]


class _Frames:
    """What tables have in common: how they become data frames.

    None of them is a ``collections.abc.Sequence``: of one, polars would take the rows as Python objects instead of
    asking for the columns.
    """

    def arrow(self) -> pyarrow.Table:
        """The rows as a ``pyarrow.Table``."""
        raise NotImplementedError

    def polars(self) -> polars.DataFrame:
        """The rows as a ``polars.DataFrame``; needs polars."""
        import polars

        frame = polars.from_arrow(self.arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def pandas(self) -> pandas.DataFrame:
        """The rows as a ``pandas.DataFrame``; needs pandas."""
        frame: pandas.DataFrame = self.arrow().to_pandas()
        return frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Arrow's C stream interface: ``pyarrow.table(rows)``, ``polars.DataFrame(rows)``."""
        return self.arrow().__arrow_c_stream__(requested_schema)


class Table(_Frames, Generic[R]):
    """Rows of one kind, as in a list. ``arrow()``, ``polars()`` and ``pandas()`` give them as a data frame."""

    def __init__(self, rows: list[dict[str, Any]], kind: type[R]) -> None:
        self._rows, self._kind = rows, kind

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> R: ...
    @overload
    def __getitem__(self, at: slice) -> Table[R]: ...
    def __getitem__(self, at: int | slice) -> R | Table[R]:
        if isinstance(at, slice):
            return Table(self._rows[at], self._kind)
        return self._kind(self._rows[at])

    def __iter__(self) -> Iterator[R]:
        return map(self._kind, self._rows)

    def to_list(self) -> list[dict[str, Any]]:
        """The rows as plain data."""
        return list(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._rows == other._rows

    __hash__ = None  # type: ignore[assignment]

    def _columns(self) -> list[tuple[str, Any]]:
        def is_there(name: str) -> bool:
            return name not in self._kind._on_request or any(name in row for row in self._rows)

        return [(name, hint) for name, hint in _hints(self._kind) if is_there(name)]

    def arrow(self) -> pyarrow.Table:
        import pyarrow as pa

        schema = pa.schema([(name, _arrow_type(hint)) for name, hint in self._columns()])
        return pa.Table.from_pylist(self._rows, schema)

    def __repr__(self) -> str:
        return f"Table of {len(self)} × {self._kind.__name__}" + "".join(f"\n  {row!r}" for row in self[:10])

    def _repr_html_(self) -> str:
        names = [name for name, hint in self._columns() if _arrow_type(hint).num_fields == 0]
        rows = [[row.get(name) for name in names] for row in self._rows[: _html.MOST]]
        return _html.table(names, rows, len(self))


class _Capsule:
    """A stream of record batches for Arrow's C interface."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._capsule


class Games(_Frames):
    """The games of an answer: rows of :class:`GameRow`, as in a list.

    ``total`` counts all games that fit, however many rows are listed. Without a limit, rows are looked up when the first
    of them is needed. That may take as long again as the ``timeout`` of the question. If this is not enough,
    ``incomplete`` says so from then on.
    """

    #: All games that fit.
    total: int
    #: The query in words; ``None`` for a position or a pattern.
    sentence: str | None
    #: Remarks on how the query was understood.
    notes: list[str]
    #: With ``unique``: the copies of these games.
    left_out: int | None
    #: If the time ran out: the number of games that were looked at, and of those to look at.
    incomplete: Incomplete

    def __init__(self, found: dict[str, Any], load: Load, played: bool = False) -> None:
        self.total = found["total"]
        self.sentence = found.get("sentence")
        self.notes = found.get("notes", [])
        self.left_out = found.get("left_out")
        self.incomplete = found.get("incomplete")
        self._load, self._played = load, played
        self._loaded: _core.Rows | None = None

    @property
    def _rows(self) -> _core.Rows:
        if self._loaded is None:
            self._loaded, incomplete = self._load(None)
            self.incomplete = incomplete or self.incomplete
        return self._loaded

    def _first(self) -> list[GameRow]:
        """What a notebook shows; the other rows are not looked up for that."""
        rows = self._loaded or self._load(_html.MOST)[0]
        return [GameRow._of_json(rows.json(at)) for at in range(min(len(rows), _html.MOST))]

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> GameRow: ...
    @overload
    def __getitem__(self, at: slice) -> list[GameRow]: ...
    def __getitem__(self, at: int | slice) -> GameRow | list[GameRow]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        length = len(self)
        if not -length <= at < length:
            raise IndexError(at)
        return GameRow._of_json(self._rows.json(at % length))

    def __iter__(self) -> Iterator[GameRow]:
        rows = self._rows
        return (GameRow._of_json(rows.json(at)) for at in range(len(rows)))

    def arrow(self, columns: str | Iterable[str] | None = None) -> pyarrow.Table:
        """The rows as a ``pyarrow.Table``.

        ``columns`` is one name of ``kifu_index.COLUMNS``, or several; without it the columns are those of
        ``kifu_index.USUAL``. Whole numbers are ``int64``, komi is ``double``, everything else text, as in the files of ``export``. Columns of
        what was played need ``played=True`` in the search.

        Raises ``KifuError`` for a column that does not exist, and ``ValueError`` for one that was not asked for.
        """
        import pyarrow as pa

        names = _core.USUAL if columns is None else listed(columns)
        missing = [name for name in names if name in PLAYED and not self._played]
        if missing:
            raise ValueError(f"{missing[0]} is told only by search(…, played=True)")
        return pa.table(_Capsule(self._rows.stream(names)))

    def __repr__(self) -> str:
        return f"<{self.total} games: {self.sentence}>" if self.sentence else f"<{self.total} games>"

    def _repr_html_(self) -> str:
        first = self._first()
        has_places = any(row.move is not None for row in first)
        names = [name for name in _html.GAME_COLUMNS if name != "move" or has_places]
        rows = [[row._values.get(name) for name in names] for row in first]
        return _html.table(names, rows, self.total, self.sentence)


#: The columns of what was played, which a search has only with ``played=True``.
PLAYED = ("moves_sgf", "moves_gtp", "setup", "final")
