"""What a ruling changes: the standings, the list and the seats to come, before and after, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from scoring.numbers import SeatNumber
from scoring.rules import Measure
from scoring.standings import Ranked
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.models import Tournament
from tournaments.money.selectors.prizes import Award, awards
from tournaments.rankings.selectors.rankings import WHOLE, Category, Ranking, categories_of, rankings
from tournaments.rankings.selectors.standings import Standings, standings
from tournaments.seating.selectors.by_standing import Order
from tournaments.seating.selectors.to_come import (
    Chair,
    Chairs,
    NextDraft,
    chairs_of,
    hanging_after,
    next_draft,
    order_of_draft,
)

Prize = tuple[Category, int | None, str]  # of which ranking, of which series, and whose
NOWHERE: Chair = (10_000, 0)  # behind every table


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingMark:
    """Where somebody stands at one moment."""

    name: str
    points: int
    augen: int
    rank: int  # 0: in no ranking
    shared: bool
    parted_by: Measure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One list and everything that follows from it, as it is now."""

    life: Life
    signed: int
    seats: Mapping[SeatNumber, StandingMark]  # of this list, by seat
    singles: Mapping[str, StandingMark]
    others: Mapping[
        Category, Mapping[str, StandingMark]
    ]  # every other ranking of the whole event: ladies, tandems, teams …
    awards: Mapping[Prize, Award]
    draft: NextDraft | None  # of the next series, by the standing and not posted
    order: Order | None
    chairs: Chairs  # only asked for where the order is another than before


@dataclass(frozen=True, slots=True, kw_only=True)
class RankMove:
    """Somebody before and after."""

    before: StandingMark
    after: StandingMark

    @property
    def name(self) -> str:
        return self.after.name

    @property
    def scored(self) -> bool:
        """Whether points or Augen are others."""
        return (self.before.points, self.before.augen) != (self.after.points, self.after.augen)

    @property
    def ranked(self) -> bool:
        """Whether the rank is another, or is shared with others."""
        return (self.before.rank, self.before.shared) != (self.after.rank, self.after.shared)

    @property
    def decided_otherwise(self) -> bool:
        """The same rank, but another measure has decided it, or none does any more."""
        return not self.ranked and self.before.parted_by is not self.after.parted_by

    @property
    def changed(self) -> bool:
        return self.scored or self.ranked or self.decided_otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardMove:
    """Somebody's prize in one ranking before and after, in cents."""

    category: Category
    series: int | None
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSeat:
    """Who would sit elsewhere in a series that is set by the standing and not posted yet; None: nowhere."""

    series: int
    name: str
    before: Chair | None
    after: Chair | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What a referee sees before he confirms."""

    version: int  # of the list, as it was seen
    seats: tuple[RankMove, ...]  # every seat of the list, changed or not
    singles: tuple[RankMove, ...]  # whoever's rank or decision changes, best first
    others: Mapping[Category, tuple[RankMove, ...]]  # rankings in which somebody moves
    awards: tuple[AwardMove, ...]  # whoever's prize becomes another
    announced: (
        int | None
    )  # the number of the prizes that were announced already: they stay until they are announced anew
    life_before: Life
    life_after: Life
    signatures_lost: int
    posted: tuple[int, ...]  # series after this one whose seating hangs already: it stays
    next_seats: tuple[NextSeat, ...]  # in drafts by standing that are not posted yet

    @property
    def nothing(self) -> bool:
        """Whether nobody's figures or rank change."""
        return not (self.singles or self.others or self.awards or any(seat.changed for seat in self.seats))


def state_now(sheet_id: int, *, now: datetime, since: Moment | None = None) -> Moment:
    """The list and the standings by the selectors that every page asks; `since` is the moment to compare with."""
    sheet = sheets().get(pk=sheet_id)
    view = sheet_view(sheet, now=now)
    tournament = Tournament.objects.select_related("rule_set").get(pk=view.tournament.pk)
    what = standings(tournament)
    categories = categories_of(tournament, given=what)
    draft = next_draft(tournament)
    order = order_of_draft(tournament, draft) if draft else None
    moved = draft is not None and since is not None and order != since.order
    at_table = {
        seat.number: StandingMark(
            name=seat.registration.name,
            points=view.tally.totals[seat.number].net_points,
            augen=view.tally.totals[seat.number].augen,
            rank=view.tally.ranks[seat.number].rank,
            shared=view.tally.ranks[seat.number].shared,
            parted_by=view.tally.ranks[seat.number].parted_by,
        )
        for seat in view.seats
    }
    return Moment(
        life=view.life,
        signed=len(view.signatures),
        seats=at_table,
        singles=marks_of_players(what),
        others={
            found.category: marks_of(found)
            for found in rankings(
                tournament,
                [(category, WHOLE) for category in categories if category is not Category.PLAYERS],
                given=what,
            )
        },
        awards=awards_by_whom(awards(tournament, given=what)),
        draft=draft,
        order=order,
        chairs=chairs_of(tournament, draft, order) if draft and moved else {},
    )


