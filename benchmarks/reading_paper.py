"""Writes on a blank list with a made-up hand, and looks at the paper through a made-up camera or scanner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from benchmarks.reading_hands import Hand
from tournaments.reading.core.form import Box, Form

DOTS = 8.0  # pixels to a millimetre of the drawn paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What somebody puts into a cell; `struck` was written there first and crossed out."""

    text: str
    struck: str = ""


def write(
    paper: np.ndarray,
    boxes: Mapping[Any, Box],
    texts: Mapping[Any, Written],
    hand: Hand,
    struck: Sequence[Box] = (),
) -> None:
    """Put every text into its box, in this hand's size and place; `struck` are crossed out from edge to edge."""
    rng = hand.rng
    ink = np.zeros(paper.shape[:2], np.uint8)
    size = float(rng.uniform(0.52, 0.78))
    across, dense = float(rng.uniform(0.15, 0.85)), float(rng.uniform(0.02, 0.16))
    for key, written in texts.items():
        if written.text or written.struck:
            put(ink, boxes[key], written, hand, size * float(rng.normal(1, 0.06)), across, dense)
    for box in struck:
        strike(ink, box, hand)
    colour = np.array([(35, 25, 20), (120, 60, 20), (70, 70, 75), (150, 40, 30)][rng.integers(4)], np.float32)
    strength = (ink.astype(np.float32) / 255 * float(rng.uniform(0.75, 1.0)))[..., None]
    paper[:] = (paper * (1 - strength) + colour * strength).astype(np.uint8)


def put(
    ink: np.ndarray, box: Box, written: Written, hand: Hand, size: float, across: float, dense: float
) -> None:
    rng = hand.rng
    tall = size * min(box[3], 9.0) * DOTS
    wrong = line_of(hand, written.struck, tall, dense) if written.struck else None
    right = line_of(hand, written.text, tall * (0.8 if wrong is not None else 1), dense)
    room = box[2] * DOTS
    widths = (wrong.shape[1] if wrong is not None else 0) + right.shape[1] + (4 if wrong is not None else 0)
    if widths > room * 0.97:  # people write smaller where it gets tight
        scale = room * 0.97 / widths
        right = shrunk(right, scale)
        wrong = shrunk(wrong, scale) if wrong is not None else None
        widths = room * 0.97
    left = box[0] * DOTS + (room - widths) * float(np.clip(across + rng.normal(0, 0.08), 0.02, 0.98))
    middle = (box[1] + box[3] / 2) * DOTS + rng.normal(0, 0.05) * box[3] * DOTS
    if wrong is not None:
        place(ink, wrong, left, middle)
        top = int(middle + rng.normal(0, 3))
        cv2.line(
            ink,
            (int(left - 3), top + int(rng.integers(-6, 7))),
            (int(left + wrong.shape[1] + 3), top + int(rng.integers(-6, 7))),
            255,
            int(rng.integers(2, 5)),
            cv2.LINE_AA,
        )
        if rng.random() < 0.5:
            cv2.line(ink, (int(left), top - 6), (int(left + wrong.shape[1]), top + 8), 255, 3, cv2.LINE_AA)
        left += wrong.shape[1] + 4
    place(ink, right, left, middle)


def rows_of(form: Form, sheet: int = 1) -> dict[int, Box]:
    """Each game of a sheet from its first cell to its last."""
    rows: dict[int, Box] = {}
    for game in {cell.game for cell in form.on_sheet(sheet) if cell.game}:
        boxes = [cell.box for cell in form.on_sheet(sheet) if cell.game == game]
        left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
        rows[game] = (left, boxes[0][1], right - left, boxes[0][3])
    return rows


def strike(ink: np.ndarray, box: Box, hand: Hand) -> None:
    """A line, or two, or a wave through all of a row."""
    rng = hand.rng
    left, width = (box[0] - 2 + rng.normal(0, 0.8)) * DOTS, (box[2] + 4) * DOTS
    across = np.linspace(0, 1, 60)
    for _line in range(int(rng.choice([1, 1, 2]))):
        middle = (box[1] + box[3] * rng.uniform(0.35, 0.65)) * DOTS
        y = middle + rng.normal(0, 0.12) * box[3] * DOTS * (across - 0.5)
        if rng.random() < 0.3:
            y = y + np.sin(across * rng.uniform(40, 160)) * box[3] * rng.uniform(0.1, 0.3) * DOTS
        line = np.stack([left + across * width, y], axis=1)
        cv2.polylines(ink, [line.astype(np.int32)], False, 255, int(rng.integers(2, 6)), cv2.LINE_AA)


