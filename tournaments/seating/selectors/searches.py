"""Longer searches as a page shows them: how far, how good so far, and whether the process still lives."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from django.db.models import QuerySet

from scoring.sentence import Sentence, gettext_noop
from tournaments.models import PlanSearch, Tournament
from tournaments.seating.core import Report
from tournaments.seating.selectors.documents import report_of, sentence_from

SILENT_FOR = timedelta(
    seconds=40
)  # a living worker reports every second; another one takes up what it left within twenty
WAITS_FOR = timedelta(minutes=10)  # in the queue, before somebody begins
State = PlanSearch.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One search at one moment."""

    search: PlanSearch
    under_way: bool
    died: bool  # it should be running, but nothing has been heard of it
    seconds_left: int
    best: Report | None
    sentence: Sentence

    @property
    def can_be_taken(self) -> bool:
        return self.search.state == State.FOUND


def searches(tournament: Tournament) -> QuerySet[PlanSearch]:
    """Every search, the newest first."""
    return tournament.plan_searches.select_related("found", "follows").order_by("-pk")


def search_progress(search: PlanSearch, *, now: datetime) -> Progress:
    """How far a search is; a dead one says so itself."""
    died = is_dead(search, now=now)
    ends = (search.started_at or search.asked_at) + timedelta(seconds=search.seconds)
    best = report_of(search.best) if search.best else None
    return Progress(
        search=search,
        under_way=search.is_under_way and not died,
        died=died,
        seconds_left=max(0, round((ends - now).total_seconds())) if search.is_under_way else 0,
        best=best,
        sentence=_sentence(search, best, died=died),
    )


def is_dead(search: PlanSearch, *, now: datetime) -> bool:
    """Whether a search that should be running has been silent for too long."""
    heard = search.heartbeat_at or search.asked_at
    patience = SILENT_FOR if search.state == State.RUNNING else WAITS_FOR
    return search.is_under_way and abs(now - heard) > patience


def _sentence(search: PlanSearch, best: Report | None, *, died: bool) -> Sentence:
    if died:
        return Sentence(
            gettext_noop(
                "Die Suche meldet sich nicht mehr: Der Rechner oder der Server wurde wohl beendet. Bitte neu starten."
            )
        )
    if search.failure:
        return sentence_from(search.failure)
    values = {"tries": search.tries}
    if best is not None:
        values |= {"happened": best.rematches.happened, "bound": best.rematches.bound}
    match State(search.state):
        case State.ASKED:
            return Sentence(gettext_noop("Die Suche beginnt gleich."))
        case State.RUNNING if best is None:
            return Sentence(gettext_noop("Die Suche läuft."))
        case State.RUNNING:
            return Sentence(
                gettext_noop(
                    "Die Suche läuft, Versuch {tries}: bisher Wiederbegegnungen: {happened}, mindestens {bound} unvermeidlich."
                ),
                values,
            )
        case State.FOUND:
            return Sentence(
                gettext_noop(
                    "Die Suche ist fertig nach {tries} Versuchen: Wiederbegegnungen: {happened}, mindestens {bound} unvermeidlich."
                ),
                values,
            )
        case State.TAKEN:
            return Sentence(gettext_noop("Der gefundene Plan ist ausgehängt."))
        case State.LEFT | State.FAILED:
            return Sentence(gettext_noop("Der gefundene Plan wurde nicht genommen."))
        case unknown:
            assert_never(unknown)
