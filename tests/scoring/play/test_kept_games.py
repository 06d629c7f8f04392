"""The same seed plays the same game, and every position on the way offers the same steps."""

import pytest

from tests.answers import kept_answers
from tests.scoring.play.kept import FILE, cases

CASES = cases()
KEPT = kept_answers(FILE)


def test_the_file_has_every_case():
    assert list(KEPT) == list(CASES)


@pytest.mark.parametrize("name", CASES)
def test_the_game_is_the_one_that_was_kept(name):
    assert list(CASES[name]()) == KEPT[name]
