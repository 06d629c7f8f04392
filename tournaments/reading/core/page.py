"""Finds a printed list in a picture and straightens it: by the features of its print, then by its lines, patch by patch."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
import zxingcpp

from tournaments.reading.core.bend import HELD, bend_of, laid_flat, smoothed, steadiness
from tournaments.reading.core.cells import DOTS, evened
from tournaments.reading.core.form import Box, Form, FormCell

SEEN = 1200  # pixels of the longer side in which features are looked for
FEATURES, FEWEST = 3600, 26
BANDS, OVERLAP = 3, 40
PRINTED_KEPT = 18  # bands of blank pages whose features are kept, a megabyte each: three lists of two sheets
RATIO = 0.78  # a feature counts when its best match is so much nearer than the second
PATCH, REACH = (
    20.0,
    1.7,
)  # millimetres: what is compared around a crossing of lines (several lines, or ink would outweigh them), and how far it may have moved
HALF, AROUND = int(PATCH / 2 * DOTS), int(REACH * DOTS)  # the same in pixels, the patch by its half
APART = 13.0  # millimetres between crossings that are looked at
FINE, FAINT = (
    0.15,
    0.05,
)  # how dark the fine lines of the table are at least; and where a scan has washed them out
LONG = 31  # pixels
CLEAR = 0.6  # pages whose lines are as alike as this are looked at once
BROAD = 9  # pixels: what is wider than this is no line but a tint
SURE = 0.35  # how alike a patch must be to say where it is
ALIKE = 0.45  # how alike the printed lines of a found page are at least, on the whole
ALIKE_STEADY, STEADY, AGREE = (
    0.33,
    0.35,
    100,
)  # or less, under much ink, where lines hold all over and features agree
CLOSER, CLOSEST = (
    (1, 2, 1.5, 3),
    6400,
)  # times larger in which codes are looked for, and pixels of the longer side then
TURNS, STILL_BENT, FEWEST_SURE = (
    3,
    0.9,
    12,
)  # a sheet is flattened again while its lines lie further off than this


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """One page of a blank list as it was printed, ready to be compared."""

    form: Form
    sheet: int
    picture: np.ndarray  # as `evened` makes it
    points: np.ndarray  # in millimetres
    descriptors: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A straightened page: where each cell is on it, and the way back into the picture."""

    sheet: int
    page: np.ndarray
    matrix: np.ndarray  # millimetres to pixels of the picture
    boxes: dict[FormCell, Box]
    alike: float
    agree: int  # features that say so
    steady: float  # in the worst part of the table, how many of its lines are where they are looked for
    turned: bool  # it stood upside down


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A code that was read in the picture, and its four corners."""

    text: str
    corners: np.ndarray


def codes_in(grey: np.ndarray) -> tuple[Code, ...]:
    """Every QR code of the picture; small ones are looked at closer."""
    for larger in CLOSER:
        if larger > 1 and max(grey.shape) * larger > CLOSEST:
            continue
        seen = (
            grey
            if larger == 1
            else cv2.resize(grey, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
        )
        codes = []
        for one in zxingcpp.read_barcodes(seen, formats=zxingcpp.BarcodeFormat.QRCode):
            at = one.position
            corners = [(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
            codes.append(Code(text=one.text, corners=np.array(corners, np.float32) / larger))
        if codes:
            return tuple(codes)
    return ()


Featured = tuple[np.ndarray, np.ndarray]  # places in pixels, and how each looks


def features(grey: np.ndarray, *, printed: bool = False) -> Featured:
    """Places that look like nothing else around them, and how they look, however they are turned.

    Looked for in bands, which overlap: all at once would take several times the memory. Blank pages are `printed`:
    they are drawn anew for every picture, but below the head they are the same from list to list, and remembered.
    """
    places: list[np.ndarray] = [np.zeros((0, 2), np.float32)]
    looks: list[np.ndarray] = [np.zeros((0, 128), np.float32)]
    edges = np.linspace(0, grey.shape[0], BANDS + 1).astype(int)
    for top, low in itertools.pairwise(edges):
        begin = max(0, top - OVERLAP)
        band = np.ascontiguousarray(grey[begin : low + OVERLAP])
        points, descriptors = (
            printed_features(band.tobytes(), band.shape[1]) if printed else features_of_band(band)
        )
        found = points + np.array([0, begin], np.float32)
        own = (found[:, 1] >= top) & (found[:, 1] < low)
        places.append(found[own])
        looks.append(descriptors[own])
    return np.concatenate(places), np.concatenate(looks)


def features_of_band(band: np.ndarray) -> Featured:
    """As many of a band as it is due, the clearest."""
    finder = cv2.SIFT_create(nfeatures=FEATURES // BANDS, contrastThreshold=0.02)
    points, descriptors = finder.detectAndCompute(band, None)
    if descriptors is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32)
    return np.array([point.pt for point in points], np.float32), root(descriptors)


@lru_cache(maxsize=PRINTED_KEPT)
def printed_features(pixels: bytes, wide: int) -> Featured:
    """The same of a band of a blank page, by its very pixels: the last ones are kept. Nobody may write into them."""
    return features_of_band(np.frombuffer(pixels, np.uint8).reshape(-1, wide))


def root(descriptors: np.ndarray) -> np.ndarray:
    """Compared by their roots, descriptors are told apart better."""
    shares = descriptors / np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-6)
    return np.sqrt(shares).astype(np.float32)


def template_of(form: Form, sheet: int, grey: np.ndarray) -> Template:
    """From a picture of a blank page with `DOTS` pixels to a millimetre."""
    scale = SEEN / max(grey.shape)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    points, descriptors = features(small, printed=True)
    return Template(
        form=form,
        sheet=sheet,
        picture=evened(grey),
        points=(points + 0.5) / (scale * DOTS),
        descriptors=descriptors,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A page of a form as features place it in the picture."""

    matrix: np.ndarray  # millimetres to pixels of the small picture
    agree: np.ndarray  # which features of the picture agree with it
    there: np.ndarray  # all features that look alike, on the form, in millimetres
    here: np.ndarray  # and in the small picture


