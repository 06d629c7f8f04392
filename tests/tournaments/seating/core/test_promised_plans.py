"""A draw can be drawn again by anybody: the same people, seed and wishes give the plan that they once gave."""

import dataclasses

import pytest

from tests.answers import kept_answers
from tests.tournaments.seating.core.promised import FILE, asked, cases
from tournaments.seating import core as seating
from tournaments.seating.core.settling import settle_in

CASES = cases()
KEPT = kept_answers(FILE)
SAMPLE = [  # every fourth in the suite, the others among the slow ones
    pytest.param(name, marks=() if number % 4 == 0 else pytest.mark.slow) for number, name in enumerate(CASES)
]


def test_the_file_is_of_this_method_and_has_every_case():
    assert FILE.read_text(encoding="utf-8").startswith(f"Plans by method {seating.METHOD};")
    assert list(KEPT) == list(CASES)


@pytest.mark.parametrize("name", SAMPLE)
def test_the_plan_is_the_one_that_was_promised(name):
    assert list(CASES[name]()) == KEPT[name]


def test_a_printed_series_is_posted_unless_it_is_said_otherwise():
    before = asked(17, 1)
    after = dataclasses.replace(before, players=before.players[:-1])
    printed = seating.plan(before).series[0]
    assert settle_in(after, printed) == settle_in(after, printed, posted=True)
    assert settle_in(after, printed) != settle_in(after, printed, posted=False)
