"""What a seating could be: plans and changes computed from a state. Nothing is written here."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.sentence import Refusal, Sentence, gettext_noop
from tournaments.event.core.sizes import table_sizes
from tournaments.models import SeatingPlan, Series, Tournament
from tournaments.seating.core import (
    METHOD,
    AskedSeries,
    Budget,
    Draw,
    Moved,
    PlannedSeries,
    Report,
    moved_chairs,
    order_by_lot,
    plan,
    repair,
    substituted,
    swap,
    table_numbers,
)
from tournaments.seating.core.closing import with_tables
from tournaments.seating.core.report import report_on
from tournaments.seating.core.request import MOST_SERIES, Tables
from tournaments.seating.core.settling import settle_in
from tournaments.seating.refusals import SeatingRefused
from tournaments.seating.selectors.by_standing import Order, standing_order
from tournaments.seating.selectors.documents import wishes_document
from tournaments.seating.selectors.state import Seating, SeriesNow

SECONDS = 1.5  # of search; with seats, report and rows nobody waits for a page longer than two
Kind = SeatingPlan.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A seating of the whole event that nobody has posted yet."""

    kind: str
    seed: str
    series: tuple[SeriesNow, ...]
    report: Report
    moved: Mapping[int, tuple[Moved, ...]]
    sentence: Sentence
    cost: int = 0
    cut: bool = False
    asked: Mapping[str, Any] = field(default_factory=dict)

    @property
    def moved_count(self) -> int:
        """Chairs of people who were there and still are."""
        return sum(1 for some in self.moved.values() for chair in some if chair.before and chair.after)


def in_a_request() -> Budget:
    """What a page may take: then the best found, with a note."""
    return Budget(seconds=SECONDS, clock=time.monotonic)


# A plan ---------------------------------------------------------------------------------------------------


def propose_plan(
    state: Seating,
    tournament: Tournament,
    *,
    seed: str,
    budget: Budget | None = None,
    only_next: bool = False,
) -> Proposal:
    """A plan for every series to come, or for the next one; what waits for a standing stays open.

    What comes after an open series waits with it: its meetings are not known yet.
    """
    waiting = [series for series in state.series if not series.drawn]
    if not waiting:
        raise SeatingRefused(gettext_noop("Alle Serien sind ausgelost: Es gibt nichts mehr zu planen."))
    past = tuple(series.tables for series in state.series if series.drawn)
    try:
        asked, standing = _asked(state, tournament, waiting[: 1 if only_next else MOST_SERIES], seed)
        found = plan(state.request(series=asked, past=past, seed=seed, budget=budget or in_a_request()))
    except Refusal as refusal:
        raise refusal_in_names(refusal, state) from refusal
    planned = {series.number: one for series, one in zip(waiting, found.series, strict=False)}
    series = tuple(_replanned(state, one, planned) for one in state.series)
    closed = sum(not one.is_open for one in found.series)
    return _proposal(
        state,
        state,
        series,
        kind=Kind.PLANNED,
        seed=seed,
        sentence=Sentence(gettext_noop("Geplante Serien: {count}."), {"count": closed}),
        cost=found.cost,
        cut=found.cut,
        standing=standing,
    )


def _replanned(state: Seating, one: SeriesNow, planned: Mapping[int, PlannedSeries]) -> SeriesNow:
    if one.drawn:
        return one
    mode = state.setup.mode(one.number)
    draw = _draw(mode)
    found = planned.get(one.number, PlannedSeries(draw=draw, tables=()))
    return replace(one, mode=mode, planned=replace(found, draw=draw))


def _draw(mode: str) -> Draw:
    return {Series.Mode.PLAN: Draw.LOTS, Series.Mode.TANDEM: Draw.TANDEM, Series.Mode.SWISS: Draw.SWISS}.get(
        Series.Mode(mode), Draw.STANDING
    )


def _asked(
    state: Seating, tournament: Tournament, waiting: Sequence[SeriesNow], seed: str
) -> tuple[tuple[AskedSeries, ...], dict[str, Any]]:
    """What each series to come is asked of the planner, and the standings that were taken for it."""
    asked: list[AskedSeries] = []
    standing: dict[str, Any] = {}
    ids = [player.id for player in state.players]
    for place, series in enumerate(waiting):
        mode = state.setup.mode(series.number)
        order: Order | None = None
        if mode == Series.Mode.LOTS:
            order = tuple(order_by_lot(ids, seed=f"{seed}/{series.number}"))  # type: ignore[arg-type]  # start numbers
        elif mode != Series.Mode.PLAN and place == 0:
            order = standing_order(
                tournament, mode=mode, last_series_only=state.setup.last_series_only, seed=seed
            )
            standing[str(series.number)] = [list(e) if isinstance(e, tuple) else e for e in order]
        if asked and asked[-1].is_open:
            order = None
            mode = Series.Mode.STANDING  # waits with the series before it
        asked.append(AskedSeries(draw=_draw(mode), standing=order))
    return tuple(asked), standing


