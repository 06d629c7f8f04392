"""Where each player stands in every ranking: asked for once after each deed, whoever looks, and kept while nothing moves."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from datetime import datetime

from scoring.standings import Ranked
from tournaments.models import Registration, Tournament
from tournaments.rankings.selectors.members import GROUPS
from tournaments.rankings.selectors.publications import Shown, standings_shown
from tournaments.rankings.selectors.rankings import WHOLE, Category

KEPT = 8  # tournaments whose ranks of this moment are kept in memory


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRank:
    """Where he stands in one ranking: alone, or with his tandem, his team, his club."""

    category: Category
    name: str  # of the group; empty where he stands alone
    place: Ranked
    of: int  # how many are ranked
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """Everybody's ranks at one moment, by start number, as everybody may see them."""

    of: dict[int, tuple[OwnRank, ...]]
    published_at: datetime | None  # of which publication they are; None: of this moment


# A phone in every pocket asks after each game of each table: without this the field would be ranked once for each phone.
# The key names the state exactly (the head of the journal's chain covers every deed), so nothing here is ever out of date.
_kept: OrderedDict[tuple[object, ...], Ranks] = OrderedDict()


def ranks_of(registration: Registration) -> tuple[tuple[OwnRank, ...], datetime | None]:
    """His places, and of which publication they are."""
    ranks = ranks_now(registration.tournament)
    return ranks.of.get(registration.start_number, ()), ranks.published_at


def ranks_now(tournament: Tournament) -> Ranks:
    head = tournament.journal.order_by("-number").values_list("hash", flat=True).first()
    key = (tournament.pk, tournament.created_at, tournament.release, head)
    found = _kept.get(key)
    if found is None:
        found = reckoned(standings_shown(tournament, draft=tournament.release == Tournament.Release.LIVE))
        _kept[key] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def reckoned(seen: Shown) -> Ranks:
    """Every ranking of the whole event, turned over: who stands where."""
    of: dict[int, list[OwnRank]] = defaultdict(list)
    published_at = seen.publication.published_at if seen.publication else None
    categories = [category for category, scope in seen.choices if scope == WHOLE] if seen.what.games else []
    for category in categories:
        ranking = seen.ranking(category, WHOLE)
        for row in ranking.rows:
            rank = OwnRank(
                category=category,
                name=row.name if category in GROUPS else "",
                place=row.place,
                of=len(ranking.rows),
                points=row.points,
            )
            for one in row.registrations:
                of[one.start_number].append(rank)
    return Ranks(of={number: tuple(ranks) for number, ranks in of.items()}, published_at=published_at)
