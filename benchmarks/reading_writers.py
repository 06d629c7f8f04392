"""Digits of real people, by writer: scanned sheets (one file, CC0) and pens on a tablet (UCI's pendigits, CC BY 4.0).

Which writer is used for what is decided here and nowhere else: training, choosing limits, or the benchmark. Never two of them.
"""

from __future__ import annotations

import json
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.reading_hands import TALL, Digits, Hand, cropped
from scoring.shorthand import UNOPENED_SIGN
from tournaments.reading.core import cells

# Of the 13 writers on scanned sheets, in the order of their numbers: the third of every four tests, the first of every other four chooses.
LEARNT_FROM = (1, 3, 7, 11, 15, 19, 23, 25)
CHOSEN_ON = (9, 17)
TESTED_ON = (5, 13, 21)
KEPT = Path(__file__).parent / "handwriting" / "digits.npz"  # of those who choose and test, as `keep` made it

LEAST_INK = 0.04  # spots smaller than this share of a digit's largest part are dirt
EDGE = 3  # pixels; what lies in them alone is the edge of a box or of the sheet

Examples = dict[int, tuple[np.ndarray, list[str]]]  # pictures of cells with what they say, by width
Trace = list[np.ndarray]  # strokes of one sign, in heights of it


# Scanned sheets -----------------------------------------------------------------------------------------------


def ink_of(picture: np.ndarray) -> np.ndarray:
    """Return a scanned digit as ink (0 to 255), cropped, without paper, dirt and edges."""
    ink = 255 - picture.astype(np.float32)
    ink = np.clip(ink - np.median(ink) - 12, 0, None)
    ink = np.clip(ink * (255 / max(float(np.percentile(ink, 99.0)), 30.0)), 0, 255).astype(np.uint8)
    count, parts, stats, _middles = cv2.connectedComponentsWithStats((ink > 70).astype(np.uint8))
    if count < 2:
        return ink
    high, wide = ink.shape
    left, top, width, height, size = stats.T
    edge = (left + width <= EDGE) | (top + height <= EDGE) | (left >= wide - EDGE) | (top >= high - EDGE)
    edge |= (np.minimum(width, height) <= EDGE) & (np.maximum(width, height) > 0.9 * min(high, wide))
    edge[0] = True
    most = size[~edge].max(initial=0)
    kept = np.flatnonzero(~edge & (size >= LEAST_INK * most))
    near = cv2.dilate(np.isin(parts, kept).astype(np.uint8), np.ones((3, 3), np.uint8))
    return cropped(ink * near)


def writers_of(path: Path, wanted: tuple[int, ...]) -> dict[int, Digits]:
    """Read the digits of these writers, each cropped to its ink and `TALL` pixels high."""
    with np.load(path) as stored:
        pictures, sizes = stored["images"], stored["hw"]
        labels, writers = stored["labels"], stored["writers"]
    found = {}
    for writer in wanted:
        places = np.flatnonzero(writers == writer)
        digits = [ink_of(pictures[place][: sizes[place][0], : sizes[place][1]]) for place in places]
        found[writer] = Digits(pictures=in_frames(digits), labels=labels[places])
    return found


def in_frames(digits: list[np.ndarray]) -> np.ndarray:
    """Lay digits of different width into frames of one size, `TALL` pixels high."""
    frames = np.zeros((len(digits), TALL, 2 * TALL), np.uint8)
    for place, digit in enumerate(digits):
        wide = int(np.clip(round(digit.shape[1] * TALL / digit.shape[0]), 2, 2 * TALL))
        way = cv2.INTER_AREA if digit.shape[0] > TALL else cv2.INTER_CUBIC
        frames[place, :, :wide] = cv2.resize(digit, (wide, TALL), interpolation=way)
    return frames


def of_writer(digits: Digits, rng: np.random.Generator) -> Hand:
    """A hand that writes digits as one person did, each in all the ways they wrote it; letters and signs by strokes."""
    hand = Hand(rng=rng)
    hand.slant, hand.width = 0.0, 1.0
    hand.samples = {
        str(digit): [
            np.pad(cropped(digits.pictures[place]), 8) for place in np.flatnonzero(digits.labels == digit)
        ]
        for digit in range(10)
    }
    return hand


