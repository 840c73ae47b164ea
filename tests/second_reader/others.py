"""Formats other than SGF: JGF, and those of the servers (GIB, NGF, UGF). Their values are stored under SGF names."""

import json
import re

from .sgf import LETTERS, Tree

HANDICAP = {2: "pddp", 3: "pddpdd", 4: "pddpddpp", 5: "pddpddppjj", 6: "pddpddppdjpj", 7: "pddpddppdjpjjj", 8: "pddpddppdjpjjdjp",
            9: "pddpddppdjpjjdjpjj"}


def read(suffix, text):
    """Format and games of a text whose file has this ending; nothing for SGF."""
    start = text.lstrip("\ufeff \r\n\t")
    if suffix in (".jgf", ".json"):
        return "jgf", jgf(start)
    if suffix == ".gib" and start.startswith("\\HS"):
        return "gib", [gib(text)]
    if suffix == ".ngf":
        return "ngf", [ngf(text)]
    if suffix in (".ugf", ".ugi"):
        return "ugf", [ugf(text)]
    return None


def point(x, y):
    return LETTERS[x] + LETTERS[y]


def put(tree, name, value):
    if value not in (None, "", []):
        tree.root.setdefault(name, []).append(str(value))


def place_handicap(tree, count):
    stones = HANDICAP.get(count, "")
    tree.line += ["#" + stones[i : i + 2] for i in range(0, len(stones), 2)]
    tree.setup = bool(stones)


# ---- JGF ----


def jgf(text):
    try:
        data = json.loads(re.sub(r'^"JGF" =|;$', "", strict(text)))
    except ValueError:
        return []
    tree = Tree()
    if isinstance(data, dict):
        if "tree" not in data:
            return []
        head(tree, data)
        data = data["tree"]
    else:
        # The oldest dialect is a bare list of nodes without a header.
        data = [node for node in data]
    Jgf(tree).nodes(data, True)
    return [tree]


PIECE = re.compile(r"""("(?:[^"\\]|\\.)*")|'((?:[^'\\]|\\.)*)'|//[^\n]*|/\*.*?\*/|([A-Za-z_$][\w$]*)|(-?[\d.]+(?:[eE][-+]?\d+)?|[^\s])""", re.S)


def strict(text):
    """A JavaScript literal as JSON: without comments and trailing commas, with quotes around all names."""
    pieces = []
    for double, single, word, other in PIECE.findall(text):
        if double or other:
            if other in ("}", "]") and pieces and pieces[-1] == ",":
                pieces.pop()
            pieces.append(double or other)
        elif word:
            pieces.append(word if word in ("true", "false", "null") else json.dumps(word))
        elif single:
            pieces.append(json.dumps(single.replace("\\'", "'")))
    return " ".join(pieces)


def head(tree, data):
    game, event, rules = data.get("game", {}), data.get("event", {}), data.get("rules", {})
    board = data.get("board", {})
    kind = str(game.get("type", "go")).lower()
    put(tree, "GM", {"go": "1", "loa": "9"}.get(kind, kind))
    if isinstance(board.get("size"), int):
        put(tree, "SZ", board["size"])
    elif "width" in board:
        put(tree, "SZ", f"{board['width']}:{board.get('height', board['width'])}")
    rules = rules if isinstance(rules, dict) else {"ruleset": rules}
    for name, value in [
        ("RE", game.get("result")), ("GN", game.get("name")), ("GC", game.get("description")), ("AN", game.get("annotator")),
        ("ON", game.get("opening")), ("SO", game.get("source")), ("CP", game.get("copyright")),
        ("EV", event.get("name")), ("RO", event.get("round")), ("PC", event.get("location")),
        ("RU", rules.get("ruleset", rules.get("ruleSet", game.get("rules")))),
        ("KM", rules.get("komi", game.get("komi"))), ("HA", rules.get("handicap", game.get("handicap"))),
    ]:
        put(tree, name, value)
    date = game.get("date", game.get("dates"))
    put(tree, "DT", ",".join(date) if isinstance(date, list) else date)
    players = data.get("players", game.get("players", []))
    if isinstance(players, dict):
        players = [dict(one, color=color) for color, one in players.items()]
    countries = []
    for one in players:
        letter = str(one.get("color", " "))[0].upper()
        put(tree, "P" + letter, one.get("name"))
        put(tree, letter + "R", one.get("rank"))
        put(tree, letter + "T", one.get("team"))
        countries += [one["country"]] if one.get("country") else []
    tree.countries = countries


class Jgf:
    def __init__(self, tree):
        self.tree = tree

    def nodes(self, nodes, main):
        waiting = [(nodes, main)]
        while waiting:
            nodes, main = waiting.pop(0)
            for node in nodes:
                branches = None
                if isinstance(node, list):
                    branches = node
                else:
                    self.node(node, main)
                    branches = node.get("variations")
                if branches:
                    self.tree.variations += len(branches) - 1
                    waiting += [(branch, main and i == 0) for i, branch in enumerate(branches)]

    def node(self, node, main):
        tree = self.tree
        tree.nodes += 1
        comments = node.get("comments", node.get("comment", []))
        for one in comments if isinstance(comments, list) else [comments]:
            text = one.get("comment", one.get("text", "")) if isinstance(one, dict) else str(one)
            if text.strip():
                tree.comments.append(text)
        if not main:
            return
        for sign, where in self.setup(node.get("setup")):
            tree.line.append(sign + where)
            tree.setup |= tree.nodes == 1
        if node.get("setup"):
            tree.line.append("|  ")
        move = node.get("move")
        if isinstance(move, dict):
            self.move(move)

    @staticmethod
    def setup(setup):
        signs = {"B": "#", "W": "O", "E": ".", "black": "#", "white": "O", "empty": ".", "clear": "."}
        if isinstance(setup, dict):
            setup = [{"type": kind, "coords": coords} for kind, coords in setup.items()]
        for one in setup or []:
            for where in one["coords"]:
                yield signs[one["type"]], where if isinstance(where, str) else point(where["x"], where["y"])

    def move(self, move):
        line = self.tree.line
        if "color" in move:
            where = point(move["x"], move["y"]) if "x" in move else "  "
            line.append(move["color"][0].upper() + where)
            return
        for color in "BW":
            if color in move:
                where = move[color]
                where = "  " if where in ("", None, "pass") else where
                line.append(color + (where if isinstance(where, str) else point(*where)))


