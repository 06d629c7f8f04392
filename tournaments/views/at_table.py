"""What the entry page shows of its table: where everybody stands, who deals, and how it goes on without the server."""

from __future__ import annotations

from typing import Any

from scoring.engine.law import Finish
from scoring.points import possible_finishes
from tournaments.forms.game_check import limits_for_page
from tournaments.seating import dealer, round_of
from tournaments.selectors.sheets import Life, SheetView, playing_seats, scorer_may_correct
from tournaments.views import sheet_rows
from tournaments.views.life_words import asked
from tournaments.views.table import address

AHEAD = 24  # games that a page knows in advance where a target is played for


def writable(view: SheetView, number: int) -> bool:
    """Whether somebody at the table may write this game now."""
    if view.game(number) is None:
        open_list = view.life not in (Life.ACCEPTED, Life.FINAL)
        return open_list and view.next_game is not None and view.next_game.number == number
    return scorer_may_correct(view, number)


def at_table(view: SheetView, number: int) -> dict[str, Any]:
    """What `_at_table.html` shows: where everybody stands, how many games are left, and the game before."""
    coming = view.next_game
    last = max(view.games, key=lambda game: (game.entered_at, game.pk), default=None)
    row = view.game(number)
    return {
        "tally": sheet_rows.tally_bar(view),
        "target": sheet_rows.target_words(view),
        "next_number": coming.number if coming else "",
        "row_mark": str(row.submission) if row else "",
        "last": last,
        "last_said": ", ".join(sheet_rows.said_game(view, last)) if last else "",
        "last_url": address(view, "game", last.number) if last and writable(view, last.number) else "",
        "asked": asked(view),
        "state_url": address(view, "entry_state", number),
    }


def table_plan(view: SheetView, number: int) -> dict[str, Any]:
    """What the page needs to go on by itself while the server is away: who deals, plays and begins in each game."""
    size = len(view.seats)
    last = view.planned or number + AHEAD
    players = len(playing_seats(view.rules, view.seats, number))
    return {
        "list": address(view),
        "names": {seat.number: seat.registration.name for seat in view.seats},
        "games": {
            n: {
                "deals": dealer(n, size),
                "plays": [seat.number for seat in playing_seats(view.rules, view.seats, n)],
                "round": round_of(n, size),
                "url": address(view, "game", n),
                "send": address(view, "send_game", n),
                "check": address(view, "check_game", n),
                "state": address(view, "entry_state", n),
            }
            for n in range(1, last + 1)
        },
        "exhausts": Finish.EXHAUSTED in possible_finishes(view.rules),
        "limits": limits_for_page(view.rules, players),
    }