def shrunk(line: np.ndarray, scale: float) -> np.ndarray:
    return cv2.resize(
        line,
        (max(3, int(line.shape[1] * scale)), max(3, int(line.shape[0] * max(scale, 0.7)))),
        interpolation=cv2.INTER_AREA,
    )


def line_of(hand: Hand, text: str, tall: float, dense: float) -> np.ndarray:
    """A word in this hand: the picture of its ink."""
    rng = hand.rng
    rows, x = [], 0.0
    for sign in text:
        glyph = hand.glyph(sign)
        high = tall * float(np.clip(rng.normal(1, hand.uneven), 0.6, 1.4))
        if sign == "-":
            glyph = cv2.resize(
                glyph,
                (max(3, int(tall * 0.45)), max(2, int(glyph.shape[0] * tall / 90) + 1)),
                interpolation=cv2.INTER_AREA,
            )
            drop = int(tall * 0.5 - glyph.shape[0] / 2)
        elif sign == '"':
            glyph = cv2.resize(
                glyph, (max(4, int(tall * 0.4)), max(4, int(tall * 0.38))), interpolation=cv2.INTER_AREA
            )
            drop = int(tall * rng.uniform(0.15, 0.4))
        else:
            wide = glyph.shape[1] * high / max(glyph.shape[0], 1)
            wide = min(wide, high * 1.1)
            glyph = cv2.resize(glyph, (max(2, int(wide)), max(4, int(high))), interpolation=cv2.INTER_AREA)
            drop = int((rng.normal(0, 0.04) + hand.below.get(sign, 0.0)) * tall)
        rows.append((glyph, x, drop))
        x += glyph.shape[1] + tall * max(hand.closest, dense + float(rng.normal(0, 0.04)))
    if not rows:
        return np.zeros((4, 4), np.uint8)
    width, pad = int(max(at + glyph.shape[1] for glyph, at, _drop in rows)) + 2, int(tall * 0.3)
    low = max([0.0, *(hand.below.get(sign, 0.0) for sign in text)])
    out = np.zeros((int(tall * (1.2 + low)) + 2 * pad, width), np.uint8)
    for glyph, at, drop in rows:
        top = max(0, pad + drop)
        part = out[top : top + glyph.shape[0], int(at) : int(at) + glyph.shape[1]]
        np.maximum(part, glyph[: part.shape[0], : part.shape[1]], out=part)
    return out[max(0, pad - int(0.1 * tall)) : pad + int((1.15 + low) * tall)]


def place(ink: np.ndarray, line: np.ndarray, left: float, middle: float) -> None:
    top, left = int(middle - line.shape[0] / 2), int(left)
    top, left = max(0, top), max(0, left)
    part = ink[top : top + line.shape[0], left : left + line.shape[1]]
    np.maximum(part, line[: part.shape[0], : part.shape[1]], out=part)


# The camera -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A picture of the paper, and where each corner of the paper is in it (millimetres to pixels)."""

    picture: np.ndarray  # grey or colours (blue, green, red)
    matrix: np.ndarray


