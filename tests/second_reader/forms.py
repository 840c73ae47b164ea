"""An archive of generated games that write equal facts in different ways: each row of `tests/it/reading/facts.tsv`, and
random pairs of rows.

Available archives have hardly any margins in stones of area scoring or dates with mistyped digits.
"""

import pathlib
import random
import re

from . import facts, game

TABLE = pathlib.Path(__file__).parents[1] / "it" / "reading" / "facts.tsv"
PROPERTIES = {"result": ["RE"], "date": ["DT"], "komi": ["KM"], "rank": ["BR", "WR"], "handicap": ["HA"], "rules": ["RU"]}
# Values that this reader does not parse: years of lunisolar calendars, two-digit years behind the name of a month,
# parts of a century, fractions in a single character, and text in an undetectable charset.
NOT_READ = ("An'ei", "弘化", "乾隆", "康熙", "光绪", "嘉慶", "순조", "純祖", "롸邱",
            "march 94", "March 05", "March 13, 94", "Sept. 87", "late 1700s", "¾")
# Margins and komi in stones of area scoring, and similar texts.
MORE = {
    "result": ["B+0.75", "W+0.25", "W+1.75?", "B+2.25", "B+3.75", "W+12.25", "B+1.50", "W+0.75子", "흑 0.75집승", "黑胜 2又3/4子", "B+1 3/4"],
    "komi": ["375", "3.75", "2.75", "275", "3又3/4子", "7.5", "325", "37500"],
    "rules": ["Chinese", "中国规则", "chinese", "CN"],
    "date": ["1990-05-21", "21 - 23 May 199O", "l999", "2OO6.1O.12", "158?", "199?", "199x", "1999 Sep 5", "5. Sept. 1999",
             "21.-23. Mai 1990", "31-32 May 1990", "1990 5 21 13:30", "before 1700-03", "after May 1846"],
}
# Charset names in records, with their names in Python.
CHARSETS = {"UTF-8": "utf-8", "GBK": "gbk", "Shift_JIS": "cp932", "EUC-KR": "cp949", "Big5": "cp950"}


def table():
    """Rows of the table of facts: kind, text, and expected value."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")


def write(folder, number, seed):
    chance = random.Random(seed)
    texts = {kind: list(more) for kind, more in MORE.items()}
    for kind, text, _ in table():
        if kind in PROPERTIES and not any(piece in text for piece in NOT_READ):
            texts.setdefault(kind, []).append(text)
    for name in range(number):
        game = "(;SZ[19]"
        for kind, properties in PROPERTIES.items():
            for name_of in properties:
                if chance.random() < 0.7:
                    value = chance.choice(texts[kind]).replace("\\", "\\\\").replace("]", "\\]")
                    game += f"{name_of}[{value}]"
        (folder / f"{name:05}.sgf").write_bytes(encoded(chance, game + ";B[pd];W[dp])"))


def encoded(chance, game):
    """Bytes of a game in a charset that has all its characters."""
    label, charset = chance.choice(list(CHARSETS.items()))
    # A label is not trusted for one or two words, nor a Korean one for text with hardly any hangul. Kana have several
    # code points in Big5, so that charset is avoided for them.
    if label == "Big5" and re.search("[ぁ-ヿ]", game) or len(re.findall(r"[^\x00-\x7f]", game)) < 3 or label == "EUC-KR" and len(re.findall("[가-힣]", game)) < 3:
        label, charset = "UTF-8", "utf-8"
    game = game.replace("(;", f"(;CA[{label}]")
    try:
        return game.encode(charset)
    except UnicodeEncodeError:
        return game.replace(label, "UTF-8").encode()


def told(kind, text):
    """Value of a text in the notation of the table; `None` for kinds that are not read here."""
    if kind == "result":
        return shown_result(facts.result(text))
    if kind == "date":
        found = facts.date(text)
        days = dict.fromkeys("{:04}-{:02}-{:02}".format(*day) for day in found) if found else "-"
        return "..".join(days)
    if kind == "rank":
        rank = facts.rank(text)
        return "-" if rank is None else shown_rank(rank)
    if kind == "komi":
        return points(facts.komi(text))
    if kind == "handicap":
        stones, komi = facts.handicap(text), facts.komi_in_prose(text)
        return ("-" if stones is None else str(stones)) + ("" if komi is None else f", komi {points(komi)}")
    if kind == "persons":
        return " | ".join(map(shown_person, game.persons(text)))
    if kind == "time":
        seconds = facts.time(text)
        return "-" if seconds is None else str(seconds)
    return None


def shown_result(result):
    if result is None:
        return "-"
    winner, how, margin = result
    if how is None:
        return {"void": "Void"}.get(winner, winner)
    return f"{winner}+{points(margin) if margin else how.strip('+')}"


def shown_person(person):
    rank = game.rank_inside(person)
    return game.bare(person) + (f" ({shown_rank(rank)})" if rank else "")


def shown_rank(rank):
    return f"{41 - rank}k" if rank <= 40 else f"{rank - 40}d" if rank <= 50 else f"{rank - 50}p"


def points(hundredths):
    return "-" if hundredths is None else f"{hundredths / 100:g}"


def differences():
    """Rows of the table that this reader reads differently. Overtime, titles and ratings of persons are not compared."""
    for kind, text, want in table():
        found = told(kind, text)
        if kind == "time":
            want = want.split(", ")[0]
        if kind == "persons":
            want = re.sub(rf", {game.TITLE}|, rating \d+", "", want)
        if found is not None and found != want and not any(piece in text for piece in NOT_READ):
            yield f"{kind} {text}: here {found}, in the table {want}"
