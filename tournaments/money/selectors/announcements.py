"""Prizes as they were announced: what was handed out of them, and how they differ from the standings as they are now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import CashEntry, PrizeAnnouncement, PrizeAward, Tournament
from tournaments.money.core import PrizeState
from tournaments.money.selectors.prizes import Division, Key, Prizes, prizes
from tournaments.rankings.selectors.standings import Standings


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardLine:
    """An announced prize, and what was handed out of it."""

    award: PrizeAward
    paid: int  # also on an earlier announcement of the same ranking
    payout: CashEntry | None  # the line in force that says who handed it out, and when

    @property
    def open(self) -> int:
        return max(self.award.cents - self.paid, 0)

    @property
    def too_much(self) -> int:
        return max(self.paid - self.award.cents, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardChange:
    """Whose prize is another one now than when it was announced."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reclaim:
    """Money in the hands of somebody who has won nothing in the announcement in force."""

    name: str
    payout: CashEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPrizes:
    """One ranking: what is proposed, and what was announced."""

    division: Division | None  # None: the table does not name this ranking any more
    announcement: PrizeAnnouncement | None
    lines: tuple[AwardLine, ...]
    changes: tuple[AwardChange, ...]
    reclaims: tuple[Reclaim, ...]

    @property
    def ranking(self) -> Key:
        if self.division is not None:
            return self.division.ranking
        first = self.lines[0].award
        return first.category, first.series_number

    @property
    def to_confirm(self) -> bool:
        """Return whether somebody would win something here that was not announced yet."""
        division = self.division
        return (
            self.announcement is None and division is not None and bool(division.awards or division.waiting)
        )

    @property
    def announced(self) -> int:
        return sum(line.award.cents for line in self.lines)

    @property
    def open(self) -> int:
        return sum(line.open for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """The difference between what is given away now and what was announced; the parts add up to it."""

    unannounced: int = 0  # of rankings that were not announced yet
    waits: int = 0
    changed: int = 0  # the standings or the table have moved since; may be below 0

    @property
    def whole(self) -> int:
        return self.unannounced + self.waits + self.changed


def gap_of(rankings: Sequence[RankingPrizes]) -> Gap:
    """The parts of the difference, ranking by ranking."""
    open_ones = [one.division for one in rankings if one.division and one.announcement is None]
    said = [(one.division, one.announced) for one in rankings if one.division and one.announcement]
    gone = sum(one.announced for one in rankings if one.division is None)
    return Gap(
        unannounced=sum(division.given for division in open_ones),
        waits=sum(division.waits for division, _announced in said),
        changed=sum(division.given - division.waits - announced for division, announced in said) - gone,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """All rankings, with their announcements in force."""

    prizes: Prizes
    rankings: tuple[RankingPrizes, ...]

    @property
    def announced(self) -> int:
        return sum(one.announced for one in self.rankings)

    @property
    def open(self) -> int:
        return sum(one.open for one in self.rankings)

    @property
    def gap(self) -> Gap:
        """Return why something else was announced than is given away now."""
        return gap_of(self.rankings)

    @property
    def state(self) -> PrizeState:
        """Return how far the prizes have come; a ranking that waits to be announced comes before what is unpaid."""
        if any(one.to_confirm for one in self.rankings):
            return PrizeState.TO_CONFIRM
        if self.open:
            return PrizeState.UNPAID
        return PrizeState.DONE if self.lines else PrizeState.NONE

    @property
    def lines(self) -> tuple[AwardLine, ...]:
        return tuple(line for one in self.rankings for line in one.lines)


def prize_list(tournament: Tournament, *, given: Standings | None = None) -> PrizeList:
    """What is proposed beside what was announced, in three more queries than the proposal."""
    now = prizes(tournament, given=given)
    said = Announced(tournament)
    keys = [division.ranking for division in now.divisions]
    gone = [key for key in said.in_force if key not in keys and said.awards_of(key)]
    return PrizeList(
        prizes=now,
        rankings=(
            *(said.ranking(division.ranking, division) for division in now.divisions),
            *(said.ranking(key, None) for key in gone),
        ),
    )


class Announced:
    """Everything that was announced at a tournament, asked for once."""

    def __init__(self, tournament: Tournament) -> None:
        announcements = list(tournament.prize_announcements.order_by("number"))
        self.in_force: dict[Key, PrizeAnnouncement] = {
            (category, series): one for one in announcements for category, series in one.rankings
        }
        self.awards: dict[tuple[int, Key], list[PrizeAward]] = defaultdict(list)
        rows = PrizeAward.objects.filter(announcement__tournament=tournament)
        for award in rows.select_related("registration__player__club").order_by("number"):
            self.awards[award.announcement_id, (award.category, award.series_number)].append(award)
        lines = tournament.cash_entries.filter(kind=CashEntry.Kind.PRIZE).select_related("award")
        entries = list(lines.order_by("number"))
        turned = {entry.undoes_id for entry in entries if entry.undoes_id is not None}
        self.payouts = [one for one in entries if one.undoes_id is None and one.pk not in turned]

    def awards_of(self, key: Key) -> list[PrizeAward]:
        """The awards in force of a ranking."""
        return self.awards[self.in_force[key].pk, key] if key in self.in_force else []

    def paid(self, key: Key, whose: str) -> int:
        return -sum(one.cents for one in self.payouts if owner(one) == (key, whose))

    def ranking(self, key: Key, division: Division | None) -> RankingPrizes:
        found = self.awards_of(key)
        by_award = {one.award_id: one for one in self.payouts}
        winners = {award.whose for award in found}
        return RankingPrizes(
            division=division,
            announcement=self.in_force.get(key),
            lines=tuple(
                AwardLine(award=award, paid=self.paid(key, award.whose), payout=by_award.get(award.pk))
                for award in found
            ),
            changes=self.changes(key, division),
            reclaims=tuple(
                Reclaim(name=one.award.name, payout=one)
                for one in self.payouts
                if one.award is not None and owner(one)[0] == key and owner(one)[1] not in winners
            ),
        )

    def changes(self, key: Key, division: Division | None) -> tuple[AwardChange, ...]:
        """The difference between then and now; nothing while nothing was announced."""
        if key not in self.in_force or division is None:
            return ()
        before = {award.whose: award for award in self.awards_of(key)}
        after = {award.whose: award for award in division.awards}
        names = {who: award.name for who, award in before.items()}
        names |= {who: award.name for who, award in after.items()}
        return tuple(
            AwardChange(name=names[who], before=was, after=is_now)
            for who in names
            if (was := before[who].cents if who in before else 0)
            != (is_now := after[who].cents if who in after else 0)
        )


def owner(payout: CashEntry) -> tuple[Key, str]:
    """Who got this money, in which ranking."""
    award = payout.award
    assert award is not None
    return (award.category, award.series_number), award.whose
