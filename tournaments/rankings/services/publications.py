"""Publishes the standings: what the director has looked at becomes a numbered text that nobody changes any more."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.refusals import Stale
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.models import Publication
from tournaments.rankings.selectors.publications import latest
from tournaments.rankings.selectors.snapshots import snapshot


class StalePublication(Stale):
    """The standings have moved on since the director looked at them."""


@transaction.atomic
def publish(*, tournament_id: int, seen: str, by: Actor, now: datetime) -> Publication:
    """Publish the standings with this fingerprint; what hangs out already is not published twice."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    draft = snapshot(tournament)
    if draft.fingerprint != seen:
        raise StalePublication(
            gettext_noop(
                "Inzwischen hat sich die Rangliste geändert. Bitte noch einmal ansehen und dann aushängen."
            )
        )
    newest = latest(tournament)
    if newest is not None and newest.fingerprint == draft.fingerprint:
        return newest
    made = Publication.objects.create(
        tournament=tournament,
        number=newest.number + 1 if newest else 1,
        document=draft.text,
        fingerprint=draft.fingerprint,
        games=draft.games,
        published_at=now,
        published_by=by.label,
    )
    journal.write(
        tournament,
        "standings_published",
        by=by,
        now=now,
        facts={"number": made.number, "fingerprint": made.fingerprint, "games": made.games},
    )
    return made
