"""Parses dates, results, ranks and numbers of records, in another way than the program."""

import calendar
import datetime
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
UNKNOWN = {"?", "unfinished", "unknown", "suspended", "game suspended", "打掛け", "打ち掛け", "打挂", "*", "其它", "其他", "incomplete",
           "not finished", "adjourned", "has adjourned."}
VOIDS = {"void", "no result", "무효", "both lost", "無勝負"}
KOREAN_NUMBERS = {"한": 1, "두": 2, "세": 3, "네": 4}
HAN = {c: n for n, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "十": 10, "百": 100}


def arabic(text):
    """Han numerals as digits, and fractions as `3/4`."""
    text = re.sub(f"[{''.join(HAN)}]+", lambda run: str(numeral(run.group())), text)
    return re.sub(r"(\d+)分之(\d+)", r"\2/\1", text)


def numeral(run):
    if not set(run) & set("十百"):
        return int("".join(str(HAN[c]) for c in run))
    total = last = 0
    for c in run:
        if HAN[c] < 10:
            last = HAN[c]
        else:
            total, last = total + (last or 1) * HAN[c], 0
    return total + last


def hundredths(whole, decimals):
    return int(whole) * 100 + int(((decimals or "") + "00")[:2])


def result(text):
    """Parsed result; `None` if the text states none."""
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
        # A number with a second fraction or an exponent is no number of points.
        if re.match(r"[.e]\d", rest):
            return (winner, "+", None)
        if fraction := re.match(r"\s+(\d+)/(\d+)", rest):
            value += int(fraction.group(1)) * 100 // int(fraction.group(2))
        value += 50 * rest.startswith("半")
        return scored(winner, value * (2 if "子" in rest else 1))
    word = re.match(r"[a-z]+", how)
    return (winner, HOWS.get(word.group() if word else "", "+"), None)


def scored(winner, margin):
    # A margin larger than any board is a mistake.
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
    margin = eastern_margin(arabic(tail))
    if margin:
        return (winner, "score", margin)
    return (winner, "+", None) if re.search("[승패勝胜負负贏赢]", tail) else None


# Number of points in `3`, `1.5`, `3집 반`, `1又3/4子`, `半目`; not the number of moves before `手`.
AMOUNT = re.compile(
    r"(?:(?P<whole>\d+)(?:[.,](?P<part>\d+))?(?![\d/]))?\s*[又과와]?\s*(?:(?P<top>\d+)/(?P<bottom>\d+))?"
    r"\s*(?P<unit>[집目子점点]?)\s*(?P<half>[반半]?)\s*(?P<last>[집目子]?)(?P<moves>\s*[수手])?")


def eastern_margin(tail):
    tail = re.sub("[한두세네](?=집)", lambda word: str(KOREAN_NUMBERS[word.group()]), tail)
    for found in AMOUNT.finditer(tail):
        whole, part, top, bottom, half = found.group("whole", "part", "top", "bottom", "half")
        if found["moves"] or not (whole or top or half):
            continue
        value = hundredths(whole or 0, part)
        value += int(top) * 100 // int(bottom) if top else 0
        value += 50 if half and value % 100 == 0 else 0
        # One stone of area scoring is two points.
        return value * (2 if "子" in (found["unit"], found["last"]) else 1)
    return None


def is_quarter(value):
    return value is not None and value % 50 == 25


# ---- dates: the first and the last possible day as (year, month, day) ----

