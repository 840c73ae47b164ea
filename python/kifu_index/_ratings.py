"""Ratings of players by the results of their games: answers of :meth:`Index.ratings` and :meth:`Index.ratings_test`."""

from __future__ import annotations

from typing import Any

from ._tables import RatingRow, Row, Table


class LeftOutGames(Row):
    """The games that are not rated, by reason."""

    __slots__ = ()
    #: The number of games of other rules than Go.
    not_go: int
    #: The number of games on other boards than 19×19, unless the query names a size.
    other_size: int
    #: The number of games in which several persons play one colour.
    team: int
    #: The number of games without the name of a player.
    no_name: int
    #: The number of games in which one person plays both colours.
    same_person: int
    #: The number of games with handicap stones.
    handicap: int
    #: The number of games without a winner that are not drawn.
    no_result: int
    #: The number of games without any date.
    no_date: int
    #: The number of copies of games that are counted already.
    copies: int


class Ratings(Table[RatingRow]):
    """Players by their ratings: rows of :class:`RatingRow`."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(answer["players"], RatingRow)
        #: The number of rated games.
        self.games: int = answer["games"]
        #: The games that are not rated, by reason.
        self.left_out = LeftOutGames(answer["left_out"])
        #: The number of all players with rated games.
        self.rated: int = answer["rated"]
        #: The number of players with enough games to be listed.
        self.total: int = answer["total"]


class RatingsTest(Row):
    """How well ratings predict games."""

    __slots__ = ()
    #: The number of predicted games.
    games: int
    #: The share of them whose winner was predicted, from 0 to 1; ``None`` without games.
    predicted: float | None
    #: The share that plain Elo predicts of the same games, with its best K.
    elo: float | None
    #: The K of plain Elo.
    elo_k: float | None
    #: The share that the ratings predict alone, without the players' experience and the like.
    ratings_alone: float | None
    #: The number of predicted games in which a player has no earlier game; they count as half.
    newcomers: int
    #: The number of games that were only learned.
    trained: int
    #: The last day of these games.
    trained_until: str | None
    #: The number of later drawn games, which are learned but not predicted.
    drawn: int
    #: The number of all rated games.
    rated: int
    #: The games that are not rated, by reason.
    left_out: LeftOutGames
