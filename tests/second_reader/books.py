"""Books: reads all variations of a book, and follows corner lines in it until they leave it, by its own rules."""

import itertools
import json
import os
import pathlib
import re
import tempfile
import zipfile

from . import board, corners, queries

TOKEN = re.compile(r"[();]|([A-Z]+)((?:\s*\[(?:[^\]\\]|\\.)*\])+)", re.S)
VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.S)
CORNERS = list(itertools.product((False, True), repeat=2))
NAMES = ["upper-right", "lower-right", "upper-left", "lower-left"]
FRAMES = list(itertools.product((False, True), repeat=2))
SIDE = 19
HALF = 10

# A book with setup stones, a tenuki, a pass, captures and variations that reach one position in two orders.
BOOK = """(;SZ[19](;B[pd](;W[qf];B[nc];W[rd];B[qc];W[qi])(;W[nc];B[qf];W[pc](;B[oc];W[qc])(;B[qc];W[oc]))(;W[];B[qf])
(;W[qc];B[pc](;W[qd];B[pf])(;W[];B[qd])))(;B[qd];W[oc];B[lc];W[pe](;B[ld])(;B[pc];W[pb];B[ob]))(;B[dc];W[];B[de];W[ec]))
(;SZ[19]AB[qd][qf]AW[oc];W[qc];B[rc](;W[pd])(;W[rd];B[re];W[qe]))"""


def points(value):
    """The points of a value: one point or a rectangle; none for a pass."""
    ends = [[board.LETTERS.find(letter) for letter in end.strip()] for end in value.split(":")]
    if any(len(end) != 2 or not all(0 <= at < SIDE for at in end) for end in ends):
        return []
    (a, b), (c, d) = ends[0], ends[-1]
    return [(x, y) for x in range(a, c + 1) for y in range(b, d + 1)]


def local(corner, point):
    left, lower = corner
    x = point[0] if left else SIDE - 1 - point[0]
    y = SIDE - 1 - point[1] if lower else point[1]
    return (x, y) if x < HALF and y < HALF else None


def here(corner, stones):
    return frozenset((at, stone) for at, stone in ((local(corner, place), stone) for place, stone in stones.items()) if at)


def image(frame, stones):
    return frozenset(corners.in_frame(frame, stone, at)[::-1] for at, stone in stones)


class Book:
    """The positions of a book with all of their images, those with setup stones, and for each image the colours that
    move there."""

    def __init__(self, text):
        self.positions, self.starts, self.colors, self.passes = {frozenset()}, set(), {}, {}
        stones, waiting, set_up = {}, [], {}
        is_root = True
        for token in TOKEN.finditer(text):
            sign = token.group()
            if sign == "(":
                waiting.append(stones)
                is_root = len(waiting) == 1
            elif sign == ")":
                stones = waiting.pop()
            elif sign == ";":
                stones = {} if is_root else stones
                is_root = False
            else:
                for value in VALUE.findall(token.group(2)):
                    if token.group(1) in ("B", "W"):
                        stones = self.change(stones, self.move(stones, token.group(1), value))
                    elif token.group(1) in ("AB", "AW", "AE"):
                        set_up = set_up | dict.fromkeys(points(value), token.group(1)[1])
            following = text[token.end() : token.end() + 200].lstrip()
            if set_up and not re.match(r"A[BWE]\s*\[", following):
                after = {**stones, **set_up}
                after = {point: stone for point, stone in after.items() if stone != "E"}
                stones, set_up = self.change(stones, (after, None, None)), {}

    def move(self, stones, color, value):
        """The stones after a move, its colour and its point."""
        stones = dict(stones)
        if value.strip() in ("", "tt"):
            for corner, frame in itertools.product(CORNERS, FRAMES):
                if position := image(frame, here(corner, stones)):
                    self.passes.setdefault(position, set()).add(corners.in_frame(frame, color, (0, 0))[0])
            return stones, color, None
        if not points(value):
            return stones, color, None
        (played,) = points(value)
        stones[played] = color
        for near in corners.neighbours(*played, SIDE):
            if stones.get(near) == corners.other(color):
                corners.capture(stones, near, SIDE)
        corners.capture(stones, played, SIDE)
        return stones, color, played

    def change(self, before, step):
        stones, color, played = step
        for corner in CORNERS:
            old, new = here(corner, before), here(corner, stones)
            if old == new:
                continue
            images = [image(frame, new) for frame in FRAMES]
            self.positions.update(images)
            if color is None and new:
                self.starts.update(images)
            if played and local(corner, played):
                for frame in FRAMES:
                    seen = corners.in_frame(frame, color, (0, 0))[0]
                    self.colors.setdefault(image(frame, old), set()).add(seen)
        return stones

    def follow(self, line, corner):
        """(stones in the book, first stone that it does not have, its point on the board or tenuki, who left), or None
        if the line does not enter the book."""
        position, in_book, last = frozenset(), 0, None
        for number, (color, point, _, after) in enumerate(line, 1):
            stones = frozenset(after.items())
            if position is None:
                if stones in self.starts:
                    position, in_book = stones, number
            elif stones in self.positions:
                position, in_book = stones, number
            elif not in_book:
                position = None
            else:
                has = self.colors.get(position, set())
                passes = self.passes.get(position, set())
                if last == color and corners.other(color) in has and color not in has and corners.other(color) not in passes:
                    return in_book, in_book + 1, corners.TENUKI, corners.other(color)
                left, lower = corner
                x = point[0] if left else SIDE - 1 - point[0]
                y = SIDE - 1 - point[1] if lower else point[1]
                return in_book, in_book + 1, f"{board.COLUMNS[x]}{SIDE - y}", color
            last = color
        return (in_book, None, None, None) if in_book else None


