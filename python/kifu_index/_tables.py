"""Rows and tables of answers."""

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
#: If the time ran out: the number of games that were examined, and the number of games to examine.
Incomplete = tuple[int, int] | None
#: A function that loads this many rows, or all of them for None.
Load = Callable[[int | None], tuple[_core.Rows, Incomplete]]


def listed(one_or_more: str | Iterable[str] | None) -> list[str]:
    """Returns one text or several as a list."""
    if one_or_more is None:
        return []
    return [one_or_more] if isinstance(one_or_more, str) else list(one_or_more)


def _with_rows(value: Any) -> Any:
    """Turns the objects in a value of an answer into rows."""
    if isinstance(value, dict):
        return Row(value)
    if isinstance(value, list):
        return [_with_rows(one) for one in value]
    return value


class Row:
    """An object of an answer; its keys are attributes. Unknown values are ``None``.

    The keys are those of the command's ``--json``. ``to_dict()`` returns them as plain data.
    """

    __slots__ = ("_values",)
    _values: dict[str, Any]
    #: Keys that an answer has only on request. A table without values for them has no such column.
    _on_request: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return _with_rows(self._values[name])
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
        """Returns the object as plain data."""
        return dict(self._values)


class GameRow(Row):
    """A game as the index knows it, or as it was read.

    ``kifu_index.COLUMNS`` lists the columns of a game. A search adds the place of the hit and the comment that matches.
    """

    __slots__ = ()
    #: The id: 16 hexadecimal digits. A game that was read without an index has none.
    id: str
    #: The path of the file.
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
    #: White's rank, such as ``9p``; as written if it is not understood.
    white_rank: str | None
    #: The persons in Black's name, each with ``name``, ``rank`` and ``title``; ``None`` if it is just one person's
    #: name.
    black_persons: list[Row] | None
    #: The persons in White's name, each with ``name``, ``rank`` and ``title``; ``None`` if it is just one person's
    #: name.
    white_persons: list[Row] | None
    #: Black's team.
    black_team: str | None
    #: White's team.
    white_team: str | None
    #: The result as in SGF: ``B+2.5``, ``W+R``, ``0``.
    result: str | None
    #: The first day on which the game may have been played: ``1846-09-11``, ``1846-09`` or ``1846``.
    date: str | None
    #: All days on which the game was played, in the form of ``date``.
    dates: list[str] | None
    #: The first and the last possible day; ``None`` if there is a single day.
    date_span: list[str] | None
    #: The date in words, if it is known only roughly: ``c. 1665``, ``19th century``.
    date_text: str | None
    #: The event, as written.
    event: str | None
    #: The round, as written.
    round: str | None
    #: The place, as written.
    place: str | None
    #: The komi: points that White gets as compensation.
    komi: float | None
    #: The number of handicap stones.
    handicap: int | None
    #: ``setup`` or ``moves`` if the record does not state the handicap: the number was inferred from black setup stones
    #: or from Black's first moves.
    handicap_inferred_from: str | None
    #: The rules, as written, but in words if KataGo wrote them as codes.
    rules: str | None
    #: The rules by their usual name, if it is known: ``Japanese``.
    ruleset: str | None
    #: The main time of each player, in seconds.
    time: int | None
    #: The overtime as it is understood: ``5x30 byo-yomi``.
    overtime: str | None
    #: The annotator: who wrote the comments.
    annotator: str | None
    #: The name of the game, as written.
    title: str | None
    #: The opening, as written; ``openings`` has those that were recognised.
    opening: str | None
    #: The source, as written.
    source: str | None
    #: The person who entered the record.
    transcriber: str | None
    #: The copyright, as written.
    copyright: str | None
    #: The comment on the game as a whole.
    game_comment: str | None
    #: The kind of game: ``go``, ``loa`` or ``other``.
    kind: str
    #: The format of the file: ``sgf``, ``jgf``, ``gib``, ``ngf``, ``ugf``, ``ogs`` or ``parquet``.
    format: str
    #: The charset by which the file was decoded: ``UTF-8``.
    charset: str
    #: The number of columns and the number of rows of the board.
    size: list[int]
    #: The number of moves on the main line.
    moves: int
    #: The number of nodes in the game tree.
    nodes: int
    #: The number of variations.
    variations: int
    #: The openings that were recognised.
    openings: list[str] | None
    #: The moves as SGF, ``;B[pd];W[dp]``; a pass is ``;B[]``. Only on request, like ``moves_gtp``, ``setup`` and
    #: ``final``.
    moves_sgf: str | None
    #: The moves as GTP: ``B Q16 W D4``; in Lines of Action ``B b1-b3``.
    moves_gtp: str | None
    #: The stones before the first move, as SGF: ``AB[dd][pp]``.
    setup: str | None
    #: The last position: its rows from the top, with ``X``, ``O`` and ``.``, and ``/`` between rows.
    final: str | None
    #: The number of moves before the hit.
    move: int | None
    #: The node of the hit, counted in pre-order from 0.
    node: int | None
    #: True if the hit is in a variation.
    variation: bool | None
    #: True if the colours are exchanged compared with the requested position or pattern.
    swapped: bool | None
    #: The region of a pattern on the board, by two of its corners: ``O13-T19``.
    region: str | None
    #: The symmetry, 0 to 7, that maps the requested position or pattern to the board of the game. The number is a sum:
    #: 4 exchanges columns and rows, then 1 mirrors the columns and 2 mirrors the rows.
    symmetry: int | None
    #: The continuation after the hit: ``at`` and ``color``, and in ``asked`` the same move as the list of continuations
    #: names it.
    next: Row | None
    #: The comment with the most words of the query: ``node``, ``variation``, ``move``, ``text`` and ``marks``.
    comment: Row | None
    #: The engine's evaluation of the move that was found: ``engine``, ``mover``, ``played``, ``loss``, ``drop``,
    #: ``best``, ``black_winrate``, ``black_lead`` and ``visits``, as far as they are known.
    judged: Row | None

    @classmethod
    def _of_json(cls, text: str) -> GameRow:
        return cls(json.loads(text))


