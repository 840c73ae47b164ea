"""Compares the speed of reading with sgfmill and with the reader of the Rust crate, on the same games in the same run.

    python speed.py ARCHIVE.zip [COUNT]

ARCHIVE.zip holds SGF files; of those that sgfmill can read, the first 10,000 are compared. COUNT is the crate's example
of that name: `cargo build --release --example count`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from sgfmill import boards, sgf, sgf_moves

import kifu_index as ki

GAMES = 10_000
COLOURS = {"b": 1, "w": 2}


def by_sgfmill(text: bytes) -> np.ndarray | None:
    """Returns the array of `Game.boards` as sgfmill computes it; None if sgfmill refuses the record."""
    try:
        game = sgf.Sgf_game.from_bytes(text)
        board, plays = sgf_moves.get_setup_and_moves(game)
        side = board.side
        found = np.zeros((len(plays) + 1, side, side), dtype=np.uint8)
        fill(found[0], board)
        for number, (colour, move) in enumerate(plays, 1):
            if move is not None:
                board.play(*move, colour)
            fill(found[number], board)
    except ValueError:
        return None
    return found


def played_by_sgfmill(text: bytes) -> None:
    """Plays a game with sgfmill without making arrays, to measure sgfmill alone."""
    board, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(text))
    for colour, move in plays:
        if move is not None:
            board.play(*move, colour)


def fill(into: np.ndarray, board: boards.Board) -> None:
    top = board.side - 1
    for colour, (row, column) in board.list_occupied_points():
        into[top - row, column] = COLOURS[colour]


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Returns the least time in seconds of several runs."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return min(found)


def main() -> None:
    archive = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        files, arrays, spent, played = [], 0, 0.0, 0.0
        chosen = Path(folder) / "chosen.zip"
        with zipfile.ZipFile(archive) as source, zipfile.ZipFile(chosen, "w", zipfile.ZIP_DEFLATED) as out:
            for number, name in enumerate(source.namelist()):
                text = source.read(name)
                if not name.endswith(".sgf") or text.count(b"(;") != 1:
                    continue
                begun = time.perf_counter()
                array = by_sgfmill(text)
                took = time.perf_counter() - begun
                if array is None:
                    continue
                spent += took
                played += seconds(lambda: played_by_sgfmill(text))
                path = Path(folder) / f"{number}.sgf"
                path.write_bytes(text)
                out.writestr(path.name, text)
                files.append(path)
                (game,) = ki.read(path)
                arrays += bool(np.array_equal(game.boards(), array))
                if len(files) == GAMES:
                    break
        many = len(files)
        print(f"{arrays} of {many} games have the boards of sgfmill")
        print(f"sgfmill, boards             {many / spent:>12,.0f} games/s")
        print(f"sgfmill, played only        {many / played:>12,.0f} games/s")
        for name, work in (
            ("boards, one archive", lambda: [game.boards() for game in ki.read(chosen)] and None),
            ("boards, one after the other", lambda: [game.boards().shape for game in ki.read(chosen)] and None),
            (
                "boards, file by file",
                lambda: [game.boards().shape for file in files for game in ki.read(file)] and None,
            ),
        ):
            took = seconds(work, 3)
            print(f"{name:27} {many / took:>12,.0f} games/s  {spent / took:>6.0f} times sgfmill, {played / took:.0f} times played only")
    total = sum(1 for _ in ki.read(archive))
    for columns in (["moves", "result", "black_rank"], None):
        took = seconds(lambda: ki.read_table(archive, columns=columns).arrow(), 5)
        print(f"read_table, {len(columns or ki.USUAL):2} columns      {total / took:>12,.0f} games/s  {took:.3f} s")
    for count in sys.argv[2:]:
        took = min(float(subprocess.check_output([count, str(archive)]).split()[-2]) for _ in range(5))
        print(f"reader of the crate         {total / took:>12,.0f} games/s  {took:.3f} s")


if __name__ == "__main__":
    main()
