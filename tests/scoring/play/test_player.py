"""Turns of the simple player by hand."""

from __future__ import annotations

from random import Random

import pytest

from scoring.engine.play_board import PlayBoard
from scoring.engine.player import Players
from scoring.engine.record import write_step
from tests.scoring.play.places import Row, position

RUN = "♥2 ♥3 ♥4"


@pytest.mark.parametrize(
    ("who", "holds", "pile", "turn"),
    [
        ("club", "+♥5 ♠9", "♥6", "nimmt ♥6; an 1 ♥5; an 1 ♥6; ab ♠9"),  # mauscheln
        ("club", "♥5 ♠9", "♥6", "zieht ♦2; ab ♠9"),  # not before one has opened
        ("fed", "+♥5 ♠9", "♥6", "zieht ♦2; an 1 ♥5; ab ♠9"),  # only where the rules have it
        ("club", "+♥5 ♠9 ♦K", "♥6", "zieht ♦2; an 1 ♥5; ab ♠9"),  # only to finish
        ("club", "+♥5 ♥6", "♦K", "zieht ♦2; an 1 ♥5; an 1 ♥6; ab ♦2"),  # the open card is one of those laid
        ("club", "+♥9 ♠9", "♥5", "nimmt ♥5; an 1 ♥5; ab ♠9"),  # fits at once
    ],
)
def test_the_open_card_that_fits_only_behind_an_own_one(who, holds, pile, turn):
    row = Row(who=who, holds=holds, table=RUN, pile=pile, stock="♦2", turn="", verdict="", paragraph="")
    players = Players(PlayBoard(position(row)), Random(1))
    assert "; ".join(map(write_step, players.turn().steps)) == turn