class Mover(Row):
    """A player who played a move, and the number of games in which this player did."""

    __slots__ = ()
    #: The most frequent spelling of the name.
    name: str
    #: The number of games in which this player played the move.
    games: int


class YearRow(Row):
    """The games of one year."""

    __slots__ = ()
    #: The year of the first day on which the games may have been played.
    year: int
    #: The number of games.
    games: int
    #: The number of all games of that year that the filter finds, with or without the position; ``None`` for a
    #: continuation.
    of: int | None
    #: The number of games that Black won.
    black: int
    #: The number of games that White won.
    white: int


class NextMove(Row):
    """One continuation, and the games that continue with it."""

    __slots__ = ()
    _on_request = frozenset({"loss", "years", "reached", "in_book"})
    #: The move: a point, ``pass``, ``elsewhere`` or ``end``.
    at: str
    #: The colour of the move: ``B`` or ``W``.
    color: str | None
    #: The number of games that continue this way.
    games: int
    #: The number of games that Black won.
    black: int
    #: The number of games that White won.
    white: int
    #: The number of drawn games.
    draws: int
    #: The number of games with an unknown result.
    unknown: int
    #: The win rate of Black among the games that somebody won, from 0 to 1.
    rate: float | None
    #: The ends of the 95 % (Wilson) interval of this rate.
    interval: list[float] | None
    #: The first year in which the move was played, if any is known.
    first_year: int | None
    #: The last year in which the move was played, if any is known.
    last_year: int | None
    #: The average loss of the move in points by engine analysis, if at least five games have a value.
    loss: float | None
    #: The players who played the move most often.
    players: list[Mover]
    #: The games by year; only on request.
    years: list[YearRow] | None
    #: The number of all games with the position after this move, by any order of moves; only on request.
    reached: int | None
    #: Whether the book has the move; only if the index was opened with a book that can tell.
    in_book: bool | None