# Changes --------------------------------------------------------------------------------------------------


def propose_change(
    before: Seating,
    after: Seating,
    *,
    kind: str,
    seed: str,
    without_table: tuple[int, int] | None = None,
    budget: Budget | None = None,
) -> Proposal:
    """The seating after people came or went, or a table was broken up; `after` holds the people as they are now.

    Begun series stay. A series drawn but not begun, and one set by a standing, is closed up with as few chairs
    moved as can be; planned ones are mended from what is printed.
    """
    coming = [series for series in before.series if not series.begun and not series.planned.is_open]
    if not coming:
        return _proposal(before, after, before.series, kind=kind, seed=seed, sentence=None, standing={})
    broken_in, broken = without_table or (0, None)
    past: list[Tables] = [series.tables for series in before.series if series.begun]
    changed: dict[int, PlannedSeries] = {}
    printed: list[SeriesNow] = []
    cost, cut = 0, False
    try:
        base = relaxed(after).request(series=(), past=(), seed=seed, budget=budget or in_a_request())
        for series in coming:
            closes_up = series.drawn or series.mode != Series.Mode.PLAN or series.number == broken_in
            if not closes_up:
                printed.append(series)
                continue
            changed[series.number] = settle_in(
                replace(base, past=tuple(past)),
                series.planned,
                without_table=broken if series.number == broken_in else None,
                posted=series.drawn,
            )
            past.append(tuple(table.players for table in changed[series.number].tables))
        if printed:
            repaired = repair(replace(base, past=tuple(past)), [series.planned for series in printed])
            cost, cut = repaired.plan.cost, repaired.plan.cut
            changed |= dict(zip((one.number for one in printed), repaired.plan.series, strict=True))
    except Refusal as refusal:
        if any(series.drawn for series in coming):
            raise refusal_in_names(refusal, after) from refusal
        return _waiting(before, after, kind=kind, seed=seed, why=refusal_in_names(refusal, after).sentence)
    series_now = tuple(
        replace(series, planned=changed.get(series.number, series.planned)) for series in before.series
    )
    sentence = _moved_table(before, series_now, broken_in, broken)
    return _proposal(
        before, after, series_now, kind=kind, seed=seed, sentence=sentence, cost=cost, cut=cut, standing={}
    )


def relaxed(state: Seating) -> Seating:
    """The state without fixed tables that nobody needs any more: whoever goes home may not fail because of them."""
    count = len(table_sizes(len(state.players), size=state.size))
    numbers = table_numbers(count, state.setup.closed_tables, state.setup.filling)
    entrants = tuple(
        entrant if entrant.table in (None, *numbers) else replace(entrant, table=None)
        for entrant in state.entrants
    )
    return replace(state, entrants=entrants)


def _waiting(before: Seating, after: Seating, *, kind: str, seed: str, why: Sentence) -> Proposal:
    """Nobody can be seated any more: people are free to come and go, and the plan waits for somebody else."""
    series = tuple(
        one if one.drawn else replace(one, planned=replace(one.planned, tables=())) for one in before.series
    )
    sentence = Sentence(gettext_noop("Der Sitzplan wartet. {why}"), {"why": why})
    return _proposal(before, after, series, kind=kind, seed=seed, sentence=sentence, standing={})


def _moved_table(
    before: Seating, series: Sequence[SeriesNow], number: int, table: int | None
) -> Sentence | None:
    """What to say of a table that was broken up: it is gone, or it has moved as a whole."""
    if table is None:
        return None
    old, new = (next(one for one in some if one.number == number).planned for some in (before.series, series))
    moved_to = {t.number for t in new.tables} - {t.number for t in old.tables}
    if moved_to:
        return Sentence(
            gettext_noop(
                "An den anderen Tischen ist kein Platz: Tisch {table} zieht geschlossen an Tisch {to} um."
            ),
            {"table": table, "to": min(moved_to)},
        )
    return Sentence(
        gettext_noop("Tisch {table} ist aufgelöst: Alle sitzen an anderen Tischen."), {"table": table}
    )


def propose_substitute(before: Seating, after: Seating, *, old: int, new: int, seed: str) -> Proposal:
    """Somebody takes over the chairs of another from now on; nobody else moves."""
    series = tuple(
        one if one.begun else replace(one, planned=substituted([one.planned], old=old, new=new)[0])
        for one in before.series
    )
    return _proposal(before, after, series, kind=Kind.SUBSTITUTE, seed=seed, sentence=None, standing={})


def propose_swap(state: Seating, *, number: int, one: int, other: int, seed: str) -> Proposal:
    """Two players of a series that has not begun in each other's chairs."""
    series = changeable(state, number)
    try:
        swapped = swap(series.planned, one, other)
    except Refusal as refusal:
        raise refusal_in_names(refusal, state) from refusal
    return _by_hand(state, number, swapped, kind=Kind.SWAP, seed=seed)


