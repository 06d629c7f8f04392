"""Prizes as the standings are now: who gets how many cents for which rank of which ranking. Nothing of it is stored.

`awards(tournament)` is the door for everybody; with `given` standings nothing is asked of the lists again, so that
the preview of a correction can put the awards before and after beside each other (docs/money.md).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.numbers import SeriesNumber
from scoring.rules import Measure
from tournaments.models import Category, Registration, Tournament
from tournaments.money.core import PrizeTable, Ties, award, divide, part_of
from tournaments.money.selectors.cash import Pots, pots
from tournaments.money.selectors.prize_rules import PrizeRules, prize_rules
from tournaments.rankings.selectors.rankings import Ranking, RankingRow, Scope, rankings
from tournaments.rankings.selectors.standings import Standings, standings

PAIRS = (Category.PAIRS, Category.MIXED_PAIRS)  # called up by the names of both
Key = tuple[str, int | None]  # a ranking: category, and the number of the series or None


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What somebody gets for a rank. Pairs, teams and clubs get it together."""

    category: Category
    series: SeriesNumber | None
    rank: int
    shared: bool
    whose: str  # the same in every announcement: a start number, or the name of a club
    name: str
    registration: Registration | None  # who signs for it
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """One ranking: what it may give away, its prizes, and who gets them."""

    category: Category
    series: SeriesNumber | None
    pot: int  # of which its share is taken
    fund: int  # what it may give away
    prizes: tuple[int, ...]
    awards: tuple[Award, ...]
    waiting: tuple[tuple[str, ...], ...]  # names of equals between whom the lot has to decide
    waits: int  # the prizes that they wait for
    unwon: int  # prizes of ranks that nobody has
    played: bool

    @property
    def ranking(self) -> Key:
        return self.category.value, self.series

    @property
    def paid(self) -> int:
        return sum(one.cents for one in self.awards)

    @property
    def given(self) -> int:
        """Return the cents that winners get, the lot included; before the first game the sum of the prizes."""
        if self.played:
            return self.paid + self.waits
        return sum(self.prizes) or self.fund  # how many prizes there are may depend on who plays

    @property
    def stays(self) -> int:
        """Return the cents of the fund that nobody gets: rounding, equals, and prizes that nobody has won."""
        return self.fund - self.given

    @property
    def rounded_off(self) -> int:
        """Return what rounding leaves, and what equals could not divide."""
        return self.stays - self.unwon

    @property
    def seen(self) -> str:
        """A short sign of these very awards: whoever announces them announces what he has seen."""
        told = [(one.rank, one.whose, one.cents) for one in self.awards]
        text = json.dumps([self.ranking, told, self.waiting, self.pot])
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prizes:
    """Everything that a tournament gives away, as it stands now."""

    tournament: Tournament
    rules: PrizeRules | None
    pots: Pots
    divisions: tuple[Division, ...]

    @property
    def awards(self) -> tuple[Award, ...]:
        return tuple(one for division in self.divisions for one in division.awards)

    @property
    def fund(self) -> int:
        return sum(division.fund for division in self.divisions)

    @property
    def paid(self) -> int:
        return sum(division.paid for division in self.divisions)

    @property
    def given(self) -> int:
        """Return the cents that all rankings together give away."""
        return sum(division.given for division in self.divisions)

    @property
    def left(self) -> int:
        """Return the cents of the pot that stay in the cash box; below zero the pot is too small."""
        return self.pots.total - self.given

    @property
    def unassigned(self) -> int:
        """Return the cents of the pot that the table gives to no ranking."""
        return self.pots.total - self.fund

    @property
    def short(self) -> int:
        """What the pot lacks for everything that the table promises."""
        return max(-self.left, 0)

    def of(self, ranking: Key) -> Division | None:
        return next((division for division in self.divisions if division.ranking == ranking), None)


def awards(tournament: Tournament, *, given: Standings | None = None) -> tuple[Award, ...]:
    """Who gets how many cents for which rank of which ranking, if the prizes were announced now."""
    return prizes(tournament, given=given).awards


def prizes(
    tournament: Tournament, *, given: Standings | None = None, rules: PrizeRules | None = None
) -> Prizes:
    """Every ranking of the table divided; with `rules` those of a table that is still being typed."""
    rules = rules if rules is not None else prize_rules(tournament)
    there = pots(tournament)
    if rules is None:
        return Prizes(tournament=tournament, rules=None, pots=there, divisions=())
    wanted = [
        (Category(row.category), series, rules.table(row))
        for row in rules.rows
        for series in row.series(tournament.series_count)
    ]
    what = given if given is not None else standings(tournament)
    found = rankings(
        tournament, [(category, Scope(series=series)) for category, series, _table in wanted], given=what
    )
    return Prizes(
        tournament=tournament,
        rules=rules,
        pots=there,
        divisions=tuple(
            division(ranking, table, pot=there.of(series))
            for ranking, (_category, series, table) in zip(found, wanted, strict=True)
        ),
    )


def division(ranking: Ranking, table: PrizeTable, *, pot: int) -> Division:
    """One ranking: only who has played can win something."""
    rows = [row for row in ranking.rows if row.games]
    shares = divide(table, pot=max(pot, 0), field_size=len(rows))
    by_key = {row_identity(ranking, row): row for row in rows}
    groups = [[row_identity(ranking, row) for row in group] for group in equals(rows, table.ties)]
    done = award(shares, groups, ties=table.ties, step=table.step)
    fixed = sum(shares) if not table.fund.share and not table.fund.cents else 0
    return Division(
        category=ranking.category,
        series=ranking.scope.series,
        pot=pot,
        fund=fixed or table.fund.cents or part_of(max(pot, 0), table.fund.share),
        prizes=shares,
        awards=tuple(award_of(ranking, by_key, groups, key, cents) for key, cents in done.cents.items()),
        waiting=tuple(tuple(by_key[str(key)].name for key in group) for group in done.waiting),
        waits=done.waits,
        unwon=sum(shares[len(rows) :]) if rows else 0,
        played=bool(rows),
    )


def award_of(
    ranking: Ranking,
    rows: dict[str, RankingRow],
    groups: Sequence[Sequence[str]],
    key: str | int,
    cents: int,
) -> Award:
    """The award of one row; those who share a prize stand on the rank of the first of them."""
    group = next(group for group in groups if key in group)
    row = rows[str(key)]
    members = sorted(row.registrations, key=lambda one: one.start_number)
    return Award(
        category=ranking.category,
        series=ranking.scope.series,
        rank=rows[group[0]].place.rank,
        shared=len(group) > 1,
        whose=str(key),
        name=" / ".join(one.name for one in members) if ranking.category in PAIRS else row.name,
        registration=members[0] if members and ranking.category is not Category.CLUBS else None,
        cents=cents,
    )


def equals(rows: Sequence[RankingRow], ties: Ties) -> Iterator[list[RankingRow]]:
    """Those who share prizes: who shares a rank, and where equals share also whom only the lot has parted."""
    group: list[RankingRow] = []
    for row in rows:
        by = row.place.parted_by
        together = by is None or (by is Measure.LOT and ties is Ties.SHARE)
        if group and not together:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def row_identity(ranking: Ranking, row: RankingRow) -> str:
    """What a row is known by, whatever is corrected: the lowest start number, of a club its name."""
    if ranking.category is Category.CLUBS or not row.registrations:
        return row.name
    return str(min(one.start_number for one in row.registrations))