STEP = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?|(\d\d)(?:-(\d\d))?")
FORMAL = re.compile(r"\d{4}(?:-\d\d){0,2}(?:(?:,|\.\.)\d\d(?:\d\d)?(?:-\d\d){0,2})*")
FULL = re.compile(r"(?<!\d)(\d{4})(?:\s*[-./=年년]\s*|\s)(\d{1,2})(?!\d)(?:(?:\s*[-./=月월]\s*|\s)(\d{1,2})(?!\d))?")
DENSE = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(\d\d)(\d\d)(?!\d)")
YEAR = re.compile(r"(?<!\d)(\d{4}|\d{3}(?![-\dx]))(s)?(?!\d)")
MONTHS = {name.lower(): n for n, name in enumerate(calendar.month_abbr) if name} | {"aoû": 8, "mai": 5}
MONTH = f"(?P<m>{'|'.join(MONTHS)})[^\\W\\d]*"
DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?"
# Days of one month: `21-23`, `21, 22 and 24`.
DAYS = rf"(?P<d>{DAY}(?:\s*(?:[-–~,/]|to|and|or)\s*{DAY}(?!\d))*)"
NAMED = [
    re.compile(rf"{MONTH}\.?\s+{DAYS},?\s+(?P<y>\d{{4}})"),
    re.compile(rf"{DAYS}(?:\s+of)?[\s-]+{MONTH}[.,]?[\s-]+(?P<y>\d{{4}})"),
    re.compile(rf"(?P<y>\d{{4}})[\s.-]+{MONTH}\.?[\s-]*(?P<d>(?:{DAY})?)"),
    re.compile(rf"{MONTH}\.?,?\s+(?P<y>\d{{4}})(?P<d>)"),
]
# Days of two months in one year: `30 April - 2 May 1990`.
ACROSS = re.compile(rf"({DAY})\s+([a-z]{{3,}})\s*[-–~]\s*({DAY}\s+[a-z]{{3,}}\.?,?\s+(\d{{4}}))")
# A number with letters that look like digits.
MISTYPED = re.compile(r"(?<![^\W_])(?=[\dol]*\d)(?=\d*[ol])(?!(?<![-/.])1o(?![^\W_]))[\dol]{2,}(?![^\W_])")
# Eras and calendars of Japan, China and Korea, with the year before their first one.
ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911, "民国": 1911, "檀紀": -2333, "단기": -2333,
        "皇紀": -660, "showa": 1925, "heisei": 1988}
# Japanese eras by their first letters: `S54.10.4`.
ERA_LETTERS = {"m": "明治", "t": "大正", "s": "昭和", "h": "平成", "r": "令和"}
ERA = re.compile(rf"({'|'.join(ERAS)})\s*(元|\d+)(?!\d)")
# A date; or the end of a range or of a list, which may leave out parts equal to the date before, or be a season.
LISTED = re.compile(r"(\d{4}(?:-\d\d){0,2})(?:,\d\d)*(?:\s+or\s+|~|-|\.\.)(\d\d|(?:spring|summer|fall|autumn|winter) \d{4})")
# A year with an uncertainty of five years.
CIRCA = re.compile(r"(?:ca?\.|circa|about) ?(\d{4})|(\d{4}) approx\.?")
LAST_FIRST = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|[3-9]\d)(?!\d)")


def span(year, month=None, day=None):
    """Interval of a date. A month or day that the calendar does not have is ignored."""
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
    text = arabic(narrow(text).replace("正月", "1月"))
    text = MISTYPED.sub(lambda number: number.group().translate(str.maketrans("ol", "01")), text)
    text = re.sub(r"^([mtshr])(\d{1,2})(?=\.\d+\.)", lambda era: ERA_LETTERS[era[1]] + era[2], text)
    text = ERA.sub(lambda era: str(ERAS[era[1]] + (1 if era[2] == "元" else int(era[2]))), text)
    if found := re.fullmatch(r"(before|after)\s+(.*)", text):
        return beyond(found[1], date(found[2]))
    if found := re.fullmatch(r"(1[5-9]\d|20[0-2])[?x]", text):
        return joined([span(int(found[1] + "0")), span(int(found[1] + "9"))])
    if found := re.fullmatch(r"(1\d|20)xx", text):
        return joined([span(int(found[1] + "00")), span(int(found[1] + "99"))])
    if found := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th) century", text):
        return joined([span(int(found[1]) * 100 - 99), span(int(found[1]) * 100)])
    if re.fullmatch(r"-\d+", text):
        return None
    if found := ACROSS.fullmatch(text):
        return joined([date(f"{found[1]} {found[2]} {found[4]}"), date(found[3])])
    # Mistyped years: `202002-02-21` (century twice), `200711-5` (separator missing), `06-11-28` (century missing).
    text = re.sub(r"^20(?=20\d\d-)", "", text)
    text = re.sub(r"^(20\d\d)(\d\d)-(\d{1,2})$", r"\1-\2-\3", text)
    text = re.sub(r"^0(\d)-(\d\d)-(1[3-9]|2\d|3[01])$", r"200\1-\2-\3", text)
    if found := re.fullmatch(r"(\d\d)(\d\d)-(\d\d)", text):
        # In `1832-40`, 40 is no month.
        if int(found[3]) > max(int(found[2]), 12):
            return joined([span(int(found[1] + found[2])), span(int(found[1] + found[3]))])
    text = re.sub(r"^(\d{4}),(\d\d),(\d\d)$", r"\1-\2-\3", text)
    text = re.sub(r"^(\d{4}-\d\d-\d\d)\.(\d\d)$", r"\1,\2", text)
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
            days = re.findall(r"\d+", found["d"]) or [0]
            return joined(span(int(found["y"]), MONTHS[found["m"]], int(day)) for day in days)
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


