"""A drawn signature: what a browser may send, to the last point, and the path that comes of it."""

from __future__ import annotations

import json

import pytest

from tournaments.paper.core.strokes import (
    HEIGHT,
    LEAST_LENGTH,
    MOST_POINTS,
    MOST_STROKES,
    MOST_TEXT,
    WIDTH,
    NoSignature,
    length,
    read_strokes,
    stroke_path,
    thinned,
)


def sent(*strokes):
    return json.dumps(strokes)


def test_the_box_and_its_bounds_are_those_of_the_page():
    assert (WIDTH, HEIGHT, MOST_TEXT, MOST_STROKES, MOST_POINTS, LEAST_LENGTH) == (
        1000,
        360,
        60_000,
        60,
        2_000,
        150,
    )


def test_strokes_are_read_and_given_back_as_a_path():
    strokes = read_strokes(sent([[0, 0], [100, 0]], [[0, 360], [1000, 360]]))
    assert strokes == (((0, 0), (100, 0)), ((0, 360), (1000, 360)))
    assert stroke_path(strokes) == "M0 0L100 0M0 360L1000 360"
    assert length(strokes) == 1100


def test_a_slow_pen_is_thinned_all_along_its_way():
    """Each point was compared with the first one, so that beyond its surroundings nothing was left out."""
    assert thinned(tuple((x, 0) for x in range(101))) == tuple((x, 0) for x in range(0, 101, 4))


def test_points_on_top_of_each_other_say_nothing_but_both_ends_stay():
    assert thinned(((0, 0), (3, 0), (4, 0), (7, 0), (8, 0), (9, 0))) == ((0, 0), (4, 0), (8, 0), (9, 0))
    assert thinned(((5, 5), (5, 5))) == ((5, 5), (5, 5))
    assert thinned(((5, 5), (60, 5), (61, 5), (90, 5))) == ((5, 5), (60, 5), (90, 5))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "noch keine Unterschrift"),
        ("  \n", "noch keine Unterschrift"),
        (sent([[0, 0], [149, 0]]), "noch keine Unterschrift"),
        ("{", "nicht angekommen"),
        ("7", "nicht angekommen"),
        (sent([]), "nicht angekommen"),
        (sent([[1, 2, 3], [4, 5]]), "nicht angekommen"),
        (sent([[0, 0], [1001, 0]]), "nicht angekommen"),
        (sent([[0, 0], [0, 361]]), "nicht angekommen"),
        (sent([[-1, 0], [300, 0]]), "nicht angekommen"),
        (sent([[0, -1], [300, 0]]), "nicht angekommen"),
        (sent([["0", 0], [300, 0]]), "nicht angekommen"),
        ("[[[0, 0], [300, 0]]]" + " " * MOST_TEXT, "zu viel"),
        (sent(*[[[0, 0], [300, 0]]] * 61), "zu viel"),
        (sent(*[[[x * 9, 0] for x in range(41)]] * 50), "zu viel"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(text, says):
    with pytest.raises(NoSignature, match=says):
        read_strokes(text)


def test_the_last_that_is_taken():
    assert len(read_strokes(sent([[0, 0], [150, 0]]))) == 1
    assert len(read_strokes(sent(*[[[0, 0], [300, 0]]] * 60))) == 60
    assert sum(map(len, read_strokes(sent(*[[[x * 9, 0] for x in range(40)]] * 50)))) == MOST_POINTS
    exact = "[[[0, 0], [300, 0]]]"
    assert len(read_strokes(exact + " " * (MOST_TEXT - len(exact)))) == 1
