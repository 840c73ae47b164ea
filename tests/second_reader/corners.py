"""Joseki: replays main lines and builds the tree of what is played in the corners, by its own rules."""

import collections
import itertools
import json

from . import board, queries

BLACK, WHITE = "B", "W"
TENUKI = "tenuki"


def other(color):
    return WHITE if color == BLACK else BLACK


def neighbours(x, y, side):
    for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if 0 <= a < side and 0 <= b < side:
            yield a, b


def capture(stones, point, side):
    """Removes the chain of a point if it has no liberty."""
    chain, waiting = {point}, [point]
    while waiting:
        for near in neighbours(*waiting.pop(), side):
            if near not in stones:
                return
            if stones[near] == stones[point] and near not in chain:
                chain.add(near)
                waiting.append(near)
    for place in chain:
        del stones[place]


def replay(line, side):
    """Yields the setup and the moves of a main line: (`setup`, changed points), or (`move`, color, point or None), each
    with the stones after it."""
    stones, before = {}, {}
    for i in range(0, len(line), 3):
        sign = line[i]
        x, y = (board.LETTERS.find(letter) for letter in line[i + 1 : i + 3].ljust(2))
        point = (x, y) if 0 <= x < side and 0 <= y < side else None
        if sign == "|":
            changed = {place for place in before.keys() | stones.keys() if before.get(place) != stones.get(place)}
            yield ("setup", changed), stones
        elif sign in "#O.":
            if i == 0 or line[i - 3] not in "#O.":
                before = dict(stones)
            if point:
                stones.pop(point, None)
                if sign != ".":
                    stones[point] = BLACK if sign == "#" else WHITE
        elif line[i + 1 : i + 3] != "??":
            if point:
                stones[point] = sign
                for near in neighbours(*point, side):
                    if stones.get(near) == other(sign):
                        capture(stones, near, side)
                capture(stones, point, side)
            yield ("move", sign, point), stones


def corner_lines(game):
    """For each corner: its moves, each as (color, point, moves elsewhere before it, stones after it), or None if the
    corner has setup stones. A point is its distances from the side edge and from the upper or lower edge."""
    side = game.size[0]
    half = (side + 1) // 2
    lines, last, count = {}, {}, 0
    corners = list(itertools.product((False, True), repeat=2))

    def local(corner, point):
        left, lower = corner
        x = point[0] if left else side - 1 - point[0]
        y = side - 1 - point[1] if lower else point[1]
        return (x, y) if x < half and y < half else None

    left_out = set()
    for event, stones in replay(game.line, side):
        if event[0] == "setup":
            left_out |= {corner for corner in corners for point in event[1] if local(corner, point)}
            continue
        count += 1
        _, color, point = event
        for corner in corners if point else ():
            here = local(corner, point)
            if here:
                after = {local(corner, place): stone for place, stone in stones.items() if local(corner, place)}
                elsewhere = count - last.get(corner, 0) - 1
                lines.setdefault(corner, []).append((color, here, elsewhere, after))
                last[corner] = count
    return [None if corner in left_out else lines.get(corner, []) for corner in corners]


def in_frame(frame, color, point):
    mirrored, swapped = frame
    return other(color) if swapped else color, point[::-1] if mirrored else point


def normal(line):
    """A line in normal form, and whether its colours were exchanged."""
    off = [point for _, point, _, _ in line if point[0] != point[1]]
    frame = bool(off) and off[0][0] > off[0][1], line[0][0] == WHITE
    turned = []
    for color, point, elsewhere, after in line:
        stones = {in_frame(frame, stone, place)[::-1] for place, stone in after.items()}
        turned.append((*in_frame(frame, color, point), elsewhere, stones))
    return turned, frame[1]


def steps_after(line, position):
    """Steps of a line after the position: (color, point or tenuki, moves elsewhere), as seen from the position, and
    whether the colours were exchanged. None if the line does not have it."""
    line, swapped = normal(line)
    start, frame, last = 0, (False, False), None
    if position:
        for start, (color, _, _, stones) in enumerate(line, 1):
            images = [
                frame
                for frame in itertools.product((False, True), repeat=2)
                if {in_frame(frame, stone, place)[::-1] for place, stone in stones} == position
            ]
            if images:
                frame = images[0]
                last = in_frame(frame, color, (0, 0))[0]
                break
        else:
            return None
    steps = []
    for color, point, elsewhere, _ in line[start:]:
        color, point = in_frame(frame, color, point)
        if color == last:
            steps.append((other(color), TENUKI, elsewhere))
        steps.append((color, point, elsewhere))
        last = color
    return steps, swapped != frame[1]


