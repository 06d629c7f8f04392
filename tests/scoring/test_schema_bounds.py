"""Bounds and defaults of rule values: each by its number, and the spellings of the list."""

from __future__ import annotations

import pytest

from scoring.rules import BUILT_IN, LATER_KEYS, OWN_RULE, built_in
from scoring.rules.loader import LATER_KEYS as LATER
from scoring.rules.loader import type_reader
from scoring.rules.schema import DESCRIBED, REQUIRED, Bracket, LossGame, Source
from scoring.shorthand import KEYS, SPELLED
from scoring.standings import Entry


def test_numbers_have_their_bounds():
    assert {
        place: (what.least, what.most) for place, what in DESCRIBED.items() if what.least is not None or what.most is not None
    } == {
        "loose_hands.points_less": (0, 9),
        "loose_hands.referee_from_offence": (1, 9),
        "loose_hands.extra_from_then": (0, 9),
        "series.rounds": (1, 60),
        "series.time_limit_minutes": (0, 720),
        "series.objection_minutes": (0, 10_080),
        "loss_money.first_games": (0, 99),
        "loss_money.first_cents": (0, 100_000),
        "loss_money.later_cents": (0, 100_000),
    }  # fmt: skip


def test_what_holds_where_a_document_says_nothing():
    assert LATER_KEYS is LATER
    assert list(LATER) == [
        "turn.mending_bars", "turn.new_deal", "turn.hand_below_opening", "turn.super_with_layoffs",
        *[place for place, what in DESCRIBED.items() if what.before is not REQUIRED],
    ]  # fmt: skip
    assert "series.round_is" in LATER
    assert LATER["turn.hand_below_opening"]({}) is True
    assert LATER["turn.super_with_layoffs"]({}) is False


def test_a_source_is_confirmed_or_own_only_where_it_says_so():
    assert Source(paragraph="Regel 1").confirm is False
    assert (Source(paragraph="Regel 1").own, Source(paragraph=OWN_RULE).own) == (False, True)
    assert {key: built_in(key).to_confirm for key in BUILT_IN} == {
        "basic": (), "club_2018": (), "federation": ("points.super",),
    }  # fmt: skip
    assert [built_in(key).series.one_deal for key in BUILT_IN] == [True, False, False]


def test_types_have_their_readers():
    assert type_reader(int)(7, "x") == 7
    assert type_reader(bool)(True, "x") is True
    assert type_reader(LossGame)("cross", "x") is LossGame.CROSS
    assert type_reader(tuple[LossGame, ...])(["cross", "unopened"], "x") == (
        LossGame.CROSS,
        LossGame.UNOPENED,
    )
    bracket = Bracket(first=1, last=None, points=2)
    assert [bracket.holds(augen) for augen in (0, 1, 2, 10_000)] == [False, True, True, True]
    assert [Bracket(first=1, last=3, points=2).holds(augen) for augen in (0, 1, 3, 4)] == [
        False,
        True,
        True,
        False,
    ]


def test_signs_of_the_list_and_the_keys_that_choose_them():
    assert SPELLED == {"+": "R", "*": "H", "/": "HA", "A": "HA"}
    assert KEYS == {"r": "R", "h": "H", "s": "S", "a": "HA"}


@pytest.mark.parametrize("name", ["games"])
def test_an_entry_has_played_nothing_until_it_is_said(name):
    assert getattr(Entry(key=1, points=3, augen=4), name) == 0
