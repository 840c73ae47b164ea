"""A game as a row: the properties of its file, and their parsed values."""

import re
from functools import cached_property

from . import facts, words

NUMBERS_OF_GAMES = {"go": 1, "loa": 9, "lines of action": 9}


# Rank at the end of a name: `Lee 9p`, `이세돌9단`, `이세돌9단 선수`, `harpmaster(3段)`.
RANK_INSIDE = re.compile(
    r"(?:[\s,(\[](?=[\d一二三四五六七八九初초])|(?<=[^\W\d])(?=\d*[^\W\d]?[단段급级級]))"
    r"(\d+\s*(?:[pdkPDK]|dan|kyu|단P?|段|급|级|級)|[一二三四五六七八九初초][단段])"
    r"[)\]]?[*?]?\s*(?:$|선수|사범|,)")


class Game:
    def __init__(self, place, number, form, charset, tree):
        self.path, self.members, self.number = place.path, place.members, number
        self.format, self.charset = form, charset
        self.root, self.later, self.side = tree.root, tree.later, tree.side
        self.line = "".join(tree.line)
        self.comments = tree.comments
        self.variations, self.has_setup = tree.variations, tree.setup
        self.countries = tree.countries

    def __getstate__(self):
        kept = "path members number format charset root later side line comments variations has_setup countries".split()
        return {name: self.__dict__[name] for name in kept}

    def key(self):
        return (self.path, "!".join(self.members), self.number)

    # ---- texts ----

    def values(self, name):
        return self.root.get(name, []) + self.later.get(name, [])

    def first(self, *names):
        """First text under one of the names."""
        for name in names:
            for value in self.values(name):
                if value.strip():
                    return value.strip()
        return None

    def told(self, *names):
        """First text under one of the names that is no placeholder."""
        for name in names:
            text = self.first(name)
            if text and says_something(text):
                return text
        return None

    def words(self, *names, side=()):
        """Words of the first text under the names, and of all texts in variations, as one row."""
        texts = [self.told(*names) or ""]
        for name in side:
            texts += [text for text in self.side.get(name, []) if says_something(text)]
        return words.lines(texts)

    @cached_property
    def black(self):
        return words.lines(persons(self.first("PB")))

    @cached_property
    def white(self):
        return words.lines(persons(self.first("PW")))

    def bare_names(self, name):
        """The whole field under a name, and each person's name without rank and title, folded."""
        whole = self.first(name)
        if whole is None:
            return set()
        return {words.fold(whole)} | {words.fold(bare(person)) for person in persons(whole)}

    @cached_property
    def others(self):
        """Players who are named in variations only, and those without a colour."""
        texts = self.side.get("PB", []) + self.side.get("PW", []) + self.root.get("PX", []) + self.root.get("PY", [])
        return words.lines(texts)

    @cached_property
    def event(self):
        return self.words("EV", "TE", side=["EV"])

    @cached_property
    def place(self):
        return self.words("PC", side=["PC"])

    @cached_property
    def title(self):
        return self.words("GN", side=["GN"])

    @cached_property
    def comment(self):
        texts = list(self.comments)
        about = self.first("GC")
        if about is None and not (self.first("TC") or "").isdigit():
            about = self.first("TC")
        return words.lines(texts + [about] if about else texts)

    def raw(self, name, piece):
        """True if a root property contains the piece of text, folded."""
        return any(piece in words.fold(value) for value in self.values(name))

    # ---- facts ----

    @cached_property
    def kind(self):
        text = (self.first("GM") or "").lower()
        if text.isdigit():
            return int(text)
        if text:
            return NUMBERS_OF_GAMES.get(text, 9 if text.startswith("loa") else 0)
        return 4 if "5A" in self.root and self.first("SZ") == "15" else 1

    @cached_property
    def size(self):
        usual = (8, 8) if self.kind == 9 else (19, 19)
        return facts.size(self.first("SZ") or "") or usual

    @cached_property
    def result(self):
        found = facts.result(self.first("RE"))
        # Points differ by whole and half points. A margin in quarters without a unit is in stones, if the game is
        # counted by area.
        is_bare = not re.search("[집目子점点]|point|moku", (self.first("RE") or "").lower())
        if found and is_bare and facts.is_quarter(found[2]) and self.counts_stones:
            found = (*found[:2], 2 * found[2])
        return found

    @property
    def counts_stones(self):
        return facts.counts_stones(self.first("KM", "KO")) or facts.is_chinese(self.first("RU"))

    @cached_property
    def winner(self):
        return self.result[0] if self.result else None

    @cached_property
    def how(self):
        return self.result[1] if self.result else None

    @cached_property
    def margin(self):
        return self.result[2] if self.result else None

    @cached_property
    def date(self):
        return facts.date(self.first("DT", "RD")) or facts.date(self.first("RD"))

    @cached_property
    def ranks(self):
        return self.rank_of("PB", "BR"), self.rank_of("PW", "WR")

    def rank_of(self, name, rank):
        """Rank of the first person in a seat. The rank field takes precedence over a rank inside the name."""
        people, own = persons(self.first(name)), self.first(rank)
        first = people[0] if people else ""
        if own is not None and len(people) > 1 and own.count(" & ") + 1 != len(people):
            own = None
        pro = bool(re.match(r"[\[({]?p[\])}]|p (?=[가-힣])", first, re.I)) or first.endswith("프로")
        found = facts.rank(own)
        if found is None:
            found = rank_inside(first)
        if pro and found and 41 <= found <= 50:
            found = 50 + min(found - 40, 9)
        return found

    @cached_property
    def komi(self):
        text = self.first("KM", "KO")
        found = facts.komi(text)
        # Under Chinese rules, hundredths below 500 are in stones: `450` is 9 points.
        if facts.is_chinese(self.first("RU")) and re.fullmatch(r"[1-4]\d\d", text or "") and not facts.is_quarter(int(text)):
            found = 2 * int(text)
        if found is None and (half := self.first("KI")) and re.fullmatch(r"-?\d+", half):
            found = int(half) * 50
        return facts.komi_in_prose(self.first("HA")) if found is None else found

    @cached_property
    def handicap(self):
        """Handicap as the file states it; otherwise the number of black stones on the usual points before the first
        move, or of Black's first moves in a record of Fox. `None` if the board has other setup."""
        told = facts.handicap(self.first("HA"))
        if told and told > 1:
            return told
        stones = set()
        for at in range(0, len(self.line) if self.kind == 1 else 0, 3):
            sign, point = self.line[at], self.line[at + 1 : at + 3]
            if sign in "BW":
                break
            if sign == "|":
                continue
            if sign != "#" or not self.is_usual(point):
                return told
            stones.add(point)
        if stones:
            return told or len(stones)
        return self.handicap_of_fox() or told or 0

    def handicap_of_fox(self):
        """Number of Black's first moves in a record of the Fox server, if there are two or more and all are on
        different usual points; otherwise 0."""
        names = [name.split(":")[0].strip().lower() for name in self.root.get("AP", [])]
        timed = all(re.fullmatch(r"\d+", (self.first(name) or "").strip()) for name in ("TC", "TT"))
        if self.kind != 1 or not (timed or {"fox", "foxwq", "野狐围棋"} & set(names)):
            return 0
        points = []
        for at in range(0, len(self.line), 3):
            sign, point = self.line[at], self.line[at + 1 : at + 3]
            if sign == "W":
                break
            if sign == "B":
                points.append(point)
        usual = len(points) == len(set(points)) and all(map(self.is_usual, points))
        return len(points) if usual and len(points) > 1 else 0

    def is_usual(self, point):
        """True if a point is one of the nine handicap points."""
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for letter, side in zip(point, self.size):
            at = letters.find(letter)
            edge = 3 if side >= 13 else 2 if side >= 7 else 99
            middle = side >= 5 and 2 * at == side - 1
            if not (middle or min(at, side - 1 - at) == edge):
                return False
        return True

    @cached_property
    def moves(self):
        return sum(sign in "BW" for sign in self.line[::3])