def beyond(side, known):
    """The hundred years before or after a date."""
    if known is None:
        return None
    (first, _, _), (last, _, _) = known
    if side == "before":
        day = datetime.date(*known[0]) - datetime.timedelta(1)
        return (max(first - 100, 1), 1, 1), (day.year, day.month, day.day)
    day = datetime.date(*known[1]) + datetime.timedelta(1)
    return (day.year, day.month, day.day), (last + 100, 12, 31)


def formal(text):
    """Dates in SGF notation: lists and ranges, in which a date leaves out the parts that equal the date before."""
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
        # The year of the season ends the interval and does not begin a new one.
        return (start[0], span(int(end[-4:]))[1]) if start else None
    year, month, _ = start[0]
    return joined([start, span(year, month, int(end))])


def last_first(a, sign, b, year):
    a, b, year = int(a), int(b), int(year) + (1900 if len(year) == 2 else 0)
    if b > 12 >= a:
        return span(year, a, b)
    if a > 12 >= b or sign == "." or a == b:
        return span(year, b, a)
    return span(year)


# ---- ranks: 40k is 1, 1k is 40, 1d is 41, 1p is 51 ----

RANK = re.compile(r"(?<![a-oq-z\d.])(\d{1,2}|[초初一二三四五六七八九])(?:\.0)?\s*-?\s*(kyu|dan|pro|dp|gup|[kdp段단级級급])(?![a-oq-z]|p[a-z])")
FIRST = {"초": 1, "初": 1}


def rank(text, pro=False):
    """Position on the scale of ranks; `None` if the text has no rank."""
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
    number = (HAN | FIRST).get(found.group(1)) or int(found.group(1))
    unit = found.group(2)
    if unit in ("k", "kyu", "gup", "级", "級", "급"):
        return 41 - number if 1 <= number <= 40 else None
    says = pro or re.search(r"(^|[^a-z])(p|pro|prof|professional)[\s.,:(-]*$", before) or before.rstrip().endswith(("프로", "プロ"))
    says = says or re.match(r"[\s.,(-]*(p|pro|pros|prof|professional)\b", after)
    if unit in ("p", "pro", "dp") or says:
        return 50 + min(number, 9) if 1 <= number <= 10 else None
    return 40 + number if 1 <= number <= 10 else None


# ---- numbers ----


def komi(text):
    """Komi in hundredths of a point."""
    if not text:
        return None
    text = arabic(narrow(text))
    if text == "no komi":
        return 0
    if found := re.match(r"(?:reverse|逆コミ|倒贴)\s*", text):
        points = komi(text[found.end():])
        return points and -points
    # `3子3/4` means `3又3/4子`.
    text = re.sub(r"^(\d+)子(\d+/\d+)$", r"\1又\2子", text)
    found = re.search(
        r"([-−])?\s*(\d+)(?:[.,](\d+))?(?:\s*[又과와]?\s*(\d+)/(\d+))?\s*(집|점|目|子|moku|points?|pts?)?\s*(반|半)?", text)
    if not found or re.search(r"[a-z]\s*[-+]?$", text[: found.start()]):
        return None
    if re.match(r"[a-z0-9]", text[found.end():]):
        return None
    sign, whole, decimals, top, bottom, unit, half = found.groups()
    value = hundredths(whole, decimals) + (int(top) * 100 // int(bottom) if top else 0) + (50 if half else 0)
    if unit == "子":
        value *= 2
    if not unit:
        if value % 100 == 0 and 10_000 <= value < 100_000:
            value //= 100
        if 100 <= value < 500 and value % 100 in (25, 75):
            value *= 2
    if value > 100_000:
        return None
    return -value if sign else value


def counts_stones(text):
    """True if a komi is in stones of area scoring, each of two points: `3.75`, `375`, or in words."""
    found = re.fullmatch(r"(\d+)(?:\.(\d+))?", narrow(text or ""))
    if found is None:
        return "子" in (text or "")
    value = hundredths(*found.groups())
    stones = value // 100 if value >= 10_000 else value
    return is_quarter(stones) and stones < 500


def is_chinese(rules):
    """True if the rules are Chinese, and no others are named."""
    rules = narrow(rules or "")
    others = r"\bold\b|\bancient\b|古|\b(japan|jpn?|aga|ing|goe|nz|zealand|tromp|korea)|日本|일본|韩国|韓国|한국|应氏|應氏"
    return bool(re.search(r"\b(chin|cn\b|chn\b)|中国|中國|중국", rules)) and not re.search(others, rules)


def komi_in_prose(text):
    """Komi in a Korean handicap text: `호선 - 6집 반 공제` is an even game with 6.5 points."""
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
    found = re.match(r"(?:handicap|h|置碁|被?让|접)?\s*(\d{1,9}|[一二三四五六七八九])(?:\.0)?\s*(점접\S*|점|子局\S*|子|目|stones?)?(?=\s|$)", text)
    if not found:
        return None
    number = HAN.get(found.group(1)) or int(found.group(1))
    return number if number <= 99 else None


def size(text):
    """Width and height; `None` if no board has this size."""
    found = re.fullmatch(r"(\d{1,9})(?:\s*[:x×*]\s*(\d{1,9}))?\s*[路줄]?", narrow(text))
    if not found:
        return None
    width, height = int(found.group(1)), int(found.group(2) or found.group(1))
    return (width, height) if 1 <= width <= 52 and 1 <= height <= 52 else None


# ---- main time in seconds ----

UNITS = {"'": 60, "h": 3600, "시": 3600, "小": 3600, "時": 3600, "时": 3600, "m": 60, "분": 60, "分": 60, "s": 1, "초": 1, "秒": 1}
PIECE = re.compile(
    r"(\d+(?:\.\d+)?)\s*(hours?|hrs?|h|시간|小时|時間|minutes?|mins?|m|'|분|分钟|分|seconds?|secs?|s|초|秒)(?![a-z])\s*([반半]?)")
CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d\d)(?![:\d])(.*)", re.S)


def time(text):
    """Main time without overtime; `None` if a text is ambiguous."""
    text = arabic(narrow(text or ""))
    if found := re.fullmatch(r"(\d+)(?:,.*)?|(\d{3,})\s*\+\s*\d+x\d+", text):
        return int(found[1] or found[2])
    if found := CLOCK.match(text):
        total = int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])
        # `1:15` may be in minutes or hours.
        return total if found[1] or ":" in found[4] or total >= 300 else None
    if re.search(r"\d\s*m\s+[bw]\b", text):
        return None
    first = PIECE.search(text)
    if first is None or re.search(r"\d", text[: first.start()]):
        return None
    return added(text, first)


def added(text, piece):
    total = 0
    while piece:
        rest = text[piece.end():].lstrip()
        if re.match(r"(?:读秒)?\d+\s*[회次回번步手]", rest):
            break
        if rest.startswith("/"):
            return None if rest[1:2].isdigit() else int(total)
        unit = UNITS[piece[2][0]]
        if rest.startswith(",") and unit == 1:
            return None
        total += unit * (float(piece[1]) + (0.5 if piece[3] else 0))
        # In `1h30`, the second number is in the next smaller unit.
        if smaller := re.match(r"(\d\d)\s*(?=$|[+(,])", rest):
            return int(total + int(smaller[1]) * unit / 60)
        piece = PIECE.match(rest)
        text = rest
    return int(total)