def propose_move(
    state: Seating, *, number: int, player: int, table: int, seat: int | None, seed: str
) -> Proposal:
    """A player to another table: onto a taken seat is a swap, otherwise the table grows by one."""
    series = changeable(state, number)
    chairs = dict(series.planned.chairs())
    rows = {one.number: list(one.players) for one in series.planned.tables}
    if player not in chairs or table not in rows:
        raise SeatingRefused(
            gettext_noop("Diesen Spieler oder diesen Tisch gibt es in der Serie nicht mehr.")
        )
    there = next((p for p, chair in chairs.items() if chair == (table, seat)), None)
    if there == player or (seat is None and chairs[player][0] == table):
        raise SeatingRefused(
            gettext_noop("{player} sitzt schon dort."), player=state.names.get(player, player)
        )
    if there is not None:
        return propose_swap(state, number=number, one=player, other=int(str(there)), seed=seed)
    here = chairs[player][0]
    rows[here].remove(player)
    rows[table].append(player)
    small, large = (3, 4) if state.size is None else (2, 6)
    if len(rows[here]) < small or len(rows[table]) > large:
        raise SeatingRefused(
            gettext_noop(
                "So geht es nicht auf: An einem Tisch sitzen {small} bis {large}. Bitte zwei tauschen."
            ),
            small=small,
            large=large,
        )
    moved = with_tables(series.planned, [rows[one.number] for one in series.planned.tables])
    return _by_hand(state, number, moved, kind=Kind.MOVE, seed=seed)


def _by_hand(state: Seating, number: int, planned: PlannedSeries, *, kind: str, seed: str) -> Proposal:
    series = tuple(replace(one, planned=planned) if one.number == number else one for one in state.series)
    return _proposal(state, state, series, kind=kind, seed=seed, sentence=None, standing={})


def changeable(state: Seating, number: int) -> SeriesNow:
    """A series whose seats may still be changed; otherwise why not."""
    series = state.one(number)
    if series is None or series.planned.is_open:
        raise SeatingRefused(
            gettext_noop("Für die Serie {number} gibt es noch keine Sitzordnung: Zuerst planen."),
            number=number,
        )
    if series.begun:
        raise SeatingRefused(
            gettext_noop("In der Serie {number} ist schon ein Spiel eingetragen: Ihre Plätze bleiben."),
            number=number,
        )
    return series


# What they have in common ---------------------------------------------------------------------------------


def _proposal(
    before: Seating,
    after: Seating,
    series: tuple[SeriesNow, ...],
    *,
    kind: str,
    seed: str,
    sentence: Sentence | None,
    standing: Mapping[str, Any],
    cost: int = 0,
    cut: bool = False,
) -> Proposal:
    moved = {
        new.number: chairs
        for old, new in zip(before.series, series, strict=True)
        if not old.planned.is_open and (chairs := moved_chairs(old.planned, new.planned))
    }
    count = sum(1 for some in moved.values() for chair in some if chair.before and chair.after)
    return Proposal(
        kind=str(kind),
        seed=seed,
        series=series,
        report=judged_seating(after, series, cut=cut),
        moved=moved,
        sentence=sentence or _who_moves(count),
        cost=cost,
        cut=cut,
        asked=asked_document(after, standing),
    )


def _who_moves(chairs: int) -> Sentence:
    """How many chairs change for people who were there and still are, over all series."""
    match chairs:
        case 0:
            return Sentence(gettext_noop("Wer da ist, behält seinen Platz."))
        case 1:
            return Sentence(gettext_noop("Nur ein Platz von Anwesenden ändert sich."))
    return Sentence(gettext_noop("{moved} Plätze von Anwesenden ändern sich."), {"moved": chairs})


def judged_seating(state: Seating, series: Sequence[SeriesNow], *, cut: bool = False) -> Report:
    """The quality of a whole event; begun series count as the past."""
    past = [one.tables for one in series if one.begun]
    planned = [one.tables for one in series if not one.begun and not one.planned.is_open]
    return report_on(state.players, past, planned, size=state.size, cut=cut)


def asked_document(state: Seating, standing: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that went into a plan: with it, the seed and the method anybody can make it again."""
    setup = state.setup
    return {
        "players": [
            {
                name: value
                for name in ("start_number", "club", "team", "pair", "seeded", "strength", "table", "seat")
                if (value := getattr(entrant, name))
            }
            for entrant in state.entrants
            if entrant.here
        ],
        "size": state.size,
        "wishes": wishes_document(setup.wishes),
        "closed_tables": sorted(setup.closed_tables),
        "filling": setup.filling.value,
        "groups_apart": setup.groups_apart,
        "last_series_only": setup.last_series_only,
        "standing": dict(standing),
        "method": METHOD,
    }


def refusal_in_names(refusal: Refusal, state: Seating) -> SeatingRefused:
    """A refusal of the planner with names for start numbers."""
    names = state.names
    values = {
        key: names.get(value, value)
        if key in ("player", "one", "other") and isinstance(value, int)
        else value
        for key, value in refusal.sentence.values.items()
    }
    return SeatingRefused(refusal.sentence.text, **values)
