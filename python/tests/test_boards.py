"""Compares boards, main lines and results with those of sgfmill, which reads and plays games in its own way."""

from __future__ import annotations

import itertools
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import ascii_boards, boards, sgf, sgf_moves

import kifu_index as ki
from kifu_index import Game

COLOURS = {None: 0, "b": 1, "w": 2}
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def board_array(board: boards.Board) -> np.ndarray:
    """Returns sgfmill's board as an array. sgfmill counts rows from the bottom."""
    side = range(board.side)
    rows = [[COLOURS[board.get(row, column)] for column in side] for row in side]
    return np.array(rows[::-1], dtype=np.uint8)


def played_by_sgfmill(text: bytes) -> tuple[list[tuple[str, str]], list[np.ndarray]]:
    """Returns the moves of the main line by sgfmill, and the positions after each of them."""
    game = sgf.Sgf_game.from_bytes(text)
    board, plays = sgf_moves.get_setup_and_moves(game)
    moves, positions = [], [board_array(board)]
    for colour, move in plays:
        at = "pass"
        if move is not None:
            board.play(*move, colour)
            at = f"{LETTERS[move[1]]}{move[0] + 1}"
        moves.append((colour.upper(), at))
        positions.append(board_array(board))
    return moves, positions


def same_as_sgfmill(game: Game, text: bytes) -> None:
    moves, positions = played_by_sgfmill(text)
    assert game.moves == moves
    mine = game.boards()
    assert mine.dtype == np.uint8 and mine.shape == (len(moves) + 1, *positions[0].shape)
    assert np.array_equal(mine, np.stack(positions))
    assert np.array_equal(game.board(), positions[-1])
    assert np.array_equal(game.board(move=len(moves) // 2), positions[len(moves) // 2])


def files(archive: Path) -> list[Path]:
    """Files of one game that sgfmill can read."""
    found = sorted(archive.glob("*/*.sgf"))
    broken = {"bracket-in-name", "hostile", "no-parentheses", "truncated", "notes", "null", "compressed-points", "corner-three"}
    others = {"hex", "huge-52", "wide-19x13", "three-games", "setup-midgame", "lee-cho-2008-lying-charset"}
    return [file for file in found if file.stem not in broken | others and file.parent.name != "loa"]


def test_games_are_those_of_sgfmill(archive: Path) -> None:
    chosen = files(archive)
    assert len(chosen) >= 15
    for file in chosen:
        (game,) = ki.read(file)
        text = file.read_bytes()
        same_as_sgfmill(game, text)
        root = sgf.Sgf_game.from_bytes(text).get_root()
        result = root.get("RE") if root.has_property("RE") else None
        # Only one of the two readers understands results in words that SGF does not define.
        if result is not None and result[:2] in ("B+", "W+"):
            assert game.result is not None and game.result[:2] == result[:2], file


SIDE = 5
POINTS = [(row, column) for row in range(SIDE) for column in range(SIDE)]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(POINTS), max_size=120), st.booleans())
def test_captures_are_those_of_sgfmill(points: list[tuple[int, int]], white_begins: bool) -> None:
    """Plays on a small board, so that nearly every game has captures, suicides and kos."""
    board = boards.Board(SIDE)
    text = f"(;GM[1]FF[4]SZ[{SIDE}]"
    colours = itertools.cycle("WB" if white_begins else "BW")
    for (row, column), colour in zip(points, colours):
        if board.get(row, column) is None:
            board.play(row, column, colour.lower())
            text += f";{colour}[{'abcde'[column]}{'edcba'[row]}]"
        else:
            text += f";{colour}[]"
    (game,) = ki.read(f"{text})".encode())
    same_as_sgfmill(game, f"{text})".encode())


def test_the_first_board_is_the_one_after_the_setup() -> None:
    (game,) = ki.read(b"(;SZ[5]AB[aa][ee];AW[ba];B[cc];AE[aa];W[dd])")
    found = game.boards()
    assert found.shape == (3, 5, 5)
    assert found[0].tolist()[0] == [1, 2, 0, 0, 0] and found[0][4, 4] == 1
    # Setup between two moves is on the board when the later move is played.
    assert found[1][0, 0] == 0 and found[1][2, 2] == 1
    assert found[2][3, 3] == 2


def test_boards_of_any_shape(archive: Path) -> None:
    (wide,) = ki.read(archive / "boards" / "wide-19x13.sgf")
    assert wide.size == (19, 13) and wide.boards().shape[1:] == (13, 19)
    (huge,) = ki.read(archive / "boards" / "huge-52.sgf")
    assert huge.boards().shape == (19, 52, 52)
    (loa,) = ki.read(archive / "loa" / "standard.sgf")
    assert loa.boards().shape == (16, 8, 8) and (loa.boards()[0] == 1).sum() == 12
    (hexed,) = ki.read(archive / "other" / "hex.sgf")
    assert hexed.moves[0][0] == "B" and len(hexed.moves) == 9
    for call in (hexed.boards, hexed.board, hexed.svg):
        with pytest.raises(ki.KifuError, match="rules of this game are unknown"):
            call()


