"""Hands that write on made-up lists: drawn by strokes of our own, taken from samples of digits, or from handwriting fonts."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

TALL = 56  # pixels of a digit before it is put on the paper
Stroke = tuple[tuple[float, float], ...]

# Each way to write a sign: strokes through points, x to the right and y downwards, one digit tall.
WAYS: dict[str, tuple[tuple[Stroke, ...], ...]] = {
    "0": (
        (((0.3, 0), (0.05, 0.2), (0, 0.6), (0.15, 0.95), (0.4, 0.95), (0.58, 0.6), (0.52, 0.15), (0.3, 0)),),
        (((0.4, 0.03), (0.1, 0.1), (0, 0.55), (0.2, 1), (0.5, 0.9), (0.6, 0.4), (0.4, 0.0), (0.25, 0.06)),),
        # ends that run past one another, above and inside
        (((0.5, -0.06), (0.2, 0.02), (0, 0.5), (0.25, 1), (0.56, 0.7), (0.45, 0.1), (0.12, -0.04)),),
        (((0.25, 0.16), (0.1, 0.1), (0, 0.6), (0.28, 1), (0.58, 0.55), (0.35, 0.0), (0.2, 0.12), (0.4, 0.28)),),
    ),
    "1": (
        (((0.2, 0), (0.2, 1)),),
        (((0, 0.3), (0.25, 0), (0.25, 1)),),
        (((-0.1, 0.55), (0.3, 0), (0.28, 1)),),
        (((0, 0.25), (0.22, 0), (0.22, 1)), ((0.0, 1), (0.45, 1))),
        (((-0.3, 0.7), (0.28, 0), (0.24, 1)),),
        # a long upstroke, to the line below or flat
        (((-0.42, 0.85), (0.28, 0)), ((0.28, 0), (0.24, 1))),
        (((-0.5, 1.0), (0.26, 0)), ((0.26, 0), (0.2, 1))),
        (((-0.48, 0.5), (0.3, 0)), ((0.3, 0), (0.24, 1))),
    ),
    "2": (
        (((0.02, 0.25), (0.15, 0.02), (0.45, 0.05), (0.5, 0.35), (0.2, 0.75), (0, 1), (0.25, 0.97), (0.6, 1)),),
        (((0.05, 0.2), (0.3, 0), (0.52, 0.25), (0.25, 0.75), (0.03, 0.95), (0.12, 0.82), (0.3, 0.97), (0.6, 0.93)),),
    ),
    "3": (
        (((0.03, 0.1), (0.3, 0), (0.5, 0.2), (0.2, 0.45), (0.5, 0.65), (0.4, 0.95), (0, 0.92)),),
        (((0.02, 0.02), (0.5, 0.02), (0.2, 0.4)), ((0.2, 0.4), (0.52, 0.6), (0.4, 0.98), (0, 0.93))),
        # angular: corners above, in the middle, and below
        (((0.03, 0.03), (0.5, 0.0)), ((0.5, 0.0), (0.18, 0.4)), ((0.18, 0.4), (0.5, 0.55), (0.42, 0.95), (0, 0.96))),
        (((0.03, 0.12), (0.48, 0.0)), ((0.48, 0.0), (0.15, 0.45)), ((0.15, 0.45), (0.5, 0.5)), ((0.5, 0.5), (0.02, 1.0))),
    ),
    "4": (
        (((0.25, 0), (0.0, 0.6), (0.6, 0.6)), ((0.42, 0.3), (0.4, 1))),
        (((0.05, 0), (0.02, 0.5), (0.5, 0.5)), ((0.48, 0), (0.46, 1))),
        (((0.45, 1), (0.45, 0), (0.0, 0.65), (0.65, 0.66)),),
        (((0.2, 0), (0.0, 0.45), (0.1, 0.58), (0.5, 0.5)), ((0.5, 0.1), (0.35, 1))),
        # open above like a ч, in two strokes and in one
        (((0.03, 0), (0.02, 0.3), (0.16, 0.48), (0.5, 0.4)), ((0.54, 0), (0.48, 1))),
        (((0.05, 0.02), (0.0, 0.36), (0.22, 0.5), (0.52, 0.1)), ((0.52, 0.1), (0.46, 1))),
        (((0.12, 0), (0.02, 0.35), (0.12, 0.5), (0.4, 0.36), (0.48, 0.3)), ((0.46, 0.22), (0.42, 0.7), (0.3, 1))),
    ),
    "5": (
        (((0.1, 0.03), (0.07, 0.42), (0.35, 0.38), (0.55, 0.65), (0.35, 0.98), (0, 0.92)), ((0.1, 0.03), (0.55, 0.0))),
        (((0.55, 0.0), (0.12, 0.02), (0.06, 0.45), (0.4, 0.4), (0.52, 0.75), (0.25, 1), (0, 0.88)),),
    ),
    "6": (
        (((0.45, 0.0), (0.1, 0.4), (0.03, 0.8), (0.25, 1), (0.52, 0.8), (0.35, 0.52), (0.06, 0.72)),),
        (((0.35, 0.0), (0.05, 0.5), (0.1, 0.95), (0.4, 0.95), (0.5, 0.65), (0.25, 0.52), (0.06, 0.65)),),
    ),
    "7": (
        (((0, 0.03), (0.55, 0.0), (0.2, 1)),),
        (((0, 0.03), (0.55, 0.0), (0.2, 1)), ((0.1, 0.5), (0.5, 0.47))),
        (((0.0, 0.15), (0.05, 0.03), (0.55, 0.0), (0.25, 1)), ((0.12, 0.52), (0.55, 0.48))),
        # a low bar, a long one, a wave above
        (((0, 0.03), (0.55, 0.0)), ((0.55, 0.0), (0.2, 1)), ((0.02, 0.68), (0.5, 0.64))),
        (((0, 0.05), (0.52, 0.0)), ((0.52, 0.0), (0.22, 1)), ((-0.15, 0.56), (0.65, 0.48))),
        (((0, 0.14), (0.12, 0.0), (0.3, 0.07), (0.55, 0.0)), ((0.55, 0.0), (0.3, 0.5), (0.22, 1)), ((0.08, 0.55), (0.5, 0.5))),
    ),
    "8": (
        (((0.5, 0.12), (0.25, 0), (0.08, 0.2), (0.45, 0.6), (0.42, 0.93), (0.15, 0.98), (0.03, 0.75), (0.45, 0.3), (0.5, 0.1)),),
        (((0.27, 0.45), (0.08, 0.2), (0.3, 0), (0.5, 0.2), (0.27, 0.45), (0.02, 0.75), (0.28, 1), (0.55, 0.75), (0.27, 0.45)),),
    ),
    "9": (
        (((0.5, 0.2), (0.25, 0.0), (0.03, 0.25), (0.2, 0.47), (0.5, 0.2), (0.5, 0.6), (0.4, 1)),),
        (((0.52, 0.15), (0.2, 0.0), (0.02, 0.3), (0.3, 0.48), (0.52, 0.15), (0.5, 0.7), (0.3, 1), (0.02, 0.92)),),
        # with the tail of a g, closed and open above
        (((0.5, 0.08), (0.2, 0.0), (0.02, 0.2), (0.2, 0.4), (0.5, 0.1)), ((0.5, 0.08), (0.5, 0.7), (0.3, 1.0), (0.0, 0.84))),
        (((0.46, 0.04), (0.16, 0.02), (0.03, 0.24), (0.25, 0.42), (0.52, 0.2)), ((0.54, 0.0), (0.5, 0.75), (0.25, 1.0), (0.03, 0.78))),
        (((0.5, 0.06), (0.18, 0.0), (0.04, 0.18), (0.22, 0.36), (0.5, 0.08)), ((0.5, 0.06), (0.48, 0.66), (0.2, 1.0), (-0.05, 0.9), (0.25, 0.72))),
    ),
    "V": (
        (((0.0, 0.55), (0.2, 0.95), (0.65, 0.0)),),
        (((0.05, 0.5), (0.18, 0.85), (0.8, 0.1)),),
        (((0.1, 0.35), (0.2, 0.9), (0.25, 0.85), (0.6, 0.15)),),
    ),
    "X": ((((0, 0.1), (0.6, 0.95)), ((0.58, 0.05), (0.0, 0.95))), (((0.05, 0.0), (0.55, 1.0)), ((0.6, 0.1), (0.0, 0.85)))),
    "R": (
        (((0.05, 1), (0.05, 0.0), (0.4, 0.05), (0.45, 0.35), (0.08, 0.5), (0.55, 1)),),
        (((0.1, 0.05), (0.08, 1)), ((0.0, 0.1), (0.4, 0.0), (0.5, 0.3), (0.1, 0.5), (0.5, 0.97))),
    ),
    "H": ((((0.05, 0), (0.03, 1)), ((0.52, 0), (0.5, 1)), ((0.04, 0.5), (0.52, 0.48))),),
    "A": ((((0.0, 1), (0.28, 0.0), (0.58, 1)), ((0.1, 0.62), (0.48, 0.6))),),
    "S": ((((0.5, 0.12), (0.25, 0.0), (0.05, 0.2), (0.45, 0.6), (0.4, 0.95), (0.0, 0.88)),),),
    "-": ((((0, 0.5), (0.5, 0.48)),), (((0, 0.55), (0.4, 0.5)),)),
    '"': ((((0.08, 0.3), (0.02, 0.62)), ((0.3, 0.3), (0.24, 0.62))), (((0.0, 0.35), (0.02, 0.7)), ((0.22, 0.33), (0.25, 0.68)))),
}  # fmt: skip
SIGNS = tuple(WAYS)


def curve(points: np.ndarray, steps: int = 8) -> np.ndarray:
    """A smooth line through points; two points are a straight one."""
    if len(points) < 3:
        return points
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        parts.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return np.vstack([*parts, points[-1:]])


def cropped(mask: np.ndarray) -> np.ndarray:
    """Only where there is ink."""
    rows, columns = np.flatnonzero(mask.max(axis=1) > 40), np.flatnonzero(mask.max(axis=0) > 40)
    if not len(rows):
        return mask
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def waved(picture: np.ndarray, rng: np.random.Generator, share: float) -> np.ndarray:
    """Bent softly, as no sign comes twice the same: every part is moved by about this share of the height."""
    high, wide = picture.shape
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    away = [
        cv2.resize(
            rng.normal(0, share * high, (4, 4)).astype(np.float32),
            (wide, high),
            interpolation=cv2.INTER_CUBIC,
        )
        for _axis in range(2)
    ]
    return cv2.remap(picture, x + away[0], y + away[1], cv2.INTER_LINEAR)


@dataclass(slots=True)
class Hand:
    """How one person writes every sign: always in about the same way, with small differences each time."""

    rng: np.random.Generator
    samples: dict[str, list[np.ndarray]] = field(
        default_factory=dict
    )  # what this hand has of its own; else strokes
    ways: dict[str, list[np.ndarray]] = field(default_factory=dict)
    thick: float = 4.0
    slant: float = 0.0
    width: float = 1.0
    lively: float = 0.0  # by how much of its height a sign is bent anew each time (training only)
    uneven: float = 0.05  # by how much signs of one word differ in height
    closest: float = -0.04  # the least room between two signs, in heights; below 0 they overlap
    below: dict[str, float] = field(default_factory=dict)  # how far a sign hangs below the line, in heights
    traces: dict[str, list[list[np.ndarray]]] = field(default_factory=dict)  # strokes of a pen on a tablet

    def __post_init__(self) -> None:
        rng = self.rng
        self.thick = float(rng.uniform(2.8, 6.5))
        self.slant = float(rng.normal(0.08, 0.13))
        self.width = float(rng.uniform(0.8, 1.25))
        for sign, choices in WAYS.items():
            way = choices[rng.integers(len(choices))]
            self.ways[sign] = [np.array(stroke) + rng.normal(0, 0.035, (len(stroke), 2)) for stroke in way]

    def glyph(self, sign: str) -> np.ndarray:
        """One sign, once: ink from 0 to 255, cropped."""
        own, traces = self.samples.get(sign), self.traces.get(sign)
        if own:
            picture = self.bent(own[self.rng.integers(len(own))])
        else:
            picture = self.traced(traces[self.rng.integers(len(traces))]) if traces else self.drawn(sign)
        return cropped(waved(picture, self.rng, self.lively) if self.lively else picture)

    def drawn(self, sign: str) -> np.ndarray:
        """A sign by the strokes of this hand's way."""
        return self.inked(
            curve(stroke + self.rng.normal(0, 0.02, stroke.shape)) for stroke in self.ways[sign]
        )

    def traced(self, strokes: list[np.ndarray]) -> np.ndarray:
        """A sign as somebody moved a pen, with this hand's slant, width and pen."""
        return self.inked(stroke + self.rng.normal(0, 0.012, 2) for stroke in strokes)

    def inked(self, strokes: Iterable[np.ndarray]) -> np.ndarray:
        """Strokes in heights of a sign, as ink of this hand's pen."""
        rng = self.rng
        picture = np.zeros((TALL + 40, 2 * TALL + 60), np.uint8)
        for points in strokes:
            x = (points[:, 0] * self.width - points[:, 1] * self.slant * 0.6) * TALL + 54
            y = points[:, 1] * TALL + 20
            line = np.stack([x, y], axis=1) * 16
            cv2.polylines(
                picture,
                [line.astype(np.int32)],
                False,
                255,
                max(1, round(self.thick + rng.normal(0, 0.5))),
                cv2.LINE_AA,
                4,
            )
        return picture

    def bent(self, picture: np.ndarray) -> np.ndarray:
        """A sample with this hand's slant and a little of its own."""
        rng = self.rng
        height, width = picture.shape
        shear = -self.slant * 0.5 + rng.normal(0, 0.05)
        turn = rng.normal(0, 0.05)
        matrix = np.array([[self.width, -shear - turn, 0], [turn, 1, 0]], np.float32)
        matrix[:, 2] = np.array([width, height]) / 2 + 10 - matrix[:, :2] @ (np.array([width, height]) / 2)
        return cv2.warpAffine(picture, matrix, (width + 20, height + 20))


# Where digits come from -----------------------------------------------------------------------------------------


def idx(path: Path) -> np.ndarray:
    """An array in the format of MNIST's files."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    sizes = [int.from_bytes(raw[4 + 4 * n : 8 + 4 * n], "big") for n in range(raw[3])]
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * raw[3]).reshape(sizes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Digits:
    """Pictures of digits with what they say."""

    pictures: np.ndarray
    labels: np.ndarray

    def some(self, rng: np.random.Generator, of_each: int) -> dict[str, list[np.ndarray]]:
        """A pool for one hand: so many of each digit."""
        return {
            str(digit): [
                larger(self.pictures[place])
                for place in rng.choice(np.flatnonzero(self.labels == digit), of_each, replace=False)
            ]
            for digit in range(10)
        }


def larger(picture: np.ndarray) -> np.ndarray:
    """A small scan at the size of our strokes, with clean edges again."""
    big = cv2.resize(picture, None, fx=TALL / 20, fy=TALL / 20, interpolation=cv2.INTER_CUBIC)
    return np.clip((big.astype(np.float32) - 70) * 2.2, 0, 255).astype(np.uint8)


def mnist(folder: Path, part: str) -> Digits:
    """`part` is train or t10k: the writers of one are not those of the other."""
    return Digits(
        pictures=idx(folder / f"{part}-images-idx3-ubyte"), labels=idx(folder / f"{part}-labels-idx1-ubyte")
    )


def small_digits() -> Digits:
    """The second data set: scikit-learn's copy of 1,797 digits of 8 by 8 pixels by other writers."""
    found: Any = import_module("sklearn.datasets").load_digits()
    pictures = np.stack(
        [
            cv2.resize((one * 15.9).astype(np.uint8), (20, 20), interpolation=cv2.INTER_CUBIC)
            for one in found.images
        ]
    )
    return Digits(pictures=np.pad(pictures, ((0, 0), (4, 4), (4, 4))), labels=found.target)