NOTHING = {"none", "unknown", "null", "n/a", "없음", "미상", "不明", "不详", "不詳", "無", "无"}


def says_something(text):
    """True if a text is not a placeholder."""
    return any(c.isalnum() for c in text) and text.strip(" ().\t\r\n").lower() not in NOTHING


NATIONS = ("韩|韓|中|日|台|朝|韩国|韓国|韓國|中国|中國|日本|台湾|台灣|臺灣|朝鲜|한|일|북|한국|중국|일본|대만|북한|KOR|CHN|JPN|TPE|TWN|PRK|KR|CN|JP|TW|"
           "Korea|China|Japan|Taiwan")
# Text around a name: a flag or country, a mark for professionals, a rating, a form of address, a title, and ranks or
# titles after a comma.
TITLE = r"[\w'./ -]*(?:Honinbo|Meijin|Kisei|Judan|Tengen|Oza|Gosei|Kakusei|Saikyo|Ryusei|Cup)"
AROUND = [re.compile(pattern) for pattern in (
    r"^[\U0001F1E6-\U0001F1FF]+\s*|\s*[\U0001F1E6-\U0001F1FF]+$",
    rf"^[(\[（【](?:{NATIONS})[)\]）】]\s*(?=.)|(?<=.)\s*[(\[（【](?:{NATIONS})[)\]）】]$",
    r"^(?:[\[({]?[pP][\])}]|p (?=[가-힣]))(?=.)|(?<=.)[\[(]p[\])]$",
    r"(?<=.)\s*[(\[（](?:Elo\s*|R:\s*|\d+[dkp],\s*)?\d{4}(?:\?|\s*GoR|±\d+)?[)\]）]$",
    rf"(?<=.),\s*(?:(?:\d+ ?(?:p|d|k|dan)|{TITLE})\s*(?:,\s*|$))+$",
    r"(?<=..)\s*(?:선수|사범님?|기사|아마|프로)$",
    r"(?<=.) (?:명인|국수|기성|본인방|십단|천원|왕좌|왕위|本因坊|名人|棋聖|棋圣|天元|王座|碁聖|碁圣|十段)$",
)]


