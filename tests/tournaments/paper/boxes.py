"""What a drawn page looks like to somebody with a ruler: every text as a box, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reportlab.lib.pagesizes import A4

from tournaments.paper import fonts
from tournaments.paper.card_pen import CardPen
from tournaments.paper.ink import MM, Pen

ABOVE, BELOW = (
    0.70,
    0.16,
)  # of the size: capitals above the base line, a little less than the longest tails below
TALL_ABOVE = 0.86  # Chinese, Thai and Arabic letters
TOUCH = 0.4  # points by which boxes may meet: an n beside an n
FOOT = 17 * MM  # what stands below is a footnote


@dataclass(frozen=True, slots=True)
class Box:
    """One text on the page."""

    left: float
    bottom: float
    right: float
    top: float
    size: float
    text: str

    def touches(self, other: Box) -> bool:
        return (
            self.left + TOUCH < other.right
            and other.left + TOUCH < self.right
            and self.bottom + TOUCH < other.top
            and other.bottom + TOUCH < self.top
        )


def above(text: str) -> float:
    return TALL_ABOVE if fonts.TALL.search(text) else ABOVE


def boxes(pen: Pen) -> list[Box]:
    """Every text of the page."""
    upright = [
        Box(x, y - size * BELOW, x + fonts.unit_width(text, font) * size, y + size * above(text), size, text)
        for (font, size, _colour), texts in pen.texts.items()
        for x, y, text in texts
        if text.strip()
    ]
    turned = [
        Box(x - fonts.unit_width(text, font) * size, y - size * ABOVE, x, y + size * BELOW, size, text)
        for x, y, text, font, size, _colour in (pen.turned if isinstance(pen, CardPen) else ())
        if text.strip()
    ]
    return upright + turned


def faults(pen: Pen, *, size: tuple[float, float] = A4, smallest: float = 8.0) -> Iterator[str]:
    """Whatever touches, is cut, has no letter, is too small, lies on a line or leaves the paper."""
    found = sorted(boxes(pen), key=lambda box: box.left)
    rules = [rule for group in pen.rules.values() for rule in group]
    for number, box in enumerate(found):
        if "…" in box.text and "……" not in box.text and not box.text.startswith("…"):
            yield f"cut: {box.text}"
        if "□" in box.text:
            yield f"no letter for it: {box.text}"
        if box.size < smallest and box.bottom > FOOT:
            yield f"{box.size:g} pt: {box.text}"
        if (
            box.left < -TOUCH
            or box.bottom < -TOUCH
            or box.right > size[0] + TOUCH
            or box.top > size[1] + TOUCH
        ):
            yield f"off the paper: {box.text}"
        for other in found[number + 1 :]:
            if other.left > box.right:
                break
            if box.touches(other):
                yield f"touch: {box.text} | {other.text}"
        for x1, y1, x2, y2 in rules:
            if y1 == y2 and box.bottom + 1 < y1 < box.top - 1 and x1 < box.right - 1 and box.left + 1 < x2:
                yield f"on a line: {box.text}"
                break
            if (
                x1 == x2
                and box.left + 1 < x1 < box.right - 1
                and min(y1, y2) < box.top - 1
                and max(y1, y2) > box.bottom + 1
            ):
                yield f"across a line: {box.text}"
                break
