"""The seating as people see it: the board of a series, what a plan is worth, what changed, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from scoring.rules import RuleSet
from scoring.sentence import Refusal, Sentence
from tournaments.event.core.dealing import dealer, games_of_series, players_of_game, round_of
from tournaments.models import SeatingPlan, Tournament
from tournaments.seating.core import Budget, Count, Report, Warned, Wish, check_series
from tournaments.seating.selectors.documents import planned_series, report_of, sentence_from
from tournaments.seating.selectors.proposals import judged_seating
from tournaments.seating.selectors.state import Entrant, Seating, SeriesNow, posted_plan

PEOPLE = ("player", "one", "other")  # the places of a sentence where a start number stands for somebody


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """One game of a table: who deals, and which seats play."""

    game: int
    round: int
    dealer: int
    playing: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """A seat and who sits on it."""

    seat: int
    person: Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOnBoard:
    """A table with its people, its warnings, and its games."""

    number: int
    chairs: tuple[Chair, ...]
    warnings: tuple[Warned, ...]
    deals: tuple[TableDeal, ...]

    @property
    def size(self) -> int:
        return len(self.chairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesBoard:
    """A series as the director sees it."""

    number: int
    mode: str
    drawn: bool
    begun: bool
    tables: tuple[TableOnBoard, ...]
    warnings: tuple[Warned, ...]  # about nobody's table
    version: int

    @property
    def changeable(self) -> bool:
        return bool(self.tables) and not self.begun


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """Two who meet more than once, and in which series."""

    one: Entrant
    other: Entrant
    series: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanQuality:
    """What a plan is worth, with names; each figure beside what nobody can avoid."""

    rematches: Count
    three_repeats: Count
    seat_imbalance: int
    mates: tuple[tuple[Wish, tuple[Count, ...]], ...]  # series by series, those that have begun left out
    met_again: tuple[Again, ...]
    threes: tuple[tuple[Entrant, tuple[int, ...]], ...]  # who sits at a table of three, in which series
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Somebody's chair before and after; None for who was not, or will not be there."""

    series: int
    person: Entrant
    before: tuple[int, int] | None
    after: tuple[int, int] | None


# The board ------------------------------------------------------------------------------------------------


def with_plan(state: Seating, plan: SeatingPlan) -> Seating:
    """The state as it would be with another plan; what is drawn is what the plan says too."""
    stored = {one["number"]: one for one in plan.series}
    series = tuple(
        replace(one, mode=stored[one.number]["mode"], planned=planned_series(stored[one.number]))
        if one.number in stored
        else one
        for one in state.series
    )
    return replace(state, series=series)


def board_of(state: Seating, rules: RuleSet, rounds: int, series: SeriesNow) -> SeriesBoard:
    people = {entrant.start_number: entrant for entrant in state.entrants}
    found = warnings_of(state, series)
    tables = tuple(
        TableOnBoard(
            number=table.number,
            chairs=tuple(
                Chair(seat=seat, person=people[int(str(p))]) for seat, p in enumerate(table.players, 1)
            ),
            warnings=tuple(warned for warned in found if warned.table == table.number),
            deals=deals_of_table(len(table.players), rounds, rules),
        )
        for table in series.planned.tables
    )
    return SeriesBoard(
        number=series.number,
        mode=series.mode,
        drawn=series.drawn,
        begun=series.begun,
        tables=tables,
        warnings=tuple(warned for warned in found if warned.table is None),
        version=state.version,
    )


def deals_of_table(size: int, rounds: int, rules: RuleSet) -> tuple[TableDeal, ...]:
    """Every game of a table in a series: each seat deals once in a Runde, or a Runde is one game."""
    one_deal = rules.series.one_deal
    return tuple(
        TableDeal(
            game=game,
            round=round_of(game, size, one_deal=one_deal),
            dealer=dealer(game, size),
            playing=players_of_game(game, size, rules.table.dealer_sits_out(size)),
        )
        for game in range(1, games_of_series(size, rounds, one_deal=one_deal) + 1)
    )


