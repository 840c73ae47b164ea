"""Decodes bytes to text."""

import codecs
import re

LABEL = re.compile(rb"(?:CA|CharSet|Lang|CoDing)\s*[\[=]\s*([A-Za-z0-9_.:\- ]+)")
MARKS = [
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
]
# Supersets that files with these labels usually use.
SUPERSETS = {"gb2312": "gb18030", "gbk": "gb18030", "ms_kanji": "cp932", "shift_jis": "cp932", "sjis": "cp932", "s-jis": "cp932",
             "euc-cn": "gb18030", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "big5": "cp950", "iso-8859-1": "cp1252", "latin1": "cp1252",
             "latin-1": "cp1252", "iso-latin-1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252", "iso8859-1": "cp1252"}
GUESSES = ["cp932", "euc_jp", "cp949", "cp950"]
# WHATWG names of these charsets.
NAMES = {"gb18030": "gbk", "cp932": "shift_jis", "euc_jp": "euc-jp", "cp949": "euc-kr", "cp950": "big5", "cp1252": "windows-1252"}
# Characters that are frequent in game records, and rare in text that was decoded with a wrong charset.
FAMILIAR = set("黑白胜勝负负棋局年月日第回期届杯赛戦战段名人本因坊天元王座先番手目半中押中盘盤图图の対级圍围흑백승국기집반단회전대불계年월일"
               "　）はがをにでとしたコミ日本中国中國韓韩预選选决決圈流星浦")


def strict(data, charset):
    try:
        return data.decode(charset)
    except (UnicodeDecodeError, LookupError):
        return None


def damaged_utf8(data):
    """True if most non-ASCII bytes are valid UTF-8."""
    good = sum(len(c.encode()) for c in data.decode("utf-8", "ignore") if c > "\x7f")
    high = sum(1 for byte in data if byte > 0x7f)
    return high > 0 and good >= 0.55 * high


def decode(data):
    """Decoded text, and the name of its charset."""
    for mark, charset in MARKS:
        if data.startswith(mark) and mark == codecs.BOM_UTF8 and data[3:].isascii():
            return data[3:].decode("ascii"), "ascii"
        if data.startswith(mark):
            return data[len(mark):].decode(charset, "replace"), charset
    if data.isascii() and b"\x00" not in data[:64]:
        if b"\x1b$" not in data:
            return data.decode("ascii"), "ascii"
        text = strict(data, "iso2022_jp")
        return (text, "iso-2022-jp") if text else (data.decode("ascii"), "ascii")
    if b"\x00" in data[:64]:
        for at, charset in ((1, "utf-16-le"), (0, "utf-16-be")):
            half = data[at:64:2]
            if half and half.count(0) * 10 >= len(half) * 8:
                return data.decode(charset, "replace"), charset
    text = strict(data, "utf-8")
    if text is not None:
        return text, "utf-8"
    label = LABEL.search(data)
    if label:
        name = label.group(1).decode("ascii").strip().lower()
        charset = SUPERSETS.get(name, name)
        text = strict(data, charset) if name not in ("utf-8", "utf8") else None
        if text is not None:
            return text, name if name == charset else NAMES[charset]
    if paired(data):
        return data.decode("gb18030", "replace"), "gbk"
    if damaged_utf8(data):
        return data.decode("utf-8", "replace"), "utf-8"
    if score(strict(data, "gb18030")) > 0.15 and in_pairs(data):
        return data.decode("gb18030"), "gbk"
    best = max(GUESSES, key=lambda charset: score(strict(data, charset)))
    text = strict(data, best)
    if score(text) > 0.15:
        return text, NAMES[best]
    # Bytes that are invalid in this charset belong to another one, which cannot be determined here.
    return data.decode("cp1252", "replace"), "other" if strict(data, "cp1252") is None else NAMES["cp1252"]


def paired(data):
    """True if the non-ASCII bytes come in pairs, nearly all of which are usual Chinese characters or signs of GB2312."""
    runs = re.findall(rb"[\x80-\xff]+", data)
    pairs = [run[i : i + 2] for run in runs if len(run) % 2 == 0 for i in range(0, len(run), 2)]
    common = sum(0xB0 <= pair[0] <= 0xD7 or pair[0] in (0xA1, 0xA3) for pair in pairs if pair[1] > 0xA0)
    return all(len(run) % 2 == 0 for run in runs) and common >= 0.9 * len(pairs) and (
        score(strict(data, "gb18030")) > 0.1 or all(pair[0] in (0xA1, 0xA3) for pair in pairs))


def in_pairs(data):
    """True if nearly all non-ASCII bytes are adjacent to each other, unlike accented letters in ASCII text."""
    runs = re.findall(rb"[\x80-\xff]+", data)
    return sum(len(run) for run in runs if len(run) > 1) >= 0.8 * sum(map(len, runs))


def score(text):
    """Share of familiar characters among the non-ASCII ones."""
    if text is None:
        return -1.0
    other = [c for c in text if c > "\x7f"]
    return sum(c in FAMILIAR for c in other) / max(len(other), 1)
