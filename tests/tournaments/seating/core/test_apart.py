"""Requests that a changed planner answers otherwise are answered as they were."""

import pytest

from tests.answers import kept_pairs
from tests.tournaments.seating.core.apart import FILE, answered

KEPT = kept_pairs(FILE)
PART = 2


@pytest.mark.parametrize("first", range(0, len(KEPT), PART))
def test_the_plan_is_the_one_that_was_kept(first):
    for question, said in KEPT[first : first + PART]:
        assert answered(question) == said, question
