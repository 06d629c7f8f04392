"""Operations behind the desk: registrations with all that is known, the journal, walk-ins, who leaves and returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Query, Router, Status
from pydantic import Field

from tournaments.api import seats, showing
from tournaments.api.asking import Paging, actor, find_behind_the_desk, page_of
from tournaments.api.problems import known_of
from tournaments.api.shapes import desk as shapes
from tournaments.api.shapes.base import Page, Slug
from tournaments.event.permissions import may_direct, must
from tournaments.event.selectors.tournaments import registrations
from tournaments.event.services.setup import NewPlayer, refuse_newcomer
from tournaments.models import JournalEntry, Registration, Tournament
from tournaments.seating.selectors.state import Entrant, State
from tournaments.seating.services import changes as seating_changes

router = Router(tags=["Desk"])
StartNumber = Annotated[int, Field(ge=1, le=99_999, examples=[7])]


@router.get("/tournaments/{slug:slug}/registrations", response=Page[shapes.Registration])
def all_registrations(request: HttpRequest, slug: Slug, paging: Query[Paging]) -> Page[shapes.Registration]:
    """Everybody who has entered, with all that the desk knows."""
    tournament = find_behind_the_desk(request, slug)
    total = tournament.registrations.count()
    return page_of(request, registrations(tournament), paging, showing.registration_shape, total=total)


@router.get("/tournaments/{slug:slug}/registrations/{int:start_number}", response=shapes.Registration)
def registration(request: HttpRequest, slug: Slug, start_number: StartNumber) -> shapes.Registration:
    """One registration."""
    return showing.registration_shape(registration_at(find_behind_the_desk(request, slug), start_number))


class After(Paging):
    """Query parameters of the journal: the number after which to begin."""

    after: Annotated[int, Field(ge=0, le=2_000_000_000, description="Only lines with a higher number.")] = 0


@router.get("/tournaments/{slug:slug}/journal", response=Page[shapes.JournalLine])
def journal(request: HttpRequest, slug: Slug, which: Query[After]) -> Page[shapes.JournalLine]:
    """The journal, the oldest line first; `after` is the number of the last line that a program has."""
    tournament = find_behind_the_desk(request, slug)
    found = JournalEntry.objects.filter(tournament=tournament, number__gt=which.after).order_by("number")
    lines = found.select_related("sheet__table__series")
    return page_of(request, lines, which, showing.journal_line, total=found.count())


# Written ------------------------------------------------------------------------------------------------------


@router.post("/tournaments/{slug:slug}/registrations", response={201: shapes.Registration})
def register(request: HttpRequest, slug: Slug, sent: shapes.WalkIn) -> Status[shapes.Registration]:
    """Enter a walk-in; he is seated in everything that has not begun, as at the desk.

    Where that moves somebody, the answer is first 409 with who goes where and what paper is stale.
    """
    tournament = to_direct(request, slug)
    player = NewPlayer(
        given_name=sent.given_name.strip(),
        family_name=sent.family_name.strip(),
        club=" ".join(sent.club.split()),
    )
    refuse_newcomer(tournament, player, sent.start_number)
    who = seats.newcomer(player.given_name, player.family_name, player.club, sent.start_number)
    seats.refuse_unseen(request, tournament, seats.Kind.ARRIVAL, who, seen=sent.seen_seating)
    entered = seating_changes.arrive(
        tournament_id=tournament.pk,
        player=player,
        seen_version=sent.seen_seating,
        start_number=sent.start_number,
        guest=sent.guest,
        by=actor(request),
        now=timezone.now(),
    )
    assert entered.registration is not None
    number = entered.registration.start_number
    known_of(request).headers["Location"] = showing.address_of(tournament, "registrations", number)
    return Status(201, showing.registration_shape(registration_at(tournament, number)))


@router.post(
    "/tournaments/{slug:slug}/registrations/{int:start_number}/withdrawal", response=shapes.Registration
)
def withdraw(
    request: HttpRequest, slug: Slug, start_number: StartNumber, sent: shapes.Leaving
) -> shapes.Registration:
    """Somebody leaves the field; what he has played stays."""
    tournament = to_direct(request, slug)
    if registration_at(tournament, start_number).withdrawn_at is None:
        seats.refuse_unseen(
            request,
            tournament,
            seats.Kind.DROPOUT,
            somebody(start_number, here=False),
            seen=sent.seen_seating,
        )
    seating_changes.drop_out(
        tournament_id=tournament.pk,
        start_number=start_number,
        seen_version=sent.seen_seating,
        reason=sent.reason.strip(),
        by=actor(request),
        now=timezone.now(),
    )
    return showing.registration_shape(registration_at(tournament, start_number))


@router.post("/tournaments/{slug:slug}/registrations/{int:start_number}/return", response=shapes.Registration)
def come_back(
    request: HttpRequest, slug: Slug, start_number: StartNumber, sent: shapes.Leaving
) -> shapes.Registration:
    """Somebody who had left plays again, from the next series that has not begun."""
    tournament = to_direct(request, slug)
    if registration_at(tournament, start_number).withdrawn_at is not None:
        seats.refuse_unseen(
            request, tournament, seats.Kind.RETURN, somebody(start_number, here=True), seen=sent.seen_seating
        )
    seating_changes.come_back(
        tournament_id=tournament.pk,
        start_number=start_number,
        seen_version=sent.seen_seating,
        reason=sent.reason.strip(),
        by=actor(request),
        now=timezone.now(),
    )
    return showing.registration_shape(registration_at(tournament, start_number))


def somebody(start_number: int, *, here: bool) -> Callable[[State], Entrant]:
    """One of the field, as he will be."""
    return lambda state: replace(seating_changes.entrant_of(state, start_number), here=here)


def to_direct(request: HttpRequest, slug: str) -> Tournament:
    tournament = find_behind_the_desk(request, slug)
    must(may_direct(actor(request), tournament))
    return tournament


def registration_at(tournament: Tournament, start_number: int) -> Registration:
    found = registrations(tournament).filter(start_number=start_number).first()
    if found is None:
        raise Http404
    return found