class Elsewhere(Row):
    """Games by the number of moves that were played elsewhere before the next move inside a pattern."""

    __slots__ = ()
    #: The number of games without such a move: the next move inside the pattern is the next move of the game.
    none: int
    #: The numbers of games in which Black played 0, 1, 2, … moves elsewhere; the last one counts 10 or more.
    black: list[int]
    #: The numbers of games in which White played 0, 1, 2, … moves elsewhere; the last one counts 10 or more.
    white: list[int]


class LocalMove(NextMove):
    """The next move inside a pattern, however many moves later it is played; ``end`` if there is none."""

    __slots__ = ()
    #: The moves that were played elsewhere before this one; ``None`` if no move inside the pattern follows.
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
    #: The number of games that Black won.
    black: int
    #: The number of games that White won.
    white: int
    #: The number of drawn games.
    draws: int
    #: The number of games with an unknown result.
    unknown: int
    #: The number of games that the player won.
    won: int | None
    #: The number of games that the player lost.
    lost: int | None
    #: The number of games that the player drew.
    drawn: int | None
    #: The number of games with the player on both sides, which the player neither won nor lost.
    both: int | None
    #: The win rate of the player, or of Black if the query is about nobody, among the games that somebody won: from 0
    #: to 1.
    rate: float | None
    #: The ends of the 95 % (Wilson) interval of this rate.
    interval: list[float] | None


class Record(Row):
    """The games of a player by their outcome."""

    __slots__ = ()
    #: The number of all games.
    games: int
    #: The number of games won.
    won: int
    #: The number of games lost.
    lost: int
    #: The number of drawn games.
    drawn: int
    #: The number of games with an unknown result.
    unknown: int


class Archive(Row):
    """An archive that has a spelling of a player's name."""

    __slots__ = ()
    #: The path of the archive.
    path: str
    #: The number of games in the archive with this spelling.
    games: int


class LossRow(Row):
    """The average loss of a group of moves by engine analysis. A gain counts as a loss of 0."""

    __slots__ = ()
    #: The property that the moves share: ``phase``, ``colour``, ``rank`` (of the opponent), ``year``; ``all`` for all
    #: moves.
    by: str
    #: The value of that property; ``None`` if unknown, and for all moves.
    value: str | None
    #: The number of analysed games with such moves.
    games: int
    #: The number of moves with an engine's value.
    moves: int
    #: The average loss in points.
    loss: float | None
    #: The ends of the 95 % interval of the average loss.
    interval: list[float] | None
    #: The average drop of the winning rate in percent.
    drop: float | None
    #: The number of blunders: moves that lost 5 points, or 20 % if there are no values in points.
    blunders: int


class LeftOutRow(Row):
    """Blunders that the table of losses leaves out."""

    __slots__ = ()
    #: The reason: ``few-values`` if the game has values of too few moves for an average; ``other-values`` if only
    #: another engine saw the blunder, or only the program's own remark on it is known.
    reason: str
    #: The number of games with such blunders.
    games: int
    #: The number of such blunders.
    blunders: int


class LossTable(Row):
    """The average loss of moves by engine analysis."""

    __slots__ = ()
    #: The player, if the query names exactly one: only the moves of this player are counted.
    player: str | None
    #: The number of games that match.
    total: int
    #: The row for all moves.
    all: LossRow
    #: The rows by phase, colour, rank of the opponent, and year.
    rows: list[LossRow]
    #: The blunders that no row counts although a query ``loss>=5`` or ``drop>=20`` finds them, by reason.
    left_out: list[LeftOutRow]


class Spelling(Row):
    """A spelling of a player's name."""

    __slots__ = ()
    #: The name in this spelling.
    name: str
    #: The number of games with this spelling.
    games: int
    #: The archives that have the spelling; only if players were requested by name.
    archives: list[Archive] | None


class Opponent(Record):
    """An opponent of a player. The results are the player's against this opponent."""

    __slots__ = ()
    _on_request = frozenset({"display_name"})
    #: The name of the opponent.
    player: str
    #: The name in the script of the language; only with ``lang``.
    display_name: str | None


