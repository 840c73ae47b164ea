"""Games that come near a position: answers of :meth:`Index.near`."""

from __future__ import annotations

from typing import Any

from ._tables import GameRow, Incomplete, Row, Table


class NearGame(GameRow):
    """A game that comes near a position. Its hit is the first of its nearest positions."""

    __slots__ = ()
    #: The number of stones that have to be added, taken away or moved.
    stones: int
    #: The points at which the game differs, in the orientation and colours of the request: each with ``at``,
    #: ``position`` (the stone that the request has there, ``B``, ``W`` or ``None``) and ``game``.
    differences: list[Row]


class Near:
    """Games that have a position but for a few stones."""

    def __init__(self, answer: dict[str, Any], incomplete: Incomplete = None) -> None:
        #: The whole answer.
        self.answer = Row(answer)
        #: The number of games that come near.
        self.total: int = answer["total"]
        #: The numbers of games by the number of stones that differ: first those with the position itself.
        self.by_stones: list[int] = answer["by_stones"]
        #: The nearest games, the nearest first.
        self.games: Table[NearGame] = Table(answer["games"], NearGame)
        #: If the time ran out: the number of games that were examined, and the number of games to examine.
        self.incomplete = incomplete

    def __repr__(self) -> str:
        return f"Near(total={self.total}, by_stones={self.by_stones})"
