"""Random queries of fields whose values are parsed from texts: results, how games ended, margins, komi, ranks, charsets
and dates. Values are drawn from the games themselves, so that nearly all queries find some."""

import operator
import random

from . import facts
from .queries import Row, known, overlaps

COMPARED = {"": operator.eq, "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
HOWS = {"R": ["R", "resign", "Resign", "resignation"], "T": ["T", "time", "Time"], "F": ["F", "forfeit"], "score": ["points", "score"]}
ENDS = {"0": ["draw", "jigo"], "void": ["void", '"no result"']}
SIDES = {"B": ["B", "b+", "Black", "B+", "흑"], "W": ["W+", "w", "white", "White", "白"]}
# Results in words: the winner, and how the game ended.
WORDS = {"흑불계승": ("B", "R"), "白中押し勝ち": ("W", "R"), "黑中盘胜": ("B", "R"), "Black wins by resignation": ("B", "R"),
         "White resigns": ("B", "R"), "백 시간승": ("W", "T"), "Black lost on time": ("W", "T")}
CHARSETS = {"utf-8": ["utf8", "UTF-8"], "ascii": ["ASCII", "us-ascii"], "gbk": ["gb2312", "GBK", "cp936"], "big5": ["Big5"],
            "shift_jis": ["sjis", "Shift_JIS"], "euc-kr": ["euckr", "cp949"], "windows-1252": ["latin1", "cp1252"]}
HAN = "〇一二三四五六七八九"


class Asker:
    def __init__(self, games, seed):
        self.random = random.Random(seed)
        self.margins = self.values(game.margin for game in games)
        self.komi = self.values(game.komi for game in games)
        self.ranks = self.values(rank for game in games for rank in game.ranks)
        self.charsets = self.values(game.charset for game in games if game.charset != "other")
        self.dates = self.values(game.date for game in games)

    def values(self, all_values):
        """All values that occur, and additional values drawn by their frequency."""
        known_ones = [value for value in all_values if value is not None]
        each = sorted(set(known_ones))
        return each + self.random.choices(known_ones, k=len(each)) if each else []

    def one_of(self, values):
        return self.random.choice(list(values))

    def row(self):
        """A random clause, or two joined clauses."""
        (one, first), (other, second) = self.clause(), self.clause()
        return self.one_of([
            Row(one, first),
            Row(one, first),
            Row(f"-{one}", lambda g: not first(g)),
            Row(f"{one} {other}", lambda g: first(g) and second(g)),
            Row(f"{one} OR {other}", lambda g: first(g) or second(g)),
            Row(f"({one} OR {other}) -({one} {other})", lambda g: first(g) != second(g)),
        ])

    def clause(self):
        return self.one_of([self.result, self.result, self.words, self.how, self.margin, self.margin, self.komi_clause, self.rank,
                            self.rank, self.charset, self.date])()

    # ---- how games ended ----

    def result(self):
        winner = self.one_of("BW")
        side = self.one_of(SIDES[winner])
        how = self.one_of(HOWS)
        margin = self.one_of(self.margins or [50])
        points = self.one_of([f"{margin / 100:g}", f"{margin / 100:.2f}", f"{margin / 100:g}".replace(".", ",")])
        return self.one_of([
            (f"result:{side}", lambda g: g.winner == winner),
            (f"result={winner}+", lambda g: g.winner == winner and g.how == "+"),
            (f"re:{winner}+{self.one_of(HOWS[how])}", lambda g: g.winner == winner and g.how == how),
            (f"result:{winner.lower()}+{points}", lambda g: g.winner == winner and g.margin == margin),
            ("result:?", lambda g: g.winner in (None, "?")),
            ("result=?", lambda g: g.winner == "?"),
            ("result:*", lambda g: g.winner in ("B", "W", "0", "void")),
        ])

    def words(self):
        text, (winner, how) = self.one_of(WORDS.items())
        return f'result:"{text}"', lambda g: g.winner == winner and g.how == how

    def how(self):
        field = self.one_of(["how", "result"])
        how, end = self.one_of(HOWS), self.one_of(ENDS)
        return self.one_of([
            (f"{field}:{self.one_of(HOWS[how])}", lambda g: g.how == how),
            (f"how:{self.one_of(ENDS[end])}", lambda g: g.winner == end),
            ('how:"not told"', lambda g: g.how == "+"),
            ("how:*", lambda g: g.how in HOWS or g.winner in ENDS),
            ("how:unknown", lambda g: g.how not in HOWS and g.winner not in ENDS),
        ])

    # ---- numbers ----

    def compared(self, field, values, written, of):
        """A comparison of a field with one or two of its values; `of` gives the values of a game."""
        first, last = sorted(self.random.choices(values, k=2))
        sign = self.one_of(COMPARED)
        test = COMPARED[sign]
        return self.one_of([
            (f"{field}{sign or ':'}{written(first)}", lambda g: any(test(own, first) for own in of(g))),
            (f"{field}:{written(first)}..{written(last)}", lambda g: any(first <= own <= last for own in of(g))),
            (f"{field}:..{written(last)}", lambda g: any(own <= last for own in of(g))),
            (f"{field}:{written(first)}..", lambda g: any(own >= first for own in of(g))),
            (f"{field}:*", lambda g: bool(of(g))),
        ])

    def margin(self):
        return self.compared("margin", self.margins or [50], decimal, lambda g: [g.margin] if g.margin else [])

    def komi_clause(self):
        field = self.one_of(["komi", "km"])
        return self.compared(field, self.komi or [650], self.points, lambda g: [] if g.komi is None else [g.komi])

    def points(self, komi):
        """A komi in one of its usual notations, including those in stones of area scoring."""
        ways = [decimal(komi), decimal(komi).replace(".", ",")]
        if 200 <= komi < 1000 and komi % 50 == 0:
            ways.append(str(komi))
        if 250 <= komi < 1000 and facts.is_quarter(komi // 2) and komi % 2 == 0:
            ways += [decimal(komi // 2), str(komi // 2)]
        return self.one_of(ways)

    def rank(self):
        field, seats = self.one_of([("rank", (0, 1)), ("brank", (0,)), ("white_rank", (1,))])
        kind, first, last = self.one_of([("pro", 51, 59), ("dan", 41, 49), ("kyu", 1, 40)])
        return self.one_of([
            (f"{field}:{kind}", lambda g: any(known(g.ranks[seat], lambda r: first <= r <= last) for seat in seats)),
            *3 * [self.compared(field, self.ranks or [59], self.grade,
                                lambda g: [g.ranks[seat] for seat in seats if g.ranks[seat] is not None])],
        ])

    def grade(self, rank):
        """A rank in one of its usual notations, without spaces."""
        if rank <= 40:
            return self.one_of([f"{41 - rank}k", f"{41 - rank}kyu", f"{41 - rank}级"])
        if rank > 50:
            return self.one_of([f"{rank - 50}p", f"P{rank - 50}段", f"프로{rank - 50}단"])
        return self.one_of([f"{rank - 40}d", f"{rank - 40}dan", f"{rank - 40}段", *(f"{han}段" for han in HAN[rank - 40 : rank - 39])])

    # ---- charsets and dates ----

    def charset(self):
        charset = self.one_of(self.charsets)
        label = self.one_of([charset, *CHARSETS.get(charset, [])])
        return f"charset:{label}", lambda g: g.charset == charset

    def date(self):
        first, last = self.one_of(self.dates or [((1990, 1, 1), (1990, 12, 31))])
        year, month, day = first
        text, span = self.one_of([
            (f"{year:04}", ((year, 1, 1), (year, 12, 31))),
            (f"{year // 10 * 10:04}s", ((year // 10 * 10, 1, 1), (year // 10 * 10 + 9, 12, 31))),
            (f"{year:04}-{month:02}", facts.span(year, month)),
            (f"{year:04}-{month:02}-{day:02}", (first, first)),
            (f"{year:04}-{month:02}-{day:02}..{last[0]:04}-{last[1]:02}-{last[2]:02}", (first, last)),
        ])
        return self.one_of([
            (f"date:{text}", lambda g: overlaps(g, *span)),
            *[(f"date<{text}", lambda g: known(g.date, lambda d: d[1] < span[0])),
              (f"date>={text}", lambda g: known(g.date, lambda d: d[0] >= span[0]))] * (".." not in text),
        ])


def decimal(hundredths):
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def rows(games, number, seed):
    """So many different random queries."""
    asker, found = Asker(games, seed), {}
    while len(found) < number:
        row = asker.row()
        found.setdefault(row.query, row)
    return list(found.values())
