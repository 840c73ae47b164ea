"""Where games leave a book: answers of :meth:`Index.book`."""

from __future__ import annotations

from typing import Any

from ._tables import Incomplete, Row, Table


class BookRow(Row):
    """A corner (or the whole board) of a game that entered the book."""

    __slots__ = ()
    #: The id of the game.
    id: str
    #: The corner of the board, such as ``upper-right``; ``None`` for a book of whole boards.
    corner: str | None
    #: The number of the first stone that the book does not have, counted here from 1; ``None`` if the book was never
    #: left.
    left_ply: int | None
    #: ``me``, ``opponent``, or the colour ``B`` or ``W`` if you have not exactly one of the colours.
    left_by: str | None
    #: The point on the board of the stone that left the book, or ``tenuki``.
    at: str | None
    #: The number of stones played here that are in the book.
    in_book: int
    #: The colour of the player who left, in the game.
    color: str | None
    #: The number of the move in the game of the first stone that the book does not have.
    move: int | None
    #: The last position of the book, as the moves that lead to it there.
    line: str
    #: The winner of the game: ``B``, ``W`` or ``draw``.
    winner: str | None
    #: The year of the game, if it is certain.
    year: int | None


class Book(Table[BookRow]):
    """Corners (or whole boards) of games that entered a book: rows of :class:`BookRow`, the latest game first.

    ``answer`` is the whole answer; its ``leaves`` are the steps that the book lacks, and ``unplayed`` the moves of the
    book that nobody played.
    """

    def __init__(self, answer: dict[str, Any], incomplete: Incomplete = None) -> None:
        super().__init__(answer["rows"], BookRow)
        #: The whole answer.
        self.answer = Row(answer)
        #: ``corner`` or ``board``.
        self.shape: str = answer["shape"]
        #: The number of corners (or boards) that entered the book.
        self.entered: int = answer["entered"]
        #: The number of games with them.
        self.games: int = answer["games"]
        #: The number of corners (or boards) that never left the book.
        self.stayed: int = answer["stayed"]
        #: The steps by which games left the book, the most frequent first.
        self.leaves: list[Row] = self.answer.leaves
        #: The moves of the book that nobody played, after positions that were reached.
        self.unplayed: list[Row] = self.answer.unplayed
        #: If the time ran out: the number of games that were examined, and the number of games to examine.
        self.incomplete = incomplete
