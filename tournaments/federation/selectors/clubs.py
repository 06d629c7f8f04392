"""Clubs with what belongs to them, and players of all clubs."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from tournaments.event.selectors.tournaments import tournaments
from tournaments.models import Club, ClubKey, Player, Tournament

SHORTEST = 2  # signs of a name: fewer would list half of a federation


def hosting_clubs() -> QuerySet[Club]:
    """Every club that holds tournaments, has directors or a key; with how many there are of each."""
    return (
        Club.objects.annotate(
            events=Count("held", distinct=True),
            leaders=Count("directors", distinct=True),
            laptops=Count("keys", filter=Q(keys__withdrawn_at__isnull=True), distinct=True),
        )
        .filter(Q(events__gt=0) | Q(leaders__gt=0) | Q(laptops__gt=0))
        .order_by("name")
    )


def events_of(club: Club) -> QuerySet[Tournament]:
    """What a club holds, the newest first."""
    return tournaments().filter(organiser__club=club).select_related("organiser__key").order_by("-starts_on")


def players_named(words: str, *, clubs: frozenset[int] | None) -> QuerySet[Player]:
    """Players whose names begin with each of the words; of these clubs, or of all. With how often each has played."""
    parts = [part for part in words.split() if part]
    if (
        not parts or max(map(len, parts)) < SHORTEST or "\0" in words
    ):  # nobody is called so, and PostgreSQL refuses to look
        return Player.objects.none()
    found = Player.objects.select_related("club")
    if clubs is not None:
        found = found.filter(club__in=clubs)
    for part in parts[:4]:
        found = found.filter(Q(family_name__istartswith=part) | Q(given_name__istartswith=part))
    return found.order_by("family_name", "given_name", "pk")


def times_played(players: list[Player]) -> dict[int, int]:
    """In how many tournaments each of them was registered: asked for one page, not for a federation."""
    counted = (
        Player.objects.filter(pk__in=[one.pk for one in players])
        .annotate(times=Count("registrations", filter=Q(registrations__withdrawn_at__isnull=True)))
        .values_list("pk", "times")
    )
    return dict(counted)


def registered_key(fingerprint: str) -> ClubKey | None:
    """The registered key of this certificate that still counts."""
    return (
        ClubKey.objects.select_related("club")
        .filter(fingerprint=fingerprint, withdrawn_at__isnull=True)
        .first()
    )


def keys_are_asked_for() -> bool:
    """Whether this machine is a federation's: from the first registered key on, files must be proved."""
    return ClubKey.objects.exists()
