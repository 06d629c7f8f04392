"""A game read without its form is the game that the form reads, and only where the form has nothing to say."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from scoring.numbers import SeatNumber
from scoring.rules import RuleSet, built_in
from tournaments.lists.forms.game import GameForm
from tournaments.lists.forms.straight import seen_version_in, straight_result, submission_in
from tournaments.models import Seat
from tournaments.pages.forms import UNSEEN

RULES = {key: built_in(key) for key in ("basic", "club_2018", "federation")}
WORDS = st.sampled_from(["", " ", "0", "1", "2", "3", "9", "25", " 25", "25 ", "٢٥", "²", "-4", "881", "1234567", "ja", "nein", "R", "–", "x", "\0"])  # fmt: skip
NUMBERS = st.integers(0, 130).map(str)


@st.composite
def typed(draw: st.DrawFn) -> tuple[RuleSet, list[int], dict[str, str]]:
    """What somebody may send: mostly a game as it is played, now and then something else in a field."""
    rules = RULES[draw(st.sampled_from(sorted(RULES)))]
    seats = draw(st.lists(st.integers(1, 6), min_size=2, max_size=5, unique=True))
    winner = draw(st.one_of(st.sampled_from(seats).map(str), st.sampled_from(["0", "7", ""])))
    fields = {"winner": winner, "finish": draw(st.sampled_from(["R", "H", "S", "SR", "HR", "", "–"]))}
    for seat in seats:
        fields[f"opened_{seat}"] = draw(st.sampled_from(["ja", "ja", "nein", "nein", ""]))
        fields[f"augen_{seat}"] = draw(NUMBERS)
    for name in draw(st.lists(st.sampled_from(sorted(fields)), max_size=2)):
        fields[name] = draw(WORDS)
    for name in draw(st.lists(st.sampled_from(sorted(fields)), max_size=1)):
        del fields[name]
    return rules, seats, fields


def as_sent(fields: dict[str, str]) -> QueryDict:
    sent = QueryDict(mutable=True)
    sent.update(fields)
    return sent


def by_form(rules: RuleSet, seats: list[int], fields: dict[str, str]) -> GameForm:
    form = GameForm(as_sent(fields), rules=rules, seats=[Seat(number=SeatNumber(number)) for number in seats])
    form.full_clean()
    return form


@given(typed())
def test_it_reads_what_the_form_reads(case):
    rules, seats, fields = case
    straight = straight_result(
        as_sent(fields), rules=rules, seats=[Seat(number=SeatNumber(number)) for number in seats]
    )
    form = by_form(rules, seats, fields)
    silent = form.is_valid() and not form.doubts
    if straight is not None:
        assert silent, (form.errors, form.doubts)
        assert straight == form.result
    elif silent:  # only what the form mends by itself goes the long way
        assert any(value != value.strip() or not value.isascii() for value in fields.values())


@pytest.mark.parametrize("key", RULES)
def test_a_game_as_it_is_played_needs_no_form(key):
    fields = {
        "winner": "2",
        "finish": "R",
        "opened_1": "ja",
        "augen_1": "25",
        "opened_3": "nein",
        "augen_3": "64",
    }
    read = straight_result(
        as_sent(fields), rules=RULES[key], seats=[Seat(number=SeatNumber(n)) for n in (3, 1, 2)]
    )
    assert read is not None
    assert read == by_form(RULES[key], [1, 2, 3], fields).result
    assert (read.winner, read.hands[1].augen, read.hands[3].augen) == (2, 25, 64)


def test_nobody_is_finished():
    fields = {"winner": "0", "opened_1": "ja", "augen_1": "25", "opened_2": "ja", "augen_2": "31"}
    seats = [Seat(number=SeatNumber(1)), Seat(number=SeatNumber(2))]
    for rules in RULES.values():
        assert (
            straight_result(as_sent(fields), rules=rules, seats=seats)
            == by_form(rules, [1, 2], fields).result
        )


def test_a_forged_sign_is_replaced_and_a_forged_version_is_none():
    known = "7f0e1c6a-2f5b-4a8e-9d3c-0b1a2c3d4e5f"
    assert submission_in({"submission": known}) == UUID(known)
    assert submission_in({"submission": "x"}) != submission_in({"submission": "x"})
    assert seen_version_in({"seen_version": "12"}) == 12
    assert [seen_version_in({"seen_version": odd}) for odd in ("", "-1", "1e3", "9" * 10)] == [UNSEEN] * 4
