"""An independent reader of SGF: brackets, escapes, nodes, the main line."""

import re

# Characters that may follow the bracket that ends a value. Before others, the bracket is part of the text.
AFTER = r"\s*(?:[\[;()]|\Z|[A-Za-z0-9]{1,20}\s*\[)"
VALUE = re.compile(rf"\s*\[((?:[^\]\\]++|\\.|\](?!{AFTER}))*+)\]", re.S)
# A run of plain moves, a parenthesis, a node, a name before its values.
TOKEN = re.compile(
    r"((?:;\s*[BW]\[(?:[a-zA-Z]{2})?\]\s*)++)|([()])|(;)|([A-Za-z0-9]+)(?=\s*\[)", re.S)
# Well-known properties that, at the beginning of a line or value, end an unclosed value.
LOST = re.compile(r"(?:\A|(?<=[\r\n]))\s*(?=(?:AB|AW|BR|DT|EV|GN|HA|KM|PB|PC|PW|RE|RU|SZ|WR)\[)")
MOVE = re.compile(r"([BW])\[([a-zA-Z]{2})?\]")
BEGIN = re.compile(r"\(\s*(?:;|[A-Z][A-Za-z]*\s*\[)")
BARE = re.compile(r"\s*(?:;\s*)?[A-Z][A-Za-z]*\s*\[")
ESCAPE = re.compile(r"\\(\r\n|\n\r|[\r\n]|.)", re.S)
RECTANGLE = re.compile(r"([a-zA-Z]{2})\s*:\s*([a-zA-Z]{2})")
POINT = re.compile(r"\s*([a-zA-Z]{2})\s*\Z")

INFO = set("AN BR BT CP DT EV GC GN HA KM ON OT PB PC PW RE RO RU SO TM US WR WT KI".split())
SETUP = {"AB": "#", "AW": "O", "AE": "."}
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Tree:
    """Contents of a game tree. `line` is the main line with three characters for each action: `Bpd` and `Wdd` are
    moves, `B  ` is a pass, `B??` is no point; `#`, `O`, `.` set stones; `|` ends a node that sets stones."""

    __slots__ = ("root", "later", "side", "line", "comments", "variations", "nodes", "setup", "countries")

    def __init__(self):
        self.root, self.later, self.side = {}, {}, {}
        self.line, self.comments = [], []
        self.variations, self.nodes, self.setup = 0, 0, False
        # Countries of the players, which only JGF names.
        self.countries = []


def plain(text):
    """A value without its escapes."""
    if "\\" in text:
        text = ESCAPE.sub(lambda m: "" if m.group(1)[0] in "\r\n" else m.group(1), text)
    return text


def points(text):
    """Points of a value in a list: one point, or a rectangle."""
    found = RECTANGLE.fullmatch(text.strip())
    if not found:
        one = POINT.match(text)
        return [one.group(1)] if one else []
    (a, b), (c, d) = (map(LETTERS.index, corner) for corner in found.groups())
    return [LETTERS[x] + LETTERS[y] for y in range(min(b, d), max(b, d) + 1) for x in range(min(a, c), max(a, c) + 1)]


def move(text):
    if not text.strip():
        return "  "
    found = POINT.match(text)
    return found.group(1) if found else "??"


class Reader:
    def __init__(self, text):
        self.text, self.games = text, []
        self.tree, self.stack = None, []
        # Values of the current node, on the main line or not.
        self.node, self.main = None, False

    def read(self):
        text = self.text
        at = 0
        if "(" not in text:
            if not BARE.match(text):
                return []
            self.begin()
        while True:
            if self.tree is None:
                begin = BEGIN.search(text, at)
                if begin is None:
                    break
                at = begin.start()
            found = TOKEN.search(text, at)
            if found is None:
                break
            at = found.end()
            kind = found.lastindex
            if kind == 1:
                self.run(found)
            elif kind == 2:
                self.parenthesis(found.group())
            elif kind == 3:
                self.close_node()
                self.open_node()
            else:
                at = self.property(found.group(), at)
        if self.tree is not None:
            self.finish()
        return self.games

    def begin(self):
        self.tree = Tree()
        self.stack = [[True, False]]
        self.node = None

    def finish(self):
        self.close_node()
        if self.tree.nodes:
            self.games.append(self.tree)
        self.tree = None

    def parenthesis(self, sign):
        if self.tree is None:
            self.begin()
            return
        self.close_node()
        if sign == ")":
            self.stack.pop()
            if not self.stack:
                self.finish()
            return
        above = self.stack[-1]
        self.tree.variations += above[1]
        self.stack.append([above[0] and not above[1], False])
        above[1] = True

    def open_node(self):
        self.node = {}
        self.main = self.stack[-1][0] and not self.stack[-1][1]
        self.tree.nodes += 1

    def run(self, found):
        """A run of plain moves, one for each node."""
        self.close_node()
        self.open_node()
        moves = MOVE.findall(found.group())
        if self.tree.nodes == 1:
            # The root is stored differently from other nodes.
            self.node[moves[0][0]] = [moves[0][1]]
            if len(moves) == 1:
                return
            self.close_node()
            self.tree.nodes += 1
            moves = moves[1:]
        if self.main:
            self.tree.line.extend(color + (point or "  ") for color, point in moves)
        self.tree.nodes += max(len(moves) - 1, 0)
        # Further properties may follow the last move in its node.
        self.node = {}

    def property(self, name, at):
        if self.node is None:
            self.open_node()
        if not name.isupper():
            name = "".join(c for c in name if not c.islower())
        values = self.node.setdefault(name, [])
        while found := VALUE.match(self.text, at):
            text, at = found.group(1), found.end()
            lost = LOST.search(text) if name != "C" else None
            if lost:
                # The value was never closed, so it contains the next property.
                text, at = text[: lost.start()], found.start(1) + lost.start()
            values.append(text)
        return at

    def close_node(self):
        node, self.node = self.node, None
        if not node:
            return
        tree = self.tree
        if "C" in node:
            comment = "\n\n".join(plain(value) for value in node["C"])
            if comment.strip():
                tree.comments.append(comment)
        if tree.nodes == 1:
            tree.root = {name: [plain(value) for value in values] for name, values in node.items()}
        elif INFO & node.keys():
            into = tree.later if self.main else tree.side
            for name in INFO & node.keys():
                into.setdefault(name, []).extend(plain(value) for value in node[name])
        if self.main:
            self.actions(node)

    def actions(self, node):
        tree = self.tree
        sets = False
        for name, sign in SETUP.items():
            for value in node.get(name, ()):
                stones = [sign + point for point in points(value)]
                tree.line += stones
                sets = sets or bool(stones)
        if sets:
            tree.line.append("|  ")
        # Squares of other games (`c3`) are no points here, but they still count as setup.
        if tree.nodes == 1 and any(value.strip() for name in ("AB", "AW") for value in node.get(name, ())):
            tree.setup = True
        for name, values in node.items():
            if name in ("B", "W"):
                tree.line.extend(name + move(plain(value)) for value in values)


def read(text):
    return Reader(text).read()
