"""Everything that stands on a list, as plain facts without keys: two lists can be compared."""

from __future__ import annotations

from typing import Any

from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import sheet_view, with_lines
from tournaments.models import Game, ScoreSheet, Seat


def list_state(sheet: ScoreSheet) -> dict[str, Any]:
    """The facts of a list: rows, struck ones too, seats, signatures, penalties, rulings, its end and its life."""
    fresh = sheets().select_related("accepted_by").get(pk=sheet.pk)
    rows = fresh.games.order_by("pk").select_related("dealer", "confirmed_by").prefetch_related(with_lines())
    seats = fresh.table.seats.order_by("number", "first_round", "pk").select_related("registration")
    view = sheet_view(fresh, now=fresh.accepted_at or fresh.table.series.drawn_at)
    return {
        "version": fresh.version,
        "scorer": seat_name(fresh.scorer),
        "completed": fresh.completed_at,
        "accepted": (fresh.accepted_at, str(fresh.accepted_by)),
        "ended": (fresh.ends_after, fresh.end_cause, fresh.end_reason),
        "life": view.life.value,
        "seats": [
            (seat.number, seat.registration.start_number, seat.first_round, seat.last_round) for seat in seats
        ],
        "games": [game_state(game) for game in rows],
        "totals": [
            (
                entry.games,
                entry.entered_at,
                entry.struck_at,
                entry.struck_reason,
                sorted(entry.lines.values_list("seat__number", "points", "crosses", "augen")),
            )
            for entry in fresh.total_entries.order_by("pk")
        ],
        "signatures": list(
            fresh.signatures.order_by("pk").values_list(
                "seat__number",
                "method",
                "strokes",
                "sheet_version",
                "signed_at",
                "taken_by",
                "revoked_at",
                "revoked_reason",
            )
        ),
        "penalties": list(
            fresh.penalties.order_by("ruling__number").values_list(
                "registration__start_number",
                "game_number",
                "ruling__number",
                "kind",
                "offence",
                "points",
                "augen",
                "voids_series",
                "lifted_by__number",
            )
        ),
        "rulings": list(
            fresh.rulings.order_by("number").values_list(
                "number", "kind", "game__number", "paragraph", "reason", "decided_at", "undoes__number"
            )
        ),
        "protests": list(
            fresh.protests.order_by("number").values_list(
                "number", "registration__start_number", "game_number", "text", "steps__kind", "steps__reason"
            )
        ),
        "sums": {
            seat: (total.net_points, total.augen, total.crosses, total.games_played)
            for seat, total in view.tally.totals.items()
        },
    }


def seat_name(seat: Seat | None) -> tuple[int, int] | None:
    return (seat.number, seat.first_round) if seat else None


def game_state(game: Game) -> tuple[Any, ...]:
    return (
        game.number,
        seat_name(game.dealer),
        game.dealer_plays,
        game.finish,
        game.entered_at,
        game.entered_by,
        game.struck_at,
        game.struck_reason,
        game.confirmed_at,
        seat_name(game.confirmed_by),
        [(line.seat.number, line.won, line.opened, line.augen) for line in game.lines.all()],
    )
