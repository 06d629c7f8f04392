"""What the entry page shows of its table: where everybody stands, who deals, and how it goes on without the server."""

from __future__ import annotations

from typing import Any

from scoring.engine.law import Finish
from scoring.numbers import GameNumber
from scoring.points import possible_finishes
from scoring.shorthand import KEYS
from tournaments.lists.forms.game_check import limits_for_page
from tournaments.lists.selectors.sheets import Life, SheetView, scorer_may_correct
from tournaments.lists.views import rows as sheet_rows
from tournaments.lists.views.life_words import confirmation_asked
from tournaments.lists.views.sheets import address

AHEAD = 24  # games that a page knows in advance where a target is played for


def writable(view: SheetView, number: GameNumber) -> bool:
    """Whether somebody at the table may write this game now."""
    if view.game(number) is None:
        open_list = view.life not in (Life.ACCEPTED, Life.FINAL)
        return open_list and view.next_game is not None and view.next_game.number == number
    return scorer_may_correct(view, number)


def at_table(view: SheetView, number: GameNumber) -> dict[str, Any]:
    """What `_at_table.html` shows: where everybody stands, who deals now and next, how many games are left, and the game before."""
    coming = view.next_game
    last = max(view.games, key=lambda game: (game.entered_at, game.pk), default=None)
    row = view.game(number)
    return {
        "tally": sheet_rows.tally_bar(view, number=number),
        "deals": view.course.deal(number).dealer,
        "deals_next": "" if number == view.planned else view.course.deal(number + 1).dealer,
        "target": sheet_rows.target_words(view),
        "next_number": coming.number if coming else "",
        "row_mark": str(row.submission) if row else "",
        "last": last,
        "last_said": sheet_rows.short_game(view, last) if last else "",
        "last_url": address(view, "game", last.number) if last and writable(view, last.number) else "",
        "asked": confirmation_asked(view),
        "course_mark": course_mark(view),
        "state_url": entry_state(view, number),
    }


def entry_state(view: SheetView, number: GameNumber) -> str:
    """Where the page of this game asks for news."""
    return f"{address(view, 'sheet_state')}?spiel={number}"


def course_mark(view: SheetView) -> str:
    """Who sits where until when: a page that knows another one has to be loaded anew."""
    return " ".join(f"{seat.number}.{seat.registration_id}.{seat.last_round or ''}" for seat in view.seats)


def table_plan(view: SheetView, number: GameNumber) -> dict[str, Any]:
    """What the page needs to go on by itself while the server is away: who deals, plays and begins in each game."""
    last = view.planned or number + AHEAD
    deals = [view.course.deal(n) for n in range(1, last + 1)]
    return {
        "list": address(view),
        "course": course_mark(view),
        "names": {seat.number: seat.registration.name for seat in view.seats_at(number)},
        "games": {
            deal.number: {
                "deals": deal.dealer,
                "plays": deal.playing,
                "round": deal.round_number,
                "url": address(view, "game", deal.number),
                "send": address(view, "send_game", deal.number),
                "check": address(view, "check_game", deal.number),
                "state": entry_state(view, GameNumber(deal.number)),
            }
            for deal in deals
        },
        "plain": Finish.PLAIN.value,
        "keys": dict(KEYS),
        "exhausts": Finish.EXHAUSTED in possible_finishes(view.rules),
        "limits": limits_for_page(view.rules, len(view.course.deal(number).playing)),
    }
