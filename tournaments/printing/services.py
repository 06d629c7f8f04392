"""Hangs the club's emblem on the paper of a tournament, and takes it down."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import journal
from tournaments.models import Emblem, Tournament
from tournaments.printing.selectors import emblem_elsewhere, emblem_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanEmblem:
    """A picture that was decoded and encoded anew."""

    png: bytes
    width: int
    height: int


@transaction.atomic
def hang_emblem(*, tournament_id: int, picture: CleanEmblem, by: Actor, now: datetime) -> Emblem:
    """The emblem of this tournament from now on; the same picture again changes nothing."""
    tournament = held_for_director(tournament_id, by)
    digest = hashlib.sha256(picture.png).hexdigest()
    known = emblem_of(tournament)
    if known is not None and known.sha256 == digest:
        return known
    made, _new = Emblem.objects.update_or_create(
        tournament=tournament,
        defaults={
            "picture": picture.png,
            "sha256": digest,
            "width": picture.width,
            "height": picture.height,
            "hung_at": now,
            "hung_by": by.label,
        },
    )
    facts = {"sha256": digest, "width": picture.width, "height": picture.height}
    journal.write(tournament, "emblem_hung", by=by, now=now, facts=facts)
    return made


@transaction.atomic
def take_emblem_over(*, tournament_id: int, by: Actor, now: datetime) -> Emblem | None:
    """The emblem that the same person hung up for another tournament, once more."""
    found = emblem_elsewhere(held_for_director(tournament_id, by), by)
    if found is None:
        return None
    picture = CleanEmblem(png=bytes(found.picture), width=found.width, height=found.height)
    return hang_emblem(tournament_id=tournament_id, picture=picture, by=by, now=now)


@transaction.atomic
def take_emblem_down(*, tournament_id: int, by: Actor, now: datetime) -> bool:
    """No emblem from now on; says whether there was one."""
    tournament = held_for_director(tournament_id, by)
    gone = emblem_of(tournament)
    if gone is None:
        return False
    gone.delete()
    journal.write(tournament, "emblem_taken_down", by=by, now=now, facts={"sha256": gone.sha256})
    return True


def held_for_director(tournament_id: int, by: Actor) -> Tournament:
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    must(may_direct(by, tournament))
    return tournament
