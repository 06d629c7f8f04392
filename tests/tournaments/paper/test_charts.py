"""Charts stand where they stood: each item of small pictures at its place, and what scales, ticks and hatches do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.answers import kept_answers
from tests.tournaments.paper.drawings import FILE, pictures, told
from tournaments.paper.core.charts import Layout
from tournaments.paper.core.charts.axes import digits_of, number, ticks, whole_ticks
from tournaments.paper.core.charts.bars import Bar, hatched, row_chart
from tournaments.paper.core.charts.lines import moved_apart
from tournaments.paper.core.charts.picture import NARROW, WIDE, Words, broken

KEPT = kept_answers(FILE)


def test_the_file_has_every_picture():
    assert list(KEPT) == list(pictures())


@pytest.mark.parametrize("name", KEPT)
def test_the_picture_is_the_one_that_was_drawn(name):
    assert list(told(pictures()[name])) == KEPT[name]


@pytest.mark.parametrize(
    ("lowest", "highest", "marked"),
    [
        (3, 62, [0, 20, 40, 60, 80]),
        (0, 3, [0, 1, 2, 3]),
        (7, 7, [6, 6.5, 7, 7.5, 8]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
        (0, 50, [0, 10, 20, 30, 40, 50]),
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (-3, 2, [-3, -2, -1, 0, 1, 2]),
        (0, 0.4, [0, 0.1, 0.2, 0.3, 0.4]),
        (2, 1, [1, 1.5, 2, 2.5, 3]),
    ],
)
def test_round_numbers_around_what_is_shown(lowest, highest, marked):
    assert ticks(lowest, highest) == marked


def test_a_scale_of_whole_things_has_no_halves():
    assert ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert whole_ticks(0, 1) == [0, 1]
    assert ticks(0, 10, wanted=2) == [0, 5, 10]


def test_digits_behind_the_comma():
    assert [digits_of(values) for values in ([1, 2], [1.5, 2], [0.25, 1], [0.125, 1], [])] == [0, 1, 2, 2, 0]
    assert [number(-0.04, 1), number(-0.05, 2), number(0.0), number(-12.0)] == ["0,0", "−0,05", "0", "−12"]


def test_hatches_fill_a_box_from_corner_to_corner():
    assert list(hatched(0, 0, 10, 8)) == [((6, 0), (0, 6)), ((10, 2), (4, 8))]
    assert list(hatched(0, 0, 6, 6)) == [((6, 0), (0, 6))]
    assert list(hatched(0, 0, 3, 3)) == []
    assert list(hatched(0, 0, 12, 6)) == [((6, 0), (0, 6)), ((12, 0), (6, 6))]


@pytest.mark.parametrize(
    ("wanted", "placed"),
    [
        ([10, 11, 50], [3, 18, 50]),
        ([90, 95, 99], [70, 85, 100]),
        ([0, 0], [0, 15]),
        ([50, 65], [50, 65]),
        ([50, 64], [49.5, 64.5]),
        ([20, 30, 31], [12, 27, 42]),
        ([100, 100], [85, 100]),
        ([], []),
    ],
)
def test_names_are_moved_apart_no_further_than_needed(wanted, placed):
    assert moved_apart(wanted, 15, 0, 100) == placed


@pytest.mark.parametrize(
    ("name", "most", "lines"),
    [
        ("Morgenrot", 9, ("Morgenrot",)),
        ("Morgenrot", 8, ("Morgenro", "t")),
        ("  zwei   Worte ", 10, ("zwei Worte",)),
        ("zwei Worte", 6, ("zwei", "Worte")),
        ("Wilhelmine-Charlotte Karo", 14, ("Wilhelmine-", "Charlotte Karo")),
        ("M", 0, ("M",)),
        ("", 5, ("",)),
    ],
)
def test_a_name_is_torn_where_it_can_be_and_never_cut(name, most, lines):
    assert broken(name, most) == lines


@given(st.text(alphabet="ab -é♥", max_size=60), st.integers(1, 20))
def test_no_sign_of_a_name_is_lost(name, most):
    lines = broken(name, most)
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert all(len(line) <= most for line in lines)


def test_a_row_is_as_high_as_its_name_has_lines():
    layout = Layout(width=400, height=100, letters=10, names=63)
    bars = [Bar(name="Wilhelmine-Charlotte", parts=(3,), words="3"), Bar(name="Eva", parts=(2,), words="2")]
    both = row_chart(layout, title="", description="", bars=bars)
    alone = row_chart(layout, title="", description="", bars=bars[1:])
    said = [item for item in both.items if isinstance(item, Words)]
    assert [item.text for item in said] == ["Wilhelmine", "-Charlotte", "3", "Eva", "2"]
    assert both.height > 2 * alone.height
    assert said[0].y < said[2].y < said[1].y < said[3].y == said[4].y


def test_the_room_of_a_phone_and_of_paper():
    assert (NARROW.width, NARROW.height, NARROW.letters, NARROW.names) == (340, 330, 12, 100)
    assert (WIDE.width, WIDE.height, WIDE.letters, WIDE.names) == (720, 380, 13, 176)
    assert NARROW.brief
    assert not WIDE.brief
    assert Layout(width=1, height=1, letters=10, names=63).most_signs == 10
