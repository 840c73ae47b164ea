"""Queries, each with a predicate: a row has the query for kifu-index and the condition that it expresses.

Names are chosen that have no other spellings (players on servers, surnames), so that aliases of players do not matter.
English words in comments are in quotes, which search for the exact word, or the predicate has all forms of their stem.
Comments by programs are not recognised here, so rows about comments differ in archives of analysed games.
"""

import re

from . import words
from .board import stones_of

# Searched positions: text of the query -> (size, stones).
TARGETS = {}


class Row:
    def __init__(self, query, predicate, command="search", differs=0):
        self.query, self.predicate, self.command = query, predicate, command
        # Allowed difference in games; each row with one gives the reason.
        self.differs = differs


def has(row, *wanted):
    """True if all words or phrases occur in a row of words."""
    return all(f" {word} " in row for word in wanted)


def either(game, *wanted):
    """A `player:` clause with these words."""
    return any(has(row, *wanted) for row in (game.black, game.white, game.others))


def named(game, *names):
    """A `player:` clause for one spelling of a name, whose words may be written together or separately."""
    return any(is_named(row, names) for row in (game.black, game.white, game.others))


def is_named(row, names):
    apart = (f" {' ?'.join(words.fold(name).replace(' ', ''))} " for name in names)
    # Chinese, Japanese and Korean names have no spaces around them.
    inside = (words.fold(name) for name in names if not name.isascii())
    return any(re.search(name, row) for name in apart) or any(name in row for name in inside)


# Events, rounds and places with their names in other languages: a word, and pieces of the other names.
HONINBO = ("honinbo", "honinbos", "本因坊", "본인방")
MEIJIN = ("meijin", "mingren", "名人戦", "名人戰", "名人战", "명인전")
FINAL = ("final", "決勝", "決賽", "决赛", "결승")
SAMSUNG = ("samsung", "삼성화재배", "三星杯")
TOKYO = ("tokyo", "東京", "东京", "도쿄")
SEOUL = ("seoul", "서울", "首爾", "首尔", "ソウル")


def spelled(row, names):
    """True if a row of words has one of the names. A semi-final is no final."""
    row = re.sub("(semi|quarter) final|準決|准决|半决|半決|준결", "", row)
    return any(has(row, name) if name.isascii() else name in row for name in names)


def has_comments(game):
    """True if a node has a comment, or the game as a whole."""
    return bool(game.comments) or bool(game.comment.strip())


def seats(game, a, b):
    """Two `player:` clauses, which need two different seats."""
    return a(game.black) and b(game.white) or b(game.black) and a(game.white)


def of(*wanted):
    return lambda row: has(row, *wanted)


def winner(game, test):
    return game.winner == "B" and test(game.black) or game.winner == "W" and test(game.white)


def loser(game, test):
    return game.winner == "W" and test(game.black) or game.winner == "B" and test(game.white)


def name_is(game, names, text):
    """A `player=` clause: the whole folded field, or one person's name without rank and title."""
    wanted = words.fold(text)
    return any(wanted in game.bare_names(name) for name in names)


def overlaps(game, first, last):
    return game.date is not None and game.date[0] <= last and game.date[1] >= first


def year(first, last=None):
    return (first, 1, 1), (last or first, 12, 31)


def before(game, day):
    return game.date is not None and game.date[1] < day


def after(game, day):
    return game.date is not None and game.date[0] > day


def ranked(game, test):
    return any(rank is not None and test(rank) for rank in game.ranks)


def opponent(game, test, rank_test):
    """An `opponent-rank:` clause beside a clause about one player."""
    black, white = game.ranks
    return test(game.black) and known(white, rank_test) or test(game.white) and known(black, rank_test)


def kyu(number):
    return 41 - number


def dan(number):
    return 40 + number


def pro(number):
    return 50 + number


def known(value, test):
    return value is not None and test(value)


def begins(row, start):
    return f" {start}" in row


