"""Dates, results, ranks and numbers as records write them, read once more and in another way than the program's."""

import calendar
import re
import unicodedata


def narrow(text):
    return unicodedata.normalize("NFKC", text).lower().strip()


# ---- results: (winner, how, margin in hundredths) ----

HOWS = {"": "+", "r": "R", "res": "R", "resign": "R", "resignation": "R", "t": "T", "time": "T", "f": "F", "forfeit": "F", "illegal": "F",
        "offline": "F"}
STRICT = re.compile(r"([bw])\s*\+\s*(.*)", re.S)
NUMBER = re.compile(r"(\d+)(?:[.,](\d+))?")
DRAWS = {"0", "jigo", "draw", "drawn", "tie", "和棋", "무승부", "持碁", "持棋", "和", "빅", "ジゴ"}
UNKNOWN = {"?", "unfinished", "unknown", "suspended", "game suspended", "打掛け", "打ち掛け", "*", "其它", "其他", "incomplete", "not finished",
           "adjourned", "has adjourned."}
VOIDS = {"void", "no result", "무효", "both lost", "無勝負"}
KOREAN_NUMBERS = {"한": 1, "두": 2, "세": 3, "네": 4}


def hundredths(whole, decimals):
    return int(whole) * 100 + int(((decimals or "") + "00")[:2])


def result(text):
    """What a result says; None if it says nothing."""
    if not text or not text.strip():
        return None
    text = narrow(text)
    if text in DRAWS:
        return ("0", None, None)
    if text in VOIDS:
        return ("void", None, None)
    if text in UNKNOWN:
        return ("?", None, None)
    if text in ("b", "w", "black", "white"):
        return (text[0].upper(), "+", None)
    found = STRICT.fullmatch(text)
    if found and "+" not in found.group(2):
        return claimed(found.group(1).upper(), found.group(2).strip())
    return english(text) or eastern(text)


def claimed(winner, how):
    if how in HOWS:
        return (winner, HOWS[how], None)
    number = NUMBER.match(how)
    if number:
        value = hundredths(*number.groups())
        rest = how[number.end():]
        if fraction := re.match(r"\s+(\d+)/(\d+)", rest):
            value += int(fraction.group(1)) * 100 // int(fraction.group(2))
        return scored(winner, value + 50 * rest.startswith("半"))
    word = re.match(r"[a-z]+", how)
    return (winner, HOWS.get(word.group() if word else "", "+"), None)


def scored(winner, margin):
    # More points than any board has are a mistake.
    return (winner, "score", margin) if margin and margin <= 100_000 else (winner, "+", None)


ENGLISH = re.compile(r"(black|white|b|w)\s+(wins?|won|resigns?|resigned|lost|loses)\b(.*)", re.S)


def english(text):
    found = ENGLISH.match(text)
    if not found:
        return None
    side, verb, rest = found.groups()
    side = side[0].upper()
    lost = verb.startswith(("res", "los"))
    winner = {"B": "W", "W": "B"}[side] if lost else side
    how = "+"
    if "time" in rest:
        how = "T"
    elif "resign" in verb + rest:
        how = "R"
    elif "forfeit" in rest:
        how = "F"
    number = NUMBER.search(rest)
    if how == "+" and number and "move" not in rest:
        return scored(winner, hundredths(*number.groups()))
    return (winner, how, None)


EASTERN = re.compile(r"([흑백黑黒白])")


def eastern(text):
    sides = set("B" if c in "흑黑黒" else "W" for c in EASTERN.findall(text))
    if len(sides) != 1:
        return None
    side = sides.pop()
    tail = text[EASTERN.search(text).end():]
    if re.search("认输|認輸|投了|超时负|접속", tail):
        lost = True
    else:
        lost = bool(re.search("[패負负敗败]", tail)) and not re.search("[승勝胜]", tail)
    winner = ({"B": "W", "W": "B"}[side]) if lost else side
    if re.search("불계|불게|中押|中盘|中盤|认输|認輸|投了", tail):
        return (winner, "R", None)
    if re.search("시간|超时|時間|时间", tail):
        return (winner, "T", None)
    if re.search("반칙|기권|실격|부전|접속", tail):
        return (winner, "F", None)
    margin = eastern_margin(tail)
    if margin:
        return (winner, "score", margin)
    return (winner, "+", None) if re.search("[승패勝胜負负贏赢]", tail) else None


def eastern_margin(tail):
    stones = 2 if "子" in tail else 1
    half = re.match(r"[^\d]*?(?<![\d집目一二三四五六七八九])\s*[반半]\s*[집目子]?", tail)
    number = re.search(r"(\d+)(?:[.,](\d+))?\s*([수手])?", tail)
    while number and number.group(3):
        number = re.compile(r"(\d+)(?:[.,](\d+))?\s*([수手])?").search(tail, number.end())
    if number:
        value = hundredths(number.group(1), number.group(2))
        rest = tail[number.end():]
        if re.match(r"\s*[집目子]?\s*[반半]", rest) and value % 100 == 0:
            value += 50
        fraction = re.match(r"\s*[과와]?\s*(\d+)/(\d+)", rest)
        if fraction:
            value += int(fraction.group(1)) * 100 // int(fraction.group(2))
        return value * stones
    for word, count in KOREAN_NUMBERS.items():
        if word + "집" in tail:
            return count * 100 + (50 if "반" in tail else 0)
    return 50 * stones if half else None