class Strength(Row):
    """How strong a player was in the last rated game."""

    __slots__ = ()
    #: The rating, in Elo. Only differences have a meaning.
    rating: float
    #: The standard deviation of the rating.
    deviation: float
    #: The ends of the 95 % interval of the rating.
    interval: list[float]
    #: The number of rated games.
    games: int
    #: The year of the first rated game.
    first: int
    #: The year of the last rated game.
    last: int


class RatingPoint(Row):
    """The rating of a player on a day."""

    __slots__ = ()
    #: The day.
    date: str
    #: The rating on this day, in Elo.
    rating: float
    #: The standard deviation of the rating.
    deviation: float


class Pairing(Row):
    """The results of a player against one opponent in a cross-table."""

    __slots__ = ()
    #: The line of the opponent in the table, from 1.
    line: int
    #: The name of the opponent.
    name: str
    #: The number of games.
    games: int
    #: The number of games won.
    won: int
    #: The number of games lost.
    lost: int
    #: The number of drawn games.
    drawn: int
    #: The number of games without a winner that are not drawn.
    unknown: int


class Standing(Row):
    """A player in a cross-table, with the results against all others."""

    __slots__ = ()
    #: The place in the standings, from 1. Players with as many points and as few losses share a place.
    place: int
    #: The name that stands for all spellings of the player.
    name: str
    #: The number of games.
    games: int
    #: The number of games won.
    won: int
    #: The number of games lost.
    lost: int
    #: The number of drawn games.
    drawn: int
    #: The number of games without a winner that are not drawn.
    unknown: int
    #: One point for each game won and half a point for each game drawn.
    points: float
    #: The share of the games won among those that somebody won, from 0 to 1.
    rate: float | None
    #: The ends of the 95 % (Wilson) interval of this rate.
    interval: list[float] | None
    #: The results against each opponent, in the order of the standings.
    against: list[Pairing]


class RatingRow(Strength):
    """A player with the strength in the last rated game."""

    __slots__ = ()
    _on_request = frozenset({"curve"})
    #: The rank in the list: 1 for the highest rating.
    rank: int
    #: The most frequent spelling of the name.
    name: str
    #: The rating on each day with rated games; only with ``curves=True``.
    curve: list[RatingPoint] | None


class PlayerRow(Record):
    """A player. ``games``, ``won`` and so on count all games of this player.

    ``opponents`` is there only if players were requested by name, ``strength`` and ``display_name`` only on request.
    """

    __slots__ = ()
    _on_request = frozenset({"display_name", "opponents", "strength"})
    #: The most frequent spelling of the name in all games of the index.
    player: str
    #: The name in the script of the language; only with ``lang``. It is the same as ``player`` if the table of names
    #: has no name in it.
    display_name: str | None
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
    #: The number of games with this player on both sides: each is one of ``games``, and one of ``black`` and of
    #: ``white``.
    both: int
    #: The number of games that name the player only in variations or without a colour. They count in ``games``, as a
    #: query ``player:`` finds them, but not in ``black`` and ``white``.
    beside: int
    #: The strength by ratings; ``None`` without rated games.
    strength: Strength | None


class CopyRow(GameRow):
    """A copy of a game, and how it differs from the fullest copy."""

    __slots__ = ()
    #: The relation to the fullest copy: ``fullest``, ``same``, ``beginning``, ``different`` or ``distant``.
    relation: str
    #: The number of moves and stones that differ from the fullest copy; ``None`` if they were not counted.
    differences: int | None
    #: True if the copy is rotated or mirrored.
    turned: bool


class CopyGroup(Row):
    """A group of copies of one game."""

    __slots__ = ()
    #: The number of the group in the answer, from 1.
    group: int
    #: The facts on which the copies disagree, each with all values that occur.
    conflicts: Row
    #: The copies, the fullest first.
    games: list[CopyRow]


class ProblemRow(Row):
    """A file or a member of an archive that could not be read, and why."""

    __slots__ = ()
    #: The path of the file.
    path: str
    #: The member of an archive; ``None`` for the file itself.
    member: str | None
    #: The kind of problem: ``damaged``, ``no-game``.
    kind: str
    #: A message that says what happened.
    message: str


