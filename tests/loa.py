#!/usr/bin/env python3
"""A second implementation of Lines of Action: replays the games of tests/boards/loa-*.txt by its own rules and compares
drawings and illegal moves. `loa.py --write` writes the complete games `loa-game-*.txt` again, from fixed seeds.

The rules are written down here a second time, with dictionaries of named squares, so that a mistake in the program and
one in this script are not the same mistake.
"""

import pathlib
import random
import re
import sys

BOARDS = pathlib.Path(__file__).parent / "boards"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def squares(width, height):
    return [LETTERS[x] + str(y + 1) for y in range(height) for x in range(width)]


def start(setup, width, height, swapped=False):
    """Pieces of a setup: the edges without the corners."""
    pieces = {}
    if setup in ("custom", "parachute"):
        return pieces
    for x in range(1, width - 1):
        for row, first in ((1, "XO"), (height, "OX")):
            color = first[(x - 1) % 2] if setup == "scrambled" else "X"
            pieces[LETTERS[x] + str(row)] = color
    for y in range(2, height):
        for column, first in ((LETTERS[0], "OX"), (LETTERS[width - 1], "XO")):
            color = first[y % 2] if setup == "scrambled" else "O"
            pieces[column + str(y)] = color
    if swapped:
        pieces = {square: "O" if color == "X" else "X" for square, color in pieces.items()}
    return pieces


def walk(square, way, width, height):
    """Squares from one square to the edge of the board."""
    x, y = LETTERS.index(square[0]) + way[0], int(square[1:]) + way[1]
    line = []
    while 0 <= x < width and 1 <= y <= height:
        line.append(LETTERS[x] + str(y))
        x, y = x + way[0], y + way[1]
    return line


def targets(pieces, square, width, height):
    """Legal target squares of the piece on the square."""
    color, found = pieces[square], []
    for way in WAYS:
        ahead = walk(square, way, width, height)
        behind = walk(square, (-way[0], -way[1]), width, height)
        steps = 1 + sum(pieces.get(other, "#") in "XO" for other in ahead + behind)
        if steps > len(ahead):
            continue
        crossed, target = ahead[: steps - 1], ahead[steps - 1]
        foe = "O" if color == "X" else "X"
        if all(pieces.get(other) != foe for other in crossed) and pieces.get(target) not in (color, "#"):
            found.append(target)
    return found


def execute(pieces, gemma, color, move, width, height):
    """Plays a move in any notation. Returns whether the rules forbid it."""
    words = re.sub(r"^\d+\.?\s+", "", move.lower())
    if re.match(r"(pass|resign|forfeit|escape)\b", words) or not words:
        return False
    squares_of = re.findall(r"[a-z]\d+", words.replace("x", "-") if width < 24 else words)
    source = squares_of[0]
    if len(squares_of) == 1:
        legal = gemma and pieces.get(source) == color and not targets(pieces, source, width, height)
        pieces[source] = "#" if gemma else "."
        return not legal
    target = squares_of[1]
    legal = pieces.get(source) == color and target in targets(pieces, source, width, height)
    pieces[source] = "#" if gemma else "."
    pieces[target] = color
    return not legal


def draw(pieces, width, height):
    rows = range(height, 0, -1)
    return ["".join(pieces.get(LETTERS[x] + str(y), ".") for x in range(width)) for y in rows]


def connected(pieces, color):
    own = {(LETTERS.index(s[0]), int(s[1:])) for s, c in pieces.items() if c == color}
    if not own:
        return False
    seen, open_ = set(), [next(iter(own))]
    while open_:
        x, y = open_.pop()
        if (x, y) in own and (x, y) not in seen:
            seen.add((x, y))
            open_ += [(x + a, y + b) for a, b in WAYS]
    return seen == own


def values(name, game):
    """Values of a property, such as the squares of `AB[a1:b2][c3]`."""
    found = re.search(rf"(?<![A-Z0-9]){name}((?:\[[^\]]*\])+)", game)
    return re.findall(r"\[([^\]]*)\]", found.group(1)) if found else []