# ---- GIB ----


def gib(text):
    tree = Tree()
    tree.nodes = 1
    tags = dict(re.findall(r"\\\[(\w+)=(.*?)\\\]", text))
    for color in ("BLACK", "WHITE"):
        name = re.fullmatch(r"(.*?)\s*\(([^()]*)\)\s*", tags.get(f"GAME{color}NAME", ""))
        if name:
            put(tree, "P" + color[0], name.group(1))
            put(tree, color[0] + "R", name.group(2))
    put(tree, "GN", tags.get("GAMENAME"))
    put(tree, "PC", tags.get("GAMEPLACE"))
    put(tree, "RE", tags.get("GAMERESULT"))
    day = re.search(r"C(\d{4}):(\d\d):(\d\d)", tags.get("GAMETAG", "")) or re.search(
        r"(\d{4})-\s*(\d+)-\s*(\d+)", tags.get("GAMEDATE", ""))
    if day:
        put(tree, "DT", "{}-{:02}-{:02}".format(*map(int, day.groups())))
    start = re.search(r"^INI \d+ \d+ (\d+)", text, re.M)
    count = int(start.group(1)) if start else 0
    put(tree, "HA", count if count > 1 else 0)
    place_handicap(tree, count)
    for said in re.findall(r"^(?:INI|STO) [\d ]*&\d+(.*)$", text, re.M):
        tree.comments += [said.strip()] if said.strip() else []
    given = int(tags.get("GAMEGONGJE", "0") or 0)
    dum = int(tags.get("GAMEDUM", "0") or 0)
    put(tree, "KM", -dum if dum else given / 10)
    for color, x, y in re.findall(r"^STO \d+ \d+ ([12]) (\d+) (\d+)", text, re.M):
        tree.line.append(" BW"[int(color)] + point(int(x), int(y)))
    return tree


# ---- NGF ----


def ngf(text):
    tree = Tree()
    tree.nodes = 1
    lines = text.splitlines()
    lines = [line[2:] if line.startswith("GI") else line for line in lines]
    put(tree, "GN", lines[0].strip())
    first, second = ((1, 2) if not lines[1].strip().isdigit() else (2, 3))
    put(tree, "SZ", lines[1 if first == 2 else 6].strip())
    for letter, line in (("W", lines[second if first == 1 else first]), ("B", lines[first if first == 1 else second])):
        parts = line.split()
        put(tree, "P" + letter, parts[0])
        put(tree, letter + "R", parts[1] if len(parts) > 1 else None)
    if first == 2:
        put(tree, "PC", lines[4].strip())
        handicap, whole, day, result = int(lines[5]), int(lines[7]), lines[8], lines[10]
        day = "{}-{}-{}".format(day[:4], day[4:6], day[6:8])
    else:
        handicap, whole, day = int(lines[7] or 0), int(lines[9] or 0), lines[5].strip()
        end = re.search(r"^ID[BW]\[\d*\](.*?)(?:\[|$)", text, re.M)
        result = end.group(1) if end else ""
        tree.comments += [result] if result else []
    put(tree, "DT", day)
    put(tree, "RE", result.strip(" !"))
    put(tree, "HA", handicap)
    put(tree, "KM", whole + 0.5 if handicap == 0 else 0)
    place_handicap(tree, handicap)
    for color, x, y in re.findall(r"^PM..([BW])(.)(.)", text, re.M):
        tree.line.append(color + point(ord(x) - 66, ord(y) - 66))
    return tree


# ---- UGF ----


def ugf(text):
    tree = Tree()
    tree.nodes = 1
    header = dict(re.findall(r"^(\w+)=(.*?)\s*$", text, re.M))
    put(tree, "EV", ", ".join(part.strip() for part in header["Title"].split(",") if part.strip()))
    put(tree, "PC", header.get("Place"))
    put(tree, "RU", {"JPN": "Japanese", "CHN": "Chinese"}.get(header.get("Rule", "")))
    put(tree, "SZ", header.get("Size"))
    stones, komi = header["Hdcp"].split(",")
    put(tree, "HA", stones)
    put(tree, "KM", komi)
    winner, margin = header["Winner"].split(",")[:2]
    put(tree, "RE", f"{winner}+{margin}")
    days = re.findall(r"(\d{4})/(\d\d)/(\d\d)", header["Date"])
    put(tree, "DT", ",".join(dict.fromkeys("-".join(day) for day in days)))
    for letter in "BW":
        name, rank = header["Player" + letter].split(",")[:2]
        put(tree, "P" + letter, name)
        put(tree, letter + "R", rank)
    data = text.split("[Data]")[1].split("[")[0]
    for x, y, color in re.findall(r"^(.)(.),([BW])\d*,\d+", data, re.M):
        tree.line.append(color + ("  " if x == "Y" else point(ord(x) - 65, ord(y) - 65)))
    tree.variations = len(re.findall(r"^\s*VARIATION,", text, re.M))
    tree.comments += [said.strip() for said in re.findall(r"^\.Comment,\d+\s*\n(.*?)(?=^[.\[]|\Z)", text, re.M | re.S)]
    return tree