def of_samples(digits: Digits, rng: np.random.Generator, of_each: int = 6) -> Hand:
    """A hand with digits of real writers; letters and signs by strokes; some write the German 1 and 7."""
    hand = Hand(rng=rng)
    hand.samples = digits.some(rng, of_each)
    if rng.random() < 0.35:
        del hand.samples["1"]
    if rng.random() < 0.35:
        hand.samples["7"] = [barred(one, rng.uniform(0.45, 0.7)) for one in hand.samples["7"]]
    return hand


def barred(picture: np.ndarray, low: float) -> np.ndarray:
    """Return a 7 with a bar through its stem, `low` of its height from above."""
    rows, columns = np.nonzero(picture > 60)
    middle = int(rows.min() * (1 - low) + rows.max() * low)
    on_line = columns[abs(rows - middle) < 4]
    if not len(on_line):
        return picture
    picture = picture.copy()
    cv2.line(
        picture,
        (int(on_line.mean()) - 14, middle + 2),
        (int(on_line.mean()) + 14, middle - 2),
        255,
        5,
        cv2.LINE_AA,
    )
    return picture


def of_font(path: Path, rng: np.random.Generator) -> Hand:
    """A hand that somebody drew as a font: all its signs but the tick and the cross."""
    hand = Hand(rng=rng)
    font = ImageFont.truetype(str(path), 80)
    for sign in "0123456789RHAS":
        picture = Image.new("L", (200, 200))
        ImageDraw.Draw(picture).text((60, 40), sign, font=font, fill=255)
        ink = cropped(np.array(picture))
        scale = TALL / max(ink.shape[0], 8)
        ink = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if rng.random() < 0.6:
            ink = cv2.dilate(ink, np.ones((3, 3), np.uint8))
        hand.samples[sign] = [np.pad(ink, 8)]
    return hand
