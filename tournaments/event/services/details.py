"""Changes the frame of a tournament: what was typed wrong, or what the day has made otherwise."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.selectors import rules_of
from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.setup import Frame, SetupRefused, check_frame
from tournaments.models import Tournament

FIXED_BY_THE_DRAW = ("rounds", "target", "table_size")
"""What lists on the tables were laid for; it stays once the first series is drawn."""


@transaction.atomic
def change_frame(tournament_id: int, frame: Frame, *, by: Actor, now: datetime) -> Tournament:
    """Another name, place, day or length. The rules stay for ever, and so does the address."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if tournament.status == Tournament.Status.FINISHED:
        raise SetupRefused(gettext_noop("Dieses Turnier ist beendet: Seine Angaben bleiben, wie sie sind."))
    check_frame(frame, tournament.rule_set, rules_of(tournament.rule_set).to_confirm)
    changed = {
        name: getattr(frame, name)
        for name in frame.__slots__
        if getattr(frame, name) != getattr(tournament, name)
    }
    drawn = tournament.series.count()
    if drawn and any(name in changed for name in FIXED_BY_THE_DRAW):
        raise SetupRefused(
            gettext_noop(
                "Die erste Serie ist ausgelost: Runden, Punkteziel und Plätze je Tisch bleiben, wie sie sind."
            )
        )
    if frame.series_count < drawn:
        raise SetupRefused(
            gettext_noop("Serie {drawn} ist schon ausgelost: Weniger als {drawn} Serien gehen nicht mehr."),
            drawn=drawn,
        )
    if not changed:
        return tournament
    facts = {name: [as_fact(getattr(tournament, name)), as_fact(value)] for name, value in changed.items()}
    for name, value in changed.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(changed))
    journal.write(tournament, "tournament_changed", by=by, now=now, facts=facts)
    return tournament


def as_fact(value: object) -> object:
    """A value as the journal keeps it."""
    return value if isinstance(value, int | str | None) else str(value)
