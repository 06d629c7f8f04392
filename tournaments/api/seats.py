"""Seats that a program would move: shown first, and done only when it says that it has seen them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from tournaments.api.problems import Wanted
from tournaments.event.services.setup import NewPlayer
from tournaments.models import SeatingPlan, Tournament
from tournaments.seating.selectors import places
from tournaments.seating.selectors.proposals import propose_change
from tournaments.seating.selectors.state import Entrant, State, state_of, with_entrants
from tournaments.seating.services import changes as service
from tournaments.seating.words.reprints import Reprints, reprints
from tournaments.seating.words.seating import MovesOfSeries, moves_of

Kind = SeatingPlan.Kind


def refuse_unseen(
    request: HttpRequest,
    tournament: Tournament,
    kind: Kind,
    who: Callable[[State], Entrant],
    *,
    seen: int | None,
) -> None:
    """Where somebody's chair would be another one, tell which and what paper is stale, unless this very seating was seen."""
    state = state_of(tournament)
    if tournament.status == Tournament.Status.FINISHED or not state.somebody_sits or seen == state.version:
        return
    after = with_entrants(state, who(state))
    proposal = propose_change(state, after, kind=kind, seed=service.next_seed(state))
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
) -> Callable[[State], Entrant]:
    """Somebody who is not registered yet, as he will be."""

    def who(state: State) -> Entrant:
        number = start_number or max((one.start_number for one in state.entrants), default=0) + 1
        new = NewPlayer(given_name=given_name, family_name=family_name, club=club)
        return service.entrant_expected(new, number)

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
