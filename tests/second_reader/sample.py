"""Predicates for queries of `tests/it/queries/golden.txt` over the sample archive, in the form of those in
`queries.py`."""

import re

from . import facts, words
from .queries import (after, anywhere, before, begins, dan, either, has, is_named, known, kyu, loser, name_is, of, overlaps, pro, ranked,
                      seats, stands, hit, where, winner, year)


def ladder(game, *forms):
    return any(has(game.comment, form) for form in forms)


def event(*wanted):
    return lambda game: has(game.event, *wanted)


def comment(piece):
    return lambda game: piece in game.comment


def named(game, name):
    """True if the first non-empty name has a letter or a digit."""
    return any(c.isalnum() for c in game.first(name) or "")


def near(row, wanted, most):
    """True if a word of the row equals the given one up to this number of changed, added, missing or swapped letters."""
    return any(distance(word, wanted) <= most for word in set(row.split()))


def distance(a, b):
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        rows.append([i])
        for j, y in enumerate(b, 1):
            best = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, rows[i - 2][j - 2] + 1)
            rows[i].append(best)
    return rows[-1][-1]


def is_meijin(game):
    """True if the event is the title, in either language."""
    return has(game.event, "meijin") or "名人戰" in game.event


def is_tokyo(game):
    return anywhere(game, of("tokyo")) or anywhere(game, lambda row: "東京" in row)


ENDED = ("B", "W", "0", "void")
LEE_CHANGHO = ("Lee Changho", "Yi Changho", "이창호", "李昌鎬", "李昌镐")

