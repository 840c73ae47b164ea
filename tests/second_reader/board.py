"""Boards: replays main lines by its own rules, and compares them with the searched positions."""

import random

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
BLACK, WHITE, EDGE = 1, 2, 3


class Table:
    """Random numbers for the points of one board size; the hash of a position is the XOR of its stones."""

    def __init__(self, width, height):
        numbers = random.Random(width * 100 + height)
        self.width, self.height, self.stride = width, height, width + 1
        self.length = self.stride * (height + 2) + 1
        self.stones = [None] + [[numbers.getrandbits(64) for _ in range(self.length)] for _ in (BLACK, WHITE)]
        self.places = {}
        for y in range(height):
            for x in range(width):
                self.places[LETTERS[x] + LETTERS[y]] = self.at(x, y)
        self.empty = bytearray([EDGE]) * self.length
        for place in self.places.values():
            self.empty[place] = 0

    def at(self, x, y):
        return self.stride * (y + 1) + x + 1

    def hash(self, stones):
        total = 0
        for color, x, y in stones:
            total ^= self.stones[color][self.at(x, y)]
        return total


def turned(stones, width, height):
    """Stones under all symmetries of the board."""
    return [frozenset(way) for way in ways(stones, width, height)]


def ways(stones, width, height):
    """Stones under all symmetries of the board, in their order."""
    w, h = width - 1, height - 1
    turns = [lambda x, y: (x, y), lambda x, y: (w - x, y), lambda x, y: (x, h - y), lambda x, y: (w - x, h - y)]
    if width == height:
        turns += [lambda x, y: (y, x), lambda x, y: (h - y, x), lambda x, y: (y, w - x), lambda x, y: (h - y, w - x)]
    return [tuple((color, *turn(x, y)) for color, x, y in stones) for turn in turns]


def stones_of(text, height):
    """Stones of `Q16 D4 Q3` (Black begins) or `B Q16 W D4`, none of which may be captured."""
    color, stones = BLACK, []
    for word in text.split():
        if word in "BW":
            color = BLACK if word == "B" else WHITE
        else:
            stones.append((color, COLUMNS.index(word[0]), height - int(word[1:])))
            color = 3 - color
    return stones


class Searcher:
    """Searches for several positions on main lines at once."""

    def __init__(self, targets):
        # (width, height) -> (table, hash -> names)
        self.sizes = {}
        for name, ((width, height), stones) in targets.items():
            if (width, height) not in self.sizes:
                self.sizes[width, height] = (Table(width, height), {})
            table, hashes = self.sizes[width, height]
            for way in turned(stones, width, height):
                hashes.setdefault(table.hash(way), set()).add(name)

    def reached(self, size, line):
        """Names of the positions on a main line, each with the number of the move after which it first occurs."""
        if size not in self.sizes:
            return {}
        table, hashes = self.sizes[size]
        found = {}
        for hash, number in play(table, line):
            if hash in hashes:
                for name in hashes[hash]:
                    found.setdefault(name, number)
        return found


def play(table, line):
    """Replays a main line. Yields the hash of each position and the number of its move. Illegal moves are played too: a
    stone replaces what is on its point, captures what has no liberty, and at last its own group."""
    places, numbers, step = table.places, table.stones, table.stride
    board, now, count, setting = table.empty[:], 0, 0, line[:1] in ("#", "O", ".")
    if not setting:
        yield now, count
    for i in range(0, len(line), 3):
        sign, at = line[i], places.get(line[i + 1 : i + 3])
        if sign == "B" or sign == "W":
            count += 1
            if at is None:
                # A pass, or a value that is no point of the board.
                continue
            color = BLACK if sign == "B" else WHITE
            other = 3 - color
            if board[at]:
                now ^= numbers[board[at]][at]
            board[at] = color
            now ^= numbers[color][at]
            near = (board[at - 1], board[at + 1], board[at - step], board[at + step])
            if other in near:
                for place in (at - 1, at + 1, at - step, at + step):
                    if board[place] == other and is_shut(board, place, step):
                        now ^= taken(board, place, step, numbers[other])
            if 0 not in near and is_shut(board, at, step):
                now ^= taken(board, at, step, numbers[color])
            yield now, count
        elif sign == "|":
            yield now, count
        elif at is not None:
            if board[at]:
                now ^= numbers[board[at]][at]
            board[at] = {"#": BLACK, "O": WHITE, ".": 0}[sign]
            if board[at]:
                now ^= numbers[board[at]][at]


def is_shut(board, at, step):
    """True if a stone has no empty neighbour."""
    return board[at - 1] and board[at + 1] and board[at - step] and board[at + step]


def taken(board, at, step, numbers):
    """Removes the group at `at` if it has no liberty. Returns the change of the hash."""
    color, group, waiting = board[at], {at}, [at]
    while waiting:
        here = waiting.pop()
        for place in (here - 1, here + 1, here - step, here + step):
            stone = board[place]
            if stone == 0:
                return 0
            if stone == color and place not in group:
                group.add(place)
                waiting.append(place)
    change = 0
    for place in group:
        board[place] = 0
        change ^= numbers[place]
    return change
