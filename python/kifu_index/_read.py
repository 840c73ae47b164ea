"""Reading games without an index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from . import _core
from ._index import Location, located, number
from ._rows import ProblemRow, _Frames, listed

if TYPE_CHECKING:
    import pyarrow


def _problems(told: list[tuple[str, str | None, str, str]]) -> list[ProblemRow]:
    return [ProblemRow(dict(zip(("path", "member", "kind", "message"), one))) for one in told]


class Reader(Iterator[_core.Game]):
    """Iterates over games in the order of their files. :func:`kifu_index.read` makes it.

    Several threads read ahead, so that the memory stays small however large the archive is. Threads may share a reader:
    each game goes to one of them. A process that was forked needs a reader of its own.
    """

    def __init__(self, core: _core.Reader) -> None:
        self._core = core

    def __iter__(self) -> Reader:
        return self

    def __next__(self) -> _core.Game:
        return next(self._core)

    @property
    def problems(self) -> list[ProblemRow]:
        """The files and members that gave no game so far, and why."""
        return _problems(self._core.problems)


def read(source: Location | bytes, *, threads: int | None = None, sniff: bool = False) -> Reader:
    """The games of a file, a folder, an archive, or of the bytes of a file; no index is needed.

    Whatever can be read is read; what was odd is in ``diagnostics`` of a game, and what gave no game in ``problems`` of
    the reader. ``sniff`` looks for games in files of any name. ``threads`` is 1 or more, and at most 8 if it is not given.

    Raises :class:`KifuError` if the path is not there.
    """
    threads = number("threads", threads, 1)
    if isinstance(source, bytes):
        return Reader(_core.Reader(data=source))
    return Reader(_core.Reader(located(source), threads=threads, sniff=sniff))


class Batches(_Frames, Iterator["pyarrow.RecordBatch"]):
    """A table that is read batch by batch. :func:`kifu_index.read_table` makes it.

    Iterate over its ``pyarrow.RecordBatch``es, take what is left of it at once (``arrow()``, ``polars()``,
    ``pandas()``), or give it to whoever reads Arrow's streams (``pyarrow.RecordBatchReader.from_stream(table)``).
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
        """All batches that were not taken yet as a ``pyarrow.Table``."""
        import pyarrow as pa

        schema = self.schema
        return pa.Table.from_batches(list(self), schema)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Arrow's C stream interface. Whoever has the stream goes on reading."""
        return self._core.stream()

    @property
    def problems(self) -> list[ProblemRow]:
        """The files and members that gave no game so far, and why."""
        return _problems(self._core.problems)


def read_table(
    source: Location,
    *,
    columns: str | Iterable[str] | None = None,
    batch_size: int = 8192,
    threads: int | None = None,
    sniff: bool = False,
) -> Batches:
    """The games of a file, a folder or an archive as a table, a row for each game, in batches; no index is needed.

    ``columns`` are names of ``kifu_index.COLUMNS``, or one; without them there are the usual ones. Those that only an index
    knows (``id``, and where a hit is) are empty. Whole numbers are ``int64``, komi is ``double``, everything else text.

    ``black_winrate`` (0 to 1), ``black_lead`` (points), ``visits``, ``drop`` (percent) and ``loss`` (points) are what the
    engine said that looked at most positions: a list of ``double`` for each game, with a value for each position of the
    main line. Index 42 is the position after 42 moves, and what the 42nd move lost. They are null without analysis.

    Raises :class:`KifuError` for a column that does not exist, or if the path is not there.
    """
    names = [name for name in _core.USUAL if name != "id"] if columns is None else listed(columns)
    rows = number("batch_size", batch_size, 1)
    return Batches(_core.Batches(located(source), names, rows, number("threads", threads, 1), sniff))


__all__ = ["Batches", "Reader", "read", "read_table"]
