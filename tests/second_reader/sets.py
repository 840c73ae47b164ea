"""Numbers of all games together, such as the number of copies.

A check takes the games, a function that runs the program, and the root of the archive. It returns the expected value,
computed from the games as this reader reads them, and the program's value.
"""

import collections
import itertools
import json
import math
import os

from . import board, books, corners, novelties

# Minimum number of moves for a game of Go to have copies. Moves of other games are not read here.
SHORTEST = 20


def key_of(root, row):
    return (os.path.relpath(row["path"], root), row["member"] or "", row["game"])


def steps(game):
    """Moves and setup of a main line without passes: (sign, x, y)."""
    line = game.line
    for i in range(0, len(line), 3):
        x, y = (board.LETTERS.find(letter) for letter in line[i + 1 : i + 3].ljust(2))
        if line[i] in "BW#O." and 0 <= x < game.size[0] and 0 <= y < game.size[1]:
            yield line[i], x, y


def turned_alike(game):
    """A main line under the symmetry with the smallest result. Setup stones have no order."""
    return min(map(setup_sorted, board.ways(list(steps(game)), *game.size)))


def setup_sorted(way):
    runs = itertools.groupby(way, lambda step: step[0] in "BW")
    return tuple(step for is_play, run in runs for step in (run if is_play else sorted(run)))


def same(games):
    """Groups of games with exactly equal moves, in any orientation."""
    groups = collections.defaultdict(list)
    for game in games:
        if game.kind == 1 and game.moves >= SHORTEST:
            groups[game.size, turned_alike(game)].append(game.key())
    return [group for group in groups.values() if len(group) > 1]


def exact_copies(games, ask, root):
    groups = same(games)
    return (len(groups), sum(map(len, groups))), tuple(map(int, ask("dups", "--exact", "-c").split()))


def each_once(games, ask, root):
    """Number of games listed beside a copy with exactly equal moves, and number of all listed games."""
    rows = [key_of(root, json.loads(row)) for row in ask("search", "unique:yes", "--json", "--limit", "0").splitlines()]
    listed = set(rows)
    twice = sum(max(0, sum(key in listed for key in group) - 1) for group in same(games))
    return (0, int(ask("search", "-c", "unique:yes"))), (twice, len(rows))


# Name for the players on both sides of the query.
SURNAME = "Suzuki"


def of_name(row):
    return f" {SURNAME.lower()} " in row


def own_results(games, ask, root):
    """Games of a name by colour and year, each with this side's wins, losses and draws."""
    ours = collections.defaultdict(lambda: [0, 0, 0, 0])
    for game in games:
        seats = [seat for seat, row in (("B", game.black), ("W", game.white)) if of_name(row)]
        year = str(game.date[0][0]) if game.date else None
        if not seats and of_name(game.others):
            ours[year][0] += 1
        # A player on both sides wins and loses; these games are counted separately.
        if len(seats) == 1:
            for value in ({"B": "Black", "W": "White"}[seats[0]], year):
                row = ours[value]
                row[0] += 1
                row[1] += game.winner == seats[0]
                row[2] += game.winner is not None and game.winner in "BW" and game.winner != seats[0]
                row[3] += game.winner == "0"
    theirs = {}
    for by in ("colour", "year"):
        for row in json.loads(ask("stats", f"player:{SURNAME}", "--by", by, "--json", "--limit", "0"))["rows"]:
            if row["games"] > row["both"]:
                theirs[row["value"]] = [row["games"] - row["both"], row["won"], row["lost"], row["drawn"]]
    return dict(ours), theirs


# Name for the players of the other set of a comparison. Nobody has it as one of two surnames.
OTHER = "Kataoka"
# Minimum number of decided games for a rate.
FEWEST = 10


def compared(games, ask, root):
    """Comparison of two players: games by year, shares and win rates, with intervals of their differences."""
    sides = [own_years(games, f" {name.lower()} ") for name in (SURNAME, OTHER)]
    totals = [sum(row[0] for row in side.values()) for side in sides]
    ours = {}
    for year in set().union(*sides):
        rows = [side.get(year, [0, 0, 0]) for side in sides]
        shares = [(row[0], total) for row, total in zip(rows, totals)]
        rates = [(row[1], row[1] + row[2]) for row in rows]
        is_told = all(whole >= FEWEST for _, whole in rates)
        ours[year] = [*map(tuple, rows), difference(*shares) if all(totals) else None, difference(*rates) if is_told else None]
    answer = json.loads(ask("stats", f"player:{SURNAME}", "--compare", f"player:{OTHER}", "--by", "year", "--json", "--limit", "0"))
    theirs = {}
    for row in answer["rows"]:
        cells = [tuple(row[side].get(key, 0) for key in ("games", "won", "lost")) for side in ("first", "second")]
        theirs[row["value"]] = [*cells, *(rounded(row[key]) for key in ("share_difference", "rate_difference"))]
    return ours, theirs


def own_years(games, name):
    """Games of a name by year, with its wins and losses."""
    years = collections.defaultdict(lambda: [0, 0, 0])
    for game in games:
        seats = [seat for seat, row in (("B", game.black), ("W", game.white)) if name in row]
        if seats or name in game.others:
            row = years[str(game.date[0][0]) if game.date else None]
            row[0] += 1
            if len(seats) == 1 and game.winner and game.winner in "BW":
                row[1 if game.winner == seats[0] else 2] += 1
    return dict(years)


def difference(first, second):
    """Difference of two shares with its 95 % interval (Newcombe's method): each bound combines the distances of both
    shares from their own interval bounds as the legs of a right triangle."""
    (p, p_low, p_high), (q, q_low, q_high) = bounds(*first), bounds(*second)
    low, high = p - q - math.hypot(p - p_low, q_high - q), p - q + math.hypot(p_high - p, q - q_low)
    return tuple(round(number, 6) for number in (p - q, low, high))


def bounds(part, whole):
    """A share with its Wilson interval: the two values from which it is 1.96 standard deviations away, found by
    bisection."""
    share = part / whole

    def is_near(value):
        return abs(share - value) <= 1.959963984540054 * math.sqrt(value * (1 - value) / whole)

    found = [share]
    for far in (0.0, 1.0):
        near = share
        if is_near(far):
            near = far
        for _ in range(60):
            middle = (near + far) / 2
            near, far = (middle, far) if is_near(middle) else (near, middle)
        found.append(near)
    return found


def rounded(cell):
    return cell and tuple(round(cell[key], 6) for key in ("difference", "low", "high"))


CHECKS = {
    "stats --compare": compared,
    "stats of a player": own_results,
    "dups --exact": exact_copies,
    "unique:yes": each_once,
    "joseki of some years": corners.of_years,
    "joseki on 9x9": corners.of_small_boards,
    "a book of corners": books.of_corners,
    "a joseki dictionary": books.of_dictionary,
    "a book in use": books.of_fields,
    "novelties of old games": novelties.of_old_games,
}
