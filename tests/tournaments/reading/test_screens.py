"""A photo of a screen that shows a list gets its own sentence; the same list on paper is read, flat, bent or scanned."""

from __future__ import annotations

from functools import cache

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

import cv2
import numpy as np

from benchmarks.reading_hands import Hand
from benchmarks.reading_paper import DOTS, Photo, on_screen, photographed, scanned, write
from scoring.rules.loader import built_in
from tests.tournaments.reading import made
from tests.tournaments.reading.test_bent import bulged
from tournaments.reading.core import reader
from tournaments.reading.core.page import Template, best_page
from tournaments.reading.core.pictures import drawn_pages, pictures
from tournaments.reading.core.screen import STANDS_OUT, grid_strength, shows_screen
from tournaments.reading.paper.forms import blank_list
from tournaments.reading.paper.templates import templates_for

RULES = built_in("club_2018")


@cache
def templates() -> tuple[Template, ...]:
    return templates_for(blank_list(RULES, seats=3, games=9)[0], RULES)


def paper(seed: int) -> np.ndarray:
    """A list of three seats and nine games, filled in."""
    _blank, pdf = blank_list(RULES, seats=3, games=9)
    _form, list_ = made.list_of("club_2018", 3, 9, seed=seed)
    sheet = cv2.cvtColor(drawn_pages(pdf, DOTS)[0], cv2.COLOR_GRAY2BGR)
    hand = Hand(rng=np.random.default_rng(seed))
    write(sheet, {cell: cell.box for cell in list_.texts}, list_.texts, hand)
    return sheet


def seen(photo: Photo) -> np.ndarray:
    _done, data = cv2.imencode(".jpg", photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return next(pictures(bytes(data)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [51, 52])
def test_a_photo_of_a_screen_is_told_and_the_same_photo_of_the_paper_is_none(seed: int):
    """Two of which the camera sees the grid of pixels; of those whose grid it does not see none is told (docs/reading.md)."""
    sheet = paper(seed)
    screen = on_screen(sheet, np.random.default_rng(seed))
    shot = reader.look(seen(photographed(screen, np.random.default_rng(seed))), templates())
    assert shot.refused is reader.SCREEN
    assert not shot.cells
    page = reader.look(seen(photographed(sheet, np.random.default_rng(seed))), templates())
    assert page.refused is None
    assert page.cells


@pytest.mark.slow
def test_lines_that_drown_in_the_grid_strength_a_screen_are_told_as_a_screen(monkeypatch):
    """Of such a photo the lines said that it is no list, and the sentence asked for better light."""
    monkeypatch.setattr("tournaments.reading.core.page.ALIKE", 1.0)
    monkeypatch.setattr("tournaments.reading.core.page.ALIKE_STEADY", 1.0)
    sheet = paper(51)
    screen = on_screen(sheet, np.random.default_rng(51))
    shot = reader.look(seen(photographed(screen, np.random.default_rng(51))), templates())
    assert shot.refused is reader.SCREEN
    page = reader.look(seen(photographed(sheet, np.random.default_rng(51))), templates())
    assert page.refused is reader.NO_LIST
    assert page.found is None


@pytest.mark.slow
def test_a_bent_scan_lifts_grids_of_all_sizes_and_is_no_screen():
    grey = seen(scanned(paper(54), np.random.default_rng(54), turned=False))
    bent = bulged(grey, 0.018)
    found, _second = best_page(bent, templates())
    assert found is not None
    assert grid_strength(bent, found) < STANDS_OUT / 2
    assert not shows_screen(bent, found)