def homography(points: np.ndarray, descriptors: np.ndarray, template: Template) -> Match | None:
    """Where a flat sheet would lie; None where too few features agree."""
    if len(descriptors) < FEWEST or len(template.descriptors) < FEWEST:
        return None
    alike = descriptors @ template.descriptors.T
    first = alike.argmax(axis=1)
    rows = np.arange(len(alike))
    best = alike[rows, first]
    alike[rows, first] = -1
    second = alike.max(axis=1)
    near = np.sqrt(np.maximum(2 - 2 * best, 0)) < RATIO * np.sqrt(np.maximum(2 - 2 * second, 1e-9))
    if near.sum() < FEWEST:
        return None
    there, here = template.points[first[near]], points[near]
    matrix, mask = cv2.findHomography(there, here, cv2.USAC_MAGSAC, 3.0, maxIters=5000, confidence=0.9999)
    if matrix is None or mask is None or mask.sum() < FEWEST:
        return None
    return Match(matrix=matrix, agree=np.flatnonzero(near)[mask.ravel() > 0], there=there, here=here)


def sane(matrix: np.ndarray, page: tuple[float, float], size: tuple[int, int]) -> bool:
    """Whether this can be a sheet of paper that a camera saw: not folded over, not a speck."""
    corners = projected(matrix, [(0, 0), (page[0], 0), page, (0, page[1])])
    if not np.isfinite(corners).all() or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    area = float(cv2.contourArea(corners.astype(np.float32), oriented=True))
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return area > 0.04 * size[0] * size[1] and float(sides.max() / max(sides.min(), 1)) < 4


def projected(matrix: np.ndarray, points: Sequence[tuple[float, float]]) -> np.ndarray:
    return cv2.perspectiveTransform(np.array([points], np.float64), matrix)[0]


