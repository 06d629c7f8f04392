"""Each picture that is no whole list, or more than one, has a sentence of its own."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

import numpy as np

from benchmarks.reading_paper import photographed
from scoring.speech import say
from tests.tournaments.reading.test_screens import paper, seen, templates
from tournaments.reading.core import reader


def photo(seed: int) -> np.ndarray:
    return seen(photographed(paper(seed), np.random.default_rng(seed), turned=False))


def side_by_side() -> np.ndarray:
    first, second = photo(61), photo(62)
    high = min(len(first), len(second))
    return np.ascontiguousarray(np.hstack([first[:high], second[:high]]))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["left", "below"])
def test_a_list_of_which_a_part_is_outside_the_picture_is_cut_off(part: str):
    grey = photo(61)
    high, wide = grey.shape
    cut = grey[:, int(0.17 * wide) :] if part == "left" else grey[: int(0.8 * high)]
    page = reader.look(np.ascontiguousarray(cut), templates())
    assert page.refused is reader.CUT_OFF
    assert not page.cells


@pytest.mark.slow
def test_two_lists_in_one_picture_are_told_by_their_codes_or_by_their_print():
    both = side_by_side()
    assert len(reader.codes_in(both)) == 2
    assert reader.look(both, templates()).refused is reader.TWO_LISTS
    assert reader.look(both, templates(), codes=()).refused is reader.TWO_LISTS


@pytest.mark.slow
def test_a_table_of_lines_and_a_wall_are_no_list():
    table = np.full((2000, 1500), 235, np.uint8)
    table[::90] = table[:, ::90] = 40
    assert reader.look(table, templates()).refused is reader.NO_LIST
    assert reader.look(np.full((2000, 1500), 180, np.uint8), templates()).refused is reader.NO_LIST


def test_every_refusal_says_something_else():
    every = [
        reader.NO_LIST,
        reader.CUT_OFF,
        reader.NOT_FLAT,
        reader.TWO_LISTS,
        reader.SCREEN,
        reader.BLANK,
        reader.TOO_FOREIGN,
    ]
    assert len({say(one) for one in every}) == len(every)
