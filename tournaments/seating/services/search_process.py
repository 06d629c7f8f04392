"""The search itself, inside its worker: try after try with other seeds, heard of every second, until it is told to stop."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

from django.db import transaction

from scoring.sentence import Refusal, Sentence, gettext_noop
from tournaments.event.permissions import Actor
from tournaments.models import PlanSearch, SeatingPlan, Tournament
from tournaments.seating.core import Budget, Report
from tournaments.seating.selectors.documents import report_document, sentence_document
from tournaments.seating.selectors.proposals import Proposal, propose_plan
from tournaments.seating.selectors.state import Seating, state_of
from tournaments.seating.services.plans import hold, keep_draft

State = PlanSearch.State
EVERY = 1.0  # seconds between two signs of life
ORPHANED = timedelta(seconds=8)  # nobody who lives is silent for so long
DEVICE = "Suche im Hintergrund"
Now = Callable[[], datetime]


class Watch:
    """The clock of the planner: tells the time, gives a sign of life every second, and runs out when told to stop."""

    def __init__(self, search: PlanSearch, *, now: Now, clock: Callable[[], float] = time.monotonic) -> None:
        self.search, self.now, self.clock = search, now, clock
        self.ends = clock() + search.seconds
        self.next_sign = clock() + EVERY
        self.tries = 0
        self.best: Report | None = None
        self.over = False

    def __call__(self) -> float:
        time_now = self.clock()
        if time_now >= self.next_sign:
            self.sign()
        if self.over or time_now >= self.ends:
            self.over = True
            return math.inf
        return time_now

    def sign(self) -> None:
        """Write how far the search is and learn whether it should stop; one that was buried or left stops too."""
        rows = PlanSearch.objects.filter(pk=self.search.pk, state=State.RUNNING)
        best = report_document(self.best) if self.best else {}
        if (
            not rows.update(heartbeat_at=self.now(), tries=self.tries, best=best)
            or rows.filter(stop_asked_at__isnull=False).exists()
        ):
            self.over = True
        self.next_sign = self.clock() + EVERY


def run_search(*, search_id: int, now: Now) -> PlanSearch:
    """Search until the bound is reached, the time is up or somebody says stop; keep the best as a draft."""
    search = take_search_up(search_id, now=now)
    if search is None:
        return PlanSearch.objects.get(pk=search_id)
    try:
        tournament = Tournament.objects.select_related("rule_set").get(pk=search.tournament_id)
        state = state_of(tournament)
        found, tries = best_of(search, tournament, state, now=now)
        return finish_search(search, state, found, tries=tries, now=now)
    except Refusal as refusal:
        return fail(search, refusal.sentence, now=now)
    except Exception:
        fail(search, Sentence(gettext_noop("Die Suche ist an einem Fehler gescheitert.")), now=now)
        raise


@transaction.atomic
def take_search_up(search_id: int, *, now: Now) -> PlanSearch | None:
    """Take the search up, once; None if somebody else has, or if it was left meanwhile.

    One whose worker has died is taken up again, with the same seeds and all of its time: what came first comes first again.
    """
    search = PlanSearch.objects.select_for_update().get(pk=search_id)
    orphaned = (
        search.state == State.RUNNING and abs(now() - (search.heartbeat_at or search.asked_at)) > ORPHANED
    )
    if search.state != State.ASKED and not orphaned:
        return None
    search.state, search.started_at, search.heartbeat_at = State.RUNNING, now(), now()
    search.save(update_fields=["state", "started_at", "heartbeat_at"])
    return search


def best_of(search: PlanSearch, tournament: Tournament, state: Seating, *, now: Now) -> tuple[Proposal, int]:
    """The cheapest plan of all tries. The first try is the plan that a page would have got, with all the time it needs."""
    watch = Watch(search, now=now)
    best: Proposal | None = None
    for n in count():
        seed = f"{search.seed}/{n}" if n else search.seed
        budget = Budget(seconds=float(search.seconds), clock=watch)
        proposal = propose_plan(state, tournament, seed=seed, budget=budget, only_next=search.only_next)
        watch.tries += 1
        if best is None or worth(proposal) < worth(best):
            best = proposal
            watch.best = best.report
        watch.sign()
        if watch.over or cannot_be_better(best.report):
            return best, watch.tries
        watch()
    raise AssertionError("the count has no end")


def worth(proposal: Proposal) -> tuple[int, int]:
    return proposal.cost, proposal.report.seat_imbalance


def cannot_be_better(report: Report) -> bool:
    """Whether every figure stands on its bound."""
    mates = all(count.is_best for _wish, counts in report.mates for count in counts)
    return report.rematches.is_best and report.three_repeats.is_best and mates and report.seat_imbalance <= 0


@transaction.atomic
def finish_search(search: PlanSearch, state: Seating, found: Proposal, *, tries: int, now: Now) -> PlanSearch:
    """Keep the best as a draft, unless the search was left or the field is another one by now."""
    tournament = hold(search.tournament_id)
    search = PlanSearch.objects.select_for_update(of=("self",)).select_related("user").get(pk=search.pk)
    if search.state != State.RUNNING:
        return search
    if state_of(tournament) != state:
        raise Refusal(
            gettext_noop("Während der Suche hat sich die Sitzordnung geändert: Bitte noch einmal suchen.")
        )
    by = Actor(user=search.user, device=DEVICE)
    kept = keep_draft(tournament, found, kind=SeatingPlan.Kind.SEARCHED, by=by, now=now())
    search.state, search.found, search.ended_at, search.heartbeat_at = State.FOUND, kept, now(), now()
    search.tries, search.best = tries, report_document(found.report)
    search.save(update_fields=["state", "found", "ended_at", "heartbeat_at", "tries", "best"])
    return search


def fail(search: PlanSearch, sentence: Sentence, *, now: Now) -> PlanSearch:
    PlanSearch.objects.filter(pk=search.pk, state=State.RUNNING).update(
        state=State.FAILED, ended_at=now(), failure=sentence_document(sentence)
    )
    return PlanSearch.objects.get(pk=search.pk)