def bare(person):
    """Name without the text around it: `[CHN] Kong Jie`, `이세돌9단 선수`, `Cho Chikun, 25th Honinbo`."""
    name, before = person, None
    while name != before:
        before = name
        for pattern in AROUND:
            name = pattern.sub("", name).strip() or name
        found = rank_at_end(name)
        if found and "," not in name:
            name = name[: found.start()].rstrip(" ,([")
    return name


def rank_at_end(name):
    """Position of the rank at the end of a name. `业余2级` (amateur) is no rank."""
    found = RANK_INSIDE.search(name)
    is_name = found and name[: found.start()].strip() not in ("", "业余", "業餘", "职业", "아마", "프로", "プロ")
    return found if is_name else None


def rank_inside(person):
    """Rank inside a name, before the country if there is one."""
    for pattern in AROUND[:2]:
        person = pattern.sub("", person)
    inside = rank_at_end(person)
    return facts.rank(inside.group(1)) if inside else None


def persons(name):
    """Persons of a name field."""
    if not name:
        return []
    for joiner in (" & ", " ＆ ", "＆", "、"):
        parts = name.split(joiner)
        if len(parts) > 1 and all(part.strip() for part in parts):
            return [part.strip() for part in parts]
    parts = name.split(", ")
    full = [part for part in parts if re.fullmatch(r"[A-Z][\w'.-]*(?: [A-Z][\w'.-]*)+", part) and not re.fullmatch(TITLE, part)]
    # Of three or more persons, one may have a single word.
    is_list = len(full) >= max(2, len(parts) - 1) and all(re.fullmatch(r"[A-Z][\w'. -]*", part) for part in parts)
    return parts if is_list else [name]
