"""Seats that changed hands during a series, with what each person played there himself."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.selectors.sums import tally_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShare:
    """One person's Runden at a seat, and what he made in them; penalties are his too."""

    seat: int
    name: str
    since: int
    until: int | None
    points: int
    augen: int
    games: int


def parts_of_seats(view: SheetView) -> tuple[SeatShare, ...]:
    """Everybody at a seat that somebody has left, in the order of the seats; nobody where all stayed."""
    rows = (*view.former, *view.seats)
    changed = {seat.number for seat in rows if seat.last_round is not None}
    parts = []
    for seat in sorted(rows, key=lambda seat: (seat.number, seat.first_round)):
        if seat.number not in changed:
            continue
        own = [game for game in view.games if any(line.seat_id == seat.pk for line in game.lines.all())]
        fines = [fine for fine in view.penalties if fine.registration_id == seat.registration_id]
        total = tally_of(view.rules, rows, own, fines).totals[seat.number]
        parts.append(
            SeatShare(
                seat=seat.number,
                name=seat.registration.name,
                since=seat.first_round,
                until=seat.last_round,
                points=total.net_points,
                augen=total.augen,
                games=total.games_played,
            )
        )
    return tuple(parts)
