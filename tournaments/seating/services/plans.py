"""Plans the seating: wishes, drafts, what is posted, and the tables of a series laid from the posted plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction

from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import Occasion
from tournaments.backups.services.before_deeds import backed_up_before
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.refusals import DrawRefused, Stale
from tournaments.event.services import journal
from tournaments.event.services.locks import lock_sheets, lock_tournament
from tournaments.event.services.setup import registered
from tournaments.models import Registration, ScoreSheet, SeatingPlan, SeatingSetup, Series, Tournament
from tournaments.seating.core import METHOD, Weight, Wish
from tournaments.seating.refusals import SeatingRefused
from tournaments.seating.selectors.by_standing import standing_order
from tournaments.seating.selectors.documents import (
    moved_document,
    report_document,
    sentence_document,
    series_document,
    tables_of,
    wishes_document,
)
from tournaments.seating.selectors.proposals import Proposal, asked_document, propose_plan
from tournaments.seating.selectors.state import Seating, Setup, posted_plan, state_of
from tournaments.seating.services.tables import lay_tables, move_chairs

T = TypeVar("T")
TRIES = 2  # how often a plan is made while nobody waits; after that everybody does


class StaleSeating(Stale, SeatingRefused):
    """The seating has changed since the person saw it; the page shows the newer one and asks again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWishes:
    """What one player brings with him: seeded, strength group, a fixed table or seat."""

    seeded: bool = False
    strength: int | None = None
    table: int | None = None
    seat: int | None = None


# Wishes ---------------------------------------------------------------------------------------------------


@transaction.atomic
def choose_wishes(*, tournament_id: int, setup: Setup, by: Actor, now: datetime) -> SeatingSetup:
    """What is never to be, rather not, or does not matter; how each series is seated; which tables are closed."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    check_setup(setup, tournament)
    wishes = wishes_document(setup.wishes)
    values: dict[str, Any] = {
        "weights": wishes["weights"],
        "order": wishes["order"],
        "modes": list(setup.modes),
        "last_series_only": setup.last_series_only,
        "closed_tables": sorted(setup.closed_tables),
        "filling": setup.filling.value,
        "groups_apart": setup.groups_apart,
    }
    row, _new = SeatingSetup.objects.update_or_create(tournament=tournament, defaults=values)
    journal.write(tournament, "seating_wishes_chosen", by=by, now=now, facts=values)
    return row


def check_setup(setup: Setup, tournament: Tournament) -> None:
    """What a director cannot wish."""
    known = {str(mode) for mode in Series.Mode} - {str(Series.Mode.HAND)}
    if not set(setup.modes) <= known:
        raise SeatingRefused(gettext_noop("Diese Art zu setzen gibt es nicht."))
    if any(number < 1 for number in setup.closed_tables):
        raise SeatingRefused(gettext_noop("Tischnummern beginnen bei 1."))
    partners = setup.wishes.weight(Wish.PARTNERS)
    if partners is not Weight.NEVER and tournament.pairs.exists():
        raise SeatingRefused(
            gettext_noop(
                "Tandem-Partner sitzen nie am selben Tisch: Dieser Wunsch bleibt auf „nie“, solange es Tandems gibt."
            )
        )


@transaction.atomic
def choose_player_wishes(
    *, tournament_id: int, start_number: int, wishes: PlayerWishes, by: Actor, now: datetime
) -> Registration:
    """Seed a player, put him into a strength group, or fix his table or seat."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    registration = registered(tournament, start_number)
    if wishes.strength not in (None, 1, 2):
        raise SeatingRefused(gettext_noop("Es gibt zwei Leistungsgruppen: 1 oder 2 wählen."))
    if wishes.table is not None and wishes.table < 1:
        raise SeatingRefused(gettext_noop("Tischnummern beginnen bei 1."))
    if wishes.seat is not None and not 1 <= wishes.seat <= tournament.table_size:
        raise SeatingRefused(
            gettext_noop("Platz {seat} gibt es nicht: Einen von 1 bis {size} wählen."),
            seat=wishes.seat,
            size=tournament.table_size,
        )
    registration.seeded, registration.strength = wishes.seeded, wishes.strength
    registration.fixed_table, registration.fixed_seat = wishes.table, wishes.seat
    registration.save(update_fields=["seeded", "strength", "fixed_table", "fixed_seat"])
    facts = {
        "start_number": start_number,
        "seeded": wishes.seeded,
        "strength": wishes.strength,
        "table": wishes.table,
        "seat": wishes.seat,
    }
    journal.write(tournament, "player_wishes_chosen", by=by, now=now, facts=facts)
    return registration


# Plans ----------------------------------------------------------------------------------------------------


def draft_plan(
    *, tournament_id: int, seed: str, by: Actor, now: datetime, only_next: bool = False
) -> SeatingPlan:
    """A draft for every series to come, or for the next one. Planning takes at most two seconds."""

    def make(tournament: Tournament, state: Seating) -> Proposal:
        return propose_plan(state, tournament, seed=seed, only_next=only_next)

    def keep(tournament: Tournament, _state: Seating, proposal: Proposal) -> SeatingPlan:
        return keep_draft(tournament, proposal, by=by, now=now)

    return think_then_write(tournament_id=tournament_id, make=make, write=keep, by=by)


