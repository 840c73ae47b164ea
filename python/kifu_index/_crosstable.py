"""Cross-tables: answers of :meth:`Index.crosstable`."""

from __future__ import annotations

from typing import Any

from ._tables import Row, Standing, Table


class TableGame(Row):
    """A game of a cross-table."""

    __slots__ = ()
    #: The game id.
    id: str
    #: The first day on which the game may have been played.
    date: str | None
    #: The player of Black, by the name that stands for all spellings.
    black: str
    #: The player of White, by the name that stands for all spellings.
    white: str
    #: The result, such as ``B+R``.
    result: str | None
    #: The number of the game in its match.
    game: int | None


class Round(Row):
    """A round of an event."""

    __slots__ = ()
    #: The name of the round; ``None`` for the games without one.
    round: str | None
    #: The games in the order of their dates.
    games: list[TableGame]


class EventGames(Row):
    """The number of games of an event in a cross-table."""

    __slots__ = ()
    #: The event as written.
    event: str | None
    #: The number of games.
    games: int


class GamesOutsideTable(Row):
    """The games that a cross-table leaves out, by reason."""

    __slots__ = ()
    #: The number of games in which several persons play one colour.
    team: int
    #: The number of games without the name of a player.
    no_name: int
    #: The number of games in which one person plays both colours.
    same_person: int
    #: The number of copies of games that are in the table already.
    copies: int


class Crosstable(Table[Standing]):
    """The players of an event by their points: rows of :class:`Standing`."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(answer["players"], Standing)
        #: The number of games in the table.
        self.games: int = answer["games"]
        #: The games that are not in the table, by reason.
        self.left_out = GamesOutsideTable(answer["left_out"])
        #: The events of the games, those with the most games first.
        self.events = [EventGames(event) for event in answer["events"]]
        #: The rounds in the order of play, with their games.
        self.rounds = [Round(played) for played in answer["rounds"]]
