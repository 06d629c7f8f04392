"""Operations behind the desk: registrations with all that is known, the journal, walk-ins, who leaves and returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Query, Router, Status
from pydantic import Field

from tournaments.api import showing
from tournaments.api.asking import Paging, actor, find_behind_the_desk, page_of
from tournaments.api.problems import Wanted, known_of
from tournaments.api.shapes import desk as shapes
from tournaments.api.shapes.base import Page, Slug
from tournaments.event.permissions import may_direct, must
from tournaments.event.selectors.tournaments import registrations
from tournaments.event.services.setup import NewPlayer, refuse_newcomer
from tournaments.models import JournalEntry, Registration, SeatingPlan, Tournament
from tournaments.seating.selectors import places
from tournaments.seating.selectors.proposals import propose_change
from tournaments.seating.selectors.state import Entrant, Seating, state_of, with_entrants
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.words.reprints import Reprints, reprints
from tournaments.seating.words.seating import MovesOfSeries, moves_of

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
    who = newcomer(player.given_name, player.family_name, player.club, sent.start_number)
    refuse_unseen(request, tournament, SeatingPlan.Kind.ARRIVAL, who, seen=sent.seen_seating)
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
        refuse_unseen(
            request,
            tournament,
            SeatingPlan.Kind.DROPOUT,
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
        refuse_unseen(
            request,
            tournament,
            SeatingPlan.Kind.RETURN,
            somebody(start_number, here=True),
            seen=sent.seen_seating,
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


def somebody(start_number: int, *, here: bool) -> Callable[[Seating], Entrant]:
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


# Seats that a program would move: shown first, and done only when it says that it has seen them --------------


def refuse_unseen(
    request: HttpRequest,
    tournament: Tournament,
    kind: SeatingPlan.Kind,
    who: Callable[[Seating], Entrant],
    *,
    seen: int | None,
) -> None:
    """Where somebody's chair would be another one, tell which and what paper is stale, unless this very seating was seen."""
    state = state_of(tournament)
    if tournament.status == Tournament.Status.FINISHED or not state.somebody_sits or seen == state.version:
        return
    after = with_entrants(state, who(state))
    proposal = propose_change(state, after, kind=kind, seed=seating_changes.next_seed(state))
    moves = moves_of(proposal, after)
    standing = {
        one.number: frozenset(table.number for table in one.planned.tables) for one in proposal.series
    }
    stale = reprints(tournament, moves, standing, places.hanging(tournament), directs=True)
    raise Wanted(
        "unseen",
        " ".join(one.summary for one in moves),
        seating={
            "version": state.version,
            "moves": [move for one in moves for move in moves_told(one)],
            "print": papers_told(request, stale),
        },
    )


def newcomer(
    given_name: str, family_name: str, club: str, start_number: int | None
) -> Callable[[Seating], Entrant]:
    """Somebody who is not registered yet, as he will be."""

    def who(state: Seating) -> Entrant:
        number = start_number or max((one.start_number for one in state.entrants), default=0) + 1
        new = NewPlayer(given_name=given_name, family_name=family_name, club=club)
        return seating_changes.entrant_expected(new, number)

    return who


def moves_told(series: MovesOfSeries) -> list[dict[str, Any]]:
    """Who goes from where to where; null for nowhere."""
    return [
        {
            "series": series.series,
            "start_number": move.person.start_number,
            "name": move.person.name,
            "before": chair_told(move.before),
            "after": chair_told(move.after),
        }
        for _kind, move in series.moves
    ]


def chair_told(chair: tuple[int, int] | None) -> dict[str, int] | None:
    return None if chair is None else {"table": chair[0], "seat": chair[1]}


def papers_told(request: HttpRequest, stale: Reprints) -> list[dict[str, Any]]:
    """What must be printed again, and where it is."""
    return [
        {"what": one.words, "url": request.build_absolute_uri(one.address), "must": must}
        for papers, must in ((stale.must, True), (stale.perhaps, False))
        for one in papers
    ]
