"""The letters of the paper: embedded fonts with the letters of all names and the four suits, and how wide a text is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapedStr, TTFont, shapeStr

FOLDER = Path(__file__).resolve().parent / "ttf"
PLAIN, BOLD = "ClubText", "ClubText-Bold"
DISPLAY = "ClubDisplay"  # for what is read from afar or framed: the letters of the site's headings
HAN = "ClubHan"  # Chinese, Japanese and Korean, for all three
ELLIPSIS = "…"
FEWEST_TORN = 3  # a shorter word stays whole
STEP = 0.5  # points by which a text shrinks until it fits
TINIEST = 5.0  # below what a place wants, when a name would be cut otherwise
ASCENT, DESCENT = 0.75, 0.25  # how far letters reach above and below their base line, for one point of size
TALL_ASCENT = 0.92
TALL = re.compile(
    "[\u0590-\u1dff\u2e80-\ud7ff\uf900-\ufeff]"
)  # Hebrew to Thai, Chinese to Korean: letters that stand higher
JOINING = (
    (0x0590, 0x0900),  # Hebrew, Arabic, Syriac: from right to left
    (0x0E00, 0x0E80),  # Thai: marks above each other
    (0x0300, 0x0370),  # accents that found no letter of their own
    (0xFB1D, 0xFE00),
    (0xFE70, 0xFF00),
)
LEFTWARDS = {"R", "AL"}


@lru_cache(maxsize=1)
def register() -> None:
    """Make the fonts known to reportlab, once in a process; a page embeds those that it uses."""
    for name in (PLAIN, BOLD, DISPLAY, HAN):
        pdfmetrics.registerFont(TTFont(name, FOLDER / f"{name}.ttf"))


@lru_cache(maxsize=4)
def glyph_widths(font: str) -> dict[int, float]:
    """The widths of all signs of a font, for one point of size."""
    register()
    face = pdfmetrics.getFont(font).face
    return {code: width / 1000 for code, width in face.charWidths.items()} | {-1: face.defaultWidth / 1000}


@lru_cache(maxsize=8192)
def unit_width(text: str, font: str) -> float:
    """How wide a text becomes, for one point of size, with whatever fonts its letters need."""
    return sum(run_width(run, name) for name, run in runs(text, font))


def run_width(run: str, font: str) -> float:
    if isinstance(run, ShapedStr):
        return float(sum(part.x_advance for part in run.__shapeData__)) / 1000
    widths = glyph_widths(font)
    unknown = widths[-1]
    return sum(widths.get(ord(sign), unknown) for sign in run)


@lru_cache(maxsize=8192)
def runs(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """A text in the pieces in which it is put down, from left to right: which font, and its letters, joined where they join."""
    if text.isascii():
        return ((font, text),)
    own, other = glyph_widths(font), glyph_widths(HAN)
    pieces: list[tuple[str, str]] = []
    for kind, signs in groupby(text, key=lambda sign: ord(sign) in other and ord(sign) not in own):
        piece = "".join(signs)
        if kind:
            pieces.append((HAN, piece))
        elif not any(joins(sign) for sign in piece):
            pieces.append((font, piece))
        else:
            pieces += [(font, shaped(part, font)) for part in directions(piece)]
    return tuple(pieces)


def joins(sign: str) -> bool:
    """Whether this letter looks different beside its neighbours."""
    return any(first <= ord(sign) < end for first, end in JOINING)


def directions(text: str) -> Iterator[str]:
    """Words that run to the left, with the blanks between them, apart from those that run to the right."""
    part, left = "", False
    for word in words_and_blanks(text):
        leftwards = any(unicodedata.bidirectional(sign) in LEFTWARDS for sign in word)
        if part and word.strip() and leftwards != left:
            yield from with_blank_behind(part) if left else [part]
            part = ""
        if word.strip():
            left = leftwards
        part += word
    yield from with_blank_behind(part) if left else [part]


def words_and_blanks(text: str) -> list[str]:
    return ["".join(signs) for _blank, signs in groupby(text, key=str.isspace)]


def with_blank_behind(text: str) -> list[str]:
    """A blank behind words that run to the left stands to their right, where the next ones begin."""
    bare = text.rstrip()
    return [bare, text[len(bare) :]] if bare != text else [text]


def shaped(text: str, font: str) -> str:
    """Letters as they stand beside each other, in the order in which they are put down."""
    if not any(joins(sign) for sign in text):
        return text
    if not pdfmetrics.getFont(
        font
    ).shapable:  # no HarfBuzz on this machine: letters stand apart, in their order
        return text[::-1] if any(unicodedata.bidirectional(sign) in LEFTWARDS for sign in text) else text
    joined_up: str = shapeStr(text, font, 1, force=True)
    return joined_up


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text becomes, in points."""
    return unit_width(text, BOLD if bold else PLAIN) * size


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    """What people typed, on one line and in composed letters; a sign that no font has becomes a box."""
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    if composed.isascii() and composed.isprintable():
        return composed
    widths, han = glyph_widths(PLAIN), glyph_widths(HAN)
    return "".join(
        sign if ord(sign) in widths or ord(sign) in han else "□" for sign in composed if sign.isprintable()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A text as it goes on the paper: its lines and the size at which they fit."""

    lines: tuple[str, ...]
    size: float


@lru_cache(maxsize=4096)
def fit(
    text: str,
    room: float,
    *,
    size: float,
    smallest: float,
    lines: int = 1,
    bold: bool = False,
    font: str = "",
) -> Fitted:
    """A text in at most so many lines: smaller until it fits, then broken inside words, then smaller than the place wants.

    What is still too long (nobody's name is) ends in an ellipsis.
    """
    text, face = clean(text), font or (BOLD if bold else PLAIN)
    for least, most, breaking in ((smallest, size, False), (smallest, size, True), (TINIEST, smallest, True)):
        if breaking and lines == 1 and least == smallest:
            continue
        now = most
        while now >= least:
            broken = broken_at(text, room / now, face, inside=breaking and lines > 1)
            if len(broken) <= lines and all(unit_width(line, face) * now <= room for line in broken):
                return Fitted(lines=broken, size=now)
            now -= STEP
    size = min(smallest, TINIEST)
    broken = broken_at(text, room / size, face, inside=False)
    kept = [*broken[: lines - 1], joined(broken[lines - 1 :])]
    return Fitted(lines=tuple(shortened(line, room / size, face) for line in kept), size=size)


@lru_cache(maxsize=4096)
def fit_box(
    text: str,
    room: float,
    height: float,
    *,
    size: float,
    smallest: float,
    font: str,
    leading: float = 1.14,
) -> Fitted:
    """A text as large as a box allows, in as many lines as then fit below each other."""
    text, now = clean(text), size
    whole, above = unit_width(text, font), ascent(text)
    while now > smallest and whole * now * now > room * height * 1.6:
        now -= STEP  # that large it cannot fit, however it is broken
    best = None
    while now >= TINIEST:
        most = max(1, int((height - now * (above + DESCENT)) / (now * leading) + 1.001))
        for inside in (False, True):
            if inside and (most == 1 or best is not None):
                continue
            broken = broken_at(text, room / now, font, inside=inside)
            if len(broken) <= most and all(unit_width(line, font) * now <= room for line in broken):
                if not inside:
                    return Fitted(lines=broken, size=now)
                best = Fitted(lines=broken, size=now)
        if best is not None and now <= max(smallest, best.size * 0.6):
            return best  # a word torn is better than letters too small
        now -= STEP
    return best or fit(
        text, room, size=TINIEST, smallest=TINIEST, lines=max(1, int(height / TINIEST)), font=font
    )


def ascent(text: str) -> float:
    """How far these letters reach above their base line, for one point of size."""
    return TALL_ASCENT if TALL.search(text) else ASCENT


def joined(pieces: Sequence[str]) -> str:
    """Broken lines as one again: a space between them, none after a hyphen."""
    return "".join(piece if piece.endswith("-") else f"{piece} " for piece in pieces).rstrip()


def wrap(text: str, room: float, *, size: float, bold: bool = False) -> tuple[str, ...]:
    """A text broken at its spaces and after its hyphens; a single word may stay too wide."""
    return broken_at(text, room / size, BOLD if bold else PLAIN, inside=False)


@lru_cache(maxsize=8192)
def broken_at(text: str, units: float, font: str, *, inside: bool) -> tuple[str, ...]:
    """A text in lines of so many units (of one point of size); `inside` breaks words too that are wider than a line."""
    broken: list[str] = []
    line = ""
    for part in break_pieces(text):
        rest = part
        while inside and unit_width(rest.rstrip(), font) > units and len(rest) > FEWEST_TORN:
            left = units - unit_width(line, font) if line else units
            if left < units / 3:
                broken.append(line.rstrip())
                line, left = "", units
            head, rest = torn(rest, left, font)
            broken.append(line + head)
            line = ""
        if line and unit_width((line + rest).rstrip(), font) > units:
            broken.append(line.rstrip())
            line = ""
        line += rest
    return (*broken, line.rstrip())


def torn(word: str, units: float, font: str) -> tuple[str, str]:
    """A word in two: as much as fits before a hyphen, and at least two letters on the next line."""
    hyphen = "-" if word[0].isascii() or "LATIN" in unicodedata.name(word[0], "") else ""
    most = 1
    while most < len(word) - 2 and unit_width(word[: most + 1] + hyphen, font) <= units:
        most += 1
    while most > 1 and unicodedata.combining(word[most]):
        most -= 1
    return word[:most] + hyphen, word[most:]


def break_pieces(text: str) -> list[str]:
    """Pieces between which a line may break, each with the space or hyphen that ends it; Chinese breaks anywhere."""
    pieces = [""]
    for sign in text:
        pieces[-1] += sign
        if sign in " -" or "\u3040" <= sign <= "\u9fff":
            pieces.append("")
    return [piece for piece in pieces if piece]


def cut_to_width(text: str, room: float, *, size: float, bold: bool = False) -> str:
    """A text that ends in an ellipsis where it would be too wide."""
    return shortened(text, room / size, BOLD if bold else PLAIN)


def shortened(text: str, units: float, font: str) -> str:
    if unit_width(text, font) <= units:
        return text
    while text and unit_width(text + ELLIPSIS, font) > units:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS
