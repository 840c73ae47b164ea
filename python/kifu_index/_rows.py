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
#: Games that were looked at, and those that there are to look at, if the time was over before the end.
Incomplete = tuple[int, int] | None
#: Looks up so many rows, or all.
Load = Callable[[int | None], tuple[_core.Rows, Incomplete]]


def listed(one_or_more: str | Iterable[str] | None) -> list[str]:
    """One text or several as a list."""
    if one_or_more is None:
        return []
    return [one_or_more] if isinstance(one_or_more, str) else list(one_or_more)


def _wrapped(value: Any) -> Any:
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
    #: Columns of a table that are there only if they were asked for.
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
    """A game as the index knows it.

    ``kifu_index.COLUMNS`` lists what is known of a game. ``move``, ``node`` and ``variation`` tell where it has the
    position that was asked for; ``swapped``, ``symmetry``, ``region`` and ``next`` how.
    """

    __slots__ = ()
    id: str
    path: str
    member: str | None
    game: int
    black: str | None
    white: str | None
    black_rank: str | None
    white_rank: str | None
    black_persons: list[Row] | None
    white_persons: list[Row] | None
    black_team: str | None
    white_team: str | None
    result: str | None
    date: str | None
    dates: list[str] | None
    date_span: list[str] | None
    event: str | None
    round: str | None
    place: str | None
    komi: float | None
    handicap: int | None
    rules: str | None
    ruleset: str | None
    time: int | None
    overtime: str | None
    annotator: str | None
    title: str | None
    opening: str | None
    source: str | None
    transcriber: str | None
    copyright: str | None
    game_comment: str | None
    kind: str
    format: str
    charset: str
    size: list[int]
    moves: int
    nodes: int
    variations: int
    openings: list[str] | None
    moves_sgf: str | None
    moves_gtp: str | None
    setup: str | None
    final: str | None
    move: int | None
    node: int | None
    variation: bool | None
    swapped: bool | None
    region: str | None
    symmetry: int | None
    next: Row | None
    comment: Row | None

    @classmethod
    def _of_json(cls, text: str) -> GameRow:
        return cls(json.loads(text))


class Mover(Row):
    """A player of a move, and the games in which this player played it."""

    __slots__ = ()
    name: str
    games: int


class YearRow(Row):
    """The games of a year; ``of`` counts all games of that year, with the position or without it."""

    __slots__ = ()
    year: int
    games: int
    of: int | None
    black: int
    white: int


class NextMove(Row):
    """One continuation: ``at`` is a point, ``pass``, ``elsewhere`` or ``end``; ``color`` is ``B`` or ``W``.

    ``games`` go on so; Black won ``black`` of them, White ``white``. ``reached`` counts all games that have the position
    after it, by any order of moves; it and ``years`` are told on request.
    """

    __slots__ = ()
    _on_request = frozenset({"years", "reached"})
    at: str
    color: str | None
    games: int
    black: int
    white: int
    draws: int
    unknown: int
    first_year: int | None
    last_year: int | None
    players: list[Mover]
    years: list[YearRow] | None
    reached: int | None


class Elsewhere(Row):
    """Games by the moves that were played elsewhere before: none; 0, 1, 2 … by Black; the same for White."""

    __slots__ = ()
    none: int
    black: list[int]
    white: list[int]


class LocalMove(NextMove):
    """The next move inside a pattern, whenever it comes, and what was played elsewhere before it."""

    __slots__ = ()
    elsewhere: Elsewhere | None


class Count(Row):
    """The games that share a value, or two. ``won``, ``lost``, ``drawn`` and ``both`` are those of the player whom the
    query is about, if there is one."""

    __slots__ = ()
    _on_request = frozenset({"across", "won", "lost", "drawn", "both"})
    value: str | None
    across: str | None
    games: int
    black: int
    white: int
    draws: int
    unknown: int
    won: int | None
    lost: int | None
    drawn: int | None
    both: int | None


class Record(Row):
    """Games won and lost."""

    __slots__ = ()
    games: int
    won: int
    lost: int
    drawn: int
    unknown: int


class Archive(Row):
    """A folder or an archive, and the games in it."""

    __slots__ = ()
    path: str
    games: int


class Spelling(Row):
    """A spelling of a name; ``archives`` are told if a name was given."""

    __slots__ = ()
    name: str
    games: int
    archives: list[Archive] | None


class Opponent(Record):
    """A player's opponent, with the player's results against this one."""

    __slots__ = ()
    player: str


class PlayerRow(Record):
    """A player with all games, those of each colour, years, spellings and opponents."""

    __slots__ = ()
    _on_request = frozenset({"opponents", "both", "beside"})
    player: str
    black: Record
    white: Record
    first_year: int | None
    last_year: int | None
    spellings: list[Spelling]
    opponents: list[Opponent] | None
    both: int | None
    beside: int | None


class CopyRow(GameRow):
    """A copy of a game: its ``relation`` to the fullest one, and the ``differences`` in moves and stones."""

    __slots__ = ()
    relation: str
    differences: int | None
    turned: bool


class CopyGroup(Row):
    """Games that are the same: the fullest first, with what they disagree on."""

    __slots__ = ()
    group: int
    conflicts: Row
    games: list[CopyRow]


class ProblemRow(Row):
    """A file or a member that gave no game, and why."""

    __slots__ = ()
    path: str
    member: str | None
    kind: str
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
    """What tables have in common: the ways out of them.

    None of them is a ``collections.abc.Sequence``: polars would take the rows of one as objects of Python, and not ask
    for the columns.
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
    """A stream for Arrow."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._capsule


class Games(_Frames):
    """The games of an answer: rows of :class:`GameRow`, as in a list.

    ``total`` counts all games that fit, however many rows are listed. Rows that were not asked for with a limit are
    looked up when the first of them is looked at. That may take as long as the ``timeout`` of the question again; if it
    does not do, ``incomplete`` tells so from then on.
    """

    #: All games that fit.
    total: int
    #: The query in words; ``None`` for a position or a pattern.
    sentence: str | None
    #: Remarks on how the query was understood.
    notes: list[str]
    #: With ``unique``: the copies of these games.
    left_out: int | None
    #: If the time was over: the games that were looked at, and those that there are to look at.
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

        ``columns`` are names of ``kifu_index.COLUMNS``, or one; without them there are the usual ones, ``kifu_index.USUAL``.
        Whole numbers are ``int64``, komi is ``double``, everything else text, as in the files of ``export``. Columns of
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


#: The columns that tell what was played.
PLAYED = ("moves_sgf", "moves_gtp", "setup", "final")
