"""The same seed plays the same game, and every position on the way offers the same steps."""

import pytest

from tests.scoring.play.kept import cases, kept

CASES = cases()


def test_the_file_has_every_case():
    assert list(kept()) == list(CASES)


@pytest.mark.parametrize("name", CASES)
def test_the_game_is_the_one_that_was_kept(name):
    assert list(CASES[name]()) == kept()[name]