def test_an_array_belongs_to_whoever_has_it() -> None:
    (game,) = ki.read(b"(;SZ[9];B[ee])")
    found = game.boards()
    assert found.flags.writeable and found.flags.c_contiguous
    found[:] = 7
    assert game.boards().max() == 1


def test_drawn_as_sgfmill_draws(archive: Path) -> None:
    """Compares one board in full, so that a mistake that both conversions to arrays share would show."""
    (game,) = ki.read(archive / "boards" / "nine.sgf")
    drawn = ascii_boards.interpret_diagram(
        "\n".join(
            f"{9 - y}  {'  '.join('.#o'[stone] for stone in row)}" for y, row in enumerate(game.board().tolist())
        )
        + "\n   A  B  C  D  E  F  G  H  J",
        9,
    )
    assert board_array(drawn).tolist() == game.board().tolist()


def test_joseki(index: ki.Index) -> None:
    first = index.joseki()
    assert first.answer.size == [19, 19] and first.games <= first.corners and first.left_out > 0
    assert sum(step.corners for step in first) + first.answer.end == first.corners
    assert {step.color for step in first} == {"B"} and {step.depth for step in first} == {1}
    tree = index.joseki("Q16", tree=3, least="2", by="decade")
    assert [step.depth for step in tree][:3] == [1, 2, 3] and tree[2].path.startswith(tree[1].path)
    assert all(step.corners >= 2 for step in tree) and "tenuki" in {step.at for step in tree}
    assert tree.polars().columns[:4] == ["depth", "path", "at", "color"]
    assert tree.answer.moves[0].groups[0].of >= tree.answer.moves[0].groups[0].corners
    compared = index.joseki("Q16", filter="result:B+", compare="result:W+")
    second = compared.answer.second
    assert second.black + second.white == second.corners > 0
    assert compared.arrow()["second_corners"].to_pylist() == [step.second.corners for step in compared.answer.moves]
    assert index.joseki("Q16", new=1990).changed == []
    with pytest.raises(ki.KifuError, match="several corners"):
        index.joseki("Q16 D4")


def test_book(index: ki.Index, tmp_path: Path) -> None:
    file = tmp_path / "book.sgf"
    file.write_text("(;SZ[19];B[pd](;W[qf];B[nc];W[rd])(;W[sa]))")
    found = index.book(file)
    assert found.shape == "corner" and found.entered == len(found) >= found.games > 0
    assert found.entered - found.stayed == sum(leave.count for leave in found.leaves)
    assert {row.left_by for row in found} <= {None, "B", "W"} and found[0].in_book >= 1
    assert "T19" in {row.at for row in found.unplayed}
    assert len(index.book(file, limit=2)) == 2 and index.book(file, "date:1500").entered == 0
    assert {row.corner for row in index.book(file, shape="board")} == {None}
    assert found.polars().columns[:4] == ["id", "corner", "left_ply", "left_by"]
    with pytest.raises(ki.KifuError, match="does not exist"):
        index.book(tmp_path / "none.sgf")