def keep(source: Path, path: Path = KEPT) -> None:
    """Write the digits of the writers who choose and test as the repository holds them: 16 greys, `TALL` pixels high."""
    found = writers_of(source, (*CHOSEN_ON, *TESTED_ON))
    pictures = np.concatenate([one.pictures for one in found.values()]) // 17
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        pictures=pictures[..., 0::2] * 16 + pictures[..., 1::2],
        labels=np.concatenate([one.labels for one in found.values()]),
        writers=np.repeat(list(found), [len(one.labels) for one in found.values()]).astype(np.uint8),
    )


def kept(wanted: tuple[int, ...]) -> dict[int, Digits]:
    """Read what `keep` wrote, of these writers."""
    with np.load(KEPT) as stored:
        packed, labels, writers = stored["pictures"], stored["labels"], stored["writers"]
    pictures = np.stack([packed // 16, packed % 16], axis=-1).reshape(*packed.shape[:2], -1) * 17
    return {
        writer: Digits(
            pictures=pictures[writers == writer].astype(np.uint8), labels=labels[writers == writer]
        )
        for writer in wanted
    }


# Pens on a tablet ---------------------------------------------------------------------------------------------


def pens_of(path: Path) -> dict[int, dict[str, list[Trace]]]:
    """Read a file of pendigits in UNIPEN's format: of each writer the strokes of every sign."""
    found: dict[int, dict[str, list[Trace]]] = defaultdict(lambda: defaultdict(list))
    for writer, sign, strokes in signs_in(path):
        if trace := upright(strokes):
            found[writer][sign].append(trace)
    return {writer: dict(signs) for writer, signs in found.items()}


def signs_in(path: Path) -> Iterator[tuple[int, str, Trace]]:
    """Yield writer, sign and strokes of every segment of a UNIPEN file, y downwards."""
    writer, sign = 0, ""
    strokes: Trace = []
    points: list[tuple[float, float]] | None = None
    for line in path.read_text(encoding="ascii").splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == ".SEGMENT":
            if sign:
                yield writer, sign, strokes
            sign, strokes = words[-1].strip('"'), []
        elif words[0] == ".COMMENT" and len(words) == 4 and sign:
            writer = int(words[2])
        elif words[0] == ".PEN_DOWN":
            points = []
        elif words[0] == ".PEN_UP" and points:
            strokes.append(np.array(points, float))
            points = None
        elif points is not None and len(words) == 2:
            points.append((float(words[0]), -float(words[1])))
    if sign:
        yield writer, sign, strokes


def upright(strokes: Trace) -> Trace:
    """Strokes in heights of the sign, from its upper left; without one that is wider than two heights."""
    if not strokes:
        return []
    every = np.concatenate(strokes)
    low, high = every.min(axis=0), every.max(axis=0)
    tall = high[1] - low[1]
    if tall < 1 or high[0] - low[0] > 1.6 * tall:
        return []
    return [(stroke - low) / tall for stroke in strokes]


def of_pen(signs: dict[str, list[Trace]], rng: np.random.Generator) -> Hand:
    """A hand that moves its pen as one person did."""
    hand = Hand(rng=rng)
    hand.traces = signs
    return hand


# A club's own ---------------------------------------------------------------------------------------------


def own_examples(path: Path) -> Examples:
    """Read the cells of Augen that a club kept (`manage.py reading_examples FILE.zip`), each with what was answered."""
    found: dict[int, tuple[list[np.ndarray], list[str]]] = defaultdict(lambda: ([], []))
    with zipfile.ZipFile(path) as archive:
        for line in archive.read("examples.jsonl").decode("utf-8").splitlines():
            told = json.loads(line)
            text = str(told["answer"]).removesuffix(UNOPENED_SIGN)
            if not told.get("augen_cell") or not text.isdigit():
                continue  # kept by an earlier version, or a winner's: nothing says what stands in the cell
            picture = np.frombuffer(archive.read(told["file"]), np.uint8)
            strip = cv2.imdecode(picture, cv2.IMREAD_GRAYSCALE)
            left, top, right, low = told["augen_cell"]
            cell = 255 - strip[max(top, 0) : low, max(left, 0) : right]
            wide = cells.width_for("augen", right - left, low - top)
            pictures, said = found[wide]
            pictures.append(cv2.resize(cell, (wide, cells.HEIGHT), interpolation=cv2.INTER_AREA))
            said.append(text)
    return {wide: (np.stack(pictures), said) for wide, (pictures, said) in found.items()}