# ---- dates: the first and the last possible day as (year, month, day) ----

STEP = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?|(\d\d)(?:-(\d\d))?")
FORMAL = re.compile(r"\d{4}(?:-\d\d){0,2}(?:(?:,|\.\.)\d\d(?:\d\d)?(?:-\d\d){0,2})*")
FULL = re.compile(r"(?<!\d)(\d{4})(?:\s*[-./=年년]\s*|\s)(\d{1,2})(?!\d)(?:(?:\s*[-./=月월]\s*|\s)(\d{1,2})(?!\d))?")
DENSE = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(\d\d)(\d\d)(?!\d)")
YEAR = re.compile(r"(?<!\d)(\d{4}|\d{3}(?![-\d]))(s)?(?!\d)")
MONTHS = {name.lower(): n for n, name in enumerate(calendar.month_abbr) if name}
NAMED = [
    re.compile(r"(?P<m>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y>\d{4})"),
    re.compile(r"(?P<d>\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[\s-]+(?P<m>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[.,]?[\s-]+(?P<y>\d{4})"),
    re.compile(r"(?P<m>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(?P<y>\d{4})(?P<d>)"),
]
# A date, and the end of a range or the last of a list that leaves out what is the same, or is a season.
LISTED = re.compile(r"(\d{4}(?:-\d\d){0,2})(?:,\d\d)*(?:\s+or\s+|~|-|\.\.)(\d\d|(?:spring|summer|fall|autumn|winter) \d{4})")
# A year that may be five years off.
CIRCA = re.compile(r"(?:ca?\.|circa|about) ?(\d{4})|(\d{4}) approx\.?")
LAST_FIRST = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)")


def span(year, month=None, day=None):
    """The interval of a date; a month or day that the calendar lacks is left out."""
    if not 1 <= year <= 9999:
        return None
    if not month or not 1 <= month <= 12:
        return ((year, 1, 1), (year, 12, 31))
    last = calendar.monthrange(year, month)[1]
    if not day or not 1 <= day <= last:
        return ((year, month, 1), (year, month, last))
    return ((year, month, day), (year, month, day))


def joined(spans):
    spans = [one for one in spans if one]
    return (min(one[0] for one in spans), max(one[1] for one in spans)) if spans else None


def date(text):
    if not text or not text.strip():
        return None
    text = narrow(text)
    # `202002-02-21`, `200711-5`, `06-11-28`: a century twice, a sign left out, a century left out.
    text = re.sub(r"^20(?=20\d\d-)", "", text)
    text = re.sub(r"^(20\d\d)(\d\d)-(\d{1,2})$", r"\1-\2-\3", text)
    text = re.sub(r"^0(\d)-(\d\d)-(1[3-9]|2\d|3[01])$", r"200\1-\2-\3", text)
    if found := re.fullmatch(r"(\d\d)(\d\d)-(\d\d)", text):
        # `1832-40` is no month.
        if int(found[3]) > max(int(found[2]), 12):
            return joined([span(int(found[1] + found[2])), span(int(found[1] + found[3]))])
    if FORMAL.fullmatch(text):
        return formal(text)
    if found := LISTED.fullmatch(text):
        return listed(found)
    if found := re.search(r"^\d{4}(?=\.\d{3})", text):
        return span(int(found.group()))
    if re.search(r"\bbce?\b", text):
        return None
    if found := CIRCA.fullmatch(text):
        year = int(found[1] or found[2])
        return joined([span(year - 5), span(year + 5)])
    for pattern in NAMED:
        if found := pattern.search(text):
            return span(int(found["y"]), MONTHS[found["m"]], int(found["d"] or 0))
    if found := LAST_FIRST.search(text):
        return last_first(*found.groups())
    spans = [span(int(y), int(m), int(d or 0)) for y, m, d in FULL.findall(text)]
    if spans and len(spans) == 1 and re.search(r"(\+|\.\.|and later)\s*$", text):
        spans.append(span(int(text[:4]), 12, 31) if text[:4].isdigit() else None)
    spans += [span(int(y), int(m), int(d)) for y, m, d in DENSE.findall(text)]
    if not spans:
        found = YEAR.findall(text)
        spans = [((int(y), 1, 1), (int(y) + 9, 12, 31)) if s else span(int(y)) for y, s in found]
    return joined(spans)