def best_page(grey: np.ndarray, templates: Sequence[Template]) -> tuple[Found | None, np.ndarray | None]:
    """The page that fits best, or None; and where a second list lies in the same picture, if one does.

    Where none is believable it is the one on which most features agree: a screen's own grid may outweigh the lines that it shows.
    """
    scale = min(1.0, SEEN / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    points, descriptors = features(small)
    best: Found | None = None
    inliers = np.zeros(0, int)
    matches = [(template, homography(points, descriptors, template)) for template in templates]
    sound = [
        (template, match)
        for template, match in matches
        if match is not None and sane(match.matrix, template.form.page, small.shape[:2])
    ]
    for template, match in sorted(sound, key=lambda one: -len(one[1].agree)):
        whole = np.diag([1 / scale, 1 / scale, 1]) @ match.matrix
        found = straightened(grey, template, whole, match)
        if believable(found):
            best, inliers = found, match.agree
            break
        best = best or found
    if best is None or not believable(best):
        return best, None
    return best, second_list(points, descriptors, best, templates, scale, small.shape[:2], inliers)


def believable(found: Found) -> bool:
    """Small cells full of ink look less like the blank list: then its lines must hold in every part of it."""
    steady = found.steady >= STEADY and found.agree >= AGREE
    return found.alike >= ALIKE or (found.alike >= ALIKE_STEADY and steady)


def second_list(
    points: np.ndarray,
    descriptors: np.ndarray,
    found: Found,
    templates: Sequence[Template],
    scale: float,
    size: tuple[int, int],
    inliers: np.ndarray,
) -> np.ndarray | None:
    """The same search among what is outside the page that was found."""
    page = templates[0].form.page
    outline = projected(found.matrix, [(0, 0), (page[0], 0), page, (0, page[1])]) * scale
    outside = np.array(
        [cv2.pointPolygonTest(outline.astype(np.float32), (float(x), float(y)), False) < 0 for x, y in points]
    )
    outside[inliers] = False
    for template in templates:
        match = homography(points[outside], descriptors[outside], template)
        if match is not None and sane(match.matrix, page, size):
            return match.matrix
    return None


def straightened(grey: np.ndarray, template: Template, matrix: np.ndarray, match: Match) -> Found:
    """The page as it lies on the desk, each cell where its lines are, not where a flat paper would have them."""
    high, wide = template.picture.shape
    size = np.linalg.norm(projected(matrix, [(0, 0)])[0] - projected(matrix, [template.form.page])[0])
    shrink = size / np.hypot(*template.form.page) / DOTS
    if shrink > 1.6:
        grey = cv2.GaussianBlur(grey, (0, 0), 0.35 * shrink)
    cells = template.form.on_sheet(template.sheet)
    places = crossings(cells)
    centres = np.array([(cell.box[0] + cell.box[2] / 2, cell.box[1] + cell.box[3] / 2) for cell in cells])
    bend = bend_of(match.there, match.here, match.matrix)
    printed = cache(lambda dark: fine_lines(template.picture, dark))
    for turn in range(TURNS):
        page = evened(laid_flat(grey, matrix, bend, (wide, high)))
        moved, alike = displacements(page, printed, places)
        sure = alike > SURE
        if sure.sum() < FEWEST_SURE:
            break
        shifts = smoothed(places[sure], moved[sure], np.concatenate([centres, places]))
        if turn == TURNS - 1 or np.abs(shifts).max() < STILL_BENT:
            break
        bend = bend.further(places[sure], moved[sure])
    boxes = {cell: cell.box for cell in cells}
    steady = 0.0
    if sure.sum() >= FEWEST_SURE:
        boxes = {cell: shifted(cell.box, *shift) for cell, shift in zip(cells, shifts, strict=False)}
        off = np.linalg.norm(moved - shifts[len(cells) :], axis=1)
        steady = steadiness(places, sure & (off < HELD))
    corners = projected(matrix, [(0, 0), (0, template.form.page[1])])
    return Found(
        sheet=template.sheet,
        page=page,
        matrix=matrix,
        boxes=boxes,
        alike=likeness(alike),
        agree=len(match.agree),
        steady=steady,
        turned=bool(corners[0][1] > corners[1][1]),
    )


def shifted(box: Box, x: float, y: float) -> Box:
    return (box[0] + float(x), box[1] + float(y), box[2], box[3])


def crossings(cells: Sequence[FormCell]) -> np.ndarray:
    """Where lines of the table cross, evenly over it: corners of cells, the first and last columns with all their print."""
    corners = {
        (round(cell.box[0] + side * cell.box[2], 2), round(cell.box[1], 2))
        for cell in cells
        for side in (0, 1)
        if cell.column != "signature"
    }
    places = np.array(sorted(corners, key=lambda one: (one[1], one[0])))
    kept = np.zeros((0, 2))
    for place in places:
        if (np.abs(kept - place).sum(axis=1) > APART).all():
            kept = np.vstack([kept, place])
    return kept


def fine_lines(picture: np.ndarray, dark: float) -> np.ndarray:
    """As fine lines are compared: ink no darker than they, a soft photo no softer, no tint (a scanner may lose it); with room."""
    broad = cv2.morphologyEx(picture, cv2.MORPH_OPEN, np.ones((BROAD, BROAD), np.uint8))
    if dark < FINE:
        picture, broad = straight_lines(picture - broad), np.zeros((), np.float32)
    soft = cv2.GaussianBlur(np.minimum(picture - broad, dark), (0, 0), 1.0)
    return cv2.copyMakeBorder(soft, *[HALF + AROUND] * 4, cv2.BORDER_CONSTANT)


def straight_lines(ink: np.ndarray) -> np.ndarray:
    """What goes straight across or down for longer than a stroke of a pen."""
    soft = cv2.GaussianBlur(ink, (0, 0), 1.0)
    down, across = (
        cv2.morphologyEx(soft, cv2.MORPH_OPEN, np.ones(one, np.uint8)) for one in ((LONG, 1), (1, LONG))
    )
    return np.maximum(down, across)


def displacements(
    page: np.ndarray, printed: Callable[[float], np.ndarray], places: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Of lines as dark as they should be; where those say little, of faint ones, against which ink weighs no more than they."""
    found = compared(fine_lines(page, FINE), printed(FINE), places)
    if likeness(found[1]) >= CLEAR:
        return found
    faint = compared(fine_lines(page, FAINT), printed(FAINT), places)
    return faint if likeness(faint[1]) > likeness(found[1]) else found


def likeness(alike: np.ndarray) -> float:
    """How alike the lines of a page are on the whole: a part of it may be full of ink."""
    return float(np.percentile(alike, 70)) if len(alike) else 0.0


def compared(page: np.ndarray, printed: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each crossing how far it lies from where it was printed, in millimetres, and how alike it looks."""
    moved, alike = np.zeros((len(places), 2)), np.zeros(len(places))
    for number, (x, y) in enumerate(places * DOTS):
        left, top = round(x) + AROUND, round(y) + AROUND
        patch = printed[top : top + 2 * HALF, left : left + 2 * HALF]
        window = page[top - AROUND : top + 2 * HALF + AROUND, left - AROUND : left + 2 * HALF + AROUND]
        scores = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
        _low, score, _where, (at_x, at_y) = cv2.minMaxLoc(scores)
        moved[number] = ((at_x - AROUND) / DOTS, (at_y - AROUND) / DOTS)
        alike[number] = score
    return moved, alike


def outside(found: Found, form: Form, size: tuple[int, int]) -> bool:
    """Whether a part of what is printed is cut off by the edge of the picture."""
    boxes = [cell.box for cell in form.on_sheet(found.sheet)] + ([form.qr] if form.qr else [])
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    left = min(left, form.page[0] - max(b[0] + b[2] for b in boxes))  # the head reaches as far to the left
    right, low = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    corners = projected(found.matrix, [(left, top), (right, top), (right, low), (left, low)])
    slack = 0.002 * max(size)
    return bool(
        (corners < -slack).any()
        or (corners[:, 0] > size[1] + slack).any()
        or (corners[:, 1] > size[0] + slack).any()
    )
