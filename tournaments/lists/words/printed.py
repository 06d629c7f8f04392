"""From the list as its people see it to the words of the printed list, filled in or to be filled in by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules import RuleSet
from scoring.sheets import Cell, SheetRow
from tournaments.lists.selectors.sheets import Life, SheetView
from tournaments.lists.words.facts import (
    CROSS,
    OPENED,
    CellFacts,
    CheckFacts,
    CodeFacts,
    ColumnFacts,
    ListFacts,
    RowFacts,
    SeatFacts,
)
from tournaments.lists.words.foot import accepted_line, foot_totals, legend_of, remarks_of, state_line
from tournaments.models import Game, Penalty, Ruling, Seat, Tournament
from tournaments.paper.words import day_of, days, hour, moment_of, rules_line

BASIC_COLUMNS, CARDS_OF_A_DECK = 3, 52
ENDLESS = 48  # rows for a game to a target: more than any page holds; the layout keeps what fits


def list_facts(
    view: SheetView,
    rulings: Sequence[Ruling] = (),
    *,
    blank: bool,
    ink: bool = False,
    code: CodeFacts | None = None,
    check: CheckFacts | None = None,
    counter: bool = False,
) -> ListFacts:
    """A list to be filled in by hand, or as it is filled in now. Games still to come stay empty.

    The counter list is the same paper for another seat: empty, without a code, and nobody's name is marked.
    """
    blank = blank or counter or not (view.games or view.struck or view.penalties or view.totals)
    tournament, series = view.tournament, view.sheet.table.series
    columns = seat_columns(view.rules)
    ruled = {penalty_place(penalty) for penalty in view.penalties}
    rows = [] if blank else filled_rows(view, columns, ruled)
    only_sums = view.totals is not None and not blank
    empty = () if only_sums else empty_rows(view, 0 if blank else len(view.games))
    return ListFacts(
        event=tournament.name,
        where=" · ".join(filter(None, (tournament.place, day_of_series(tournament, first_hour(view))))),
        series=str(series.number),
        table=str(view.sheet.table.number),
        rules=rules_line(tournament),
        length=length_line(view),
        begins=hour(series.started_at if blank else first_hour(view)),
        ends="" if blank else hour(view.sheet.completed_at),
        seats=tuple(seat_facts(view, seat, blank=blank, ink=ink, counter=counter) for seat in view.seats),
        columns=columns,
        rows=tuple(sorted((*rows, *empty), key=by_number)),
        totals=foot_totals(view, blank=blank),
        remarks=() if blank else tuple(remarks_of(view, rulings)),
        legend=legend_of(view.rules, counter=counter),
        accepted="" if blank else accepted_line(view),
        state="" if blank else state_line(view),
        code=code if blank and not counter else None,
        check=None if blank else check,
        counter=counter,
        cards=pack_of(view.rules) if blank and not counter else 0,
        endless=view.planned is None and not only_sums,
    )


# Head ---------------------------------------------------------------------------------------------------------


def first_hour(view: SheetView) -> datetime | None:
    """When the series began, as far as anybody knows."""
    begun = view.sheet.table.series.started_at
    return begun or min((game.entered_at for game in view.games), default=None)


def day_of_series(tournament: Tournament, started: datetime | None) -> str:
    """The day of the series if it is known, else the days of the event."""
    return day_of(localtime(started).date()) if started else days(tournament.starts_on, tournament.ends_on)


def length_line(view: SheetView) -> str:
    """How long the series lasts at this table."""
    if view.planned is None:
        return _("bis {target} Punkte").format(target=view.tournament.target)
    if view.rules.series.one_deal:
        return ngettext("{rounds} Runde", "{rounds} Runden", view.planned).format(rounds=view.planned)
    return _("{rounds} Runden = {games} Spiele").format(rounds=view.tournament.rounds, games=view.planned)


def seat_facts(view: SheetView, seat: Seat, *, blank: bool, ink: bool, counter: bool) -> SeatFacts:
    registration = seat.registration
    belongs = registration.team or registration.player.club
    signature = next((one for one in view.signatures if one.seat_id == seat.pk), None)
    signed: tuple[str, ...] = ()
    if signature is not None and not blank:
        signed = (f"✓ {signature.get_method_display()}", moment_of(signature.signed_at))
    drawn = signature.strokes if ink and signature is not None and not blank else None
    return SeatFacts(
        ink=tuple(tuple((x, y) for x, y in stroke) for stroke in drawn or ()),
        number=seat.number,
        start_number=str(registration.start_number),
        name=registration.name,
        belongs=str(belongs) if belongs else "",
        keeper=seat.pk == view.sheet.scorer_id and not counter,
        signed=signed,
    )


# Rows ---------------------------------------------------------------------------------------------------------


def seat_columns(rules: RuleSet) -> tuple[ColumnFacts, ...]:
    """The columns of every seat: the basic rules know no opening and do not compare Augen."""
    augen = ColumnFacts(heading=_("Augen"), share=10, digits=3)
    if not rules.family.by_table:
        points = ColumnFacts(heading=_("Punkte"), share=11.2, digits=3, bold=True)
        return augen, points, ColumnFacts(heading="Σ", share=9.8, digits=4, soft=True)
    return (
        ColumnFacts(heading=OPENED, share=6, digits=1),
        augen,
        ColumnFacts(heading="Σ", share=10.5, digits=4, soft=True),
        ColumnFacts(heading=_("Pkt."), share=8, digits=2, bold=True),
        ColumnFacts(heading="Σ", share=8.5, digits=3, soft=True),
    )


def filled_rows(
    view: SheetView, columns: Sequence[ColumnFacts], ruled: set[tuple[int | None, int]]
) -> Iterator[RowFacts]:
    """The rows that were reported, struck ones before those that replaced them."""
    reasons = iter(sorted(view.struck, key=struck_order))
    seat_of = {seat.registration_id: seat.number for seat in (*view.former, *view.seats)}
    marked = {(game, seat_of[registration]) for game, registration in ruled}
    for row in view.tally.rows:
        yield RowFacts(
            number=row.number,
            round_number=view.course.round_of(row.number),
            dealer=str(row.dealer),
            finish=row.finish.value if row.finish else "",
            cells=tuple(
                cell_facts(row, row.cells[seat.number], columns, ruled=(row.number, seat.number) in marked)
                for seat in view.seats
            ),
            closes_round=row.closes_round and not row.struck,
            struck=_("gestrichen: {reason}").format(reason=next(reasons).struck_reason) if row.struck else "",
        )


def pack_of(rules: RuleSet) -> int:
    """How many cards are counted before the first game."""
    return CARDS_OF_A_DECK * rules.law.decks + rules.law.jokers


def by_number(row: RowFacts) -> int:
    return row.number


def struck_order(game: Game) -> tuple[int, int]:
    """The order in which the tally shows struck rows of one number: as they were written."""
    return game.number, game.pk


def cell_facts(row: SheetRow, cell: Cell, columns: Sequence[ColumnFacts], *, ruled: bool) -> CellFacts:
    if not cell.plays or cell.score is None:
        return CellFacts(rests=not cell.plays)
    score = cell.score
    points = CROSS if score.cross else str(score.points)
    running = ("", "") if row.struck else (str(cell.running_augen), str(cell.running_points))
    opened = OPENED if cell.won or cell.opened else ""
    if len(columns) == BASIC_COLUMNS:  # no opening, no sum of Augen, and only the winner writes points
        return CellFacts(won=cell.won, texts=(str(score.augen), points if cell.won else "", running[1]))
    texts = (opened, str(score.augen), running[0], points, running[1])
    return CellFacts(won=cell.won and not row.struck, ruled=ruled and not row.struck, texts=texts)


def empty_rows(view: SheetView, played: int) -> Iterator[RowFacts]:
    """Rows for the games still to come, the dealer printed in advance."""
    last = view.planned or (ENDLESS if view.life is Life.OPEN or not played else played)
    there = {game.number for game in view.games} if played else set()
    for number in range(1, last + 1):
        if number not in there:
            yield empty_row(view, number)


def empty_row(view: SheetView, number: int) -> RowFacts:
    deal = view.course.deal(number)
    return RowFacts(
        number=number,
        round_number=deal.round_number,
        dealer=str(deal.dealer),
        finish="",
        cells=tuple(CellFacts(rests=seat.number not in deal.playing) for seat in view.seats),
        closes_round=deal.last_of_round,
    )


def penalty_place(penalty: Penalty) -> tuple[int | None, int]:
    return (penalty.of_game, penalty.registration_id)
