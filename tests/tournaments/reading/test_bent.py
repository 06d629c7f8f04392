"""Sheets that do not lie flat, and sheets of which something is in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

import cv2
import numpy as np
from PIL import Image

from benchmarks.reading_games import Filled
from scoring.rules.loader import built_in
from tests.tournaments.reading import made
from tournaments.reading.core import reader
from tournaments.reading.core.page import Template
from tournaments.reading.core.pictures import grey, pictures
from tournaments.reading.paper.forms import blank_list
from tournaments.reading.paper.templates import NEAR, templates_for

RULES = built_in("club_2018")


def list_and_picture() -> tuple[Filled, tuple[Template, ...], np.ndarray]:
    form, pdf = blank_list(RULES, seats=3, games=9)
    _form, list_ = made.list_of("club_2018", 3, 9, seed=31)
    return list_, templates_for(form, RULES), next(pictures(made.picture_of(pdf, form, list_, seed=31)))


def bulged(grey: np.ndarray, by: float) -> np.ndarray:
    """As a page that stands up in its middle: its lines are arcs."""
    high, wide = grey.shape
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    return cv2.remap(
        grey, x, y + by * high * np.sin(np.pi * x / wide) ** 2, cv2.INTER_LINEAR, borderValue=255
    )


@pytest.mark.parametrize("mode", ["RGBA", "LA", "PA"])
def test_what_is_transparent_is_paper(mode):
    """Ink is ink where it covers, and the colour below what is transparent is nobody's."""
    sent = Image.new("LA", (2, 1), (0, 255))
    sent.putpixel((1, 0), (0, 0))
    assert grey(sent.convert("RGBA").convert(mode)).tolist() == [[0, 255]]


@pytest.mark.slow
def test_a_form_of_somebody_else_is_known_by_the_frames_of_its_cells():
    form, _pdf = blank_list(RULES, seats=3, games=9)
    x, y = 2 * NEAR, 2 * NEAR
    cells = tuple(replace(one, box=(one.box[0] + x, one.box[1] + y, *one.box[2:])) for one in form.cells)
    [template] = templates_for(replace(form, cells=cells), RULES)
    assert template.form.cells == cells


@pytest.mark.slow
def test_a_bent_sheet_is_flattened_before_it_is_read():
    list_, templates, grey = list_and_picture()
    page = reader.look(bulged(grey, 0.018), templates)  # 5 mm
    assert page.refused is None
    said = reader.read(RULES, [page])
    assert len(said.entries) == 27
    for entry in said.entries:
        result = list_.results[entry.game]
        if not entry.asked:
            assert entry.way.won == (result.winner == entry.seat)
            assert entry.way.won or entry.way.augen == result.hands[entry.seat].augen
    assert len(said.asked) <= 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", [101, 104])
def test_a_scanner_that_loses_the_tint_of_the_dealers_cells_is_no_bent_sheet(seed: int):
    """At a table of four every fourth cell is tinted: what is compared are lines, and no areas."""
    form, pdf = blank_list(RULES, seats=4, games=20)
    _form, list_ = made.list_of("club_2018", 4, 20, seed=seed)
    grey = next(pictures(made.picture_of(pdf, form, list_, seed=seed)))
    page = reader.look(grey, templates_for(form, RULES))
    assert page.refused is None
    assert page.found is not None
    assert page.found.steady > 2 * reader.STEADY


@pytest.mark.slow
@pytest.mark.parametrize("part", [1, 2])
def test_a_washed_out_scan_of_narrow_cells_shows_its_lines_under_the_ink(part: int):
    """Five seats, forty games: ink outweighed the fine lines, and the list was told to be none."""
    rules = built_in("federation")
    form, pdf = blank_list(rules, seats=5, games=40)
    _form, list_ = made.list_of("federation", 5, 40, seed=2)
    grey = next(pictures(made.picture_of(pdf, form, list_, seed=2, page=part)))
    templates = templates_for(form, rules)
    page = reader.look(grey, templates)
    assert page.refused is None
    assert page.sheet == part
    assert page.found is not None
    assert page.found.steady > 2 * reader.STEADY
    assert reader.look(grey, [one for one in templates if one.sheet != part]).refused is not None


@pytest.mark.slow
def test_what_is_covered_is_told_and_not_guessed():
    _list, templates, grey = list_and_picture()
    high, wide = grey.shape
    grey[int(0.2 * high) : int(0.5 * high), int(0.6 * wide) :] = 90  # a sleeve over the first games
    page = reader.look(grey, templates)
    assert page.refused in (reader.NOT_FLAT, reader.NO_LIST)
    assert not page.cells
