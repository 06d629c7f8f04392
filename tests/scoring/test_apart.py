"""Questions that a changed engine answers otherwise are answered as they were."""

import pytest

from tests.answers import kept_pairs
from tests.scoring.apart import FILE, answered

KEPT = kept_pairs(FILE)
PART = 4


@pytest.mark.parametrize("first", range(0, len(KEPT), PART))
def test_the_answer_is_the_one_that_was_kept(first):
    for question, said in KEPT[first : first + PART]:
        assert answered(question) == said, question
