"""The club's emblem: what hangs on the paper of a tournament, and what another one of the same people has."""

from __future__ import annotations

from tournaments.event.permissions import Actor
from tournaments.models import Emblem, Role, Tournament


def emblem_of(tournament: Tournament) -> Emblem | None:
    """Without its picture, which only the paper needs."""
    return Emblem.objects.defer("picture").filter(tournament=tournament).first()


def picture_of(tournament: Tournament) -> bytes:
    """The picture itself, a PNG; nothing where none was hung up."""
    kept = Emblem.objects.filter(tournament=tournament).values_list("picture", flat=True).first()
    return bytes(kept) if kept is not None else b""


def emblem_elsewhere(tournament: Tournament, by: Actor) -> Emblem | None:
    """The newest emblem of another tournament that the same person directs, unless it is the same picture."""
    directed = Role.objects.filter(user=by.user, kind=Role.Kind.DIRECTOR).values("tournament")
    found = Emblem.objects.defer("picture").select_related("tournament").filter(tournament__in=directed)
    own = emblem_of(tournament)
    return (
        found.exclude(tournament=tournament)
        .filter(tournament__hidden_at__isnull=True)
        .exclude(sha256=own.sha256 if own else "")
        .order_by("-hung_at", "-pk")
        .first()
    )
