"""The letters of the paper: embedded fonts with every Latin letter and the four suits, and how wide a text is."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).resolve().parent / "ttf"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
SERIF = (
    "DejaVuSerifCondensed-Bold"  # for what is read from afar or framed: the letters of the site's headings
)
ELLIPSIS = "…"
STEP = 0.5  # points by which a text shrinks until it fits


@lru_cache(maxsize=1)
def register() -> None:
    """Make the fonts known to reportlab, once in a process; a page embeds those that it uses."""
    for name in (PLAIN, BOLD, SERIF):
        pdfmetrics.registerFont(TTFont(name, FOLDER / f"{name}.ttf"))


@lru_cache(maxsize=3)
def glyph_widths(font: str) -> dict[int, float]:
    """The widths of all signs of a font, for one point of size."""
    register()
    face = pdfmetrics.getFont(font).face
    return {code: width / 1000 for code, width in face.charWidths.items()} | {-1: face.defaultWidth / 1000}


@lru_cache(maxsize=8192)
def unit_width(text: str, font: str) -> float:
    widths = glyph_widths(font)
    unknown = widths[-1]
    return sum(widths.get(ord(sign), unknown) for sign in text)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text becomes, in points."""
    return unit_width(text, BOLD if bold else PLAIN) * size


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    """What people typed, on one line and in composed letters; a sign that the font lacks becomes a box."""
    widths = glyph_widths(PLAIN)
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(sign if ord(sign) in widths else "□" for sign in composed if sign.isprintable())


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A text as it goes on the paper: its lines and the size at which they fit."""

    lines: tuple[str, ...]
    size: float


@lru_cache(maxsize=4096)
def fit(
    text: str, room: float, *, size: float, smallest: float, lines: int = 1, bold: bool = False
) -> Fitted:
    """A text in so many lines: smaller until it fits, and cut with an ellipsis when it would become too small."""
    text = clean(text)
    now = size
    while now >= smallest:
        broken = wrap(text, room, size=now, bold=bold)
        if len(broken) <= lines and all(width(line, now, bold=bold) <= room for line in broken):
            return Fitted(lines=broken, size=now)
        now -= STEP
    broken = wrap(text, room, size=smallest, bold=bold)
    kept = [*broken[: lines - 1], joined(broken[lines - 1 :])]
    return Fitted(lines=tuple(cut(line, room, size=smallest, bold=bold) for line in kept), size=smallest)


def joined(pieces: Sequence[str]) -> str:
    """Broken lines as one again: a space between them, none after a hyphen."""
    return "".join(piece if piece.endswith("-") else f"{piece} " for piece in pieces).rstrip()


def wrap(text: str, room: float, *, size: float, bold: bool = False) -> tuple[str, ...]:
    """A text broken at its spaces and after its hyphens; a single word may stay too wide."""
    broken: list[str] = []
    line = ""
    for part in parts(text):
        if line and width((line + part).rstrip(), size, bold=bold) > room:
            broken.append(line.rstrip())
            line = ""
        line += part
    return (*broken, line.rstrip())


def parts(text: str) -> list[str]:
    """Pieces between which a line may break, each with the space or hyphen that ends it."""
    pieces = [""]
    for sign in text:
        pieces[-1] += sign
        if sign in " -":
            pieces.append("")
    return [piece for piece in pieces if piece]


def cut(text: str, room: float, *, size: float, bold: bool = False) -> str:
    """A text that ends in an ellipsis where it would be too wide."""
    if width(text, size, bold=bold) <= room:
        return text
    while text and width(text + ELLIPSIS, size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS
