"""What a ruling changes: the standings, the list and the seats to come, before and after, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.rules import Measure
from scoring.standings import Ranked
from tournaments.models import Series, Tournament
from tournaments.selectors.rankings import Category, Ranking, ranking
from tournaments.selectors.seating import drafts
from tournaments.selectors.sheets import Life, sheet_view, sheets
from tournaments.selectors.standings import Standings, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Where somebody stands at one moment."""

    name: str
    points: int
    augen: int
    rank: int
    shared: bool
    parted_by: Measure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One list and everything that follows from it, as it is now."""

    life: Life
    signed: int
    seats: Mapping[int, Mark]  # of this list, by seat
    singles: Mapping[str, Mark]
    teams: Mapping[str, Mark]
    pairs: Mapping[str, Mark]
    order: tuple[str, ...]  # of the singles


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Somebody before and after."""

    before: Mark
    after: Mark

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
class NextSeat:
    """Who would sit elsewhere in a series that is set by standing and not posted yet: table and seat."""

    series: int
    name: str
    before: tuple[int, int]
    after: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What a referee sees before he confirms."""

    version: int  # of the list, as it was seen
    seats: tuple[Move, ...]  # every seat of the list, changed or not
    singles: tuple[Move, ...]  # whoever's rank or decision changes, best first
    teams: tuple[Move, ...]
    pairs: tuple[Move, ...]
    life_before: Life
    life_after: Life
    signatures_lost: int
    posted: tuple[int, ...]  # series after this one whose seating hangs already: it stays
    next_seats: tuple[NextSeat, ...]  # in drafts by standing that are not posted yet

    @property
    def nothing(self) -> bool:
        """Whether nobody's figures or rank change."""
        return not (self.singles or self.teams or self.pairs or any(seat.changed for seat in self.seats))


def moment(sheet_id: int, *, now: datetime) -> Moment:
    """The list and the standings by the selectors that every page asks."""
    sheet = sheets().get(pk=sheet_id)
    view = sheet_view(sheet, now=now)
    what = standings(Tournament.objects.select_related("rule_set").get(pk=view.tournament.pk))
    at_table = {
        seat.number: Mark(
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
        teams=marks_of_groups(ranking(what.tournament, Category.TEAMS, given=what)),
        pairs=marks_of_groups(ranking(what.tournament, Category.PAIRS, given=what)),
        order=tuple(
            str(one.start_number) for one in (*(row.registration for row in what.rows), *what.absent)
        ),
    )


def marks_of_players(what: Standings) -> dict[str, Mark]:
    return {str(row.registration.start_number): mark(row.registration.name, row.place) for row in what.rows}


def marks_of_groups(groups: Ranking) -> dict[str, Mark]:
    return {str(row.place.entry.key): mark(row.name, row.place) for row in groups.rows}


def mark(name: str, place: Ranked) -> Mark:
    return Mark(
        name=name,
        points=place.entry.points,
        augen=place.entry.augen,
        rank=place.rank,
        shared=place.shared,
        parted_by=place.parted_by,
    )


def compare(sheet_id: int, before: Moment, after: Moment, *, version: int) -> Consequences:
    """What is otherwise afterwards; the seats of the list are all told, of the others those that move."""
    series = sheets().get(pk=sheet_id).table.series
    later = Series.objects.filter(tournament=series.tournament_id, number__gt=series.number).order_by(
        "number"
    )
    return Consequences(
        version=version,
        seats=tuple(Move(before=before.seats[seat], after=after.seats[seat]) for seat in sorted(after.seats)),
        singles=moves(before.singles, after.singles),
        teams=moves(before.teams, after.teams),
        pairs=moves(before.pairs, after.pairs),
        life_before=before.life,
        life_after=after.life,
        signatures_lost=max(before.signed - after.signed, 0),
        posted=tuple(one.number for one in later if one.posted_at is not None),
        next_seats=tuple(seats_to_come(series.tournament, before, after)),
    )


def seats_to_come(tournament: Tournament, before: Moment, after: Moment) -> Iterator[NextSeat]:
    """Who sits elsewhere when the newest draft is set again: the best at the first table, the next beside him.

    Only series by standing that nobody has posted or drawn yet; a seating that hangs on the wall stays.
    """
    draft = drafts(tournament).first()
    if draft is None or before.order == after.order:
        return
    drawn = tournament.series.count()
    for document in draft.series:
        if document["number"] <= drawn or document["mode"] != Series.Mode.STANDING:
            continue
        chairs = [
            (table["number"], seat)
            for table in document["tables"]
            for seat in range(1, len(table["players"]) + 1)
        ]
        sitting = {str(player) for table in document["tables"] for player in table["players"]}
        then, now = (
            dict(zip([key for key in one.order if key in sitting], chairs, strict=True))
            for one in (before, after)
        )
        for key, chair in now.items():
            if then[key] != chair and key in after.singles:
                name = after.singles[key].name
                yield NextSeat(series=document["number"], name=name, before=then[key], after=chair)


def moves(before: Mapping[str, Mark], after: Mapping[str, Mark]) -> tuple[Move, ...]:
    """Everybody whose rank or decision changes, in the new order."""
    found = [Move(before=before[key], after=after[key]) for key in after]
    return tuple(
        sorted(
            (move for move in found if move.ranked or move.decided_otherwise),
            key=lambda move: (move.after.rank, move.name),
        )
    )