def tree(games, position, depth, lines_of):
    """Rows of the tree by their paths, and the number of corners that are left out. `lines_of` has the lines of the games
    that were replayed for another position."""
    rows = collections.defaultdict(lambda: [0, set(), 0, 0, 0, []])
    left_out = 0
    for game in games:
        if game not in lines_of:
            lines_of[game] = corner_lines(game)
        for line in lines_of[game]:
            left_out += line is None
            found = steps_after(line, position) if line else None
            if found is None:
                continue
            steps, swapped = found
            path = ()
            for color, point, elsewhere in [(None, None, 0)] + steps[:depth]:
                if color:
                    path += ((color, point),)
                row = rows[path]
                row[0] += 1
                row[1].add(id(game))
                winner = game.winner if game.winner in ("B", "W", "0") else None
                if winner in (BLACK, WHITE):
                    row[2 + ((other(winner) if swapped else winner) == WHITE)] += 1
                elif winner == "0":
                    row[4] += 1
                row[5].append(elsewhere)
    return {path: finished(row, path) for path, row in rows.items()}, left_out


def finished(row, path):
    corners, games, black, white, draws, elsewhere = row
    later = sorted(moves for moves in elsewhere if moves)
    median = min(later[(len(later) - 1) // 2], 255) if later and path else None
    at_once = len(elsewhere) - len(later) if path else None
    return corners, len(games), black, white, draws, at_once, median


def name(point, side):
    return point if point == TENUKI else f"{board.COLUMNS[side - 1 - point[0]]}{side - point[1]}"


def named(rows, side):
    return {" ".join(color + name(point, side) for color, point in path): row for path, row in rows.items()}


def answered(answer):
    """The rows of the program's answer by their paths."""
    rows = {}
    waiting = [("", answer)]
    while waiting:
        path, row = waiting.pop()
        numbers = [row[key] for key in ("corners", "games", "black", "white", "draws")]
        if numbers[0]:
            rows[path] = (*numbers, row.get("at_once"), row.get("elsewhere"))
        for step in row["moves"]:
            waiting.append((f"{path} {step['color']}{step['at']}".strip(), step))
    return rows


# Depth of the compared trees.
DEPTH = 8
# Positions of a 19×19 corner. The last one but one is its own image with exchanged colours.
POSITIONS = ["", "Q16", "R16 R14", "Q16 R14 O17", "R16 P17 R14", "R16 Q17", "Q16 R17 R16 Q17 P17 P18"]


def compare(games, ask, side, texts, query):
    """Both trees of each position."""
    ours, theirs, lines_of = {}, {}, {}
    for text in texts:
        position = {((side - 1 - x, y), "BW"[color - 1]) for color, x, y in board.stones_of(text, side)}
        rows, left_out = tree(games, position, DEPTH, lines_of)
        ours |= {(text, path): row for path, row in named(rows, side).items()} | {(text, "left out"): left_out}
        words = text.split() or [""]
        found = ask("joseki", *words, "--json", "--tree", str(DEPTH), "--size", str(side), *(["--filter", query] if query else []))
        answer = json.loads(found)
        theirs |= {(text, path): row for path, row in answered(answer).items()} | {(text, "left out"): answer["left_out"]}
    return ours, theirs


# Years of the compared games: some 3,000 games, professional ones for the most part.
YEARS = (1983, 1996)


def of_years(games, ask, root):
    def fits(game):
        return game.kind == 1 and game.size == (19, 19) and queries.overlaps(game, *queries.year(*YEARS))

    return compare(list(filter(fits, games)), ask, 19, POSITIONS, "date:{}..{}".format(*YEARS))


def of_small_boards(games, ask, root):
    games = [game for game in games if game.kind == 1 and game.size == (9, 9)]
    return compare(games, ask, 9, ["", "G7", "F7 G6"], None)
