"""The same seed plays the same game, and every position on the way offers the same steps."""

import pytest

from tests.answers import kept_answers
from tests.scoring.play.kept import FILE, cases

CASES = cases()
KEPT = kept_answers(FILE)
SAMPLE = [  # every third in the suite, the others among the slow ones
    pytest.param(name, marks=() if number % 3 == 0 else pytest.mark.slow) for number, name in enumerate(CASES)
]


def test_the_file_has_every_case():
    assert list(KEPT) == list(CASES)


@pytest.mark.parametrize("name", SAMPLE)
def test_the_game_is_the_one_that_was_kept(name):
    assert list(CASES[name]()) == KEPT[name]
