"""Changes of the seating at any time: who comes, who goes, who takes over, and what is moved by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from scoring.sentence import gettext_noop
from tournaments.event.permissions import Actor
from tournaments.event.services import setup as people
from tournaments.event.services.setup import NewPlayer
from tournaments.models import Club, Player, Registration, SeatingPlan, Tournament
from tournaments.rankings.services.rankings import stand_in
from tournaments.seating.refusals import SeatingRefused
from tournaments.seating.selectors.proposals import (
    Proposal,
    changeable,
    propose_change,
    propose_move,
    propose_substitute,
    propose_swap,
)
from tournaments.seating.selectors.state import Entrant, Seating, with_entrants
from tournaments.seating.services.plans import post_change, think_then_write

Kind = SeatingPlan.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """What came of a change. Without a plan nobody sits anywhere yet, and nothing had to move."""

    plan: SeatingPlan | None
    proposal: Proposal | None
    registration: Registration | None = None


def arrive(
    *,
    tournament_id: int,
    player: Player | NewPlayer,
    by: Actor,
    now: datetime,
    start_number: int | None = None,
    guest: bool = False,
    seen_version: int | None = None,
) -> Changed:
    """Somebody comes late: registered, and seated in everything that has not begun."""

    def newcomer(state: Seating) -> Entrant:
        number = start_number or max((entrant.start_number for entrant in state.entrants), default=0) + 1
        return entrant_expected(player, number)

    def enter(tournament: Tournament, entrant: Entrant) -> Registration:
        return people.register_player(
            tournament_id=tournament.pk,
            player=player,
            by=by,
            now=now,
            start_number=entrant.start_number,
            guest=guest,
        )

    return _people(tournament_id, Kind.ARRIVAL, newcomer, enter, seen_version=seen_version, by=by, now=now)


def miss(
    *,
    tournament_id: int,
    start_number: int,
    by: Actor,
    now: datetime,
    reason: str = "nicht erschienen",
    seen_version: int | None = None,
) -> Changed:
    """Somebody has not come: his chair is taken away wherever nobody has played yet."""
    return _leave(
        tournament_id, start_number, Kind.NO_SHOW, reason=reason, seen_version=seen_version, by=by, now=now
    )


def drop_out(
    *,
    tournament_id: int,
    start_number: int,
    reason: str,
    by: Actor,
    now: datetime,
    seen_version: int | None = None,
) -> Changed:
    """Somebody goes home. What he has played stays; the rest is closed up."""
    return _leave(
        tournament_id, start_number, Kind.DROPOUT, reason=reason, seen_version=seen_version, by=by, now=now
    )


def come_back(
    *,
    tournament_id: int,
    start_number: int,
    by: Actor,
    now: datetime,
    reason: str = "",
    seen_version: int | None = None,
) -> Changed:
    """Somebody who had gone plays again, from the next series that has not begun."""

    def returned(state: Seating) -> Entrant:
        return replace(entrant_of(state, start_number), here=True)

    def enter(tournament: Tournament, _entrant: Entrant) -> Registration:
        return people.readmit_player(
            tournament_id=tournament.pk, start_number=start_number, by=by, now=now, reason=reason
        )

    return _people(
        tournament_id,
        Kind.RETURN,
        returned,
        enter,
        seen_version=seen_version,
        by=by,
        now=now,
        reason=reason,
    )


def substitute(
    *,
    tournament_id: int,
    start_number: int,
    by_whom: Player | NewPlayer | int,
    reason: str,
    by: Actor,
    now: datetime,
    seen_version: int | None = None,
) -> Changed:
    """Somebody takes over another's chairs from now on; nobody else moves. A number is somebody who had gone."""
    made: list[Registration] = []

    def make(_tournament: Tournament, state: Seating) -> Proposal:
        old = entrant_of(state, start_number)
        if not old.here:
            raise SeatingRefused(gettext_noop("{player} spielt nicht mehr mit."), player=old.name)
        if isinstance(by_whom, int):
            new = entrant_of(state, by_whom)
            if new.here:
                raise SeatingRefused(gettext_noop("{player} spielt schon mit."), player=new.name)
            new = replace(new, here=True)
        else:
            number = max((entrant.start_number for entrant in state.entrants), default=0) + 1
            new = entrant_expected(by_whom, number)
        after = with_entrants(state, replace(old, here=False), new)
        return propose_substitute(state, after, old=start_number, new=new.start_number, seed=next_seed(state))

    def write(tournament: Tournament, state: Seating, proposal: Proposal) -> Changed:
        people.withdraw_player(
            tournament_id=tournament.pk, start_number=start_number, reason=reason, by=by, now=now
        )
        if isinstance(by_whom, int):
            made.append(
                people.readmit_player(
                    tournament_id=tournament.pk, start_number=by_whom, by=by, now=now, reason=reason
                )
            )
        else:
            made.append(people.register_player(tournament_id=tournament.pk, player=by_whom, by=by, now=now))
        stand_in(made[-1], start_number)
        return _written(tournament, state, proposal, made[-1], by=by, now=now, reason=reason)

    return think_then_write(
        tournament_id=tournament_id, make=make, write=write, by=by, seen_version=seen_version
    )