def marks_of_players(what: Standings) -> dict[str, StandingMark]:
    return {
        str(row.registration.start_number): standing_mark(row.registration.name, row.place)
        for row in what.rows
    }


def marks_of(found: Ranking) -> dict[str, StandingMark]:
    return {str(row.place.entry.key): standing_mark(row.name, row.place) for row in found.rows}


def awards_by_whom(found: Iterable[Award]) -> dict[Prize, Award]:
    return {(one.category, one.series, one.whose): one for one in found}


def standing_mark(name: str, place: Ranked) -> StandingMark:
    return StandingMark(
        name=name,
        points=place.entry.points,
        augen=place.entry.augen,
        rank=place.rank,
        shared=place.shared,
        parted_by=place.parted_by,
    )


def compare_moments(sheet_id: int, before: Moment, after: Moment, *, version: int) -> Consequences:
    """What is otherwise afterwards; the seats of the list are all told, of the others those that move."""
    series = sheets().get(pk=sheet_id).table.series
    return Consequences(
        version=version,
        seats=tuple(
            RankMove(before=before.seats[seat], after=after.seats[seat]) for seat in sorted(after.seats)
        ),
        singles=rank_moves(before.singles, after.singles),
        others={
            category: found
            for category in {**before.others, **after.others}
            if (found := rank_moves(before.others.get(category, {}), after.others.get(category, {})))
        },
        awards=tuple(awards_moved(before.awards, after.awards)),
        announced=series.tournament.prize_announcements.aggregate(last=Max("number"))["last"],
        life_before=before.life,
        life_after=after.life,
        signatures_lost=max(before.signed - after.signed, 0),
        posted=tuple(hanging_after(series.tournament, after=series.number)),
        next_seats=tuple(seats_to_come(series.tournament, before, after)),
    )


def seats_to_come(tournament: Tournament, before: Moment, after: Moment) -> Iterator[NextSeat]:
    """Who sits elsewhere when the newest draft of the next series is set again from the new standing.

    A series whose seating hangs already has no draft that counts: it stays.
    """
    draft = after.draft
    if draft is None or before.order == after.order:
        return
    then = chairs_of(
        tournament, draft, before.order
    )  # the deed is taken back: the standing is that of before
    names = {row.start_number: row.name for row in tournament.registrations.select_related("player")}
    for number in sorted({*then, *after.chairs}, key=lambda one: (after.chairs.get(one, NOWHERE), one)):
        one, other = then.get(number), after.chairs.get(number)
        if one != other:
            yield NextSeat(series=draft.number, name=names[number], before=one, after=other)


def awards_moved(before: Mapping[Prize, Award], after: Mapping[Prize, Award]) -> Iterator[AwardMove]:
    """Whoever gets more, less, a prize or none any more; ranking by ranking, the best first."""
    for key in [*after, *(key for key in before if key not in after)]:
        one, other = before.get(key), after.get(key)
        category, series, _whose = key
        then, now = (found.cents if found else 0 for found in (one, other))
        if then != now:
            name = (other or before[key]).name
            yield AwardMove(category=category, series=series, name=name, before=then, after=now)


def rank_moves(before: Mapping[str, StandingMark], after: Mapping[str, StandingMark]) -> tuple[RankMove, ...]:
    """Everybody whose rank or deciding measure changes, in the new order; rank 0 stands for not ranked at that moment."""
    found = [
        RankMove(
            before=before.get(key) or unranked(after[key]), after=after.get(key) or unranked(before[key])
        )
        for key in {**after, **before}
    ]
    return tuple(
        sorted(
            (move for move in found if move.ranked or move.decided_otherwise),
            key=lambda move: (move.after.rank or len(found) + 1, move.name),
        )
    )


def unranked(of: StandingMark) -> StandingMark:
    """Somebody who is in no ranking at that moment: he has left, and no game of his counts."""
    return StandingMark(name=of.name, points=0, augen=0, rank=0, shared=False, parted_by=None)
