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


def test_a_card_that_was_picked_up_freely_is_never_the_only_one_kept():
    """Three that lie together and the open card: it may not go back at once, so the three stay in the hand."""
    row = Row(
        who="basic", holds="♥5 ♥6 ♥7", table="", pile="♠K", stock="♦2", turn="", verdict="", paragraph=""
    )
    firsts = set()
    for seed in range(8):
        players = Players(PlayBoard(position(row)), Random(seed))
        players.idle = 200  # nobody has laid anything for long: chance decides what is taken
        first, *more = map(write_step, players.turn().steps)
        assert players.given_up == 0
        assert more[0].startswith("legt" if first == "zieht ♦2" else "ab"), (first, more)
        firsts.add(first)
    assert firsts == {"nimmt ♠K", "zieht ♦2"}
