"""Finds Go games in your own archive, and reads them into NumPy and Arrow.

>>> import kifu_index as ki
>>> ki.build("~/games", index="games.kifu", progress=True)      # doctest: +SKIP
>>> idx = ki.open("games.kifu")                                 # doctest: +SKIP
>>> idx.search("player:Lee result:W+").polars()                 # doctest: +SKIP
>>> for game in ki.read("archive.zip"):                         # doctest: +SKIP
...     print(game.info.black, game.result, game.boards().shape)
"""

from ._core import COLUMNS, FACETS, SORT_KEYS, USUAL, Diagnostic, Game, __version__
from ._book import Book, BookRow
from ._errors import KifuError, QueryError
from ._near import Near, NearGame
from ._novelty import Novelty, NoveltyRow
from ._index import Index, Players, Position, Report, Stats, build, open, publish
from ._crosstable import Crosstable, EventGames, GamesOutsideTable, Round, TableGame
from ._ratings import LeftOutGames, Ratings, RatingsTest
from ._read import Batches, Reader, read, read_table
from ._joseki import Joseki, JosekiRow
from ._tables import (
    CopyGroup,
    CopyRow,
    Count,
    Elsewhere,
    GameRow,
    Games,
    LeftOutRow,
    LocalMove,
    LossRow,
    LossTable,
    Mover,
    NextMove,
    Pairing,
    PlayerRow,
    ProblemRow,
    RatingPoint,
    RatingRow,
    Row,
    Standing,
    Strength,
    Table,
    YearRow,
)

__all__ = [
    "COLUMNS",
    "Crosstable",
    "EventGames",
    "FACETS",
    "GamesOutsideTable",
    "Pairing",
    "Round",
    "SORT_KEYS",
    "Standing",
    "TableGame",
    "USUAL",
    "Batches",
    "Book",
    "BookRow",
    "CopyGroup",
    "CopyRow",
    "Count",
    "Diagnostic",
    "Elsewhere",
    "Game",
    "GameRow",
    "Games",
    "Index",
    "Joseki",
    "JosekiRow",
    "KifuError",
    "LocalMove",
    "LeftOutGames",
    "LeftOutRow",
    "LossRow",
    "LossTable",
    "Mover",
    "NextMove",
    "Near",
    "NearGame",
    "Novelty",
    "NoveltyRow",
    "PlayerRow",
    "Players",
    "Position",
    "ProblemRow",
    "QueryError",
    "RatingPoint",
    "RatingRow",
    "Ratings",
    "RatingsTest",
    "Reader",
    "Report",
    "Row",
    "Stats",
    "Strength",
    "Table",
    "YearRow",
    "__version__",
    "build",
    "open",
    "publish",
    "read",
    "read_table",
]
