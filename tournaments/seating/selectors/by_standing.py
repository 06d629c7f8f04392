"""The order in which a series by standing is seated: players, or pairs for tandem blocks; equals part by lot."""

from __future__ import annotations

from scoring.numbers import SeriesNumber
from scoring.rules import RuleSet
from scoring.sentence import Refusal, gettext_noop
from scoring.standings import Entry, rank, sum_up
from tournaments.models import Series, Tournament
from tournaments.rankings.selectors.standings import Standing, standings
from tournaments.seating.core import lot

Order = tuple[int | tuple[int, int], ...]


class NoStanding(Refusal):
    """A series that cannot be seated by the standing."""


def standing_order(tournament: Tournament, *, mode: str, last_series_only: bool, seed: str) -> Order:
    """Best first, everybody who is there. Equals are parted by lot, with the seed of the plan."""
    last = SeriesNumber(tournament.series.count())
    found = standings(tournament, series=(last or None) if last_series_only else None)
    here = [row for row in found.rows if row.registration.withdrawn_at is None]
    if mode == Series.Mode.TANDEM:
        return pair_order(here, found.rules, seed)
    key = {row.registration.start_number: row.place.rank for row in here}
    return tuple(sorted(key, key=lambda number: (key[number], lot(number, seed=seed))))


def pair_order(rows: list[Standing], rules: RuleSet, seed: str) -> tuple[tuple[int, int], ...]:
    """Pairs by the sum of their two, each with the better partner first."""
    pairs: dict[int, list[Standing]] = {}
    for row in rows:
        if row.registration.pair is None:
            raise NoStanding(
                gettext_noop(
                    "{player} hat keinen Tandem-Partner: Erst ein Tandem bilden, oder anders setzen."
                ),
                player=row.registration.name,
            )
        pairs.setdefault(row.registration.pair.number, []).append(row)
    for number, members in pairs.items():
        if len(members) != 2:
            raise NoStanding(
                gettext_noop("Im Tandem {number} fehlt jemand: Einen Ersatz aufnehmen, oder anders setzen."),
                number=number,
            )
    ranked = rank([sum_of(number, members) for number, members in pairs.items()], rules.measures)
    places = {int(place.entry.key): place.rank for place in ranked}
    in_order = sorted(pairs, key=lambda number: (places[number], lot(f"t{number}", seed=seed)))
    return tuple(better_first(pairs[number], seed) for number in in_order)


def sum_of(number: int, members: list[Standing]) -> Entry:
    """A pair as one entry."""
    return sum_up(number, [member.total for member in members])


def better_first(members: list[Standing], seed: str) -> tuple[int, int]:
    one, other = sorted(
        members, key=lambda row: (row.place.rank, lot(row.registration.start_number, seed=seed))
    )
    return one.registration.start_number, other.registration.start_number
