"""Operations on lists: read by everybody; kept, signed, accepted and ruled on by those who may, with the services of the pages."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Query, Router, Status
from pydantic import Field

from scoring.numbers import GameNumber, SeatNumber
from scoring.points import HandLeft, Result, check_result
from scoring.verification import findings
from tournaments.api import showing_lists as showing
from tournaments.api.asking import (
    Paging,
    actor,
    cut_rows,
    find_behind_the_desk,
    find_list,
    keeps,
    list_at,
    page_of,
    page_with,
)
from tournaments.api.problems import Wanted, known_of
from tournaments.api.shapes import lists as shapes
from tournaments.api.shapes.base import Number, Page, Slug
from tournaments.api.showing import STATES, address_of
from tournaments.event.permissions import may_score, must
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import SheetView, sheet_view, sheet_views
from tournaments.lists.services import sheets as service
from tournaments.lists.services import signing
from tournaments.models import ScoreSheet
from tournaments.rulings import services as rulings

router = Router(tags=["Lists"])
FAR = {"open": {"completed_at__isnull": True}, "accepted": {"accepted_at__isnull": False}}
LIST = "/tournaments/{slug:slug}/lists/{int:series}/{int:table}"


class Which(Paging):
    """Query parameters of the list of lists."""

    series: Annotated[int | None, Field(ge=1, le=60, description="Only those of this series.")] = None
    state: Annotated[
        Literal["open", "complete", "signed", "accepted"] | None,
        Field(description="Only those that are this far."),
    ] = None


@router.get("/tournaments/{slug:slug}/lists", response=Page[shapes.SheetShort])
def lists(request: HttpRequest, slug: Slug, which: Query[Which]) -> Page[shapes.SheetShort]:
    """Every list with its state, for those who look behind the desk: what is still open, what waits."""
    tournament = find_behind_the_desk(request, slug)
    found = (
        sheets()
        .filter(table__series__tournament=tournament)
        .order_by("table__series__number", "table__number")
    )
    if which.series is not None:
        found = found.filter(table__series__number=which.series)
    now = timezone.now()
    if which.state in ("complete", "signed"):  # parted by the signatures: these few are looked at
        waiting = found.filter(completed_at__isnull=False, accepted_at__isnull=True)
        views = sheet_views(list(waiting), now=now)
        fitting = [view for view in views if STATES[view.life] == which.state]
        return page_of(request, fitting, which, showing.sheet_short)
    if which.state is not None:
        found = found.filter(**FAR[which.state])
    shown = sheet_views(list(cut_rows(found, which)), now=now)
    return page_with(request, [showing.sheet_short(view) for view in shown], which, total=found.count())


@router.get(LIST, response=shapes.Sheet)
def sheet(request: HttpRequest, slug: Slug, series: Number, table: Number) -> shapes.Sheet:
    """One list with every game, running sums, penalties and signatures. Doubts are shown to those who keep it."""
    found = find_list(request, slug, series, table)
    return showing.sheet_shape(sheet_view(found, now=timezone.now()), doubts=keeps(request, found))


@router.get(f"{LIST}/games/{{int:number}}", response=list[shapes.Game])
def game(
    request: HttpRequest, slug: Slug, series: Number, table: Number, number: Number
) -> list[shapes.Game]:
    """Every row of one game: those that were struck, and the one in force."""
    found = find_list(request, slug, series, table)
    view = sheet_view(found, now=timezone.now())
    rows = [row for row in showing.games(view, doubts=keeps(request, found)) if row.number == number]
    if not rows:
        raise Http404
    return rows


# Written by the table -----------------------------------------------------------------------------------------


@router.post(f"{LIST}/games", response={201: shapes.Sheet, 200: shapes.Sheet})
def report_game(
    request: HttpRequest, slug: Slug, series: Number, table: Number, sent: shapes.GameSent
) -> Status[shapes.Sheet]:
    """Report a game, or correct one of the Runde that still runs. The same submission again answers 200 and writes nothing."""
    found, now = to_write(request, slug, series, table), timezone.now()
    must(may_score(actor(request), found))
    result, confirmed = result_sent(sent), confirmed_doubts(sheet_view(found, now=now), sent)
    written = service.enter_game(
        sheet_id=found.pk,
        number=GameNumber(sent.number),
        result=result,
        submission=sent.submission,
        seen_version=sent.seen_version,
        by=actor(request),
        now=now,
        confirmed=confirmed,
    )
    place = address_of(found.table.series.tournament, "lists", series, table, "games", sent.number)
    known_of(request).headers["Location"] = place
    return Status(201 if written.entered_at == now else 200, as_it_is(request, found))


def result_sent(sent: shapes.GameSent) -> Result:
    return Result(
        finish=sent.finish,
        winner=sent.winner,
        hands={
            int(seat): HandLeft(augen=hand.augen, opened=hand.opened) for seat, hand in sent.hands.items()
        },
    )


def confirmed_doubts(view: SheetView, sent: shapes.GameSent) -> list[str]:
    """The codes of the doubts that a human has confirmed; one that nobody has looked at stops the report."""
    coming = view.next_game
    if view.game(sent.number) is None and (coming is None or coming.number != sent.number):
        return []  # the service says why this game is not to be entered
    result = result_sent(sent)
    check_result(view.rules, result, playing=[seat.number for seat in view.playing(sent.number)])
    doubts = findings(view.rules, result)
    if any(showing.doubt(one).id not in sent.confirmed for one in doubts):
        said = [showing.doubt(one).model_dump() for one in doubts]
        raise Wanted("doubt", " ".join(one["detail"] for one in said), doubts=said)
    return [one.code for one in doubts]


@router.post(f"{LIST}/signatures", response={201: shapes.Sheet})
def sign(
    request: HttpRequest, slug: Slug, series: Number, table: Number, sent: shapes.SignatureSent
) -> Status[shapes.Sheet]:
    """A seat signs the finished list, by its PIN or on paper. Signing twice is signing once."""
    found = to_write(request, slug, series, table)
    signing.sign_list(
        sheet_id=found.pk,
        seat_number=SeatNumber(sent.seat),
        method=sent.method,
        pin=sent.pin,
        seen_version=sent.seen_version,
        by=actor(request),
        now=timezone.now(),
    )
    return Status(201, as_it_is(request, found))


# Written by those who lead and rule ---------------------------------------------------------------------------


@router.post(f"{LIST}/acceptance", response=shapes.Sheet)
def accept(
    request: HttpRequest, slug: Slug, series: Number, table: Number, sent: shapes.AcceptanceSent
) -> shapes.Sheet:
    """The director takes the signed list. Accepting twice is accepting once."""
    found = to_write(request, slug, series, table)
    service.accept(sheet_id=found.pk, seen_version=sent.seen_version, by=actor(request), now=timezone.now())
    return as_it_is(request, found)


@router.post(f"{LIST}/games/{{int:number}}/strike", response=shapes.Sheet)
def strike_game(
    request: HttpRequest, slug: Slug, series: Number, table: Number, number: Number, sent: shapes.StrikeSent
) -> shapes.Sheet:
    """A referee strikes a game that does not count; its row stays, and its number is open again."""
    found = to_write(request, slug, series, table)
    rulings.strike_game(
        sheet_id=found.pk,
        number=GameNumber(number),
        reason=sent.reason,
        seen_version=sent.seen_version,
        by=actor(request),
        now=timezone.now(),
    )
    return as_it_is(request, found)


@router.post(f"{LIST}/penalties", response={201: shapes.Sheet})
def deduct_points(
    request: HttpRequest, slug: Slug, series: Number, table: Number, sent: shapes.DeductionSent
) -> Status[shapes.Sheet]:
    """A referee takes points from a player of this table, or warns him with 0 points."""
    found = to_write(request, slug, series, table)
    rulings.deduct_points(
        sheet_id=found.pk,
        start_number=sent.start_number,
        points=sent.points,
        reason=sent.reason,
        seen_version=sent.seen_version,
        by=actor(request),
        now=timezone.now(),
    )
    return Status(201, as_it_is(request, found))


def to_write(request: HttpRequest, slug: str, series: int, table: int) -> ScoreSheet:
    """The list that is written; a conflict will be answered with how it stands then."""
    found = find_list(request, slug, series, table)
    known_of(request).current = lambda: as_it_is(request, found).model_dump()
    return found


def as_it_is(request: HttpRequest, found: ScoreSheet) -> shapes.Sheet:
    """The list as it is now."""
    table = found.table
    newest = list_at(table.series.tournament.slug, table.series.number, table.number)
    return showing.sheet_shape(sheet_view(newest, now=timezone.now()), doubts=keeps(request, newest))
