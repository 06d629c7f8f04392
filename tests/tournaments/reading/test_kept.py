"""What the reader works out once and keeps: features of blank pages, and links between the sums of a column."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

from scoring.rules.loader import built_in
from tests.tournaments.reading import made
from tournaments.lists.paper.page import draw_list
from tournaments.paper.document import Part, pdf
from tournaments.reading.core import column, page
from tournaments.reading.core.cells import DOTS
from tournaments.reading.core.chances import Reading
from tournaments.reading.core.column import Step, Sums, column_sums, linked, links_of
from tournaments.reading.core.evidence import Way
from tournaments.reading.core.page import Template
from tournaments.reading.core.pictures import drawn_pages
from tournaments.reading.core.reader import read, templates_of
from tournaments.reading.paper.forms import DAY, blank_facts, form_of_pages

RULES = built_in("club_2018")
WAY = Way(finish=None, augen=0, opened=True, points=0, cross=False, weight=0.0)


def templates_called(event: str) -> tuple[Template, ...]:
    facts = replace(blank_facts(RULES, seats=4, games=48, code=event), event=event)
    pages = list(draw_list(facts))
    form = form_of_pages(pages, RULES, seats=4, drawn={})
    printed = pdf([Part(name="-", pages=pages)], title="-", author="-", subject="-", now=DAY)
    return templates_of(form, drawn_pages(printed, DOTS))


@pytest.mark.slow
def test_what_is_below_the_head_is_looked_at_once_for_all_lists_of_a_form():
    page.printed_features.cache_clear()
    first = templates_called("Esch")
    assert len(first) == 2
    before = page.printed_features.cache_info()
    other = templates_called("Trier, das zweite Mal")
    after = page.printed_features.cache_info()
    assert after.misses - before.misses == len(first)  # one band of each page: its head
    page.printed_features.cache_clear()
    for kept, anew in zip(other, templates_called("Trier, das zweite Mal"), strict=True):
        assert np.array_equal(kept.points, anew.points)
        assert np.array_equal(kept.descriptors, anew.descriptors)
    assert not np.array_equal(first[0].points, other[0].points)


def test_no_more_blank_pages_are_kept_than_there_is_room_for():
    rng = np.random.default_rng(5)
    for _picture in range(page.PRINTED_KEPT):
        page.features(rng.integers(0, 255, (60, 40), np.uint8), printed=True)
    assert page.printed_features.cache_info().currsize == page.PRINTED_KEPT


def test_where_nothing_stands_there_are_no_features():
    points, descriptors = page.features(np.full((300, 200), 255, np.uint8))
    assert points.shape == (0, 2)
    assert descriptors.shape == (0, 128)


def test_a_sum_says_to_each_number_what_its_cell_says_and_to_all_others_the_same():
    sums = column_sums(Reading({"120": 0.7, "20": 0.29, "": 0.01}), 0.1)
    values = np.array([20, 7, 120, 8191, 0, 120])
    plain = [np.log(sums.numbers.get(int(one), 0.0) + sums.otherwise) for one in values]
    assert np.allclose(sums.said(values), plain, rtol=0, atol=1e-12)
    nothing = Sums(numbers={}, otherwise=1.0)
    assert nothing.said(values).tolist() == [0.0] * len(values)


def step_of(most: int) -> Step:
    ways = [replace(WAY, augen=augen, points=augen % 3) for augen in range(most)]
    sums = column_sums(Reading({"120": 0.7, "20": 0.3}), 0.1)
    return Step(ways=ways, augen_sum=sums, points_sum=Sums(numbers={2: 0.6}, otherwise=1e-4))


def test_the_same_sums_before_a_game_are_linked_once():
    step = step_of(40)
    states, others = np.array([[80, 2], [100, 1]]), np.array([[81, 2], [100, 1]])
    first = linked(states, step)
    assert linked(states.copy(), step) is first
    for sums in (others, states):
        after, links = linked(sums, step)
        plain_after, plain = links_of(sums, step)
        assert np.array_equal(after, plain_after)
        for name in ("source", "way", "slip", "target", "weight"):
            assert np.array_equal(getattr(links, name), getattr(plain, name)), name
    assert len(step.links) == 1


def test_many_links_are_not_kept():
    step = step_of(60)
    states = np.array([[number, 0] for number in range(column.LINKS_KEPT // 60 + 1)])
    assert len(linked(states, step)[1].source) > column.LINKS_KEPT
    assert not step.links


@pytest.mark.parametrize(("key", "seats", "games"), [("basic", 6, 12), ("federation", 4, 24)])
def test_a_list_reads_the_same_with_and_without_what_is_kept(monkeypatch, key, seats, games):
    form, list_ = made.list_of(key, seats, games, seed=11)
    pages = made.pages(form, list_)
    kept = read(built_in(key), pages)
    monkeypatch.setattr(column, "linked", links_of)
    assert read(built_in(key), pages) == kept
