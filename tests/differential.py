#!/usr/bin/env python3
"""Compares what kifu-index reads with what sgfmill (from PyPI) reads.

    python3 tests/differential.py PROGRAM ARCHIVE.zip [ARCHIVE.zip ...] [--count N]

For N members of each archive, evenly spread: the number of game trees, the first game's main line, and its final board.
Members that sgfmill does not read are counted and passed over. Ends with 1 if anything differs.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import zipfile

from sgfmill import boards, sgf, sgf_grammar


def main_line(game):
    moves = []
    for node in game.get_main_sequence():
        for colour in ("b", "w"):
            if node.has_property(colour.upper()):
                raw = node.get_raw(colour.upper()).decode("latin-1").strip()
                _, point = node.get_move() if node.get_move()[0] == colour else (colour, None)
                if point is None:
                    value = "" if raw in ("", "tt") else raw
                    moves.append(f"{colour.upper()}[{'' if raw in ('', 'tt') else '!'}]" if value == "" else f"{colour.upper()}[!]")
                else:
                    row, column = point
                    size = game.get_size()
                    letter = lambda n: chr(ord("a") + n) if n < 26 else chr(ord("A") + n - 26)
                    moves.append(f"{colour.upper()}[{letter(column)}{letter(size - 1 - row)}]")
    return moves


def final_board(game):
    size = game.get_size()
    board = boards.Board(size)
    for node in game.get_main_sequence():
        black, white, empty = node.get_setup_stones()
        for points, colour in ((black, "b"), (white, "w"), (empty, None)):
            for row, column in points:
                board.board[row][column] = colour
        board._is_empty = False
        colour, point = node.get_move()
        if point is not None:
            row, column = point
            # A record is right about what was played: a stone replaces what stands there.
            board.board[row][column] = None
            board.play(row, column, colour)
    symbol = {"b": "X", "w": "O", None: "."}
    return ["".join(symbol[board.get(row, column)] for column in range(size)) for row in reversed(range(size))]


def compare(program, name, data, folder, counts, differences):
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
        game = sgf.Sgf_game.from_coarse_game_tree(trees[0])
        moves, board = main_line(game), final_board(game)
    except Exception as error:  # whatever sgfmill refuses
        counts["refused by sgfmill"] += 1
        counts[f"  {type(error).__name__}"] += 1
        return
    path = os.path.join(folder, "game.sgf")
    with open(path, "wb") as file:
        file.write(data)
    printed = subprocess.run([program, "show", "--json", path], capture_output=True, check=False)
    ours = [json.loads(line) for line in printed.stdout.decode("utf-8").split("\n") if line]
    counts["compared"] += 1
    different = []
    if len(ours) != len(trees):
        different.append(f"games: {len(ours)}, sgfmill {len(trees)}")
    if ours and ours[0]["kind"] == "go":
        if ours[0]["moves"] != moves:
            at = next((i for i, (a, b) in enumerate(zip(ours[0]["moves"], moves)) if a != b), min(len(moves), len(ours[0]["moves"])))
            different.append(f"main line from move {at + 1}: {ours[0]['moves'][at:at + 3]}, sgfmill {moves[at:at + 3]}")
        elif ours[0]["board"] != board:
            different.append("final board")
    elif ours:
        counts["not Go, games counted only"] += 1
    if different:
        counts["different"] += 1
        differences.append(f"{name}: {'; '.join(different)}")
    else:
        counts["equal"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("archives", nargs="+")
    parser.add_argument("--count", type=int, default=1000)
    arguments = parser.parse_args()
    differs = False
    with tempfile.TemporaryDirectory() as folder:
        for archive in arguments.archives:
            counts, differences = collections.Counter(), []
            with zipfile.ZipFile(archive) as members:
                names = [name for name in members.namelist() if name.lower().endswith(".sgf")]
                step = max(1, len(names) // arguments.count)
                for name in names[::step][: arguments.count]:
                    compare(arguments.program, name, members.read(name), folder, counts, differences)
            print(archive, dict(counts))
            for difference in differences[:50]:
                print("  ", difference)
            differs |= bool(differences)
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
