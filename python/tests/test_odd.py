"""Tests odd input: every call returns a value or raises one of our exceptions, and never ends the process."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import kifu_index as ki

PIECES = st.sampled_from(
    [b"(", b")", b";", b"[", b"]", b"\\", b":", b"B[", b"W[", b"AB[", b"AE[", b"SZ[", b"GM[", b"PB[", b"DT[", b"RE[", b"KM["]
    + [b"C[", b"LB[", b"19", b"1", b"53", b"aa", b"tt", b"zz", b"a1a1", b"(;GM[1]SZ[5]", b";B[aa];W[bb]", b"CA[gbk]", b"\xff"]
    + ["囲碁".encode(), "囲碁".encode("shift_jis"), b"\n", b"\0", b"{", b'"moves"', b"\\GIBS", b"INI 0 1 0"]
)
TEXTS = st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=60).map(b"".join))
MANY = settings(max_examples=300, deadline=None)


def seen(game: ki.Game) -> None:
    """Reads every property of a game."""
    row, moves = game.info, game.moves
    assert row.moves == len(moves) and all(colour in "BW" for colour, _ in moves)
    assert repr(game) and repr(row) and game.to_dict()["game"] == game.game
    assert all(diagnostic.code for diagnostic in game.diagnostics)
    if game.kind == "other":
        return
    boards = game.boards()
    width, height = game.size
    assert boards.dtype == np.uint8 and boards.shape == (len(moves) + 1, height, width)
    assert boards.max() <= 3
    assert np.array_equal(game.board(move=0), boards[0]) and np.array_equal(game.board(), boards[-1])
    assert game.svg().startswith("<svg") and game._repr_html_()


@MANY
@given(TEXTS)
def test_any_bytes_are_read(data: bytes) -> None:
    for game in ki.read(data):
        seen(game)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_damaged_games_are_read(archive: Path, data: st.DataObject) -> None:
    files = sorted(path for path in archive.glob("*/*") if path.suffix in (".sgf", ".jgf"))
    text = bytearray(data.draw(st.sampled_from(files)).read_bytes()[:3000])
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, max(len(text) - 1, 0)))
        text[at : at + data.draw(st.integers(0, 3))] = data.draw(PIECES)
    for game in ki.read(bytes(text)):
        seen(game)


@MANY
@given(st.binary(max_size=400))
def test_any_archive_is_read(data: bytes) -> None:
    for name in ("odd.zip", "odd.7z", "odd.tar", "odd.sgf.gz", "odd.sgf"):
        path = Path(name)
        path.write_bytes(b"PK\x03\x04" + data if name.endswith("zip") else data)
        reader = ki.read(path)
        for game in reader:
            seen(game)
        assert all(problem.message for problem in reader.problems)
        ki.read_table(path, columns=ki.COLUMNS).arrow()


WORDS = st.sampled_from(
    ["player:", "Lee", "result:", "W+", "(", ")", " OR ", "-", '"', "date:", "1990s", "position:", "Q16 D4", "pattern:", "XO/OX"]
    + ["sort:", "moves", "..", "<", ">=", "then", " ", "*", "~", "within:", "5", "file:", "李", "\0", "\u202e", "unique:yes"]
)
QUERIES = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=12).map("".join))


def refused(error: ki.KifuError) -> None:
    assert error.code != "fault" and str(error)
    if isinstance(error, ki.QueryError):
        start, end = error.span
        assert 0 <= start <= end <= len(error.query)


@MANY
@given(QUERIES)
def test_any_query_is_answered_or_refused(index: ki.Index, query: str) -> None:
    try:
        found = index.search(query, limit=3)
        assert found.total >= len(found) and found.arrow().num_rows == len(found)
    except ki.KifuError as error:
        refused(error)


BOARDS = st.one_of(
    QUERIES, st.text(alphabet="XO.,+-|/?*AV12 ABCQ16D4\n$BW()[];pd", max_size=60), st.just("(;AB[pd])"), st.just("Q16")
)


@MANY
@given(BOARDS, st.booleans(), st.sampled_from([None, "9", "0", "99x99", "19"]))
def test_any_position_is_answered_or_refused(index: ki.Index, text: str, corner: bool, size: str | None) -> None:
    for ask in (
        lambda: index.position(text, size=size),
        lambda: index.pattern(text, corner=corner, size=size),
        lambda: index.pattern(text, region=text, edges=text, open={text: "?"}),
        lambda: index.tree(text, least=text),
        lambda: index.stats(text, by=[text, text]),
        lambda: index.game(text),
        lambda: index.players(text),
    ):
        try:
            ask()
        except ki.KifuError as error:
            refused(error)
        except ValueError as error:
            # The command line would not accept such a request either.
            assert "invalid" in str(error) or "expected" in str(error)


def test_games_that_are_too_large_for_memory_are_refused() -> None:
    text = b"(;GM[1]SZ[52]" + b";B[aa];W[bb];B[];W[]" * 2_000 + b")"
    (game,) = ki.read(text)
    assert game.boards().shape == (8_001, 52, 52)


def test_deep_trees_end_nobody() -> None:
    (game,) = ki.read(b"(;GM[1]" + b"(;B[aa]" * 100_000 + b")" * 100_000 + b")")
    assert game.info.nodes > 1_000
    seen(next(ki.read(b"(;SZ[9]" + b";B[aa]" * 20_000)))
