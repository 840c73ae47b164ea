"""The move at which a game leaves all older ones: answers of :meth:`Index.novelty`."""

from __future__ import annotations

from typing import Any

from ._tables import Incomplete, Row, Table


class NoveltyRow(Row):
    """A game in an answer about novelty."""

    __slots__ = ()
    #: The id of the game.
    id: str
    #: The first day on which the game may have been played, as far as it is known.
    date: str | None
    #: The name of the player of Black as written.
    black: str | None
    #: The name of the player of White as written.
    white: str | None
    #: The result as in SGF.
    result: str | None
    #: The event as written.
    event: str | None


class Novelty:
    """The move at which a game leaves all older ones, who went along until then, and who followed."""

    def __init__(self, answer: dict[str, Any], incomplete: Incomplete = None) -> None:
        #: The whole answer.
        self.answer = Row(answer)
        #: The number of the first move after which no older game has had the stones; ``None`` if there is none, or if
        #: the game has no date.
        self.novelty_ply: int | None = answer["novelty_ply"]
        #: Whether the game has a date. Without one, no game is older.
        self.dated: bool = answer["dated"]
        #: The colour that played the new move: ``B`` or ``W``.
        self.color: str | None = answer["color"]
        #: The new move, such as ``R14`` or ``pass``.
        self.at: str | None = answer["at"]
        #: The number of moves before the last position that is not new.
        self.furthest_ply: int | None = answer["furthest"]["ply"]
        #: The number of older games with that position; copies of a game count once.
        self.furthest_count: int = answer["furthest"]["count"]
        #: The latest of these games.
        self.furthest: Table[NoveltyRow] = Table(answer["furthest"]["games"], NoveltyRow)
        #: The number of later games that took up the new move; copies of a game count once.
        self.followers: int = answer["followers"]
        #: Whether the new move is within the first 60 and at least ten later games took it up.
        self.trendsetter: bool = answer["trendsetter"]
        #: The results of the later games for the colour that played the new move: ``won``, ``lost``, ``drawn`` and
        #: ``unknown``.
        self.fared = Row(answer["fared"])
        #: The first later games that took up the new move.
        self.followed_by: Table[NoveltyRow] = Table(answer["followed_by"], NoveltyRow)
        #: If the time ran out: the number of games that were examined, and the number of games to examine.
        self.incomplete = incomplete

    def __repr__(self) -> str:
        return f"Novelty(novelty_ply={self.novelty_ply}, at={self.at!r}, followers={self.followers})"
