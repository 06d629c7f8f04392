"""From a list as the selectors know it to its document. Nothing is added up here: sums are those of the tally."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from scoring.sheets import Cell
from scoring.speech import say
from scoring.verification import Finding
from tournaments import models
from tournaments.api.shapes import lists
from tournaments.api.shapes.base import Doubt
from tournaments.api.showing import STATES, address_of
from tournaments.lists.selectors.check_codes import taken_over
from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.selectors.sums import tally_of


def sheet_shape(view: SheetView, *, doubts: bool) -> lists.Sheet:
    """One list; what is doubtful is for those who can look at the cards or the paper again."""
    tournament, table = view.sheet, view.sheet.table
    window = timedelta(minutes=view.rules.series.objection_minutes)
    everybody = (*view.former, *view.seats)
    seat_of = {one.registration_id: one.number for one in everybody}
    return lists.Sheet(
        tournament=view.tournament.slug,
        series=table.series.number,
        table=table.number,
        version=tournament.version,
        state=STATES[view.life],
        final_at=None if tournament.accepted_at is None else tournament.accepted_at + window,
        planned=view.planned,
        unplayed=list(view.unplayed),
        ended_because=tournament.end_reason,
        taken_over=taken_over(tournament),
        next_game=next_game_shape(view),
        seats=[seat_shape(one, keeper=tournament.scorer_id) for one in everybody],
        games=games(view, doubts=doubts),
        totals=foot_shapes(view),
        totals_only=view.totals is not None,
        penalties=[penalty_shape(one, seat_of.get(one.registration_id)) for one in view.penalties],
        signatures=[
            lists.Signature(seat=one.seat.number, method=one.method, signed_at=one.signed_at)
            for one in view.signatures
        ],
    )


def sheet_short(view: SheetView) -> lists.SheetShort:
    """A line in the list of lists."""
    table = view.sheet.table
    return lists.SheetShort(
        series=table.series.number,
        table=table.number,
        state=STATES[view.life],
        version=view.sheet.version,
        url=address_of(view.tournament, "lists", table.series.number, table.number),
    )


def next_game_shape(view: SheetView) -> lists.Next | None:
    coming = view.next_game
    if coming is None:
        return None
    return lists.Next(
        number=coming.number,
        round=coming.round_number,
        dealer=coming.dealer.number,
        playing=[one.number for one in coming.playing],
    )


def seat_shape(one: models.Seat, *, keeper: int) -> lists.Seat:
    return lists.Seat(
        seat=one.number,
        start_number=one.registration.start_number,
        name=one.registration.name,
        club=str(one.registration.player.club or ""),
        keeps_the_list=one.pk == keeper,
        from_round=one.first_round,
        until_round=one.last_round,
    )


def games(view: SheetView, *, doubts: bool) -> list[lists.Game]:
    """Every row in the order of the tally: struck ones before what has taken their place."""
    rows = sorted((*view.struck, *view.games), key=lambda one: (one.number, one.struck_at is None, one.pk))
    if view.totals is None:
        drawn = view.tally.rows
    else:  # only the sums count; rows that were struck before stay to be read
        drawn = tally_of(view.rules, (*view.former, *view.seats), rows, ()).rows
    return [
        game_shape(view, one, row.cells, found=view.doubts(one) if doubts and one.struck_at is None else ())
        for one, row in zip(rows, drawn, strict=True)
    ]


def game_shape(
    view: SheetView, one: models.Game, cells: Mapping[int, Cell], *, found: Sequence[Finding]
) -> lists.Game:
    winner = next((number for number, cell in cells.items() if cell.won), None)
    return lists.Game(
        number=one.number,
        round=view.course.round_of(one.number),
        dealer=one.dealer.number,
        finish=one.finish,  # type: ignore[arg-type]  # one of its choices
        winner=winner,
        cells=[of_seat(number, cell) for number, cell in sorted(cells.items()) if cell.score is not None],
        entered_at=one.entered_at,
        submission=one.submission,
        confirmed=one.confirmed_at is not None,
        struck=one.struck_at is not None,
        struck_reason=one.struck_reason,
        doubts=[doubt(each) for each in found],
    )


def of_seat(number: int, cell: Cell) -> lists.Cell:
    assert cell.score is not None
    return lists.Cell(
        seat=number,
        won=cell.won,
        opened=cell.opened,
        augen=cell.score.augen,
        points=cell.score.points,
        cross=cell.score.cross,
        running_points=cell.running_points,
        running_augen=cell.running_augen,
    )


def doubt(found: Finding) -> Doubt:
    """A doubt with the id by which it is confirmed."""
    where = "" if found.seat is None else f"/{found.seat}"
    return Doubt(id=f"{found.code}{where}", seat=found.seat, detail=say(found.sentence))


def foot_shapes(view: SheetView) -> list[lists.Foot]:
    return [
        lists.Foot(
            seat=number,
            plus=sums.plus_points,
            crosses=sums.crosses,
            penalties=sums.penalty_points,
            points=sums.net_points,
            augen=sums.augen,
            games=sums.games_played,
            rank=view.tally.ranks[number].rank,
        )
        for number, sums in sorted(view.tally.totals.items())
    ]


def penalty_shape(one: models.Penalty, number: int | None) -> lists.Penalty:
    return lists.Penalty(
        ruling=one.ruling.number,
        seat=number,
        start_number=one.registration.start_number,
        kind=one.kind,
        points=one.points,
        augen=one.augen,
        voids_series=one.voids_series,
        game=one.of_game,
        reason=one.ruling.reason,
    )
