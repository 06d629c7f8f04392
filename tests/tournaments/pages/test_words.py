"""Words that several rooms share: how long a series is."""

from __future__ import annotations

import pytest

from scoring.rules import built_in
from tournaments.pages.words import games_in_words


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("club_2018", "5 Runden: 20 Spiele am Vierertisch, 15 am Dreiertisch, jeder spielt 15"),
        ("basic", "5 Runden, jede ist ein Spiel"),
    ],
)
def test_the_length_of_a_series(rules, said):
    assert games_in_words(built_in(rules), 5, preferred=4) == said