def formal(text):
    """The dates of SGF: lists and ranges in which a date leaves out what is the same as before."""
    spans, year, month, parts = [], None, None, 0
    for step in re.split(r",|\.\.", text):
        pieces = [int(piece) for piece in step.split("-")]
        if len(step.split("-")[0]) == 4:
            year, month = pieces[0], pieces[1] if len(pieces) > 1 else None
            spans.append(span(*pieces[:3]))
        elif len(pieces) == 2:
            month = pieces[0]
            spans.append(span(year, *pieces))
        elif parts == 2:
            month = pieces[0]
            spans.append(span(year, month))
            continue
        else:
            spans.append(span(year, month, pieces[0]))
        parts = len(pieces) if len(step.split("-")[0]) == 4 else 3
    return joined(spans)


def listed(found):
    start = formal(found.group(1))
    end = found.group(2)
    if not end.isdigit():
        # The season's year ends the interval, but does not begin it anew.
        return (start[0], span(int(end[-4:]))[1]) if start else None
    year, month, _ = start[0]
    return joined([start, span(year, month, int(end))])


def last_first(a, sign, b, year):
    a, b, year = int(a), int(b), int(year)
    if b > 12 >= a:
        return span(year, a, b)
    if a > 12 >= b or sign == "." or a == b:
        return span(year, b, a)
    return span(year)


# ---- ranks: 40k is 1, 1k is 40, 1d is 41, 1p is 51 ----

RANK = re.compile(r"(?<![a-oq-z\d.])(\d{1,2}|[초初一二三四五六七八九])(?:\.0)?\s*-?\s*(kyu|dan|pro|dp|gup|[kdp段단级級급])(?![a-oq-z]|p[a-z])")
HAN = {c: n for n, c in enumerate("〇一二三四五六七八九")} | {"초": 1, "初": 1}


def rank(text, pro=False):
    """The place on the scale; None if the text names none."""
    if not text:
        return None
    text = narrow(text).split("&")[0].strip()
    if code := re.fullmatch(r"([12])0([1-9])", text):
        return 10 * int(code.group(1)) + 30 + int(code.group(2))
    if alone := re.fullmatch(r"p(\d)", text):
        return 50 + int(alone.group(1))
    found = RANK.search(text)
    if not found:
        return None
    before, after = text[: found.start()], text[found.end():]
    if re.search(r"\d[-/.]$", before) or re.match(r"\s*or ", after):
        return None
    number = HAN.get(found.group(1)) or int(found.group(1))
    unit = found.group(2)
    if unit in ("k", "kyu", "gup", "级", "級", "급"):
        return 41 - number if 1 <= number <= 40 else None
    says = pro or re.search(r"(^|[^a-z])(p|pro|prof|professional)[\s.,:(-]*$", before) or before.endswith(("프로", "プロ"))
    says = says or re.match(r"[\s.,(-]*(p|pro|pros|prof|professional)\b", after)
    if unit in ("p", "pro", "dp") or says:
        return 50 + min(number, 9) if 1 <= number <= 10 else None
    return 40 + number if 1 <= number <= 10 else None


# ---- numbers ----


def komi(text):
    """Komi in hundredths of a point."""
    if not text:
        return None
    found = re.search(r"([-−])?\s*(\d+)(?:[.,](\d+))?\s*(집|점|目|子|moku|points?|pts?)?\s*(반|半)?", narrow(text))
    if not found or re.search(r"[a-z]\s*[-+]?$", narrow(text)[: found.start()]):
        return None
    if re.match(r"[a-z0-9]", narrow(text)[found.end():]):
        return None
    sign, whole, decimals, unit, half = found.groups()
    value = hundredths(whole, decimals) + (50 if half else 0)
    if not unit:
        if value % 100 == 0 and 10_000 <= value < 100_000:
            value //= 100
        if 100 <= value < 500 and value % 100 in (25, 75):
            value *= 2
    if value > 100_000:
        return None
    return -value if sign else value


def komi_in_prose(text):
    """`호선 - 6집 반 공제`: an even game, and 6.5 points."""
    text = narrow(text or "")
    if text in ("정선", "定先"):
        return 0
    if not re.search("공제|덤|コミ|込|贴|komi", text):
        return None
    found = re.search(r"(\d+)(?:[.,](\d+))?\s*집?\s*(반)?", text)
    return hundredths(found.group(1), found.group(2)) + (50 if found.group(3) else 0) if found else None


def handicap(text):
    if not text:
        return None
    text = narrow(text)
    if re.match("호선|정선|互先|定先|even|none|分先", text):
        return 0
    found = re.match(r"(?:handicap|h|让)?\s*(\d{1,9}|[一二三四五六七八九])(?:\.0)?\s*(점접\S*|점|子局\S*|子|目|stones?)?(?=\s|$)", text)
    if not found:
        return None
    number = HAN.get(found.group(1)) or int(found.group(1))
    return number if number <= 99 else None


def size(text):
    """Width and height; None if there is no board of that size."""
    found = re.fullmatch(r"(\d{1,9})(?:\s*[:x×*]\s*(\d{1,9}))?\s*[路줄]?", narrow(text))
    if not found:
        return None
    width, height = int(found.group(1)), int(found.group(2) or found.group(1))
    return (width, height) if 1 <= width <= 52 and 1 <= height <= 52 else None
