"""The register of players: who may be one person, and what would be otherwise if he were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, QuerySet, Window
from django.db.models.functions import RowNumber

from tournaments.event.selectors.persons import persons, sames
from tournaments.models import Player, Registration, SamePerson, SeasonVersion, Tournament
from tournaments.rankings.selectors.seasons import SeasonRow, season_standing, seasons, tournaments_of

MOST = 50  # names on a page
MOST_ALIKE = 12  # entries of one name: a file can bring twenty thousand
MOST_SEASONS = 12  # that are counted out before anybody agrees


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A season in which the two have rows, and the one row that they would have."""

    version: SeasonVersion
    before: tuple[SeasonRow, ...]
    after: SeasonRow | None


def players(clubs: frozenset[int] | None) -> QuerySet[Player]:
    """The register of these clubs, or of all."""
    found = Player.objects.select_related("club")
    return found if clubs is None else found.filter(club__in=clubs)


def written_alike(clubs: frozenset[int] | None) -> list[tuple[Player, ...]]:
    """Names that stand more than once, spelt alike: perhaps one person, perhaps cousins. Who is said to be one is left out."""
    names = (
        players(clubs)
        .exclude(pk__in=sames().values("entry"))
        .order_by("family_name", "given_name")
        .values_list("family_name", "given_name")
        .annotate(times=Count("pk"))
        .filter(times__gt=1)[:MOST]
    )
    wanted = {(family, given) for family, given, _times in names}
    named: dict[tuple[str, str], list[Player]] = defaultdict(list)
    each = Window(RowNumber(), partition_by=["family_name", "given_name"], order_by=["pk"])
    everybody = players(clubs).filter(family_name__in={family for family, _given in wanted})
    shown = everybody.exclude(pk__in=sames().values("entry")).annotate(nth=each).filter(nth__lte=MOST_ALIKE)
    for one in shown.order_by("family_name", "given_name", "pk"):
        if (one.family_name, one.given_name) in wanted:
            named[one.family_name, one.given_name].append(one)
    return [tuple(ones) for ones in named.values()]


def said_of(player: int) -> QuerySet[SamePerson]:
    """The statements in force about this entry, whichever of the two it is."""
    told = sames().select_related("entry__club", "person__club")
    return told.filter(entry=player) | told.filter(person=player)


def played_by(player: int) -> list[Registration]:
    """Every tournament in which this entry was registered, the latest first."""
    found = Registration.objects.filter(player=player).select_related("tournament")
    return list(found.order_by("-tournament__starts_on", "-pk"))


def both_in(entry: int, person: int) -> Tournament | None:
    """A tournament in whose field both stand: then they are two people."""
    there = Registration.objects.filter(player=entry, withdrawn_at__isnull=True).values("tournament")
    found = Registration.objects.filter(player=person, withdrawn_at__isnull=True, tournament__in=there)
    return next((one.tournament for one in found.select_related("tournament")), None)


def seasons_changed(entry: int, person: int) -> list[Change]:
    """Each season in which the entry has a row, as it is and as it would be."""
    now = persons()
    then: Mapping[int, int] = {
        **{one: person if to == entry else to for one, to in now.items()},
        entry: person,
    }
    of = Registration.objects.filter(player__in=[one for one in then if then[one] == person])
    found = []
    for version in seasons().filter(events__tournament__in=of.values("tournament")).distinct()[:MOST_SEASONS]:
        counted = tournaments_of(version)
        before = season_standing(version, counted, same=now)
        after = season_standing(version, counted, same=then)
        found.append(
            Change(
                version=version,
                before=tuple(row for row in before.rows if row.place.entry.key in (entry, person)),
                after=next((row for row in after.rows if row.place.entry.key == person), None),
            )
        )
    return found
