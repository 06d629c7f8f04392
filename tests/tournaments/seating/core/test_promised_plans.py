"""A draw can be drawn again by anybody: the same people, seed and wishes give the plan that they once gave."""

import pytest

from tests.tournaments.seating.core.promised import FILE, cases, kept
from tournaments.seating import core as seating

CASES = cases()


def test_the_file_is_of_this_method_and_has_every_case():
    assert FILE.read_text(encoding="utf-8").startswith(f"Plans by method {seating.METHOD};")
    assert list(kept()) == list(CASES)


@pytest.mark.parametrize("name", CASES)
def test_the_plan_is_the_one_that_was_promised(name):
    assert list(CASES[name]()) == kept()[name]
