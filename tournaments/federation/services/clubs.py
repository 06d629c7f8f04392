"""Clubs of a federation: their directors, the keys of their laptops, and which tournament is whose."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.event.permissions import Actor, may_administer, may_direct, must, must_administer
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_tournament
from tournaments.event.services.machine import write_line as write_of_machine
from tournaments.event.services.publish_right import match_publishing_right
from tournaments.federation.permissions import own_clubs
from tournaments.models import Club, ClubDirector, ClubKey, Organiser, Role, Tournament, User
from tournaments.sealing import core as sealing


class FederationRefused(Refusal):
    """Something that a federation does not do."""


@transaction.atomic
def name_director(*, club: Club, user: User, by: Actor, now: datetime) -> ClubDirector:
    """Somebody directs for a club from now on, and leads every tournament that it holds."""
    must_administer(by)
    director, new = ClubDirector.objects.get_or_create(
        club=club, user=user, defaults={"named_at": now, "named_by": by.label}
    )
    if new:
        told = {"name": club.name, "user": str(user)}
        write_of_machine("club_director_named", by=by, now=now, more=told)
        for held in club.held.select_related("tournament"):
            lead(held.tournament, user, by=by, now=now)
    return director


@transaction.atomic
def dismiss_director(*, director_id: int, by: Actor, now: datetime) -> None:
    """End a director's right to see the club; what he leads at single tournaments those who lead there take back."""
    must_administer(by)
    director = ClubDirector.objects.select_related("club", "user").filter(pk=director_id).first()
    if director is not None:
        told = {"name": director.club.name, "user": str(director.user)}
        write_of_machine("club_director_dismissed", by=by, now=now, more=told)
        director.delete()


@transaction.atomic
def register_key(*, club: Club, certificate: str, by: Actor, now: datetime) -> ClubKey:
    """What bears this certificate's signature was written by a laptop of this club. Its fingerprint was compared by people."""
    must_administer(by)
    if not sealing.AVAILABLE:
        raise FederationRefused(
            gettext_noop(
                "Auf diesem Rechner fehlt die Bibliothek für Siegel: Schlüssel lassen sich nicht prüfen."
            )
        )
    try:
        shown = sealing.certificate_of(certificate.strip().encode("ascii"))
    except ValueError as fault:
        raise FederationRefused(
            gettext_noop(
                "Das ist kein Zertifikat: Auf dem Laptop des Vereins unter „Siegel“ die Datei zertifikat.pem holen."
            )
        ) from fault
    known = ClubKey.objects.select_related("club").filter(fingerprint=shown.fingerprint).first()
    if known is not None:
        raise FederationRefused(
            gettext_noop("Dieser Schlüssel ist schon eingetragen, für {club}."), club=known.club.name
        )
    key = ClubKey.objects.create(
        club=club,
        certificate=shown.pem,
        fingerprint=shown.fingerprint,
        registered_at=now,
        registered_by=by.label,
    )
    told = {"name": club.name, "fingerprint": shown.fingerprint}
    write_of_machine("club_key_registered", by=by, now=now, more=told)
    return key


@transaction.atomic
def withdraw_key(*, key_id: int, by: Actor, now: datetime) -> None:
    """Let a key count no longer, of a laptop that was lost or sold; what it proved before stays."""
    must_administer(by)
    key = ClubKey.objects.select_for_update(of=("self",)).select_related("club").filter(pk=key_id).first()
    if key is not None and key.withdrawn_at is None:
        key.withdrawn_at = now
        key.save(update_fields=["withdrawn_at"])
        told = {"name": key.club.name, "fingerprint": key.fingerprint}
        write_of_machine("club_key_withdrawn", by=by, now=now, more=told)


@transaction.atomic
def put_under(*, tournament_id: int, club: Club, by: Actor, now: datetime) -> Organiser:
    """Say which club holds a tournament: whoever leads it, for a club of his; or the federation. All its directors lead it."""
    tournament = lock_tournament(tournament_id)
    must(may_administer(by) or (may_direct(by, tournament) and club.pk in own_clubs(by)))
    if Organiser.objects.filter(tournament=tournament, key__isnull=False).exists():
        raise FederationRefused(
            gettext_noop(
                "Dieses Turnier hat der Schlüssel eines Vereins bestätigt: Der Ausrichter steht fest."
            )
        )
    held, _new = Organiser.objects.update_or_create(
        tournament=tournament, defaults={"club": club, "set_at": now, "set_by": by.label}
    )
    write_of_machine("organiser_set", tournament=tournament, by=by, now=now, more={"club": club.name})
    lead_by_club(tournament, club, by=by, now=now)
    return held


def proved(tournament: Tournament, key: ClubKey, *, by: Actor, now: datetime) -> Organiser:
    """Note that a taken-over tournament was signed with this club's registered key. Call it in the take-over's transaction."""
    held = Organiser.objects.create(
        tournament=tournament, club=key.club, key=key, set_at=now, set_by=by.label
    )
    lead_by_club(tournament, key.club, by=by, now=now)
    return held


def lead_by_club(tournament: Tournament, club: Club, *, by: Actor, now: datetime) -> None:
    for director in club.directors.select_related("user"):
        lead(tournament, director.user, by=by, now=now)


def lead(tournament: Tournament, user: User, *, by: Actor, now: datetime) -> None:
    _role, new = Role.objects.get_or_create(tournament=tournament, user=user, kind=Role.Kind.DIRECTOR)
    if new:
        match_publishing_right(user)
        facts = {"user": str(user), "kind": Role.Kind.DIRECTOR.value}
        journal.write(tournament, "role_granted", by=by, now=now, facts=facts)
