"""What an open page may hear of a tournament: the address of its stream, and how far tournaments are."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import salted_hmac

from tournaments.models import Tournament

PREFIX = "/strom/"
SALT = "tournaments.news"
SAID = re.compile(r"(\d{1,18})-(\d{1,18})")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsTopic:
    """Whose revisions somebody hears: those of a tournament, or of one list in it and of what concerns all lists."""

    tournament: int
    sheet: int = 0


def signer() -> Signer:
    return Signer(salt=SALT, sep=".")


def stream_address(topic: NewsTopic) -> str:
    """Where a page hears of this, for whoever was shown the page: nobody makes one up. Empty where there is no broker."""
    return f"{PREFIX}{signer().sign(f'{topic.tournament}-{topic.sheet}')}" if settings.BROKER_URL else ""


def topic_at(address: str) -> NewsTopic | None:
    """What an address means; None for one that we have not given out."""
    try:
        found = SAID.fullmatch(signer().unsign(address.removeprefix(PREFIX)))
    except BadSignature:
        return None
    return NewsTopic(tournament=int(found[1]), sheet=int(found[2])) if found else None


def channel() -> str:
    """Under which name this installation tells its news: a broker may serve several, and databases of one share all names."""
    return f"romme-club:{salted_hmac(SALT, 'channel').hexdigest()[:24]}"


def revisions_of(ids: Collection[int]) -> dict[int, int]:
    """How far these tournaments are, in one question; whichever is hidden or gone is missing."""
    shown = Tournament.objects.filter(pk__in=ids, hidden_at__isnull=True)
    return dict(shown.values_list("pk", "revision"))