def rectangle(text):
    corners = [corner.lower() for corner in text.split(":")]
    xs = sorted(LETTERS.index(corner[0]) for corner in corners)
    ys = sorted(int(corner[1:]) for corner in corners)
    return [LETTERS[x] + str(y) for x in range(xs[0], xs[-1] + 1) for y in range(ys[0], ys[-1] + 1)]


def replay(game):
    """Drawing of the last position, and the numbers of the illegal moves."""
    size = (values("SZ", game) or ["8"])[0].split(":")
    width, height = int(size[0]), int(size[-1])
    setup = (values("SU", game) or ["standard"])[0].lower()
    setup = {"scrambled-eggs": "scrambled", "loa": "standard"}.get(setup, setup)
    moves = [
        ("X" if player in ("B", "P0") else "O", value)
        for player, value in re.findall(r";(B|W|P0|P1)\[([^\]]*)\]", game)
        if not re.match(r"(\d+ )?(start|done)", value.lower())
    ]
    pieces = start("standard" if setup == "gemma" else setup, width, height)
    if setup == "scrambled" and moves and pieces.get(re.search(r"[a-z]\d+", moves[0][1].lower()).group()) != moves[0][0]:
        pieces = start(setup, width, height, swapped=True)
    for name, found in re.findall(r"(?<![A-Z0-9])(A[BWE])((?:\[[^\]]*\])+)", game):
        for value in re.findall(r"\[([^\]]*)\]", found):
            for square in rectangle(value):
                pieces[square] = {"AB": "X", "AW": "O", "AE": "."}[name]
    pieces = {square: color for square, color in pieces.items() if color != "."}
    forbidden = []
    for number, (color, move) in enumerate(moves, 1):
        if execute(pieces, setup == "gemma", color, move, width, height):
            forbidden.append(str(number))
    return draw(pieces, width, height), " ".join(forbidden)


def check():
    wrong = 0
    games = sorted(BOARDS.glob("loa-*.txt"))
    for path in games:
        game, *rest = path.read_text().splitlines()
        told = rest.pop(0).removeprefix("forbidden: ") if rest[0].startswith("forbidden: ") else ""
        if (rest, told) != replay(game):
            print(f"{path.name}: not what this script finds", *replay(game)[0], replay(game)[1], sep="\n")
            wrong += 1
    print(f"{len(games)} games, {wrong} differ")
    return 1 if wrong else 0


def write(name, head, seed, setup="standard", size=(8, 8), swapped=False, pieces=None, gemma=False, most=44, spell=None, last=None):
    """Plays a game in which both sides connect their pieces, until one has done so, and returns the record."""
    width, height = size
    chance = random.Random(seed)
    pieces = dict(pieces) if pieces else start(setup, width, height, swapped)
    spell = spell or (lambda number, color, source, target, took: f"{source}-{target}")
    text, color = "", "X"
    for number in range(1, most + 1):
        own = [square for square, c in pieces.items() if c == color]
        stuck = [square for square in own if not targets(pieces, square, width, height)]
        letter = {"X": "B", "O": "W"}[color]
        if gemma and stuck and chance.random() < 0.7:
            source = chance.choice(stuck)
            value = source.upper() if number % 4 < 2 else f"{source}-^^"
        else:
            moves = [(s, t) for s in own for t in targets(pieces, s, width, height)]
            if not moves:
                value, source = "pass", None
            else:
                def spread(move):
                    after = [s for s in own if s != move[0]] + [move[1]]
                    xs = [LETTERS.index(s[0]) for s in after]
                    ys = [int(s[1:]) for s in after]
                    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
                    return sum(abs(x - mx) + abs(y - my) for x, y in zip(xs, ys)) + chance.random() * 6
                source, target = min(moves, key=spread)
                value = spell(number, letter, source, target, pieces.get(target) in ("X", "O"))
        execute(pieces, gemma, color, re.sub(r"^;P\d\[|\]$", "", value), width, height)
        text += value if value.startswith(";") else f";{letter}[{value}]"
        if any(connected(pieces, c) for c in "XO"):
            break
        color = "O" if color == "X" else "X"
    if last:
        over = any(connected(pieces, c) for c in "XO")
        text += last("BW"[(color == "O") != over])
    game = f"(;{head}{text})"
    rows, forbidden = replay(game)
    lines = [game] + ([f"forbidden: {forbidden}"] if forbidden else []) + rows
    (BOARDS / f"loa-game-{name}.txt").write_text("\n".join(lines) + "\n")


