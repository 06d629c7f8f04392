"""A file of a later version: names and words that this one has never heard are no damage, and nothing else is forgiven."""

from __future__ import annotations

import pytest

from tournaments.files.core.newer import AnyWord, of_later_words
from tournaments.files.core.shapes import AnySmall, ByName, ListOf, Object, OneOf, Whole, Word

WORD = Word(frozenset({"draw"}))
MODE = Object({"mode": WORD, "round": Whole(1, 9)})


@pytest.mark.parametrize(
    ("value", "later"),
    [
        ({"mode": "draw", "round": 2}, False),  # nothing is strange
        ({"mode": "swiss", "round": 2}, True),
        ({"mode": "draw", "round": 2, "byes": [1]}, True),
        ({"mode": "swiss", "round": 2, "byes": [1]}, True),
        ({"mode": "draw", "round": "two"}, False),
        ({"mode": "draw", "round": "two", "byes": 1}, False),
        ({"mode": "Swiss!", "round": 2}, False),
        ({"mode": "draw", "round": 2, "Byes": 1}, False),
        ({"mode": "draw", "round": 2, "byes": "x" * 100_000}, False),
        ({"round": 2}, False),
        ([1], False),
    ],
)
def test_what_a_later_version_may_have_learnt(value, later):
    assert of_later_words(MODE, value) is later


def test_an_object_holds_only_so_many_names_that_nobody_knows():
    many = {f"name{n}": n for n in range(MODE.most_others)}
    assert of_later_words(MODE, {"mode": "draw", "round": 2, **many})
    assert not of_later_words(MODE, {"mode": "draw", "round": 2, **many, "one_more": 1})


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (WORD, "swiss"),
        (OneOf((WORD, Whole(1, 3))), "swiss"),
        (ListOf(WORD, 3), ["draw", "swiss"]),
        (ByName(WORD, 3, WORD), {"draw": "swiss"}),
        (ByName(Whole(1, 3), 3, name=WORD), {"swiss": 2}),
        (Object({}, {"mode": WORD}), {"mode": "swiss"}),
        (Object({"mode": WORD}, others=AnySmall()), {"mode": "swiss", "x": 1}),
    ],
)
def test_however_deep_it_stands(shape, value):
    assert of_later_words(shape, value)


def test_words_as_this_house_writes_them():
    assert [AnyWord().wrong(word) for word in ("a", "a1_b", "a" * 40)] == [None, None, None]
    assert [AnyWord().wrong(word) for word in ("", "A", "1a", "a b", "a" * 41, 7, None)] == [""] * 7
