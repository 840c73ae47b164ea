"""Novelties: compares the positions of all games by their stones alone, and by the days on which games were played."""

import json
import os
import random

from . import board

# Last year of the compared games. Only older games decide where a game is new, so no later game is needed.
LAST_YEAR = 1975
SIDE = 19
BITS = 64


class ImageTable(board.Table):
    """A table whose numbers hold the hashes of a position under all eight symmetries side by side."""

    def __init__(self):
        super().__init__(SIDE, SIDE)
        numbers = random.Random(SIDE)
        points = [(x, y) for x in range(SIDE) for y in range(SIDE)]
        for color in (board.BLACK, board.WHITE):
            plain = {point: numbers.getrandbits(BITS) for point in points}
            for x, y in points:
                images = [image for (_, *image), in board.ways([(color, x, y)], SIDE, SIDE)]
                packed = sum(plain[tuple(image)] << BITS * at for at, image in enumerate(images))
                self.stones[color][self.at(x, y)] = packed

    @staticmethod
    def least(packed):
        """The same number for all images of a position."""
        return min(packed >> BITS * at & (1 << BITS) - 1 for at in range(8))


def positions(table, line):
    """The positions of a main line with the numbers of their moves. A pass changes nothing, so only one before the
    first stone matters: with it, the start is the position after a move."""
    last = None
    for packed, number in board.play(table, line):
        if last is not None and last[1] == 0 and number > 1:
            yield last[0], 1
        last = table.least(packed), number
        yield last
    if last is not None and last[1] == 0 and line[-3:].strip()[:1] in ("B", "W"):
        yield last[0], 1


def key_of(root, row):
    return (os.path.relpath(row["path"], root), row["member"] or "", row["game"])


def fits(game):
    return game.kind == 1 and game.size == (SIDE, SIDE) and game.date is not None and game.date[0][0] <= LAST_YEAR


def copies(ask, root):
    """For each game with copies, the number of its group."""
    groups = {}
    for number, row in enumerate(ask("dups", "--json", "--limit", "0").splitlines()):
        groups.update((key_of(root, game), number) for game in json.loads(row)["games"])
    return groups


def of_old_games(games, ask, root):
    """The number of the new move of each game, of ours and of the program."""
    table, groups = ImageTable(), copies(ask, root)
    compared = [(game.date, groups.get(game.key(), game.key()), game) for game in games if fits(game)]
    lines = [list(positions(table, game.line)) for _, _, game in compared]
    # For each position, the last day of the earliest game, and of the earliest one that is no copy of it.
    earliest = {}
    for (days, group, _), line in zip(compared, lines):
        for position in {position for position, _ in line}:
            known = [(last, other) for last, other in earliest.get(position, ()) if other != group]
            own = [(last, other) for last, other in earliest.get(position, ()) if other == group]
            earliest[position] = sorted([*known, min([*own, (days[1], group)])], key=lambda game: game[0])[:2]
    ours = {}
    for (days, group, game), line in zip(compared, lines):
        is_new = (
            number
            for position, number in line
            if number > 0 and not any(last < days[0] for last, other in earliest[position] if other != group)
        )
        ours[game.key()] = next(is_new, None)
    query = f"kind:go size:{SIDE} date:..{LAST_YEAR}"
    keys = {row["id"]: key_of(root, row) for row in map(json.loads, ask("search", query, "--json", "--limit", "0").splitlines())}
    rows = map(json.loads, ask("novelty", query, "--json", "--limit", "0").splitlines())
    theirs = {keys[row["id"]]: row["novelty_ply"] for row in rows}
    return ours, theirs
