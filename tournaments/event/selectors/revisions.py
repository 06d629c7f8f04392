"""Revision numbers: how far a tournament, its calls and its lists have moved, so that pages fetch only what is new.

A revision is the number of the newest journal line about a thing. `tournament.revision` moves with every line, and beyond
them when the tournament is hidden, shown or restored. What is computed here follows from it, and is cached under it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Max, Q

from tournaments.models import JournalEntry, Tournament

CALL_DEEDS = frozenset(
    {
        "referee_called",
        "call_taken_back",
        "referee_goes",
        "referee_stays",
        "call_done",
        "protest_filed",
        "protest_decided",
        "protest_withdrawn",
        "protest_reopened",
    }
)
# After these deeds a public page may be some seconds old; after every other deed strangers see the new page at once.
DEEDS_THAT_MAY_LAG = CALL_DEEDS | {"game_reported", "game_corrected"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Revisions:
    """The newest journal line about each thing; 0 where there is none."""

    tournament: int
    instant: int  # the newest line after which no public page may lag
    calls: int  # about calls for a referee and protests
    common: int  # about no single list: clock, names, seats


def revisions_of(tournament: Tournament) -> Revisions:
    """Return the revisions as of `tournament.revision`, which has to be read before what is shown."""
    key = f"revisions:{tournament.pk}:{tournament.revision}"
    known: Revisions | None = cache.get(key)
    if known is None:
        lines = JournalEntry.objects.filter(tournament=tournament, number__lte=tournament.revision)
        newest = lines.aggregate(
            instant=Max("number", filter=~Q(deed__in=DEEDS_THAT_MAY_LAG)),
            calls=Max("number", filter=Q(deed__in=CALL_DEEDS)),
            common=Max("number", filter=Q(sheet=None)),
        )
        known = Revisions(
            tournament=tournament.revision, **{topic: number or 0 for topic, number in newest.items()}
        )
        cache.set(key, known)
    return known


def list_revisions(tournament: Tournament, series: int) -> dict[int, int]:
    """Return the revision of each list of a series by table number, as of `tournament.revision`."""
    key = f"list-revisions:{tournament.pk}:{series}:{tournament.revision}"
    known: dict[int, int] | None = cache.get(key)
    if known is None:
        lines = JournalEntry.objects.filter(
            sheet__table__series__tournament=tournament,
            sheet__table__series__number=series,
            number__lte=tournament.revision,
        )
        newest = lines.order_by().values_list("sheet__table__number").annotate(newest=Max("number"))
        known = dict(newest)
        cache.set(key, known)
    return known