def folded(paper: np.ndarray, rng: np.random.Generator, mm: float) -> np.ndarray:
    """The paper lay in a pocket: a bend of up to `mm` millimetres at one or two folds, and a shade beside them."""
    height, width = paper.shape[:2]
    y = np.arange(height, dtype=np.float32)
    x = np.arange(width, dtype=np.float32)
    shift_x, shift_y = np.zeros(height, np.float32), np.zeros(height, np.float32)
    shade = np.ones(height, np.float32)
    for _fold in range(int(rng.integers(1, 3))):
        at = float(rng.uniform(0.25, 0.75)) * height
        away = np.abs(y - at) / height
        bump = np.maximum(0, 1 - away * float(rng.uniform(2.5, 5)))
        shift_y += bump * float(rng.uniform(-mm, mm)) * DOTS
        shift_x += bump * float(rng.uniform(-mm, mm)) * DOTS * 0.5
        shade *= 1 - float(rng.uniform(0.0, 0.22)) * np.exp(-away * float(rng.uniform(8, 40))) * np.where(
            y > at, 1, 0.3
        )
    map_x = (x[None, :] + shift_x[:, None]).astype(np.float32)
    map_y = np.repeat((y + shift_y)[:, None], width, axis=1).astype(np.float32)
    bent = cv2.remap(paper, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return (bent * shade[:, None, None]).clip(0, 255).astype(np.uint8)


def photographed(
    paper: np.ndarray, rng: np.random.Generator, *, hard: float = 1.0, turned: bool = True
) -> Photo:
    """A phone held over the paper: perspective, a shadow, a table below, blur, noise, JPEG."""
    if rng.random() < 0.6:
        paper = folded(paper, rng, 0.9 * hard)
    long = int(rng.choice([1900, 2300, 3000, 3800] if hard <= 1 else [1500, 1700, 2300]))
    high, wide = long, int(long * 0.75)
    mm_w, mm_h = paper.shape[1] / DOTS, paper.shape[0] / DOTS
    fill = float(rng.uniform(0.82, 0.96))
    scale = min(wide / mm_w, high / mm_h) * fill
    corners = (np.array([[0, 0], [mm_w, 0], [mm_w, mm_h], [0, mm_h]]) - [mm_w / 2, mm_h / 2]) * scale
    angle = rng.normal(0, 0.04 * hard)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = corners @ spin.T + rng.normal(0, 0.018 * hard * wide, (4, 2)) + [wide / 2, high / 2]
    low, top = corners.min(axis=0), corners.max(axis=0)  # the whole paper stays in the picture
    squeeze = min(1.0, (wide - 8) / (top[0] - low[0]), (high - 8) / (top[1] - low[1]))
    corners = (corners - (low + top) / 2) * squeeze + [wide / 2, high / 2]
    matrix = cv2.getPerspectiveTransform(
        np.float32([[0, 0], [mm_w, 0], [mm_w, mm_h], [0, mm_h]]), np.float32(corners)
    )
    source = matrix @ np.diag([1 / DOTS, 1 / DOTS, 1])
    shrink = scale * squeeze / DOTS
    if shrink < 0.9:
        paper = cv2.GaussianBlur(paper, (0, 0), 0.45 / shrink)
    desk = np.full((high, wide, 3), rng.uniform(30, 150, 3), np.float32)
    desk += cv2.resize(rng.normal(0, 14, (high // 20, wide // 20, 3)).astype(np.float32), (wide, high))
    picture = cv2.warpPerspective(
        paper,
        source,
        (wide, high),
        dst=desk.clip(0, 255).astype(np.uint8),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    lit = light(high, wide, rng, hard)[..., None]
    tint = np.array([rng.uniform(0.82, 1.0), rng.uniform(0.92, 1.0), 1.0], np.float32)
    seen = picture.astype(np.float32) * lit * tint
    blur = float(rng.uniform(0.3, 1.0 * hard)) * long / 2300
    seen = cv2.GaussianBlur(seen, (0, 0), max(blur, 0.2))
    if rng.random() < 0.25 * hard:
        size = int(rng.integers(3, 3 + round(4 * hard * long / 2300)))
        kernel = np.zeros((size, size), np.float32)
        cv2.line(kernel, (0, int(rng.integers(size))), (size - 1, int(rng.integers(size))), 1.0, 1)
        seen = cv2.filter2D(seen, -1, kernel / kernel.sum())
    seen += rng.normal(0, rng.uniform(1.5, 6 * hard), seen.shape[:2]).astype(np.float32)[..., None]
    seen = through_jpeg(seen.clip(0, 255).astype(np.uint8), int(rng.integers(70, 92)))
    if turned and (turn := int(rng.integers(4))):
        seen, matrix = rotated(seen, matrix, turn)
    return Photo(picture=seen, matrix=matrix)


def on_screen(paper: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The page as a monitor shows it: 850 to 1,500 rows of pixels with dark lines between them."""
    pixel = 4  # dots of the drawing to one of the monitor
    rows = int(rng.integers(850, 1500))
    shown = cv2.resize(
        paper, None, fx=rows / paper.shape[0], fy=rows / paper.shape[0], interpolation=cv2.INTER_AREA
    )
    drawn = cv2.resize(shown, None, fx=pixel, fy=pixel, interpolation=cv2.INTER_NEAREST).astype(np.float32)
    gap = float(rng.uniform(0.1, 0.5))
    drawn[:, pixel - 1 :: pixel] *= gap
    drawn[pixel - 1 :: pixel] *= gap
    size = (paper.shape[1], paper.shape[0])
    return cv2.resize(np.clip(drawn * 1.25, 0, 255), size, interpolation=cv2.INTER_AREA).astype(np.uint8)


def rotated(picture: np.ndarray, matrix: np.ndarray, turn: int) -> tuple[np.ndarray, np.ndarray]:
    """The phone was held another way: quarter turns against the clock."""
    high, wide = picture.shape[:2]
    about = {
        1: np.array([[0, 1, 0], [-1, 0, wide - 1], [0, 0, 1]]),
        2: np.array([[-1, 0, wide - 1], [0, -1, high - 1], [0, 0, 1]]),
        3: np.array([[0, -1, high - 1], [1, 0, 0], [0, 0, 1]]),
    }[turn]
    return np.ascontiguousarray(np.rot90(picture, turn)), about @ matrix


def light(high: int, wide: int, rng: np.random.Generator, hard: float) -> np.ndarray:
    """Lamps from one side, and perhaps the shadow of the phone."""
    small_h, small_w = high // 8, wide // 8
    y, x = np.mgrid[0 : 1 : complex(small_h), 0 : 1 : complex(small_w)].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    lit = 0.95 + 0.18 * hard * (np.cos(angle) * (x - 0.5) + np.sin(angle) * (y - 0.5))
    if rng.random() < 0.55:
        edge = np.cos(angle + 1) * (x - rng.uniform(0.2, 0.8)) + np.sin(angle + 1) * (
            y - rng.uniform(0.2, 0.8)
        )
        lit *= 1 - rng.uniform(0.1, 0.4) / (1 + np.exp(-edge * rng.uniform(15, 90)))
    return cv2.resize(lit.astype(np.float32) * float(rng.uniform(0.8, 1.05)), (wide, high))


def scanned(paper: np.ndarray, rng: np.random.Generator, *, dots: int = 200, turned: bool = True) -> Photo:
    """An office scanner: nearly straight, grey, clean; now and then upside down."""
    mm_w, mm_h = paper.shape[1] / DOTS, paper.shape[0] / DOTS
    scale = dots / 25.4
    wide, high = round(mm_w * scale), round(mm_h * scale)
    angle = rng.normal(0, 0.012)
    shift = rng.normal(0, 0.8, 2)
    turn = np.array(
        [[np.cos(angle), -np.sin(angle), shift[0]], [np.sin(angle), np.cos(angle), shift[1]], [0, 0, 1]]
    )
    middle = np.array([[1, 0, mm_w / 2], [0, 1, mm_h / 2], [0, 0, 1]])
    matrix = np.diag([scale, scale, 1]) @ middle @ turn @ np.linalg.inv(middle)
    grey = cv2.cvtColor(cv2.GaussianBlur(paper, (0, 0), 0.5), cv2.COLOR_BGR2GRAY)
    picture = cv2.warpPerspective(
        grey, matrix @ np.diag([1 / DOTS, 1 / DOTS, 1]), (wide, high), flags=cv2.INTER_AREA, borderValue=255
    ).astype(np.float32)
    picture = (
        (picture - 128) * float(rng.uniform(0.95, 1.3))
        + 128
        + float(rng.uniform(0, 18))
        + rng.normal(0, rng.uniform(0.5, 5), picture.shape)
    )
    seen = through_jpeg(picture.clip(0, 255).astype(np.uint8), int(rng.integers(60, 92)))
    if turned and rng.random() < 0.3:
        seen, matrix = rotated(seen, matrix, 2)
    return Photo(picture=seen, matrix=matrix)


def through_jpeg(picture: np.ndarray, quality: int) -> np.ndarray:
    _done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