PREDICATES = {
    "": lambda g: True,
    # Players.
    "player:Takemiya": lambda g: either(g, "takemiya"),
    "p:takemiya": lambda g: either(g, "takemiya"),
    "player:(Masaki Takemiya)": lambda g: either(g, "takemiya", "masaki"),
    'player:"Takemiya Masaki"': lambda g: either(g, "takemiya masaki"),
    "black:Takemiya": lambda g: has(g.black, "takemiya"),
    "w:Takemiya": lambda g: has(g.white, "takemiya"),
    "player:Anna player:Ben": lambda g: seats(g, of("anna"), of("ben")),
    "player:Anna vs:Ben": lambda g: seats(g, of("anna"), of("ben")),
    "vs:Anna": lambda g: either(g, "anna"),
    "player:Anna player:Anna": lambda g: seats(g, of("anna"), of("anna")),
    "player:(Anna OR Ben) player:(Clara OR David)": lambda g: seats(
        g, lambda r: has(r, "anna") or has(r, "ben"), lambda r: has(r, "clara") or has(r, "david")),
    "player:Anna OR player:Ben": lambda g: either(g, "anna") or either(g, "ben"),
    "player:Anna || player:Takemiya": lambda g: either(g, "anna") or either(g, "takemiya"),
    "player：Takemiya": lambda g: either(g, "takemiya"),
    "player:Anna -player:Ben": lambda g: either(g, "anna") and not either(g, "ben"),
    "-player:Anna player:*": lambda g: not either(g, "anna") and (named(g, "PB") or named(g, "PW")),
    "player:(Anna -Ben)": lambda g: either(g, "anna"),
    "player=Anna": lambda g: name_is(g, ("PB", "PW"), "anna"),
    'player="takemiya masaki"': lambda g: name_is(g, ("PB", "PW"), "takemiya masaki"),
    'black="Honinbo Shusaku"': lambda g: name_is(g, ("PB",), "Honinbo Shusaku"),
    "player!=Anna -file:loa event:evening": lambda g: (
        not name_is(g, ("PB", "PW"), "anna") and "loa" not in where(g) and has(g.event, "evening")),
    "winner:Anna": lambda g: winner(g, of("anna")),
    "loser:Anna": lambda g: loser(g, of("anna")),
    "winner:Takemiya date:1996": lambda g: winner(g, of("takemiya")) and overlaps(g, *year(1996)),
    "winner:(Anna OR Clara) loser:David": lambda g: (
        winner(g, lambda r: has(r, "anna") or has(r, "clara")) and loser(g, of("david"))),
    "player:Tak*": lambda g: begins(g.black, "tak") or begins(g.white, "tak"),
    "player:*miya": lambda g: "miya " in g.black + g.white,
    "player:Takemya~": lambda g: either(g, "takemiya"),
    # The words of a known person may be in any order.
    'player:"Masaki Takemiya"': lambda g: either(g, "takemiya masaki"),
    "player:Anna~": lambda g: near(g.black + g.white, "anna", 1),
    'black:"[p]이창호"': lambda g: is_named(g.black, LEE_CHANGHO),
    "player:花子": lambda g: "花子" in g.black + g.white,
    "player:太": lambda g: "太" in g.black + g.white,
    "player:丈和": lambda g: "丈和" in g.black + g.white,
    "player:지우": lambda g: "지우" in g.black + g.white,
    "white:清源": lambda g: "清源" in g.white,
    "black:*": lambda g: named(g, "PB"),
    "-black:*": lambda g: not named(g, "PB"),
    "black:Takemiya result:B+ OR white:Takemiya result:W+": lambda g: winner(g, of("takemiya")),
    # Results.
    "result:B+": lambda g: g.winner == "B",
    "result:W": lambda g: g.winner == "W",
    "result:resign": lambda g: g.how == "R",
    "result:forfeit": lambda g: g.how == "F",
    "result:w+r": lambda g: g.winner == "W" and g.how == "R",
    "result:W+Resign": lambda g: g.winner == "W" and g.how == "R",
    "result:B+R -kind:loa date<1990": lambda g: g.result == ("B", "R", None) and g.kind != 9 and before(g, (1990, 1, 1)),
    "result:B+7.5": lambda g: g.result == ("B", "score", 750),
    "result:W+0.5": lambda g: g.result == ("W", "score", 50),
    "re:draw": lambda g: g.winner == "0",
    "result:jigo": lambda g: g.winner == "0",
    "result:void": lambda g: g.winner == "void",
    "result:?": lambda g: g.winner not in ENDED,
    "result:Unfinished": lambda g: g.winner not in ENDED,
    "result:*": lambda g: g.winner in ENDED,
    "-result:*": lambda g: g.winner not in ENDED,
    'result="흑 7.5집 승"': lambda g: g.result == ("B", "score", 750),
    "result=흑 7.5집 승": lambda g: "흑" in g.values("RE"),
    'result="W+R" year:2016': lambda g: "W+R" in g.values("RE") and overlaps(g, *year(2016)),
    "result:(B+2 OR W+2)": lambda g: g.margin == 200,
    "how:resign player:Takemiya": lambda g: g.how == "R" and either(g, "takemiya"),
    "how:points": lambda g: g.how == "score",
    "how:time": lambda g: g.how == "T",
    "-how:*": lambda g: g.how not in ("R", "T", "F", "score") and g.winner not in ("0", "void"),
    "margin:..2": lambda g: known(g.margin, lambda m: m <= 200),
    "margin>=9 margin<12": lambda g: known(g.margin, lambda m: 900 <= m < 1200),
    "margin:9.5": lambda g: g.margin == 950,
    "margin=1.5": lambda g: g.margin == 150,
    # Dates.
    "date:1846": lambda g: overlaps(g, *year(1846)),
    "date:1846-09-12": lambda g: overlaps(g, (1846, 9, 12), (1846, 9, 12)),
    "date:1934": lambda g: overlaps(g, *year(1934)),
    "date<1934": lambda g: before(g, (1934, 1, 1)),
    "date<=1934 date>1846": lambda g: known(g.date, lambda d: d[1] <= (1934, 12, 31) and d[0] > (1846, 12, 31)),
    "date>=1933-10-16 date<1950": lambda g: known(g.date, lambda d: d[0] >= (1933, 10, 16) and d[1] < (1950, 1, 1)),
    "date:1980s": lambda g: overlaps(g, *year(1980, 1989)),
    "year:1984..1986": lambda g: overlaps(g, *year(1984, 1986)),
    "year>2019": lambda g: after(g, (2019, 12, 31)),
    "date:..1835": lambda g: known(g.date, lambda d: d[0] <= (1835, 12, 31)),
    "date:2021-02..": lambda g: known(g.date, lambda d: d[1] >= (2021, 2, 1)),
    "date=1846": lambda g: overlaps(g, *year(1846)),
    "date=1996-09-18..1996-09-19": lambda g: overlaps(g, (1996, 9, 18), (1996, 9, 19)),
    "date!=1846 date:1840-1849": lambda g: not overlaps(g, *year(1846)) and overlaps(g, *year(1840, 1849)),
    "date:昭和54..平成8": lambda g: overlaps(g, *year(1979, 1996)),
    "date:\"Sep 1996\"": lambda g: overlaps(g, (1996, 9, 1), (1996, 9, 30)),
    "date:12.9.1846": lambda g: overlaps(g, (1846, 9, 12), (1846, 9, 12)),
    "moves:100-200": lambda g: 100 <= g.moves <= 200,
    "date:1985-01-30..1985-02": lambda g: overlaps(g, (1985, 1, 30), (1985, 2, 28)),
    "-date:*": lambda g: g.date is None,
    "date:2020-02-02": lambda g: overlaps(g, (2020, 2, 2), (2020, 2, 2)),
    # Words of the record's texts.
    'event:"club evening"': event("club evening"),
    "event:(evening club)": event("club", "evening"),
    "event:evening": event("evening"),
    "ev:Meijin": is_meijin,
    "event:Meij*": lambda g: begins(g.event, "meij"),
    "event:*sei": lambda g: "sei " in g.event,
    "event:Kiset~": event("kisei"),
    'event="Club Evening"': lambda g: words.fold(g.first("EV") or "") == "club evening",
    "event:名人": lambda g: "名人" in g.event or has(g.event, "meijin"),
    "event:아시아TV": lambda g: "아시아 tv " in g.event,
    'event:"TV Cup"': event("tv cup"),
    "-event:*": lambda g: not g.told("EV", "TE"),
    "round:2": lambda g: has(g.words("RO"), "2"),
    'round:"game 2"': lambda g: has(g.words("RO"), "game 2"),
    "round:第7轮": lambda g: "第 7 轮" in g.words("RO"),
    # A round may be part of the event's name: `9th Meijin Title`, `春の大会 決勝`.
    "round:*": lambda g: g.told("RO") or has(g.event, "title") or "決勝" in g.event or "결승" in g.event,
    "place:Seoul": lambda g: has(g.place, "seoul"),
    "pc:東京": lambda g: "東京" in g.place or has(g.place, "tokyo"),
    "title:ladder": lambda g: has(g.title, "ladder"),
    'title:"ko explained"': lambda g: has(g.title, "ko explained"),
    "gn:*": lambda g: g.told("GN"),
    "annotator:kifu": lambda g: has(g.words("AN"), "kifu"),
    "source:*": lambda g: g.told("SO"),
    "team:*": lambda g: g.told("BT") or g.told("WT"),
    "country:China": lambda g: "China" in g.countries,
    "rules:Chinese": lambda g: has(g.words("RU"), "chinese"),
    "ru:japanese": lambda g: has(g.words("RU"), "japanese"),
    # Ranks, numbers, sizes.
    "rank:9p": lambda g: ranked(g, lambda r: r == pro(9)),
    "rank>=1p": lambda g: ranked(g, lambda r: r >= pro(1)),
    "rank<1d": lambda g: ranked(g, lambda r: r < dan(1)),
    "rank:5k..7d": lambda g: ranked(g, lambda r: kyu(5) <= r <= dan(7)),
    "brank:8k wrank:4k": lambda g: g.ranks == (kyu(8), kyu(4)),
    "wrank:9p": lambda g: g.ranks[1] == pro(9),
    "rank:*": lambda g: g.ranks != (None, None),
    "komi:7.5": lambda g: g.komi == 750,
    "komi:5.5..6.5 date:1980..1990": lambda g: known(g.komi, lambda k: 550 <= k <= 650) and overlaps(g, *year(1980, 1990)),
    "komi<=0": lambda g: known(g.komi, lambda k: k <= 0),
    "-komi:*": lambda g: g.komi is None,
    "handicap:4": lambda g: g.handicap == 4,
    "handicap>0": lambda g: known(g.handicap, lambda h: h > 0),
    "ha:*": lambda g: facts.handicap(g.first("HA")) is not None or bool(g.handicap),
    "size:9": lambda g: g.size == (9, 9),
    "size:19x13": lambda g: g.size == (19, 13),
    "size:13..19 -size:19": lambda g: 13 <= max(g.size) <= 19 and g.size != (19, 19),
    "size>19": lambda g: max(g.size) > 19,
    "size<9 -kind:go": lambda g: max(g.size) < 9 and g.kind != 1,
    "moves:0..10": lambda g: g.moves <= 10,
    "moves>=300": lambda g: g.moves >= 300,
    "moves:101": lambda g: g.moves == 101,
    "moves<=13 size:9": lambda g: g.moves <= 13 and g.size == (9, 9),
    # Comments.
    "comment:ladder": lambda g: ladder(g, "ladder", "ladders"),
    "comment:ladders": lambda g: ladder(g, "ladder", "ladders"),
    'comment:"ladder"': lambda g: ladder(g, "ladder"),
    "comment:resigned": lambda g: ladder(g, "resign", "resigns", "resigned", "resigning"),
    'comment:"resigns"': lambda g: ladder(g, "resigns"),
    'comment:"star point"': lambda g: ladder(g, "star point"),
    'comment:"point star"': lambda g: ladder(g, "point star"),
    "comment:(star point)": lambda g: ladder(g, "star", "stars") and ladder(g, "point", "points"),
    'comment:"3-4 point"': lambda g: ladder(g, "3 4 point"),
    "comment:lad*": lambda g: begins(g.comment, "lad"),
    "comment:ladr~": lambda g: near(g.comment, "ladr", 1),
    "comment:laddr~": lambda g: near(g.comment, "laddr", 2),
    "comment:劫": comment("劫"),
    "comment:打劫": comment("打劫"),
    "comment:三々": comment("三々"),
    "comment:中押し": comment("中押し"),
    "comment:征子": comment("征子"),
    "comment:축": comment("축"),
    "comment:축머리": comment("축머리"),
    'comment:"흑의 1집 반"': lambda g: "흑의 1 집 반" in g.comment,
    "c:(劫 OR 축)": lambda g: "劫" in g.comment or "축" in g.comment,
    "comment:ko -comment:threat": lambda g: ladder(g, "ko", "kos") and not ladder(g, "threat", "threats", "threatened", "threaten"),
    "comment:*": lambda g: bool(g.comments) or bool(g.comment.strip()),
    # Words without a field.
    "Takemiya": lambda g: anywhere(g, of("takemiya")),
    '"Seoul"': lambda g: anywhere(g, of("seoul")),
    '"Cho Chikun" ladder': lambda g: anywhere(g, of("cho chikun")) and (anywhere(g, of("ladder")) or anywhere(g, of("ladders"))),
    "evening -Club": lambda g: anywhere(g, of("evening")) and not (anywhere(g, of("club")) or anywhere(g, of("clubs"))),
    "Osaka OR Atami": lambda g: anywhere(g, of("osaka")) or anywhere(g, of("atami")),
    '"Edo Castle"': lambda g: anywhere(g, of("edo castle")),
    "東京": is_tokyo,
    "(Anna OR Ben) -evening": lambda g: (anywhere(g, of("anna")) or anywhere(g, of("ben"))) and not anywhere(g, of("evening")),
    "Tokyo | Nagoya": lambda g: is_tokyo(g) or anywhere(g, of("nagoya")),
    "-evening -moves:..200": lambda g: not anywhere(g, of("evening")) and g.moves > 200,
    "Takemiya Masaki": lambda g: anywhere(g, of("takemiya")) and anywhere(g, of("masaki")),
    # Properties.
    "DT:1846": lambda g: g.raw("DT", "1846"),
    'DT="1846-09-11,14,15"': lambda g: "1846-09-11,14,15" in g.values("DT"),
    "KM=0": lambda g: "0" in g.values("KM"),
    "KM:5": lambda g: g.raw("KM", "5"),
    "-KM:*": lambda g: not named(g, "KM"),
    'RE="W+R"': lambda g: "W+R" in g.values("RE"),
    "RE:승": lambda g: g.raw("RE", "승"),
    "prop.SU:*": lambda g: named(g, "SU"),
    "prop.SU=Gemma": lambda g: "Gemma" in g.values("SU"),
    "prop.DD:*": lambda g: named(g, "DD"),
    'prop.RE="B+9"': lambda g: "B+9" in g.values("RE"),
    "PB:이창호": lambda g: g.raw("PB", "이창호"),
    "BR:段": lambda g: g.raw("BR", "段"),
    "AB:*": lambda g: named(g, "AB"),
    "CA:utf": lambda g: g.raw("CA", "utf"),
    "CA=UTF-8 FF=4 SZ=9": lambda g: "UTF-8" in g.values("CA") and "4" in g.values("FF") and "9" in g.values("SZ"),
    "EV:evening -EV:club": lambda g: g.raw("EV", "evening") and not g.raw("EV", "club"),
    # Kinds of games, and fields that have a value.
    "has:variations": lambda g: g.variations > 0,
    "has:comments kind:loa": lambda g: bool(g.comments) and g.kind == 9,
    "has:setup": lambda g: g.has_setup,
    "has:handicap": lambda g: known(g.handicap, lambda h: h > 1),
    "-has:date": lambda g: g.date is None,
    "-has:result kind:go": lambda g: g.winner not in ENDED and g.kind == 1,
    "has:date has:result -has:comments": lambda g: g.date is not None and g.winner in ENDED and not g.comments,
    "kind:loa": lambda g: g.kind == 9,
    "game:go size:13": lambda g: g.kind == 1 and g.size == (13, 13),
    "kind:other": lambda g: g.kind not in (1, 9),
    "kind:hex": lambda g: g.kind == 11,
    "format:jgf": lambda g: g.format == "jgf",
    "format:(jgf OR gib)": lambda g: g.format in ("jgf", "gib"),
    "charset:gbk": lambda g: g.charset == "gbk",
    "charset:utf-8 -format:jgf": lambda g: g.charset == "utf-8" and g.format != "jgf",
    "file:classic": lambda g: "classic" in where(g),
    "file:*/loa/*.sgf": lambda g: where(g).startswith("loa/"),
    "file:결승": lambda g: "결승" in where(g),
    "path:CLASSIC": lambda g: "classic" in where(g),
    "file:three-games": lambda g: "three-games" in where(g),
    "archive:club.zip": lambda g: bool(g.members) and "club.zip" in g.path,
    "archive:boxes": lambda g: bool(g.members) and "boxes" in g.path,
    "archive:*.zip": lambda g: bool(g.members),
    "-archive:* format:jgf": lambda g: not g.members and g.format == "jgf",
    # Combinations of clauses.
    "event:Meijin OR event:Kisei result:B+R": lambda g: (
        is_meijin(g) or has(g.event, "kisei") and g.result == ("B", "R", None)),
    "(event:Meijin OR event:Kisei) result:B+R": lambda g: (
        (is_meijin(g) or has(g.event, "kisei")) and g.result == ("B", "R", None)),
    "event:Meijin AND NOT player:Kobayashi": lambda g: is_meijin(g) and not either(g, "kobayashi"),
    "-(size:19 OR kind:loa)": lambda g: g.size != (19, 19) and g.kind != 9,
    "-(-kind:loa)": lambda g: g.kind == 9,
    "NOT kind:go NOT kind:loa": lambda g: g.kind not in (1, 9),
    "((player:Anna))": lambda g: either(g, "anna"),
    "player:Anna AND (result:B+ | result:W+) AND kind:go": lambda g: either(g, "anna") and g.winner in ("B", "W") and g.kind == 1,
    "result:W+ -result:W+R -how:points": lambda g: g.winner == "W" and g.how not in ("R", "score"),
    "komi:6.5 moves>100 -has:variations": lambda g: g.komi == 650 and g.moves > 100 and g.variations == 0,
    # Positions.
    'position:"Q16 D4"': stands("Q16 D4"),
    'position:"Q16-D4-Q3"': stands("Q16 D4 Q3"),
    'position:"Q16 D4" result:W+': lambda g, at=stands("Q16 D4"): at(g) and g.winner == "W",
    "position:K10": stands("K10"),
    'position:"Q16 D4 Q3" move:..3': hit("Q16 D4 Q3", lambda number: number <= 3),
    "-position:Q16 player:Takemiya": lambda g, at=stands("Q16"): not at(g) and either(g, "takemiya"),
    # Queries from command line arguments.
    "player:Takemiya Masaki result:B+R": lambda g: either(g, "takemiya masaki") and g.result == ("B", "R", None),
    "-event:Club evening player:Anna": lambda g: not has(g.event, "club") and anywhere(g, of("evening")) and either(g, "anna"),
    "player:Anna result:B+": lambda g: either(g, "anna") and g.winner == "B",
    "title:Ko, explained": lambda g: has(g.title, "ko explained"),
}


def blocks(text):
    """Queries of the golden file with their games."""
    for block in text.split("\n\n"):
        query = re.search(r"^query:[ ]?(.*)$", block, re.M)
        games = re.findall(r"^  (.*)@(\d+)$", block, re.M)
        if query and re.search(r"^hits: ", block, re.M):
            yield query.group(1), {(place, int(number)) for place, number in games}
