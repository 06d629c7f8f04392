"""A longer search for a plan, in a worker: asked for, stopped, taken or left."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.sentence import Sentence, gettext_noop
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.event.services import background, journal
from tournaments.event.services.locks import lock_tournament
from tournaments.models import PlanSearch, SeatingPlan, Tournament
from tournaments.seating.refusals import SeatingRefused
from tournaments.seating.selectors.documents import sentence_document
from tournaments.seating.selectors.searches import is_dead
from tournaments.seating.selectors.state import posted_plan
from tournaments.seating.services.plans import post_plan

State = PlanSearch.State
SHORTEST, LONGEST = 5, 3600  # seconds


@transaction.atomic
def ask_for_search(
    *, tournament_id: int, seconds: int, seed: str, by: Actor, now: datetime, only_next: bool = False
) -> PlanSearch:
    """Start a search in the background; one at a time. A dead one is buried first."""
    tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    if not SHORTEST <= seconds <= LONGEST:
        raise SeatingRefused(
            gettext_noop("Eine Suche dauert {shortest} bis {longest} Sekunden."),
            shortest=SHORTEST,
            longest=LONGEST,
        )
    if tournament.series.count() >= tournament.series_count:
        raise SeatingRefused(gettext_noop("Alle Serien sind ausgelost: Es gibt nichts mehr zu planen."))
    under_way = tournament.plan_searches.filter(state__in=[State.ASKED, State.RUNNING]).first()
    if under_way is not None and not is_dead(under_way, now=now):
        raise SeatingRefused(gettext_noop("Es läuft schon eine Suche: Zuerst diese beenden."))
    if under_way is not None:
        bury_search(under_way, now=now)
    search = PlanSearch.objects.create(
        tournament=tournament,
        follows=posted_plan(tournament),
        only_next=only_next,
        seed=seed,
        seconds=seconds,
        asked_at=now,
        asked_by=by.label,
        user=by.user,
    )
    facts = {"search": search.pk, "seconds": seconds, "seed": seed}
    journal.write(tournament, "search_asked", by=by, now=now, facts=facts)
    start_search(search.pk)
    return search


@transaction.atomic
def stop(*, search_id: int, by: Actor, now: datetime) -> PlanSearch:
    """Let a search end now with the best it has found. One that died is said to have died."""
    search = hold_search(search_id, by)
    if search.is_under_way and is_dead(search, now=now):
        bury_search(search, now=now)
    elif search.is_under_way and search.stop_asked_at is None:
        search.stop_asked_at = now
        search.save(update_fields=["stop_asked_at"])
        facts = {"search": search.pk, "tries": search.tries}
        journal.write(search.tournament, "search_stopped", by=by, now=now, facts=facts)
    return search


@transaction.atomic
def take_plan(*, search_id: int, seen_version: int, by: Actor, now: datetime, lay: int = 0) -> SeatingPlan:
    """Put what was found in force."""
    search = hold_search(search_id, by)
    if search.state != State.FOUND or search.found is None:
        raise SeatingRefused(gettext_noop("Diese Suche hat keinen Plan, der sich übernehmen lässt."))
    plan = post_plan(
        tournament_id=search.tournament_id,
        version=search.found.version,
        seen_version=seen_version,
        by=by,
        now=now,
        lay=lay,
    )
    search.state = State.TAKEN
    search.save(update_fields=["state"])
    facts = {"search": search.pk, "version": plan.version}
    journal.write(search.tournament, "search_taken", by=by, now=now, facts=facts)
    return plan


@transaction.atomic
def leave(*, search_id: int, by: Actor, now: datetime) -> PlanSearch:
    """Leave what was found, or end a search without its result. The draft stays among the drafts."""
    search = hold_search(search_id, by)
    if search.state in (State.TAKEN, State.LEFT):
        return search
    search.state, search.ended_at = State.LEFT, search.ended_at or now
    search.save(update_fields=["state", "ended_at"])
    facts = {"search": search.pk, "tries": search.tries}
    journal.write(search.tournament, "search_left", by=by, now=now, facts=facts)
    return search


def bury_search(search: PlanSearch, *, now: datetime) -> None:
    """Say of a search that its process has died; call it inside the deed's transaction."""
    search.state, search.ended_at = State.FAILED, now
    search.failure = sentence_document(
        Sentence(
            gettext_noop(
                "Die Suche hat sich nicht mehr gemeldet: Der Rechner oder der Server wurde wohl beendet."
            )
        )
    )
    search.save(update_fields=["state", "ended_at", "failure"])


def hold_search(search_id: int, by: Actor) -> PlanSearch:
    """The search, held until the deed is done. The tournament first, as everywhere."""
    tournament_id = PlanSearch.objects.values_list("tournament_id", flat=True).get(pk=search_id)
    tournament: Tournament = lock_tournament(tournament_id)
    must(may_direct(by, tournament))
    return (
        PlanSearch.objects.select_for_update(of=("self",))
        .select_related("tournament__rule_set", "found")
        .get(pk=search_id)
    )


def start_search(search_id: int) -> None:
    """`manage.py search_plan` as a job, which outlives the request, the process and the host that asked for it."""
    background.start_command("search_plan", str(search_id))