def warnings_of(state: Seating, series: SeriesNow) -> tuple[Warned, ...]:
    """What a director should know of a series, with names. Of one that has begun, nobody has to come any more."""
    if series.planned.is_open:
        return ()
    seated = {p for table in series.planned.tables for p in table.players}
    shown = state
    if series.begun:
        entrants = tuple(replace(e, here=e.start_number in seated) for e in state.entrants)
        shown = replace(state, entrants=entrants)
    earlier = tuple(
        one.tables for one in state.series if one.number < series.number and not one.planned.is_open
    )
    try:
        request = shown.request(series=(), past=(), seed="", budget=Budget())
    except Refusal as refusal:
        return (Warned(sentence=with_names(refusal.sentence, state), table=None, strict=True),)
    found = check_series(request, series.planned.tables, past=earlier)
    return tuple(replace(warned, sentence=with_names(warned.sentence, state)) for warned in found)


def with_names(sentence: Sentence, state: Seating) -> Sentence:
    """A sentence about start numbers becomes one about people."""
    names = state.names
    values = {
        key: names.get(value, value) if key in PEOPLE and isinstance(value, int) else value
        for key, value in sentence.values.items()
    }
    return Sentence(sentence.text, values)


# Quality --------------------------------------------------------------------------------------------------


def quality(state: Seating) -> PlanQuality:
    """What the seating is worth as it stands."""
    return quality_in_names(judged_seating(state, state.series), state, state.series)


def plan_quality(plan: SeatingPlan, state: Seating) -> PlanQuality:
    """What a stored plan was worth when it was made."""
    return quality_in_names(report_of(plan.report), state, with_plan(state, plan).series)


def quality_in_names(report: Report, state: Seating, series: Sequence[SeriesNow]) -> PlanQuality:
    people = {entrant.start_number: entrant for entrant in state.entrants}
    together: dict[frozenset[int], list[int]] = {}
    threes: dict[int, list[int]] = {}
    again = {frozenset((int(str(a)), int(str(b)))) for a, b, _times in report.met_again}
    small = {int(str(p)) for p, _times in report.threes}
    for one in series:
        width = max(map(len, one.tables), default=0) if state.size is not None else 4
        for table in one.tables:
            players = {int(str(p)) for p in table}
            for two in again:
                if two <= players:
                    together.setdefault(two, []).append(one.number)
            for p in players & small if len(table) < width else ():
                threes.setdefault(p, []).append(one.number)
    return PlanQuality(
        rematches=report.rematches,
        three_repeats=report.three_repeats,
        seat_imbalance=report.seat_imbalance,
        mates=report.mates,
        met_again=tuple(
            Again(one=people[min(two)], other=people[max(two)], series=tuple(found))
            for two, found in sorted(together.items(), key=lambda entry: sorted(entry[0]))
        ),
        threes=tuple((people[p], tuple(found)) for p, found in sorted(threes.items()) if p in people),
        sentences=report.sentences,
    )


# Plans ----------------------------------------------------------------------------------------------------


def drafts(tournament: Tournament) -> QuerySet[SeatingPlan]:
    """Drafts that could still be posted: they follow the plan in force."""
    return (
        plans(tournament).filter(posted_at__isnull=True, follows=posted_plan(tournament)).order_by("-version")
    )


def plans(tournament: Tournament) -> QuerySet[SeatingPlan]:
    return tournament.seating_plans.select_related("follows")


def sentence_of_plan(plan: SeatingPlan) -> Sentence:
    """What this version was about, in one sentence."""
    return sentence_from(plan.sentence)


def chairs_moved(plan: SeatingPlan, state: Seating) -> tuple[Move, ...]:
    """Which chairs a version moved, by series and name."""
    people = {entrant.start_number: entrant for entrant in state.entrants}
    found = [
        Move(
            series=entry["series"],
            person=people[chair["player"]],
            before=_chair(chair["before"]),
            after=_chair(chair["after"]),
        )
        for entry in plan.moved
        for chair in entry["chairs"]
    ]
    return tuple(sorted(found, key=lambda move: (move.series, move.person.listed)))


def _chair(found: Sequence[int] | None) -> tuple[int, int] | None:
    return (found[0], found[1]) if found else None
