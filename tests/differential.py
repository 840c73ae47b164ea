#!/usr/bin/env python3
"""Compares what kifu-index reads with what sgfmill (from PyPI) reads.

    cargo build --example differential
    python3 tests/differential.py target/debug/examples/differential ARCHIVE.zip [FOLDER ...] [--log FILE]

For every SGF file in zip archives and folders, it compares the number of game trees, and for each tree the number of
nodes, the main line and the last board. Files that sgfmill cannot read are counted by reason. Each difference is a line
in the log. The exit code is 1 if anything differs.
"""

import argparse
import collections
import json
import os
import struct
import subprocess
import sys
import zipfile

from sgfmill import boards, sgf, sgf_grammar


class Ours:
    """The program under test: a process that reads one file after the other."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, data):
        self.process.stdin.write(struct.pack("<Q", len(data)) + data)
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def letter(number):
    return chr(ord("a") + number) if number < 26 else chr(ord("A") + number - 26)


def moves_in(node):
    """Colour and point of each move of a node; no point for a pass, and `!` for a value that is no move."""
    for colour in "BW":
        if node.has_property(colour):
            try:
                yield colour.lower(), node.get(colour)
            except ValueError:
                yield colour.lower(), "!"


def written(size, colour, point):
    if point is None or point == "!":
        return f"{colour.upper()}[{point or ''}]"
    row, column = point
    return f"{colour.upper()}[{letter(column)}{letter(size - 1 - row)}]"


def is_quiet(cells, size, row, column, colour):
    """True if a move obviously captures nothing: its point and all neighbours of the other colour touch an empty point."""
    around = lambda r, c: [(a, b) for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if 0 <= a < size and 0 <= b < size]
    beside = around(row, column)
    for a, b in beside:
        stone = cells[a][b]
        if stone is not None and stone != colour:
            if not any(cells[x][y] is None for x, y in around(a, b) if (x, y) != (row, column)):
                return False
    return any(cells[a][b] is None for a, b in beside)


def play_through(game):
    """Main line and last board; no board if sgfmill cannot read a setup value."""
    size = game.get_size()
    board = boards.Board(size)
    board._is_empty = False
    cells = board.board
    moves, readable = [], True
    for node in game.get_main_sequence():
        try:
            if node.has_setup_stones():
                black, white, empty = node.get_setup_stones()
                for points, colour in ((black, "b"), (white, "w"), (empty, None)):
                    for row, column in points:
                        cells[row][column] = colour
        except ValueError:
            readable = False
        for colour, point in moves_in(node):
            moves.append(written(size, colour, point))
            if point is None or point == "!":
                continue
            row, column = point
            # The program follows the record: a stone replaces whatever is on its point.
            cells[row][column] = None
            if is_quiet(cells, size, row, column, colour):
                cells[row][column] = colour
            else:
                board.play(row, column, colour)
    if not readable:
        return moves, None
    symbol = {"b": "X", "w": "O", None: "."}
    return moves, ["".join(symbol[stone] for stone in row) for row in reversed(cells)]


def count_nodes(tree):
    count, waiting = 0, [tree]
    while waiting:
        tree = waiting.pop()
        count += len(tree.sequence)
        waiting.extend(tree.children)
    return count


def theirs(tree):
    try:
        game = sgf.Sgf_game.from_coarse_game_tree(tree)
    except ValueError:
        # A charset that Python does not know affects texts only.
        game = sgf.Sgf_game.from_coarse_game_tree(tree, override_encoding="latin-1")
    return play_through(game)


def compare_game(game, tree, counts):
    if game["kind"] != "go":
        counts["games not of Go, nodes counted only"] += 1
        return
    if game["nodes"] != (nodes := count_nodes(tree)):
        yield "nodes", f"{game['nodes']}, sgfmill {nodes}"
    try:
        moves, board = theirs(tree)
    except ValueError as error:
        counts[f"games refused by sgfmill: {str(error)[:40]}"] += 1
        return
    counts["games compared"] += 1
    if game["moves"] != moves:
        pairs = list(zip(game["moves"], moves))
        at = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
        yield "main line", f"from move {at + 1}: {game['moves'][at:at + 3]}, sgfmill {moves[at:at + 3]}"
    elif board is None:
        counts["boards refused by sgfmill"] += 1
    elif game["board"] != board:
        yield "final board", ""


def compare(ours, data, counts):
    """Yields each difference: its kind, and a description."""
    games = ours.read(data)
    counts["files"] += 1
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except ValueError as error:
        counts[f"files refused by sgfmill: {str(error)[:40]}"] += 1
        return
    counts["files compared"] += 1
    if len(games) != len(trees):
        yield "games", f"{len(games)}, sgfmill {len(trees)}"
        return
    for number, (game, tree) in enumerate(zip(games, trees), 1):
        for kind, how in compare_game(game, tree, counts):
            yield kind, f"@{number} {how}"


def files(path):
    """Names and bytes of all SGF files below a folder or in a zip archive."""
    if os.path.isdir(path):
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if name.lower().endswith((".sgf", ".zip")):
                    yield from files(os.path.join(folder, name))
    elif path.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if member.filename.lower().endswith(".sgf"):
                    yield f"{path}!{member.filename}", archive.read(member)
    else:
        with open(path, "rb") as file:
            yield path, file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--log", default=os.devnull)
    arguments = parser.parse_args()
    ours = Ours(arguments.program)
    differs = False
    with open(arguments.log, "w", encoding="utf-8", errors="backslashreplace") as log:
        for path in arguments.paths:
            counts = collections.Counter()
            for name, data in files(path):
                for kind, how in compare(ours, data, counts):
                    counts[f"different: {kind}"] += 1
                    print(f"{kind}\t{name}\t{how}", file=log, flush=True)
                    differs = True
            print(path, json.dumps(counts, indent=1, sort_keys=True), flush=True)
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
