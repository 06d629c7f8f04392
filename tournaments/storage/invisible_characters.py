"""Remove control and format characters from typed text: what nobody sees turns names round, hides words and parts equals.

Joiners stay where a script needs them: between letters of Arabic, Indic and other joining scripts, and behind a virama.
"""

from __future__ import annotations

import re
import unicodedata

ZWNJ, ZWJ = "\u200c", "\u200d"
VIRAMA = 9  # the canonical combining class of all viramas
KEPT_CONTROLS = "\x00\t\n\r"  # NUL is left for the forms, which refuse it; the others are white space
# Format characters that are drawn: signs that stand over or around a number.
DRAWN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
BLANK = frozenset(
    "\u2028\u2029\u2800\u3164\uffa0"
)  # separators, and letters that are a gap: a space stands for them
# Marks and letters that draw nothing, and variation selectors: phones write one behind "♥".
HIDDEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5") | {chr(code) for code in range(0xFE00, 0xFE10)}
SUSPICIOUS = re.compile(
    r"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    r"\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff"
    r"\U000e01f0-\U000e0fff]"
)
# Scripts whose letters change their form where they meet, so that a joiner between two of them is spelling.
JOINING_SCRIPTS = re.compile(
    r"[\u0600-\u08ff\u0900-\u0dff\u0f00-\u0fff\u1000-\u109f\u1700-\u18af\u1900-\u1aaf\u1b00-\u1c4f\ua840-\ua87f\ua8e0-\ua9ff"
    r"\uaa60-\uaa7f\uaae0-\uaaff\uabc0-\uabff\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010a00-\U00010aff\U00011000-\U00011fff"
    r"\U0001e900-\U0001e95f]"
)


def visible(text: str) -> str:
    """Return a text without control and format characters, but with joiners that its script needs."""
    return without_format(without_controls(text))


def without_controls(text: str) -> str:
    """Return a text without C0 and C1 controls; white space stays, and NUL, which forms refuse with a sentence."""
    if SUSPICIOUS.search(text) is None:
        return text
    return "".join(sign for sign in text if unicodedata.category(sign) != "Cc" or sign in KEPT_CONTROLS)


def without_format(text: str) -> str:
    """Return a text without format characters, noncharacters, tags and letters that draw nothing."""
    if SUSPICIOUS.search(text) is None:
        return text
    kept: list[str] = []
    for place, sign in enumerate(text):
        if sign in (ZWNJ, ZWJ):
            if is_spelling(kept, text[place + 1 : place + 2]):
                kept.append(sign)
        elif sign in BLANK:
            kept.append(" ")
        elif not is_hidden(sign):
            kept.append(sign)
    return "".join(kept)


def is_hidden(sign: str) -> bool:
    """Return whether a character draws nothing and is no spelling. Lone surrogates are left to the checks that refuse them."""
    if sign in DRAWN:
        return False
    category = unicodedata.category(sign)
    if category == "Cf" or sign in HIDDEN:
        return True
    return category == "Cn" and SUSPICIOUS.match(sign) is not None  # noncharacters and the block of tags


def is_spelling(before: list[str], after: str) -> bool:
    """Return whether a joiner stands between letters of a joining script, or behind a virama."""
    if not before or JOINING_SCRIPTS.match(before[-1]) is None:
        return False
    return unicodedata.combining(before[-1]) == VIRAMA or JOINING_SCRIPTS.match(after) is not None
