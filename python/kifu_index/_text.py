"""Prints answers as text for people: the output of ``kifu-cluster`` without ``--json``."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from . import _core

_out: TextIO = sys.stdout


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Reserves standard output for results. Ray may print there at any time, so its output goes to standard error."""
    global _out
    _out = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        yield
        _out.flush()


def say(text: str, end: str = "\n") -> None:
    _out.write(text + end)


def _clean(value: Any) -> str:
    """Replaces control characters, which a terminal would obey, by blanks."""
    return "".join(sign if sign.isprintable() else " " for sign in str("" if value is None else value))


def table(heading: Sequence[str], rows: Sequence[Sequence[str | int | None]]) -> None:
    """Prints a table. Numbers are aligned right."""
    say(_core.table(list(heading), [list(row) for row in rows]), end="")


def games(rows: list[dict[str, Any]]) -> None:
    """Prints games, each with the place of its hit."""
    keys = ["id", "date", "black", "white", "result", "event"]
    if any("move" in row for row in rows):
        keys.insert(5, "move")
    if rows:
        table(keys, [[row.get(key) for key in keys] for row in rows])


def footer(shown: int, total: int, what: str = "game") -> None:
    """Prints how many rows there are."""
    whole = f"{total:,} {what}{'' if total == 1 else 's'}"
    say(whole if shown >= total else f"{shown:,} of {whole} (--limit 0 for all)")


def understood(sentence: str | None, notes: Sequence[str], total: int | None = None) -> None:
    """Prints how a request was understood, and how many games match."""
    if sentence:
        say(_clean(sentence) + ("" if total is None else f": {total:,}"))
    for note in notes:
        say(f"  {_clean(note)}")


def board(answer: dict[str, Any], condition: str | None, notes: Sequence[str]) -> None:
    """Prints a position or a pattern with its games and continuations."""
    for row in answer.get("pattern") or answer.get("board") or ():
        say(f"  {_clean(row)}")
    understood(condition, notes)
    wins = [f"Black won {answer['black']:,}", f"White {answer['white']:,}"]
    wins += [f"{answer[key]:,} {word}" for key, word in (("draws", "drawn"), ("unknown", "unknown")) if answer[key]]
    say(f"{answer['total']:,} games: {', '.join(wins)}")
    rows = []
    for move in answer["moves"]:
        years = [str(year) for year in (move.get("first_year"), move.get("last_year")) if year is not None]
        share = f"{100 * move['games'] / answer['total']:.0f}%"
        name = f"{move.get('color') or ''} {move['at']}".strip()
        rows.append([name, move["games"], share, move["black"], move["white"], "-".join(dict.fromkeys(years))])
    if rows:
        table(["next", "games", "share", "B wins", "W wins", "years"], rows)
    if answer["games"]:
        say("")
        games(answer["games"])
        footer(len(answer["games"]), answer["total"])


def missing_value(key: str) -> str:
    """Label of the row for games that have no value of a property. For languages, ``unknown`` is a value."""
    return "no comments" if key == "lang" else "unknown"


def stats(counts: dict[str, Any]) -> None:
    """Prints a table of statistics."""
    keys = [counts["by"], *([counts["across"]] if "across" in counts else [])]
    numbers = ["games", "black", "white", "draws", "unknown"]
    if "player" in counts:
        numbers += ["won", "lost"]

    def row(one: dict[str, Any]) -> list[Any]:
        values = [one["value"], *([one["across"]] if len(keys) > 1 else [])]
        labels = (missing_value(key) if value is None else value for key, value in zip(keys, values, strict=True))
        return [*labels, *(one.get(key, 0) for key in numbers)]

    table([*keys, *numbers], [row(one) for one in counts["rows"]])
    say("")


def players(rows: list[dict[str, Any]]) -> None:
    """Prints a table of players."""

    def row(one: dict[str, Any]) -> list[Any]:
        years = [str(year) for year in (one.get("first_year"), one.get("last_year")) if year is not None]
        sides = [one["black"]["games"], one["white"]["games"]]
        return [one["player"], one["games"], *sides, one["won"], one["lost"], "-".join(dict.fromkeys(years))]

    if rows:
        table(["player", "games", "Black", "White", "won", "lost", "years"], [row(one) for one in rows])


def suggestions(suggested: dict[str, Any], shards: str) -> None:
    """Prints the commands of suggested first searches."""
    for words in (["search", suggested["query"]], ["position", *suggested["position"]], ["stats", "--by", "decade"]):
        say(shlex.join(["kifu-cluster", *words, "--shards", shards]))