def make():
    def capitals(number, color, source, target, took):
        return f"{source.upper()}{':' if took else '-'}{target.upper()}{'++' if took else ''}"

    def crosses(number, color, source, target, took):
        return f"{source}{'x' if took else '-'}{target}{' good' if number % 7 == 0 else ''}{'!' if number % 5 == 0 else ''}"

    def wrong(number, color, source, target, took):
        # Every ninth move goes to the corner, whatever square it comes from.
        return f"{source}-a1" if number % 9 == 0 and source != "a1" else f"{source}-{target}"

    def dialect(number, color, source, target, took):
        return f"{number} {source}-{target}"

    write("standard", "GM[9]PB[Anna]PW[Ben]", 1)
    write("standard-in-capitals", "FF[4]GM[9]SU[STANDARD]", 2, spell=capitals)
    write("standard-with-crosses", "GM[9]SU[standard]", 3, spell=crosses)
    write("resigned", "GM[9]RE[W+R]", 4, most=18, last=lambda c: f";{c}[Resign]")
    write("forfeited-after-passes", "GM[9]", 5, most=16, last=lambda c: f";{c}[Pass];{'W' if c == 'B' else 'B'}[pass];{c}[FORFEIT]")
    write("with-forbidden-moves", "GM[9]", 6, most=30, spell=wrong)
    write("scrambled-eggs", "GM[9]SU[Scrambled-eggs]", 7, setup="scrambled")
    write("scrambled-eggs-of-the-other-picture", "GM[9]SU[scrambled-eggs]", 8, setup="scrambled", swapped=True)
    write("gemma", "GM[9]SU[Gemma]", 9, gemma=True, most=60)
    write("gemma-on-6-with-removals", "GM[9]SU[Gemma]SZ[6]", 10, size=(6, 6), gemma=True, most=60, last=lambda c: f";{c}[Escape]")
    custom = {"c3": "X", "d6": "X", "f3": "X", "g7": "X", "b5": "X", "a4": "O", "e1": "O", "h5": "O", "d8": "O", "f6": "O"}
    write("custom", "GM[9]SU[Custom]AS[None]AB[c3][D6][f3][g7][b5]AW[A4][e1][h5][d8][f6]", 11, pieces=custom)
    dropped = {"c3": "X", "c6": "X", "f4": "X", "e7": "X", "b2": "O", "g2": "O", "d5": "O", "h7": "O"}
    write("parachute-after-the-drops", "GM[9]SU[Parachute]AB[c3][c6][f4][e7]AW[b2][g2][d5][h7]", 12, pieces=dropped)
    write("on-7", "GM[9]SZ[7]IY[true]IP[End]", 13, size=(7, 7))
    write("on-10", "GM[9]SZ[10]", 14, size=(10, 10), most=60)
    write("on-9x6", "GM[9]SZ[9:6]", 15, size=(9, 6))

    head = 'GM[LOA]VV[1]SU[LOA]P0[id "anna"]P1[id "ben"];P0[0 Start P0]'
    def player(number, color, source, target, took):
        return f";P{0 if color == 'B' else 1}[{dialect(number, color, source, target, took)}]"
    write("in-the-dialect-of-boardspace", head, 16, spell=player)


if __name__ == "__main__":
    if "--write" in sys.argv:
        make()
    sys.exit(check())
