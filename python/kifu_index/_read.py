"""Reads games without an index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from . import _core
from ._index import Location, located, number
from ._tables import ProblemRow, _Frames, listed

if TYPE_CHECKING:
    import pyarrow


def _problems(problems: list[tuple[str, str | None, str, str]]) -> list[ProblemRow]:
    return [ProblemRow(dict(zip(("path", "member", "kind", "message"), one))) for one in problems]


class Reader(Iterator[_core.Game]):
    """Iterates over games in the order of their files. Create it with :func:`kifu_index.read`.

    Several threads read ahead by a limited number of games, so the memory stays small however large the archive is.
    Threads may share a reader: each game goes to one of them. A forked process needs a reader of its own.
    """

    def __init__(self, core: _core.Reader) -> None:
        self._core = core

    def __iter__(self) -> Reader:
        return self

    def __next__(self) -> _core.Game:
        return next(self._core)

    @property
    def problems(self) -> list[ProblemRow]:
        """The files and archive members that gave no game so far, and why."""
        return _problems(self._core.problems)


def read(
    source: Location | bytes,
    *,
    threads: int | None = None,
    sniff: bool = False,
    include: str | Iterable[str] = (),
    exclude: str | Iterable[str] = (),
) -> Reader:
    """Reads the games of a file, a folder, an archive, or of the bytes of a file, without an index.

    Damaged games are read as far as possible. What was odd is in ``diagnostics`` of a game, and what gave no game in
    ``problems`` of the reader. ``sniff`` looks for games in files of any name. ``include`` and ``exclude`` are patterns
    of files to add or to leave out, as for :func:`kifu_index.build`. ``threads`` is 1 or more; by default, one per core
    and at most 8.

    Raises :class:`KifuError` if the path does not exist.
    """
    threads = number("threads", threads, 1)
    if isinstance(source, bytes):
        return Reader(_core.Reader(data=source))
    core = _core.Reader(
        located(source), threads=threads, sniff=sniff, include=listed(include), exclude=listed(exclude)
    )
    return Reader(core)


class Batches(_Frames, Iterator["pyarrow.RecordBatch"]):
    """A table that is read batch by batch. Create it with :func:`kifu_index.read_table`.

    Iterate over its ``pyarrow.RecordBatch``es, load all that is left at once (``arrow()``, ``polars()``, ``pandas()``),
    or pass it to a reader of Arrow streams (``pyarrow.RecordBatchReader.from_stream(table)``).
    """

    def __init__(self, core: _core.Batches) -> None:
        self._core = core

    @property
    def schema(self) -> pyarrow.Schema:
        """The names and types of the columns."""
        import pyarrow as pa

        return pa.record_batch(self._core.empty()).schema

    def __iter__(self) -> Batches:
        return self

    def __next__(self) -> pyarrow.RecordBatch:
        import pyarrow as pa

        return pa.record_batch(next(self._core))

    def arrow(self) -> pyarrow.Table:
        """Returns all batches that were not taken yet as a ``pyarrow.Table``."""
        import pyarrow as pa

        schema = self.schema
        return pa.Table.from_batches(list(self), schema)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Arrow's C stream interface. From then on only the stream reads the table."""
        return self._core.stream()

    @property
    def problems(self) -> list[ProblemRow]:
        """The files and archive members that gave no game so far, and why."""
        return _problems(self._core.problems)


def read_table(
    source: Location,
    *,
    columns: str | Iterable[str] | None = None,
    batch_size: int = 8192,
    threads: int | None = None,
    sniff: bool = False,
    include: str | Iterable[str] = (),
    exclude: str | Iterable[str] = (),
) -> Batches:
    """Reads the games of a file, a folder or an archive as a table with a row for each game, in batches, without an
    index.

    ``columns`` is one name of ``kifu_index.COLUMNS`` or several; by default, those of ``kifu_index.USUAL`` without
    ``id``. Columns that only an index knows (``id``, and the place of a hit) are empty. Whole numbers are ``int64``,
    komi is ``double``, everything else is text. ``batch_size`` is the number of rows of a batch. ``include`` and
    ``exclude`` are patterns of files to add or to leave out, as for :func:`kifu_index.build`.

    The columns ``black_winrate`` (0 to 1), ``black_lead`` (points), ``visits``, ``drop`` (percent) and ``loss``
    (points) have the values of the engine that analysed most positions: a list of ``double`` for each game, with a
    value for each position of the main line. Index 42 is the position after 42 moves, and the loss of the 42nd move.
    The lists are null for games without analysis.

    Raises :class:`KifuError` for a column that does not exist, or if the path does not exist.
    """
    names = [name for name in _core.USUAL if name != "id"] if columns is None else listed(columns)
    rows = number("batch_size", batch_size, 1)
    count = number("threads", threads, 1)
    return Batches(
        _core.Batches(located(source), names, rows, count, sniff, listed(include), listed(exclude))
    )


__all__ = ["Batches", "Reader", "read", "read_table"]
