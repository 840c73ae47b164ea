"""What is played in a corner: answers of :meth:`Index.joseki`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from ._tables import Incomplete, Row, Table


class JosekiRow(Row):
    """A step in a corner: a move there, or a tenuki. ``second_…`` are there if two sets of games are compared."""

    __slots__ = ()
    _on_request: ClassVar[frozenset[str]] = frozenset({"in_book", "second_corners", "second_share", "second_rate"})
    #: The number of steps from the position to this one.
    depth: int
    #: The points of these steps, such as ``R14 tenuki P17``.
    path: str
    #: The point in the upper right corner; ``tenuki`` if the player plays elsewhere and the opponent continues here.
    at: str
    #: The colour that plays the step: ``B`` or ``W``. From the empty corner, ``B`` is the player who played there first.
    color: str
    #: The number of corners.
    corners: int
    #: The number of different games.
    games: int
    #: The share among the corners with the position before the step, from 0 to 1.
    share: float | None
    #: The number of corners whose ``B`` won the game.
    black: int
    #: The number of corners whose ``W`` won the game.
    white: int
    #: The number of corners of drawn games.
    draws: int
    #: The number of corners of games with an unknown result.
    unknown: int
    #: The share of ``B`` among the corners whose game somebody won, from 0 to 1.
    rate: float | None
    #: The ends of the 95 % (Wilson) interval of this share.
    interval: list[float] | None
    #: The first year, if known.
    first_year: int | None
    #: The last year, if known.
    last_year: int | None
    #: The number of corners in which nobody played elsewhere before the step.
    at_once: int
    #: The median number of moves elsewhere before the step, in the other corners.
    elsewhere: int | None
    #: The number of corners in which nothing follows; ``None`` at the depth of the tree.
    end: int | None
    #: Whether the book has the step; only if the index was opened with a book of corners.
    in_book: bool | None
    #: The number of corners of the second set of games.
    second_corners: int | None
    #: The share in the second set of games.
    second_share: float | None
    #: The share of ``B`` among the won games of the second set.
    second_rate: float | None


class Joseki(Table[JosekiRow]):
    """The tree of what is played in a corner: rows of :class:`JosekiRow`, each before the steps after it.

    ``answer`` is the whole answer, with the keys of the command's ``--json``: the nested ``moves`` also have the
    players, and with ``by`` the ``groups`` of a step.
    """

    def __init__(self, answer: dict[str, Any], incomplete: Incomplete = None) -> None:
        super().__init__(list(_rows(answer)), JosekiRow)
        #: The whole answer.
        self.answer = Row(answer)
        #: The number of corners that have the position.
        self.corners: int = answer["corners"]
        #: The number of games that have it.
        self.games: int = answer["games"]
        #: The number of corners that are left out because of setup or handicap stones.
        self.left_out: int = answer["left_out"]
        #: With ``gone`` or ``new``: the steps that went out of use or came into use.
        self.changed: list[Row] | None = self.answer.changed if "changed" in answer else None
        #: If the time ran out: the number of games that were examined, and the number of games to examine.
        self.incomplete = incomplete


#: Keys of a step that are not columns.
_NESTED = frozenset({"moves", "players", "groups", "second"})


def _rows(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the steps of the tree as rows, each before the steps after it."""
    waiting = [(1, "", step) for step in reversed(answer["moves"])]
    while waiting:
        depth, before, step = waiting.pop()
        path = f"{before} {step['at']}".strip()
        row = {"depth": depth, "path": path, **{key: value for key, value in step.items() if key not in _NESTED}}
        if second := step.get("second"):
            row.update({f"second_{key}": second[key] for key in ("corners", "share", "rate")})
        yield row
        waiting.extend((depth + 1, path, one) for one in reversed(step["moves"]))