def _arrow_type(hint: Any) -> Any:
    """Returns the Arrow type for a type hint."""
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
    """Base of tables: turns them into data frames.

    No table is a ``collections.abc.Sequence``: polars would take the rows of a sequence as Python objects instead of
    asking for the columns.
    """

    def arrow(self) -> pyarrow.Table:
        """Returns the rows as a ``pyarrow.Table``."""
        raise NotImplementedError

    def polars(self) -> polars.DataFrame:
        """Returns the rows as a ``polars.DataFrame``; needs polars."""
        import polars

        frame = polars.from_arrow(self.arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def pandas(self) -> pandas.DataFrame:
        """Returns the rows as a ``pandas.DataFrame``; needs pandas."""
        frame: pandas.DataFrame = self.arrow().to_pandas()
        return frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Arrow's C stream interface: ``pyarrow.table(rows)``, ``polars.DataFrame(rows)``."""
        return self.arrow().__arrow_c_stream__(requested_schema)


class Table(_Frames, Generic[R]):
    """Rows of one kind, like a list. ``arrow()``, ``polars()`` and ``pandas()`` return them as a data frame."""

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
        """Returns the rows as plain data."""
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
    """The games of an answer: rows of :class:`GameRow`, like a list.

    ``total`` counts all games that match, however many rows are listed. Without a limit, the rows are loaded when the
    first of them is needed. That may take as long again as the ``timeout`` of the request. If that time runs out,
    ``incomplete`` says so from then on.
    """

    #: The number of all games that match.
    total: int
    #: The query in words; ``None`` for a position or a pattern.
    sentence: str | None
    #: Remarks on how the query was understood.
    notes: list[str]
    #: With ``unique``: the number of copies that are left out.
    left_out: int | None
    #: If the time ran out: the number of games that were examined, and the number of games to examine.
    incomplete: Incomplete

    def __init__(self, found: dict[str, Any], load: Load, played: bool = False, novelty: bool = False) -> None:
        self.total = found["total"]
        self.sentence = found.get("sentence")
        self.notes = found.get("notes", [])
        self.left_out = found.get("left_out")
        self.incomplete = found.get("incomplete")
        self._load, self._requested = load, {"played": played, "novelty": novelty}
        self._loaded: _core.Rows | None = None

    @property
    def _rows(self) -> _core.Rows:
        if self._loaded is None:
            self._loaded, incomplete = self._load(None)
            self.incomplete = incomplete or self.incomplete
        return self._loaded

    def _first(self) -> list[GameRow]:
        """Loads the first rows, for a notebook, without loading the others."""
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
        """Returns the rows as a ``pyarrow.Table``.

        ``columns`` is one name of ``kifu_index.COLUMNS``, or several; by default, the columns of ``kifu_index.USUAL``.
        Whole numbers are ``int64``, komi is ``double``, everything else is text, as in the files of ``export``. The
        columns of moves and positions need ``played=True`` in the search, and those of new moves ``novelty=True``.

        Raises ``KifuError`` for a column that does not exist, and ``ValueError`` for one that was not requested.
        """
        import pyarrow as pa

        names = _core.USUAL if columns is None else listed(columns)
        for option, is_requested in self._requested.items():
            missing = [name for name in names if name in ON_REQUEST[option] and not is_requested]
            if missing:
                raise ValueError(f"the column {missing[0]} needs search(…, {option}=True)")
        return pa.table(_Capsule(self._rows.stream(names)))

    def __repr__(self) -> str:
        return f"<{self.total} games: {self.sentence}>" if self.sentence else f"<{self.total} games>"

    def _repr_html_(self) -> str:
        first = self._first()
        has_places = any(row.move is not None for row in first)
        names = [name for name in _html.GAME_COLUMNS if name != "move" or has_places]
        rows = [[row._values.get(name) for name in names] for row in first]
        return _html.table(names, rows, self.total, self.sentence)


#: Columns of moves and positions, which a search has only with ``played=True``.
PLAYED = ("moves_sgf", "moves_gtp", "setup", "final")

#: Columns that a search has only with an option, by the name of the option.
ON_REQUEST = {"played": PLAYED, "novelty": ("novelty_ply", "followers")}
