"""Charts stand where they stood: each item of small pictures at its place, and what scales, ticks and hatches do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.answers import kept_answers
from tests.tournaments.paper.drawings import FILE, pictures, told
from tournaments.paper.core.charts import Layout
from tournaments.paper.core.charts.axes import Scale, decimals_of, number, ticks, whole_ticks
from tournaments.paper.core.charts.bars import Bar, bar_chart, hatched, row_chart
from tournaments.paper.core.charts.dots import DotColumn, dot_chart, outermost
from tournaments.paper.core.charts.lines import LineCourse, bundle, moved_apart, tall_enough, under, voice
from tournaments.paper.core.charts.picture import NARROW, WIDE, Box, Strokes, Tone, Words, broken

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
    assert [decimals_of(values) for values in ([1, 2], [1.5, 2], [0.25, 1], [0.125, 1], [])] == [
        0,
        1,
        2,
        2,
        0,
    ]
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


# --- by hand, to the last number ----------------------------------------------------------------------------


def words_of(items) -> list[str]:
    return [one.text for one in items if isinstance(one, Words)]


def test_one_bar_has_the_whole_room_and_so_has_one_column_of_dots():
    [bar] = [
        one
        for one in bar_chart(WIDE, title="", description="", bars=[Bar(name="a", parts=(4,))]).items
        if isinstance(one, Box)
    ]
    assert bar.width > WIDE.width * 0.6
    [mean] = [
        one
        for one in dot_chart(WIDE, title="", description="", columns=[two_dots("a")]).items
        if isinstance(one, Strokes) and one.tone is Tone.INK
    ]
    [(start, end)] = mean.lines
    assert end[0] - start[0] > WIDE.width * 0.6


def test_of_many_bars_as_many_names_stand_as_have_room():
    """800 bars on paper: each name has 25 points, each bar less than one."""
    bars = [Bar(name=str(place + 100), parts=(1,)) for place in range(800)]
    names = [
        int(name)
        for name in words_of(bar_chart(WIDE, title="", description="", bars=bars).items)
        if len(name) == 3
    ]
    left = WIDE.letters * (0.9 + 0.62)
    every, room = names[1] - names[0], (WIDE.width - 6 - left) / 800
    assert names == list(range(100, 900, every))
    assert (every - 1) * room < 3 * WIDE.letters * 0.66 <= every * room


def test_hatches_stand_on_tenths():
    for line in hatched(0.26, 0.14, 30.37, 10.04):
        for x, y in line:
            assert (x, y) == (round(x, 1), round(y, 1))


def two_dots(name: str) -> DotColumn:
    return DotColumn(name=name, dots=(("unten", 1.0, False), ("oben", 3.0, True)), mean=2.0)


def test_the_outermost_two_are_named_where_four_letters_have_room():
    up = Scale(first=0, last=4, start=100, end=0)
    named = [words_of(outermost(two_dots("a"), 50, room, up, NARROW)) for room in (48, 47.9)]
    assert NARROW.letters == 12
    assert named == [["unten", "oben"], []]


def test_a_picture_of_lines_is_as_high_as_its_names_need():
    course = LineCourse(name="Anni Achter", values=(1, 2))
    assert tall_enough([course] * 40, NARROW).height == pytest.approx(40 * 12 * 1.25 + 12 * 3.4)
    assert tall_enough([course], NARROW).height == NARROW.height


@pytest.mark.parametrize(("letters", "shown"), [(1, 10), (4, 10), (5, 5), (8, 5), (9, 4)])
def test_of_many_columns_as_many_are_named_as_have_room(letters, shown):
    """Ten columns in 297 points are 33 apart: four letters of 12 points have room, five have not."""
    across = Scale(first=0, last=9, start=0, end=297)
    assert len(words_of(under(["m" * letters] * 10, across, NARROW))) == shown


def test_pale_lines_are_thinner_where_they_are_a_crowd():
    up = across = Scale(first=0, last=1, start=0, end=100)
    widths = [bundle([LineCourse(name="", values=(0, 1))] * count, across, up).width for count in (80, 81)]
    assert widths == [1.2, 0.7]


def test_the_fifteen_first_lines_differ_in_colour_mark_or_dashes():
    assert len({voice(place) for place in range(15)}) == 15
    assert len({voice(place).dash for place in (0, 5, 10)}) == 3