def keep_draft(
    tournament: Tournament,
    proposal: Proposal,
    *,
    by: Actor,
    now: datetime,
    kind: str = SeatingPlan.Kind.PLANNED,
) -> SeatingPlan:
    """Store a draft, with its line in the journal; call it inside the deed's transaction."""
    proposal = replace(proposal, kind=str(kind))
    plan = write_plan(tournament, proposal, by=by, now=now, posted=False)
    journal.write(tournament, "plan_drafted", by=by, now=now, facts=plan_facts(plan))
    return plan


@transaction.atomic
def post_plan(
    *, tournament_id: int, version: int, seen_version: int, by: Actor, now: datetime, lay: int = 0
) -> SeatingPlan:
    """Put a draft in force, and lay the tables of the next `lay` series with it.

    All of it or nothing: whoever pulls the plug in between leaves the old plan.
    """
    tournament = hold(tournament_id)
    must(may_direct(by, tournament))
    state = state_of(tournament)
    check_plan_seen(state, seen_version)
    plan = tournament.seating_plans.filter(version=version).first()
    if plan is None:
        raise SeatingRefused(gettext_noop("Diesen Entwurf gibt es nicht."))
    if plan.is_posted:
        return plan
    check_draft(plan, state, tournament)
    plan.posted_at, plan.posted_by = now, by.label
    plan.save(update_fields=["posted_at", "posted_by"])
    journal.write(tournament, "plan_posted", by=by, now=now, facts=plan_facts(plan))
    for number in range(state.drawn + 1, state.drawn + 1 + lay):
        seat_from(tournament, plan, number, by=by, now=now)
    return plan


def check_draft(plan: SeatingPlan, state: Seating, tournament: Tournament) -> None:
    """A draft can be posted as long as everything it was made from is still so."""
    fresh = asked_document(state, {})
    old = plan.request
    if plan.follows_id != state.plan_id or old["drawn"] != state.drawn:
        raise StaleSeating(gettext_noop("Inzwischen gilt ein anderer Sitzplan: Bitte neu planen."))
    if old["players"] != fresh["players"]:
        raise StaleSeating(
            gettext_noop("Inzwischen ist jemand gekommen, gegangen oder geändert worden: Bitte neu planen.")
        )
    for number, order in old["standing"].items():
        mode = next(one["mode"] for one in plan.series if one["number"] == int(number))
        now = standing_order(
            tournament, mode=mode, last_series_only=bool(old.get("last_series_only")), seed=plan.seed
        )
        if [list(entry) if isinstance(entry, tuple) else entry for entry in now] != order:
            raise StaleSeating(gettext_noop("Der Stand hat sich inzwischen geändert: Bitte neu planen."))


@backed_up_before(Occasion.SERIES)
@transaction.atomic
def seat_series(*, tournament_id: int, number: int, seen_version: int, by: Actor, now: datetime) -> Series:
    """Lay the tables of the next series from the posted plan."""
    tournament = hold(tournament_id)
    must(may_direct(by, tournament))
    check_plan_seen(state_of(tournament), seen_version)
    plan = posted_plan(tournament)
    if plan is None:
        raise SeatingRefused(gettext_noop("Noch ist kein Sitzplan ausgehängt: Zuerst planen und aushängen."))
    return seat_from(tournament, plan, number, by=by, now=now)


def seat_from(tournament: Tournament, plan: SeatingPlan, number: int, *, by: Actor, now: datetime) -> Series:
    """The tables of a series as they stand in a plan; call it inside the deed's transaction."""
    check_next(tournament, number)
    planned = tables_of(plan, number)
    if planned is None or planned.is_open:
        raise SeatingRefused(
            gettext_noop("Die Serie {number} wartet noch auf ihren Plan: Zuerst planen."), number=number
        )
    here = set(
        tournament.registrations.filter(withdrawn_at__isnull=True).values_list("start_number", flat=True)
    )
    if {player for player, _chair in planned.chairs()} != here:
        raise StaleSeating(
            gettext_noop("Im Sitzplan sitzen nicht alle, die da sind, oder andere: Bitte neu planen.")
        )
    mode = next(one["mode"] for one in plan.series if one["number"] == number)
    return lay_tables(
        tournament, number, planned, mode=mode, seed=plan.seed, version=plan.version, by=by, now=now
    )


