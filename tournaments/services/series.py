"""Draws a series: who sits where, with the seed stored and printed, and a list laid on every table."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.rules import Family
from scoring.selectors import rules_of
from scoring.sentence import Refusal
from scoring.sentence import gettext_noop as _
from tournaments.models import ScoreSheet, Seat, Series, Table, Tournament
from tournaments.permissions import Actor, may_direct, must
from tournaments.seating import draw_lots, table_sizes
from tournaments.services import journal
from tournaments.services.tournaments import locked


class DrawRefused(Refusal):
    """A series that cannot be drawn now."""


class FieldChanged(DrawRefused):
    """Somebody came or left since the tables were shown."""


Seating = tuple[tuple[int, ...], ...]  # tables in order, each with its start numbers in the order of seats


@transaction.atomic
def draw_series(
    *, tournament_id: int, number: int, seed: str, by: Actor, now: datetime, seen_players: int | None = None
) -> Series:
    """Draw the next series by lot over everybody who has not withdrawn.

    `seen_players` is the size of the field that the director saw: with another one the tables would be others.
    """
    tournament = locked(tournament_id)
    must(may_direct(by, tournament))
    check_next(tournament, number)
    field = list(
        tournament.registrations.filter(withdrawn_at__isnull=True)
        .order_by("start_number")
        .values_list("start_number", flat=True)
    )
    if seen_players is not None and seen_players != len(field):
        raise FieldChanged(
            _("Inzwischen sind es {players} Spieler. Bitte die Tische noch einmal ansehen, dann auslosen."),
            players=len(field),
        )
    rules = rules_of(tournament.rule_set)
    own_size = tournament.table_size if rules.family is Family.BASIC else None
    sizes = table_sizes(len(field), size=own_size)
    seating = draw_lots(field, seed=f"{seed}/{number}", sizes=sizes)
    return seat(tournament, number, seating, mode=Series.Mode.LOTS, seed=seed, by=by, now=now)


def check_next(tournament: Tournament, number: int) -> None:
    """Series are drawn one after the other, each once."""
    drawn = tournament.series.count()
    if tournament.status == Tournament.Status.FINISHED:
        raise DrawRefused(_("Dieses Turnier ist beendet: Es wird keine Serie mehr ausgelost."))
    if number <= drawn:
        raise DrawRefused(
            _("Die Serie {number} ist schon ausgelost. Die Auslosung bleibt, wie sie ist."), number=number
        )
    if number > tournament.series_count:
        raise DrawRefused(_("Dieses Turnier hat nur {count} Serien."), count=tournament.series_count)
    if number != drawn + 1:
        raise DrawRefused(_("Zuerst die Serie {number} auslosen."), number=drawn + 1)


def seat(
    tournament: Tournament, number: int, seating: Seating, *, mode: str, seed: str, by: Actor, now: datetime
) -> Series:
    """Write a seating down, lay an open list on every table, and let the tournament run."""
    series = Series.objects.create(
        tournament=tournament, number=number, mode=mode, seed=seed, drawn_at=now, posted_at=now
    )
    numbers = dict(tournament.registrations.values_list("start_number", "pk"))
    tables = Table.objects.bulk_create(
        Table(series=series, number=n, size=len(players)) for n, players in enumerate(seating, 1)
    )
    seats = Seat.objects.bulk_create(
        Seat(table=table, series=series, number=n, registration_id=numbers[player])
        for table, players in zip(tables, seating, strict=True)
        for n, player in enumerate(players, 1)
    )
    ScoreSheet.objects.bulk_create(
        ScoreSheet(table=first.table, scorer=first) for first in seats if first.number == 1
    )
    if tournament.status == Tournament.Status.SETUP:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])
    journal.write(
        tournament,
        "series_drawn",
        by=by,
        now=now,
        facts={
            "series": number,
            "mode": mode,
            "seed": seed,
            "tables": [list(players) for players in seating],
        },
    )
    return series


@transaction.atomic
def draw_final_lot(*, tournament_id: int, seed: str, by: Actor, now: datetime) -> Tournament:
    """Let the lot part those who are equal in everything; drawn once, by a seed that is kept."""
    tournament = locked(tournament_id)
    must(may_direct(by, tournament))
    if tournament.lot_seed:
        raise DrawRefused(_("Das Los ist schon gezogen; es bleibt dabei."))
    tournament.lot_seed = seed
    tournament.save(update_fields=["lot_seed"])
    journal.write(tournament, "lot_drawn", by=by, now=now, facts={"seed": seed})
    return tournament


@transaction.atomic
def finish_tournament(*, tournament_id: int, by: Actor, now: datetime) -> Tournament:
    """Close the tournament when every list of its series is accepted."""
    tournament = locked(tournament_id)
    must(may_direct(by, tournament))
    if tournament.status == Tournament.Status.FINISHED:
        return tournament
    waiting = ScoreSheet.objects.filter(
        table__series__tournament=tournament, accepted_at__isnull=True
    ).count()
    if waiting:
        raise DrawRefused(_("Noch {count} Listen sind nicht angenommen: Zuerst annehmen."), count=waiting)
    tournament.status = Tournament.Status.FINISHED
    tournament.save(update_fields=["status"])
    journal.write(tournament, "tournament_finished", by=by, now=now)
    return tournament
