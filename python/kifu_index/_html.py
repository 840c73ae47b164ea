"""HTML tables and boards for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

#: Maximum number of rows that a notebook shows.
MOST = 20

#: Columns of games that a notebook shows.
GAME_COLUMNS = ("id", "date", "black", "black_rank", "white", "white_rank", "result", "move", "event")


def table(names: Sequence[str], rows: Iterable[Sequence[Any]], total: int, caption: str | None = None) -> str:
    """Returns rows as an HTML table. ``total`` is the number of all rows, including those that are not shown."""
    shown = [[_cell(value) for value in row] for row in rows]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in shown)
    more = f"<p>{len(shown)} of {total:,} rows</p>" if len(shown) < total else ""
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    if value is None:
        return "<td></td>"
    side = ' style="text-align:right"' if isinstance(value, (int, float)) else ""
    return f"<td{side}>{escape(str(value))}</td>"


def board(svg: str) -> str:
    """Limits a drawing to a readable width."""
    return f'<div style="max-width:26em">{svg}</div>'