def stands(text, size=(19, 19)):
    """True if a position is on the main line. Registers the position for the search."""
    TARGETS[text, size] = (size, stones_of(text, size[1]))
    return lambda game: game.kind == 1 and (text, size) in game.reached


def hit(text, test, size=(19, 19)):
    """Tests the number of the move after which a position first occurs on the main line."""
    is_there = stands(text, size)
    return lambda game: is_there(game) and test(game.reached[text, size])


def where(game):
    """Path below the root with all members, as `file:` matches it."""
    return words.fold("!".join((game.path, *game.members)))


def anywhere(game, test):
    """A word without a field. Words of openings are left out, because openings are also recognised by their stones."""
    rows = (game.black, game.white, game.others, game.event, game.place, game.title, game.words("ON"), game.comment)
    return any(test(row) for row in rows)


# Spellings of a person in the archives.
SHIN_JINSEO = ("Shin Jinseo", "Shin Jin Seo", "신진서", "申真谞", "申眞諝", "申真諝")
LEE_SEDOL = ("Lee Sedol", "Yi Sedol", "Lee Saedol", "Yi Saedol", "Yi Setol", "이세돌", "李世石", "李世乭")

ROWS = [
    # Everything.
    Row("", lambda g: True),
    # Players: two seats, one seat, words folded for case and accents.
    Row("player:Suzuki", lambda g: either(g, "suzuki")),
    Row("p:SUZUKI", lambda g: either(g, "suzuki")),
    Row("black:Suzuki", lambda g: has(g.black, "suzuki")),
    Row("white:Suzuki", lambda g: has(g.white, "suzuki")),
    Row("player:Suzuki player:Mukai", lambda g: seats(g, of("suzuki"), of("mukai"))),
    Row("player:Suzuki vs:Mukai", lambda g: seats(g, of("suzuki"), of("mukai"))),
    Row("player:Suzuki player:Suzuki", lambda g: seats(g, of("suzuki"), of("suzuki"))),
    Row("player:(Suzuki OR Mukai) vs:Yamada", lambda g: seats(g, lambda r: has(r, "suzuki") or has(r, "mukai"), of("yamada"))),
    Row("player:Suzuki opponent-rank>=5d", lambda g: opponent(g, of("suzuki"), lambda r: dan(5) <= r)),
    Row("player:Suzuki -opponent-rank:*", lambda g: either(g, "suzuki") and not opponent(g, of("suzuki"), lambda r: True)),
    Row("player:Suzuki OR player:Mukai", lambda g: either(g, "suzuki") or either(g, "mukai")),
    Row("player:Suzuki -player:Mukai", lambda g: either(g, "suzuki") and not either(g, "mukai")),
    Row("winner:Suzuki", lambda g: winner(g, of("suzuki"))),
    Row("loser:Suzuki", lambda g: loser(g, of("suzuki"))),
    Row("winner:Yasui loser:Inoue", lambda g: winner(g, of("yasui")) and loser(g, of("inoue"))),
    Row("player:Suzuki result:W+", lambda g: either(g, "suzuki") and g.winner == "W"),
    Row('player:"Hong Min-p\'yo"', lambda g: either(g, "hong min pyo")),
    Row('player:"Hong Minpyo"', lambda g: named(g, "Hong Minpyo")),
    Row('player:"Hong_Min_Pyo"', lambda g: named(g, "Hong Minpyo")),
    Row('player:"Shin Jinseo"', lambda g: named(g, *SHIN_JINSEO)),
    Row("player:신진서", lambda g: named(g, *SHIN_JINSEO)),
    Row('black:"Lee Se-dol"', lambda g: is_named(g.black, LEE_SEDOL)),
    Row("player:minpyo", lambda g: either(g, "minpyo")),
    Row("player:Tormanen", lambda g: either(g, "tormanen")),
    Row("player:(LOPEZ Herréro)", lambda g: either(g, "lopez", "herrero")),
    Row("player:Yasui player:Inoue -(winner:Yasui)", lambda g: seats(g, of("yasui"), of("inoue")) and not winner(g, of("yasui"))),
    Row("player:9p", lambda g: either(g, "9p")),
    Row("player:Fujis*", lambda g: any(begins(r, "fujis") for r in (g.black, g.white, g.others))),
    Row("player:*moto", lambda g: any(
        word.endswith("moto") for r in (g.black, g.white, g.others) for word in r.split())),
    Row("player:疯牛的力量", lambda g: any("疯牛的力量" in r for r in (g.black, g.white, g.others))),
    Row("player:指导 player:王元", lambda g: seats(g, lambda r: "指导" in r, lambda r: "王元" in r)),
    Row("black:疯", lambda g: "疯" in g.black),
    Row("black:*", lambda g: any(c.isalnum() for c in g.first("PB") or "")),
    Row("-white:*", lambda g: not any(c.isalnum() for c in g.first("PW") or "")),
    Row('player="Kajiwara Takeo"', lambda g: name_is(g, ("PB", "PW"), "Kajiwara Takeo")),
    Row('black="Sekiyama Riichi"', lambda g: name_is(g, ("PB",), "Sekiyama Riichi")),
    Row('player!="Suzuki Ayumi" player:(Suzuki Ayumi)',
        lambda g: either(g, "suzuki", "ayumi") and not name_is(g, ("PB", "PW"), "Suzuki Ayumi")),
    # Results in all forms.
    Row("result:B+", lambda g: g.winner == "B"),
    Row("result:w", lambda g: g.winner == "W"),
    Row("result:W+R", lambda g: g.winner == "W" and g.how == "R"),
    Row("re:b+resign", lambda g: g.winner == "B" and g.how == "R"),
    Row("result:B+T", lambda g: g.winner == "B" and g.how == "T"),
    Row("result:W+F", lambda g: g.winner == "W" and g.how == "F"),
    Row("result:B+0.5", lambda g: g.winner == "B" and g.margin == 50),
    Row("result:W+12.5", lambda g: g.winner == "W" and g.margin == 1250),
    Row("result:draw", lambda g: g.winner == "0"),
    Row("result:jigo size:19", lambda g: g.winner == "0" and g.size == (19, 19)),
    Row("result:void", lambda g: g.winner == "void"),
    Row("result:?", lambda g: g.winner in (None, "?")),
    Row("result:* -result:draw", lambda g: g.winner in ("B", "W", "void")),
    Row('result="백불계승"', lambda g: g.winner == "W" and g.how == "R"),
    Row('result="W+Resign"', lambda g: g.winner == "W" and g.how == "R"),
    Row("result:(B+R OR W+R) year:1970", lambda g: g.how == "R" and overlaps(g, *year(1970))),
    Row("how:resign", lambda g: g.how == "R"),
    Row("how:time", lambda g: g.how == "T"),
    Row("how:forfeit", lambda g: g.how == "F"),
    Row("how:points", lambda g: g.how == "score"),
    Row("how:*", lambda g: g.how in ("R", "T", "F", "score") or g.winner in ("0", "void")),
    Row("margin:..1.5", lambda g: known(g.margin, lambda m: m <= 150)),
    Row("margin>=50", lambda g: known(g.margin, lambda m: m >= 5000)),
    Row("margin:1.83", lambda g: g.margin == 183),
    Row("margin:10..20.5 result:W", lambda g: known(g.margin, lambda m: 1000 <= m <= 2050) and g.winner == "W"),
    # Dates: `:` matches overlapping intervals, `<` and `>` certain ones.
    Row("date:1846", lambda g: overlaps(g, *year(1846))),
    Row("date:1990-05", lambda g: overlaps(g, (1990, 5, 1), (1990, 5, 31))),
    Row("date:1990-05-21", lambda g: overlaps(g, (1990, 5, 21), (1990, 5, 21))),
    Row("date:1660s", lambda g: overlaps(g, *year(1660, 1669))),
    Row("date:1990..1995", lambda g: overlaps(g, *year(1990, 1995))),
    Row("date:..1700", lambda g: known(g.date, lambda d: d[0] <= (1700, 12, 31))),
    Row("date:2019-11..", lambda g: known(g.date, lambda d: d[1] >= (2019, 11, 1))),
    Row("date<1650", lambda g: before(g, (1650, 1, 1))),
    Row("date<=1650", lambda g: known(g.date, lambda d: d[1] <= (1650, 12, 31))),
    # Old calendars and uncertain dates.
    Row("date<1847", lambda g: before(g, (1847, 1, 1))),
    Row("date<=1846", lambda g: known(g.date, lambda d: d[1] <= (1846, 12, 31))),
    Row("date:昭和54", lambda g: overlaps(g, *year(1979))),
    Row("date:15.1.2006", lambda g: overlaps(g, (2006, 1, 15), (2006, 1, 15))),
    Row("date:90s", lambda g: overlaps(g, *year(1990, 1999))),
    Row("date:民國70年", lambda g: overlaps(g, *year(1981))),
    Row("year>=2016", lambda g: known(g.date, lambda d: d[0] >= (2016, 1, 1))),
    Row("date>2018-06-15", lambda g: after(g, (2018, 6, 15))),
    Row("date=1972", lambda g: overlaps(g, *year(1972))),
    Row("date=1660s", lambda g: overlaps(g, *year(1660, 1669))),
    Row("-date:*", lambda g: g.date is None),
    Row("date:1970..1974 year!=1972", lambda g: overlaps(g, *year(1970, 1974)) and not overlaps(g, *year(1972))),
    Row("date:1970-1974 -date:\"May 1972\"", lambda g: overlaps(g, *year(1970, 1974)) and not overlaps(g, (1972, 5, 1), (1972, 5, 31))),
    # Words and phrases of events, places, rounds, titles.
    Row("event:Honinbo", lambda g: spelled(g.event, HONINBO)),
    Row("ev:(Honinbo OR Meijin) -event:final", lambda g: (
        spelled(g.event, HONINBO) or spelled(g.event, MEIJIN)) and not has(g.event, "final")),
    Row('event:"go exchange"', lambda g: has(g.event, "go exchange")),
    Row("event:(exchange japan)", lambda g: has(g.event, "exchange", "japan")),
    Row("event:삼성화재배", lambda g: spelled(g.event, SAMSUNG)),
    Row("event:본선", lambda g: "본선" in g.event),
    Row('event="Castle game"', lambda g: words.fold(g.first("EV", "TE") or "") == "castle game"),
    Row("event:Kise*", lambda g: begins(g.event, "kise")),
    Row("event:*sei", lambda g: any(word.endswith("sei") for word in g.event.split())),
    Row("event:*", lambda g: g.told("EV", "TE") is not None),
    # Whether a final in the name of an event is a round depends on its grammar, so such games may differ.
    Row("round:final -event:final", lambda g: (
        (spelled(g.words("RO"), FINAL) or spelled(g.event, FINAL)) and not has(g.event, "final"))),
    Row('round:"game 1"', lambda g: has(g.words("RO"), "game 1")),
    Row("round:1", lambda g: has(g.words("RO"), "1")),
    Row("place:Tokyo", lambda g: spelled(g.place, TOKYO)),
    Row('pc:"New York"', lambda g: has(g.place, "new york")),
    Row("place:서울", lambda g: spelled(g.place, SEOUL)),
    Row("title:review", lambda g: has(g.title, "review")),
    Row('title:"teaching game"', lambda g: has(g.title, "teaching game")),
    Row("source:*", lambda g: g.told("SO") is not None),
    Row("source:http", lambda g: has(g.words("SO"), "http")),
    Row("annotator:Carder", lambda g: has(g.words("AN"), "carder")),
    Row("annotator:* -has:comments", lambda g: g.told("AN") is not None and not has_comments(g)),
    Row("team:Japan", lambda g: has(g.words("BT"), "japan") or has(g.words("WT"), "japan")),
    Row("winner:black", lambda g: g.winner == "B"),
    Row("loser:B komi:6.5", lambda g: g.winner == "W" and g.komi == 650),
    # Ranks: 30k < 1k < 1d < 9d < 1p < 9p.
    Row("rank:9p", lambda g: ranked(g, lambda r: r == pro(9))),
    Row("rank>=1p", lambda g: ranked(g, lambda r: r >= pro(1))),
    Row("rank<20k", lambda g: ranked(g, lambda r: r < kyu(20))),
    Row("brank:3d", lambda g: g.ranks[0] == dan(3)),
    Row("wrank:5d..9d", lambda g: known(g.ranks[1], lambda r: dan(5) <= r <= dan(9))),
    Row("brank:1k..2d wrank:9p", lambda g: known(g.ranks[0], lambda r: kyu(1) <= r <= dan(2)) and g.ranks[1] == pro(9)),
    Row("brank:* -wrank:*", lambda g: g.ranks[0] is not None and g.ranks[1] is None),
    # Komi, handicap, sizes, numbers of moves.
    Row("komi:6.5", lambda g: g.komi == 650),
    Row("km:0", lambda g: g.komi == 0),
    Row("komi<0", lambda g: known(g.komi, lambda k: k < 0)),
    Row("komi:2..5 handicap:0", lambda g: known(g.komi, lambda k: 200 <= k <= 500) and g.handicap == 0),
    Row("komi>7.5", lambda g: known(g.komi, lambda k: k > 750)),
    Row("-komi:*", lambda g: g.komi is None),
    Row("handicap:0", lambda g: g.handicap == 0),
    Row("handicap>=2", lambda g: known(g.handicap, lambda h: h >= 2)),
    Row("ha:9", lambda g: g.handicap == 9),
    Row("handicap:2..4 -has:setup", lambda g: known(g.handicap, lambda h: 2 <= h <= 4) and not g.has_setup),
    Row("size:9", lambda g: g.size == (9, 9)),
    Row("size:13x13", lambda g: g.size == (13, 13)),
    Row("size<9", lambda g: max(g.size) < 9),
    Row("sz:10..18", lambda g: 10 <= max(g.size) <= 18),
    Row("moves:0", lambda g: g.moves == 0),
    Row("moves<100", lambda g: g.moves < 100),
    Row("moves>400", lambda g: g.moves > 400),
    Row("moves:250..260 result:B+0.5", lambda g: 250 <= g.moves <= 260 and g.winner == "B" and g.margin == 50),
    Row("moves<=20.5 kind:go", lambda g: g.moves <= 20 and g.kind == 1),
    # Comments: exact words, a stem with all of its forms, phrases, beginnings of words, Chinese, Japanese and Korean.
    Row('comment:"ladder"', lambda g: has(g.comment, "ladder")),
    Row("comment:atari", lambda g: any(has(g.comment, w) for w in ("atari", "ataris", "ataried", "atariing", "ataries", "atary", "atarying"))),
    Row("c:hane", lambda g: any(has(g.comment, w) for w in ("hane", "hanes", "haned", "haning", "haneing"))),
    Row('comment:"throw in"', lambda g: has(g.comment, "throw in")),
    Row('comment:"ladder breaker"', lambda g: has(g.comment, "ladder breaker")),
    Row('comment:"thank you" comment:"good game"', lambda g: has(g.comment, "thank you") and has(g.comment, "good game")),
    Row('comment:("tesuji" OR "shinogi") -comment:"joseki"', lambda g: (
        has(g.comment, "tesuji") or has(g.comment, "shinogi")) and not has(g.comment, "joseki")),
    Row("comment:monke*", lambda g: begins(g.comment, "monke")),
    Row('comment:"6.5"', lambda g: has(g.comment, "6.5")),
    Row('comment:"don\'t"', lambda g: has(g.comment, "dont")),
    Row("comment:劫", lambda g: "劫" in g.comment),
    Row("comment:黑棋", lambda g: "黑棋" in g.comment),
    Row("comment:白先生", lambda g: "白先生" in g.comment),
    Row("comment:白先活", lambda g: "白先活" in g.comment),
    Row("comment:黒", lambda g: "黒" in g.comment or "黑" in g.comment),
    Row("comment:수", lambda g: "수" in g.comment),
    Row("comment:대국", lambda g: "대국" in g.comment),
    Row("comment:불계승", lambda g: "불계승" in g.comment),
    Row("comment:*", has_comments),
    # A word without a field.
    Row('"Tokyo"', lambda g: spelled(g.place, TOKYO) or anywhere(g, of("tokyo"))),
    Row('"Kansai" -event:Kansai', lambda g: anywhere(g, of("kansai")) and not has(g.event, "kansai")),
    Row("서울", lambda g: spelled(g.place, SEOUL) or anywhere(g, lambda row: "서울" in row)),
    Row('"Hiroshima" OR "Nagoya"', lambda g: anywhere(g, of("hiroshima")) or anywhere(g, of("nagoya"))),
    # Properties as they are written in the file.
    Row("DT:1846", lambda g: g.raw("DT", "1846")),
    Row('RE="W+R"', lambda g: "W+R" in g.values("RE")),
    Row("RE=W+0.50", lambda g: "W+0.50" in g.values("RE")),
    Row("-KM:*", lambda g: "KM" not in g.root and "KM" not in g.later),
    Row("KM=6.5", lambda g: "6.5" in g.values("KM")),
    Row("KM:3.75", lambda g: g.raw("KM", "3.75")),
    Row("prop.EVX:*", lambda g: "EVX" in g.root),
    Row("prop.5A:*", lambda g: "5A" in g.root),
    Row("AP:multigo", lambda g: g.raw("AP", "multigo")),
    Row("AP=CGoban:3", lambda g: "CGoban:3" in g.values("AP")),
    Row('GC:"broadcast"', lambda g: g.raw("GC", "broadcast")),
    Row("BR:段 WR:9", lambda g: g.raw("BR", "段") and g.raw("WR", "9")),
    Row("AB:* handicap:0", lambda g: "AB" in g.root and g.handicap == 0),
    # Kinds of games, and fields that have a value.
    Row("has:comments", has_comments),
    Row("has:variations", lambda g: g.variations > 0),
    Row("has:setup -has:handicap", lambda g: g.has_setup and not known(g.handicap, lambda h: h > 1)),
    Row("-has:result", lambda g: g.winner in (None, "?")),
    Row("has:date has:result has:comments", lambda g: g.date is not None and g.winner not in (None, "?") and has_comments(g)),
    Row("kind:go", lambda g: g.kind == 1),
    Row("kind:other", lambda g: g.kind not in (1, 9)),
    Row("kind:hex", lambda g: g.kind == 11),
    Row("game:renju", lambda g: g.kind == 4),
    Row("format:jgf", lambda g: g.format == "jgf"),
    Row("format:(gib OR ngf OR ugf)", lambda g: g.format in ("gib", "ngf", "ugf")),
    Row("charset:utf-8", lambda g: g.charset == "utf-8"),
    Row("charset:gbk archive:renju", lambda g: g.charset == "gbk" and "renju" in g.path),
    Row("charset:ascii -format:sgf", lambda g: g.charset == "ascii" and g.format != "sgf"),
    Row("archive:korean-news", lambda g: "korean-news" in g.path),
    Row("archive:*tom9d-2004-0?.zip", lambda g: "tom9d-2004-0" in g.path),
    Row("file:gnugo", lambda g: "gnugo" in where(g)),
    Row("file:*/Title/*.sgf", lambda g: "/title/" in where(g) and where(g).endswith(".sgf")),
    Row("file:棋局 OR file:【和棋】", lambda g: "棋局" in where(g) or "【和棋】" in where(g)),
    # Combinations with AND, OR, NOT and parentheses.
    Row("(event:Honinbo OR event:Meijin) date:1970..1979 result:W+R", lambda g: (
        spelled(g.event, HONINBO) or spelled(g.event, MEIJIN)) and overlaps(g, *year(1970, 1979)) and g.winner == "W" and g.how == "R"),
    Row("NOT (result:B OR result:W) kind:go", lambda g: g.winner not in ("B", "W") and g.kind == 1),
    Row("-(komi:* OR result:*)", lambda g: g.komi is None and g.winner not in ("B", "W", "0", "void")),
    Row("result:B+R AND (rank:9p OR rank:9d) AND NOT moves<150", lambda g: (
        g.winner == "B" and g.how == "R" and ranked(g, lambda r: r in (pro(9), dan(9))) and g.moves >= 150)),
    Row("black:Suzuki result:B+ OR white:Suzuki result:W+", lambda g: (
        has(g.black, "suzuki") and g.winner == "B" or has(g.white, "suzuki") and g.winner == "W")),
    Row("-archive:tom9d -archive:fox moves>=300 (how:time OR how:points)", lambda g: (
        "tom9d" not in g.path and "fox" not in g.path and g.moves >= 300 and g.how in ("T", "score"))),
    Row('has:variations (comment:"ko" | comment:"seki") -(size:19)', lambda g: (
        g.variations > 0 and (has(g.comment, "ko") or has(g.comment, "seki")) and g.size != (19, 19))),
    # Whole boards under their symmetries, in the given colours.
    Row("Q16 D4", stands("Q16 D4"), "position"),
    Row("Q16", stands("Q16"), "position"),
    Row("Q16 D4 Q3 D17", stands("Q16 D4 Q3 D17"), "position"),
    Row("Q16 D16 D4 Q4", stands("Q16 D16 D4 Q4"), "position"),
    Row("R16 D16 C4", stands("R16 D16 C4"), "position"),
    Row("Q16 D17 Q4 D4 R6 F17", stands("Q16 D17 Q4 D4 R6 F17"), "position"),
    Row("Q16 D16 Q3 D4 R5 C6", stands("Q16 D16 Q3 D4 R5 C6"), "position"),
    Row("W P16 B O17 B Q16 B D4 B D16", stands("W P16 B O17 B Q16 B D4 B D16"), "position"),
    Row("Q16 D4 D17 Q3 R5 C15", stands("Q16 D4 D17 Q3 R5 C15"), "position"),
    Row("B Q16 B D4 W Q4", stands("B Q16 B D4 W Q4"), "position"),
    Row("K10", stands("K10"), "position"),
    Row("K10 K11 L11", stands("K10 K11 L11"), "position"),
    Row("B Q16 B D4 B Q4 B D16", stands("B Q16 B D4 B Q4 B D16"), "position"),
    Row("--size 9 E5", stands("E5", (9, 9)), "position"),
    Row("--size 9 E5 E3 G6", stands("E5 E3 G6", (9, 9)), "position"),
    Row("--size 13 K10 D4", stands("K10 D4", (13, 13)), "position"),
    # Positions in other notations, and pasted ones.
    Row('position:"Q16-D4-Q3-D17"', stands("Q16 D4 Q3 D17")),
    Row('position:"16-4 4-16"', stands("Q16 D4")),
    Row('position:"Ｑ１６ Ｄ４"', stands("Q16 D4")),
    Row('position:"> (;SZ[19]AB[pd]AW[dp])"', stands("Q16 D4")),
    # Positions with other clauses, and with conditions on the hit.
    Row('position:"Q16 D4 Q3 D17"', stands("Q16 D4 Q3 D17")),
    Row('position:"Q16 D4" result:W+R year>=2016', lambda g, at=stands("Q16 D4"): (
        at(g) and g.winner == "W" and g.how == "R" and known(g.date, lambda d: d[0] >= (2016, 1, 1)))),
    Row('-position:Q16 has:date', lambda g, at=stands("Q16"): not at(g) and g.date is not None),
    Row('position:"R16 D4 Q3" move:..3', hit("R16 D4 Q3", lambda number: number <= 3)),
    Row('position:"K10 K11 L11" OR position:"K10"', lambda g, a=stands("K10 K11 L11"), b=stands("K10"): a(g) or b(g)),
]
