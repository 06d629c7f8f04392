"""How somebody is called on public pages: his own wish, written by himself or by the desk."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.setup import SetupRefused, registered
from tournaments.models import Registration
from tournaments.models.naming import Naming


@transaction.atomic
def call_as(
    *, tournament_id: int, start_number: int, shown_as: str, by: Actor, now: datetime
) -> Registration:
    """From now on he is called so wherever strangers read; at the desk and on paper lists the full name stays."""
    tournament = lock_tournament(tournament_id)
    registration = registered(tournament, start_number)
    must(by.registration_id == registration.pk or may_direct(by, tournament))
    if shown_as not in Naming.values:
        raise SetupRefused(gettext_noop("Bitte wählen, wie der Name öffentlich erscheinen soll."))
    if shown_as == registration.shown_as:
        return registration
    registration.shown_as = shown_as
    registration.save(update_fields=["shown_as"])
    facts = {"start_number": start_number, "shown_as": shown_as}
    journal.write(tournament, "naming_wished", by=by, now=now, facts=facts)
    return registration
