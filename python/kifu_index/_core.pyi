"""The compiled part of kifu_index."""

from collections.abc import Callable, Iterator
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from ._tables import GameRow

__all__ = [
    "COLUMNS",
    "FACETS",
    "SORT_KEYS",
    "USUAL",
    "Batch",
    "Batches",
    "Diagnostic",
    "Game",
    "Index",
    "Joined",
    "Member",
    "Reader",
    "Rows",
    "__version__",
    "add_facts",
    "build",
    "damaged",
    "draw",
    "header",
    "join_arguments",
    "joined",
    "publish",
    "read_book",
    "read_set",
    "sums",
    "table",
    "text_of",
]
__version__: str
COLUMNS: list[str]
FACETS: list[str]
SORT_KEYS: list[str]
USUAL: list[str]

@final
class Index:
    def __new__(
        cls,
        folders: list[str | PathLike[str]],
        aliases: str = "",
        cache: str | PathLike[str] | None = None,
        book: list[str] | None = None,
        shape: str | None = None,
    ) -> Index: ...
    @property
    def generation(self) -> int: ...
    def refresh(self) -> bool: ...
    def ask(self, request: str, timeout: float | None = None) -> tuple[str, Rows, tuple[int, int] | None]: ...
    def game(self, id: str) -> Game: ...

@final
class Rows:
    def __len__(self) -> int: ...
    def json(self, at: int) -> str: ...
    def stream(self, names: list[str]) -> object: ...

@final
class Batch:
    def __len__(self) -> int: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
class Diagnostic:
    """A diagnostic: something odd in a record, and what the reader did about it."""

    @property
    def code(self) -> str:
        """Stable name of the kind of diagnostic, such as ``bad-move``."""
    @property
    def message(self) -> str:
        """What was found, and what was done about it."""
    @property
    def offset(self) -> int:
        """Byte offset in the file; 0 for the file as a whole."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    @property
    def path(self) -> str: ...
    @property
    def member(self) -> str | None: ...
    @property
    def game(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def charset(self) -> str: ...
    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def result(self) -> str | None: ...
    @property
    def moves(self) -> list[tuple[str, str]]: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    @property
    def comments(self) -> list[tuple[int, str]]: ...
    @property
    def analysis(self) -> dict[str, Any]: ...
    def boards(self) -> NDArray[np.uint8]: ...
    def board(self, move: int | None = None) -> NDArray[np.uint8]: ...
    def svg(self, move: int | None = None) -> str: ...
    @property
    def info(self) -> GameRow: ...
    def to_dict(self) -> dict[str, Any]: ...
    def _repr_html_(self) -> str | None: ...

@final
class Reader:
    def __new__(
        cls,
        path: str | PathLike[str] | None = None,
        data: bytes | None = None,
        threads: int | None = None,
        sniff: bool = False,
        include: list[str] = ...,
        exclude: list[str] = ...,
    ) -> Reader: ...
    def __iter__(self) -> Iterator[Game]: ...
    def __next__(self) -> Game: ...
    @property
    def problems(self) -> list[tuple[str, str | None, str, str]]: ...

@final
class Batches:
    def __new__(
        cls,
        path: str | PathLike[str],
        names: list[str],
        rows: int = 8192,
        threads: int | None = None,
        sniff: bool = False,
        include: list[str] = ...,
        exclude: list[str] = ...,
    ) -> Batches: ...
    def __iter__(self) -> Iterator[Batch]: ...
    def __next__(self) -> Batch: ...
    def empty(self) -> Batch: ...
    def stream(self) -> object: ...
    @property
    def problems(self) -> list[tuple[str, str | None, str, str]]: ...

def draw(rows: list[str]) -> str: ...
def table(headings: list[str], rows: list[list[str | int | None]]) -> str: ...
def read_book(path: str | PathLike[str]) -> list[str]: ...
def build(
    roots: list[str | PathLike[str]],
    folder: str | PathLike[str],
    checksum: bool = False,
    rebuild: bool = False,
    sniff: bool | None = None,
    threads: int | None = None,
    shard: str | None = None,
    watch: Callable[[int, int, int], Any] | None = None,
    sidecars: bool | None = None,
    analysis: str | PathLike[str] | None = None,
    include: list[str] | None = None,
    exclude: list[str] | None = None,
    parquet_columns: str | None = None,
) -> str: ...

@final
class Member:
    def __new__(
        cls,
        folder: str | PathLike[str],
        set: str | PathLike[str],
        names: str = "",
        book: list[str] | None = None,
        shape: str | None = None,
    ) -> Member: ...
    def facts(self, request: str, known: bytes | None = None, timeout: float | None = None) -> bytes: ...
    def part(
        self, request: str, facts: bytes, timeout: float | None = None
    ) -> tuple[bytes, tuple[int, int] | None]: ...

@final
class Joined:
    @property
    def total(self) -> int | None: ...
    def answer_and_rows(self) -> tuple[str, Rows]: ...
    def lines(self, most: int | None = None, overview: bool = False) -> str: ...

def add_facts(facts: list[bytes], known: bytes | None = None) -> tuple[bytes, bool]: ...
def joined(request: str, parts: list[bytes], names: str = "", timeout: float | None = None) -> Joined: ...
def publish(
    folders: list[str | PathLike[str]],
    file: str | PathLike[str],
    sums: dict[str | PathLike[str], str] = ...,
    force: bool = False,
) -> str: ...
def read_set(file: str | PathLike[str]) -> str: ...
def sums(folder: str | PathLike[str]) -> str: ...
def header(folder: str | PathLike[str]) -> str: ...
def damaged(folder: str | PathLike[str]) -> list[str]: ...
def join_arguments(words: list[str]) -> str: ...
def text_of(bytes: bytes) -> str: ...