def swap_seats(
    *, tournament_id: int, series: int, one: int, other: int, seen_version: int, by: Actor, now: datetime
) -> Changed:
    """Two players of a series in each other's chairs; what it costs was shown before."""
    return _by_hand(
        tournament_id,
        lambda state: propose_swap(state, number=series, one=one, other=other, seed=next_seed(state)),
        seen_version=seen_version,
        by=by,
        now=now,
    )


def move_player(
    *,
    tournament_id: int,
    series: int,
    start_number: int,
    table: int,
    seat: int | None,
    seen_version: int,
    by: Actor,
    now: datetime,
) -> Changed:
    """A player to another table of a series; onto a taken seat it is a swap."""
    return _by_hand(
        tournament_id,
        lambda state: propose_move(
            state, number=series, player=start_number, table=table, seat=seat, seed=next_seed(state)
        ),
        seen_version=seen_version,
        by=by,
        now=now,
    )


def break_up_table(
    *, tournament_id: int, series: int, table: int, seen_version: int, by: Actor, now: datetime
) -> Changed:
    """Take a table of a series away; its players sit down where there is room, or move together to another number."""

    def make(state: Seating) -> Proposal:
        planned = changeable(state, series).planned
        if table not in {one.number for one in planned.tables}:
            raise SeatingRefused(gettext_noop("Tisch {table} steht in dieser Serie nicht."), table=table)
        return propose_change(
            state, state, kind=Kind.BROKEN_UP, seed=next_seed(state), without_table=(series, table)
        )

    return _by_hand(tournament_id, make, seen_version=seen_version, by=by, now=now)


# What they have in common ---------------------------------------------------------------------------------


def _leave(
    tournament_id: int,
    start_number: int,
    kind: str,
    *,
    reason: str,
    seen_version: int | None,
    by: Actor,
    now: datetime,
) -> Changed:
    def gone(state: Seating) -> Entrant:
        return replace(entrant_of(state, start_number), here=False)

    def leave(tournament: Tournament, _entrant: Entrant) -> Registration:
        return people.withdraw_player(
            tournament_id=tournament.pk, start_number=start_number, reason=reason, by=by, now=now
        )

    return _people(tournament_id, kind, gone, leave, seen_version=seen_version, by=by, now=now, reason=reason)


def _people(
    tournament_id: int,
    kind: str,
    change: Callable[[Seating], Entrant],
    enter: Callable[[Tournament, Entrant], Registration],
    *,
    seen_version: int | None,
    by: Actor,
    now: datetime,
    reason: str = "",
) -> Changed:
    """A change of the field: planned with the field as it will be, then written in one transaction."""

    def make(_tournament: Tournament, state: Seating) -> Proposal:
        after = with_entrants(state, change(state))
        return propose_change(state, after, kind=kind, seed=next_seed(state))

    def write(tournament: Tournament, state: Seating, proposal: Proposal) -> Changed:
        registration = enter(tournament, change(state))
        return _written(tournament, state, proposal, registration, by=by, now=now, reason=reason)

    return think_then_write(
        tournament_id=tournament_id,
        make=make,
        write=write,
        by=by,
        seen_version=seen_version,
        also_finished=True,  # who entered, and who left, may be mended at any time; the seats stay
    )


def _by_hand(
    tournament_id: int,
    propose: Callable[[Seating], Proposal],
    *,
    seen_version: int,
    by: Actor,
    now: datetime,
) -> Changed:
    def make(_tournament: Tournament, state: Seating) -> Proposal:
        return propose(state)

    def write(tournament: Tournament, state: Seating, proposal: Proposal) -> Changed:
        return _written(tournament, state, proposal, None, by=by, now=now)

    return think_then_write(
        tournament_id=tournament_id, make=make, write=write, by=by, seen_version=seen_version
    )


def _written(
    tournament: Tournament,
    state: Seating,
    proposal: Proposal,
    registration: Registration | None,
    *,
    by: Actor,
    now: datetime,
    reason: str = "",
) -> Changed:
    if not state.somebody_sits or tournament.status == Tournament.Status.FINISHED:
        return Changed(plan=None, proposal=None, registration=registration)
    plan = post_change(tournament, state, proposal, by=by, now=now, reason=reason)
    return Changed(plan=plan, proposal=proposal, registration=registration)


def entrant_of(state: Seating, start_number: int) -> Entrant:
    """Somebody of the field by his start number."""
    found = next((entrant for entrant in state.entrants if entrant.start_number == start_number), None)
    if found is None:
        raise SeatingRefused(
            gettext_noop("Die Startnummer {number} ist nicht vergeben."), number=start_number
        )
    return found


def entrant_expected(player: Player | NewPlayer, start_number: int) -> Entrant:
    """A newcomer as he will be registered."""
    if isinstance(player, Player):
        club = player.club.name if player.club else None
        return Entrant(start_number=start_number, pk=None, name=player.name, club=club)
    named = Club.objects.filter(name__iexact=player.club).first() if player.club else None
    club = named.name if named else player.club or None
    if club is None:
        namesakes = Player.objects.filter(
            given_name__iexact=player.given_name, family_name__iexact=player.family_name
        ).select_related("club")[:2]
        if len(namesakes) == 1 and namesakes[0].club:
            club = namesakes[0].club.name
    name = f"{player.given_name} {player.family_name}".strip()
    return Entrant(start_number=start_number, pk=None, name=name, club=club)


def next_seed(state: Seating) -> str:
    """The seed of a change: it follows from the version that is changed, so that anybody can make it again."""
    return f"{state.tournament_id}/{state.version}"