def test_an_index_with_a_book(index: ki.Index, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "book.sgf"
    file.write_text("(;SZ[19];B[pd](;W[qf];B[nc];W[rd])(;W[sa]))")
    with pytest.raises(ki.QueryError, match="no book is in use"):
        index.search("book-left<10")
    assert "in_book" not in index.joseki("Q16").polars().columns
    opened = ki.open(folder, book=file)
    plies: dict[str, list[int]] = {}
    for row in opened.book(file):
        plies.setdefault(row.id, []).extend([] if row.left_ply is None else [row.left_ply])
    for ply in (2, 3, 4):
        expected = {id for id, left in plies.items() if left and min(left) < ply}
        assert {game.id for game in opened.search(f"book-left<{ply}")} == expected
    assert opened.count("book-left-by:B") + opened.count("book-left-by:W") == opened.count("book-left:*") > 0
    marks = {step.at: step.in_book for step in opened.joseki("Q16")}
    assert marks["R14"] is True and set(marks.values()) == {True, False}
    # A first stone on the 4-4 point of another corner is in the book, too; one on the 3-3 point is not.
    assert {move.at: move.in_book for move in opened.position("Q16").moves} == {"D4": True, "D16": True, "C17": False}
    assert pickle.loads(pickle.dumps(opened)).count("book-left:*") == opened.count("book-left:*")
    boards = ki.open(folder, book=file, shape="board")
    assert "in_book" not in boards.joseki("Q16").polars().columns
    with pytest.raises(ValueError, match="shape"):
        ki.open(folder, book=file, shape="edge")  # type: ignore[arg-type]
    with pytest.raises(ki.KifuError, match="does not exist"):
        ki.open(folder, book=tmp_path / "none.sgf")


def test_ratings(index: ki.Index) -> None:
    ratings = index.ratings(min_games=1, curves=True)
    assert ratings.total == ratings.rated == len(ratings) > 0
    assert [row.rating for row in ratings] == sorted((row.rating for row in ratings), reverse=True)
    assert sum(row.games for row in ratings) == 2 * ratings.games
    assert ratings.games + sum(ratings.left_out.to_dict().values()) == index.count()
    for row in ratings:
        assert row.curve is not None and row.curve[-1].rating == row.rating and row.first <= row.last
    assert ratings.polars()["name"].to_list() == [row.name for row in ratings]
    assert len(index.ratings(min_games=1, limit=1)) == 1
    players = index.players(strength=True)
    assert [row.player for row in players][: len(ratings)] == [row.name for row in ratings]
    assert players[0].strength is not None and players[0].strength.rating == ratings[0].rating
    assert index.players()[0].to_dict().get("strength") is None
    test = index.ratings_test(share=0.2)
    assert test.games + test.trained + test.drawn == test.rated == ratings.games
    with pytest.raises(ki.KifuError):
        index.ratings_test(share=1)


def test_head_to_head(index: ki.Index) -> None:
    met = index.head_to_head("Lee Sedol", "AlphaGo", strength=True)
    assert met.total == met.games == met.won + met.lost + met.drawn + met.unknown > 0
    assert met.black.games + met.white.games == met.games == sum(row.games for row in met.years)
    mirrored = index.head_to_head("AlphaGo", "Lee Sedol", limit=1)
    assert (mirrored.won, mirrored.lost, len(mirrored.newest)) == (met.lost, met.won, 1)
    with pytest.raises(ki.KifuError):
        index.head_to_head("Lee Sedol", "Nobody at all")


def test_novelty(index: ki.Index) -> None:
    table = index.search(novelty=True).arrow(["id", "date", "novelty_ply", "followers"]).to_pylist()
    games = {game["id"]: game for game in table}
    for game in games.values():
        found = index.novelty(game["id"])
        assert (found.novelty_ply, found.dated) == (game["novelty_ply"], game["date"] is not None)
        assert found.followers == game["followers"] == sum(found.fared.to_dict().values())
        assert found.furthest_count >= len(found.furthest) and len(found.followed_by) == min(found.followers, 10)
        assert all(row.date < game["date"] for row in found.furthest)
    ids = {game["id"] for game in table if game["novelty_ply"] is not None and game["novelty_ply"] <= 2}
    assert {game.id for game in index.search("novelty<=2")} == ids and 0 < len(ids) < len(games)
    fresh = index.novelty("(;SZ[19]DT[2024-05-01];B[aa];W[ss])")
    assert (fresh.novelty_ply, fresh.at, fresh.color, fresh.followers) == (1, "A19", "B", 0)
    assert index.novelty("(;SZ[19];B[aa])").novelty_ply is None
    played = index.first_played("Q16 D4")
    dated = [row for row in index.position("Q16 D4", sort="date").games if row.date is not None]
    assert (played.first.id, played.first.games) == (dated[0].id, len(dated)) and played.complete
    assert [row.date for row in played.players] == sorted(row.date for row in played.players)
    assert 0 < sum(row.games for row in played.years) <= len(dated) and len(index.first_played("Q16", limit=1).players) == 1
    with pytest.raises(ValueError, match="novelty=True"):
        index.search().arrow(["followers"])
    with pytest.raises(ki.KifuError):
        index.novelty("0000000000000000")


def test_near(index: ki.Index) -> None:
    moves = "Q16 D4 Q3 D16"
    exact = {game.id for game in index.position(moves).games}
    found = index.near(moves, near=3)
    assert found.total == sum(found.by_stones) == len(found.games) and len(found.by_stones) == 4
    assert {game.id for game in found.games if game.stones == 0} == exact and found.by_stones[0] == len(exact) > 0
    distances = [game.stones for game in found.games]
    assert distances == sorted(distances) and distances[-1] > 0
    for game in found.games:
        lacking = [point for point in game.differences if point.position is not None]
        added = [point for point in game.differences if point.game is not None]
        assert max(len(lacking), len(added)) <= game.stones <= len(lacking) + len(added)
    assert index.near(moves, near=3, limit=2).total == found.total and len(index.near(moves, near=3, limit=2).games) == 2
    assert index.near("Q16 D4 Q3", near=0, loose=True).total >= index.near("Q16 D4 Q3", near=0).total
    with pytest.raises(ki.KifuError):
        index.near("XO/OX")
    with pytest.raises(ki.KifuError):
        index.near(moves, near=-1)
