"""Words in the form in which they are compared: without case, accents and apostrophes.

A text becomes one line in which every word is between spaces, and Chinese, Japanese and Korean runs are joined, so that
words, phrases and runs are found as substrings of the line.
"""

import re
import unicodedata

APOSTROPHE = r"['`´‘’ʼʻʹ′＇‛]"
CJK = "\u3005-\u3007\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u318e\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\u1100-\u11ff\uff66-\uff9f\U00020000-\U0003fffd"
HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb"
JOINING = re.compile(rf"(?<=[^\W_{CJK}]){APOSTROPHE}(?=[^\W_{CJK}])")
BREAK = re.compile(rf"(?<=[{CJK}])(?<![{HANGUL}])[\r\n]+(?=[{CJK}])(?![{HANGUL}])")
NUMBER = r"(?<!\d\.)\d+\.\d{1,4}(?![\da-z])(?!\.\d)"
ASCII_WORD = re.compile(rf"{NUMBER}|[a-z0-9]+")
WORD = re.compile(rf"{NUMBER}|[{CJK}]+|[^\W_{CJK}]+")
HYPHENS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
OTHER = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ħ": "h"})
MARK = re.compile("[\u0300-\u036f]")


def fold(text):
    """Text with case, accents, widths and apostrophes folded."""
    # Apostrophes are folded first, because some of them are decomposed with letters.
    text = re.sub(APOSTROPHE, "'", JOINING.sub("", text))
    if text.isascii():
        return text.lower()
    apart = MARK.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", apart).lower().translate(OTHER)


def line(text):
    """Words of a text as one row: ` good game `."""
    text = fold(text)
    if text.isascii():
        words = ASCII_WORD.findall(text)
    else:
        words = WORD.findall(BREAK.sub("", text))
    row = f" {' '.join(words)} "
    if "-" in text:
        row += "".join(f"\n {tied.replace('-', '')} " for tied in HYPHENS.findall(text))
    return row


def lines(texts):
    """Rows of several texts, joined so that no phrase spans two of them."""
    return "\n".join(map(line, texts))