def check_next(tournament: Tournament, number: int) -> None:
    """Series are drawn one after the other, each once."""
    drawn = tournament.series.count()
    if tournament.status == Tournament.Status.FINISHED:
        raise DrawRefused(gettext_noop("Dieses Turnier ist beendet: Es wird keine Serie mehr ausgelost."))
    if number <= drawn:
        raise DrawRefused(
            gettext_noop("Die Serie {number} ist schon ausgelost. Die Auslosung bleibt, wie sie ist."),
            number=number,
        )
    if number > tournament.series_count:
        raise DrawRefused(
            gettext_noop("Dieses Turnier hat nur {count} Serien."), count=tournament.series_count
        )
    if number != drawn + 1:
        raise DrawRefused(gettext_noop("Zuerst die Serie {number} auslosen."), number=drawn + 1)


# What every deed here does --------------------------------------------------------------------------------


def think_then_write(
    *,
    tournament_id: int,
    make: Callable[[Tournament, Seating], Proposal],
    write: Callable[[Tournament, Seating, Proposal], T],
    by: Actor,
    seen_version: int | None = None,
    also_finished: bool = False,
) -> T:
    """Think first, then write: planning may take two seconds, and meanwhile nobody else has to wait.

    What was thought of is written only if everything it was made from is still so; otherwise it is made anew, and
    at last while everybody waits, so that it comes to an end.
    """
    for _attempt in range(TRIES):
        tournament = Tournament.objects.select_related("rule_set").get(pk=tournament_id)
        state = state_looked_at(tournament, by=by, seen_version=seen_version, also_finished=also_finished)
        proposal = make(tournament, state)
        with transaction.atomic():
            tournament = hold(tournament_id)
            if state_of(tournament) == state:
                return write(tournament, state, proposal)
    with transaction.atomic():
        tournament = hold(tournament_id)
        state = state_looked_at(tournament, by=by, seen_version=seen_version, also_finished=also_finished)
        return write(tournament, state, make(tournament, state))


def state_looked_at(
    tournament: Tournament, *, by: Actor, seen_version: int | None, also_finished: bool
) -> Seating:
    """The state that a deed begins with, if it may begin."""
    must(may_direct(by, tournament))
    if not also_finished and tournament.status == Tournament.Status.FINISHED:
        raise SeatingRefused(
            gettext_noop("Dieses Turnier ist beendet: Seine Sitzordnung bleibt, wie sie ist.")
        )
    state = state_of(tournament)
    check_plan_seen(state, seen_version)
    return state


def hold(tournament_id: int) -> Tournament:
    """Lock all open lists of the tournament, then the tournament."""
    lists = ScoreSheet.objects.filter(table__series__tournament_id=tournament_id, accepted_at__isnull=True)
    lock_sheets(lists)
    return lock_tournament(tournament_id)


def check_plan_seen(state: Seating, seen_version: int | None) -> None:
    """The plan in force must still be the one that the person has seen."""
    if seen_version is not None and seen_version != state.version:
        raise StaleSeating(
            gettext_noop(
                "Inzwischen hat jemand die Sitzordnung geändert: Den neuen Stand ansehen und noch einmal wählen."
            )
        )


def write_plan(
    tournament: Tournament, proposal: Proposal, *, by: Actor, now: datetime, posted: bool, reason: str = ""
) -> SeatingPlan:
    """Store a version. It follows the one in force."""
    newest = tournament.seating_plans.order_by("-version").values_list("version", flat=True).first()
    drawn = tournament.series.count()
    return SeatingPlan.objects.create(
        tournament=tournament,
        version=(newest or 0) + 1,
        follows=posted_plan(tournament),
        kind=proposal.kind,
        seed=proposal.seed,
        method=METHOD,
        request={**proposal.asked, "drawn": drawn},
        series=series_document((one.number, one.mode, one.planned) for one in proposal.series),
        report=report_document(proposal.report),
        moved=moved_document(proposal.moved),
        sentence=sentence_document(proposal.sentence),
        cost=proposal.cost,
        cut=proposal.cut,
        made_at=now,
        made_by=by.label,
        reason=reason,
        posted_at=now if posted else None,
        posted_by=by.label if posted else "",
    )


def post_change(
    tournament: Tournament,
    state: Seating,
    proposal: Proposal,
    *,
    by: Actor,
    now: datetime,
    reason: str = "",
) -> SeatingPlan:
    """Put a change in force at once: the new version, the chairs of drawn series, the line in the journal."""
    plan = write_plan(tournament, proposal, by=by, now=now, posted=True, reason=reason)
    for before, after in zip(state.series, proposal.series, strict=True):
        if after.drawn and before.planned != after.planned:
            move_chairs(tournament, after.number, after.planned, now=now)
    facts = {**plan_facts(plan), "moved": plan.moved}
    journal.write(tournament, "seating_changed", by=by, now=now, facts=facts, reason=reason)
    return plan


def plan_facts(plan: SeatingPlan) -> dict[str, Any]:
    """What the journal keeps of a plan; the plan itself stays as it is in its own row."""
    return {
        "version": plan.version,
        "follows": plan.follows.version if plan.follows else None,
        "kind": str(plan.kind),
        "seed": plan.seed,
        "method": plan.method,
        "planned": [one["number"] for one in plan.series if one["tables"]],
        "rematches": plan.report["rematches"],
        "cut": plan.cut,
    }