# Years of the compared games.
YEARS = (1983, 1990)


def compare(games, ask, root, text):
    """Both results for each corner of the games: of ours, and of the program."""
    book = Book(text)
    ours = {}
    for game in games:
        for corner, name, line in zip(CORNERS, NAMES, corners.corner_lines(game)):
            found = book.follow(line, corner) if line else None
            if found:
                ours[(*game.key(), name)] = found
    query = "kind:go size:19 date:{}..{}".format(*YEARS)
    fields = ask("search", query, "--json", "--limit", "0").splitlines()
    keys = {}
    for row in map(json.loads, fields):
        keys[row["id"]] = (os.path.relpath(row["path"], root), row["member"] or "", row["game"])
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "book.sgf")
        file.write_text(text, encoding="utf-8")
        answer = ask("book", str(file), query, "--as", "corner", "--json").splitlines()
    theirs = {}
    for row in map(json.loads, answer):
        key = *keys[row["id"]], row["corner"]
        theirs[key] = row["in_book"], row["left_ply"], row["at"], row["color"]
    return ours, theirs


def fits(game):
    return game.kind == 1 and game.size == (19, 19) and queries.overlaps(game, *queries.year(*YEARS))


def of_corners(games, ask, root):
    return compare(list(filter(fits, games)), ask, root, BOOK)


def of_dictionary(games, ask, root):
    """The joseki dictionary, if it is in the archive; else the small book once more."""
    archive = pathlib.Path(root, "joseki-dictionary.zip")
    text = BOOK
    if archive.exists():
        with zipfile.ZipFile(archive) as members:
            texts = [members.read(name).decode("utf-8") for name in members.namelist() if name.endswith(".sgf")]
        text = "\n".join(texts)
    return compare(list(filter(fits, games)), ask, root, text)


def of_fields(games, ask, root):
    """The query field book-left with the small book in use: the least number of a stone that left, for each game."""
    book = Book(BOOK)
    ours = {}
    for game in filter(fits, games):
        lines = zip(CORNERS, corners.corner_lines(game))
        found = [book.follow(line, corner) for corner, line in lines if line]
        if left := [one[1] for one in found if one and one[1]]:
            ours[game.key()] = min(left)
    theirs = {}
    settings = os.environ.get("XDG_CONFIG_HOME")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "book.sgf")
        file.write_text(BOOK, encoding="utf-8")
        os.environ["XDG_CONFIG_HOME"] = folder
        try:
            ask("book", str(file), "--as", "corner", "--use")
            for ply in range(1, max(ours.values(), default=0) + 2):
                query = "kind:go size:19 date:{}..{} book-left:{}".format(*YEARS, ply)
                for row in map(json.loads, ask("search", query, "--json", "--limit", "0").splitlines()):
                    theirs[os.path.relpath(row["path"], root), row["member"] or "", row["game"]] = ply
        finally:
            del os.environ["XDG_CONFIG_HOME"]
            if settings is not None:
                os.environ["XDG_CONFIG_HOME"] = settings
    return ours, theirs
