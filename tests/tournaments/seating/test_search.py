"""A longer search in a process of its own: heard of, stopped, taken, left, dead."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests import factories
from tests.factories import NOON, director
from tournaments.event.services import background, jobs
from tournaments.models import JournalEntry, PlanSearch
from tournaments.seating.refusals import SeatingRefused
from tournaments.seating.selectors.searches import search_progress, searches
from tournaments.seating.selectors.state import posted_plan
from tournaments.seating.services import search_process as seating_searching
from tournaments.seating.services import searches as seating_search
from tournaments.seating.services.plans import StaleSeating

State = PlanSearch.State


@pytest.fixture
def no_process(monkeypatch):
    """The search is asked for, and nobody takes it up: what a page sees in between."""
    asked = []
    monkeypatch.setattr(seating_search, "start_search", asked.append)
    return asked


def ask(made, *, seconds=60, now=NOON, **more):
    return seating_search.ask_for_search(
        tournament_id=made.pk, seconds=seconds, seed="Suche", by=director(), now=now, **more
    )


def run(search, *, now=NOON):
    return seating_searching.run_search(search_id=search.pk, now=lambda: now)


@pytest.mark.django_db
def test_a_search_is_found_and_taken(no_process, django_capture_on_commit_callbacks):
    made = factories.tournament(players=16, series=2)
    with django_capture_on_commit_callbacks(execute=True):
        search = ask(made)
    assert no_process == [search.pk]
    with pytest.raises(SeatingRefused, match="läuft schon eine Suche"):
        ask(made)
    found = run(search)
    seen = search_progress(found, now=NOON)
    assert (found.state, found.tries) == (State.FOUND, 1)  # on the bound: nothing better can be found
    assert seen.best.rematches.happened == seen.best.rematches.bound == 0
    assert "fertig nach 1" in str(seen.sentence)
    assert posted_plan(made) is None
    with pytest.raises(StaleSeating):
        seating_search.take_plan(search_id=search.pk, seen_version=7, by=director(), now=NOON)
    plan = seating_search.take_plan(search_id=search.pk, seen_version=0, by=director(), now=NOON, lay=1)
    assert posted_plan(made) == plan
    assert plan.kind == "searched"
    assert made.series.count() == 1
    assert searches(made).get().state == State.TAKEN
    assert run(search).state == State.TAKEN  # taken up once, never again
    deeds = list(JournalEntry.objects.filter(tournament=made).values_list("deed", flat=True))
    assert [deed for deed in deeds if "search" in deed or "plan" in deed] == [
        "search_asked",
        "plan_drafted",
        "plan_posted",
        "search_taken",
    ]


@pytest.mark.django_db
def test_a_search_that_is_left_keeps_nothing(no_process):
    made = factories.tournament(players=16, series=2)
    search = ask(made)
    seating_search.leave(search_id=search.pk, by=director(), now=NOON)
    assert run(search).state == State.LEFT
    assert made.seating_plans.count() == 0
    assert ask(made).state == State.ASKED  # and the next may begin


@pytest.mark.django_db
def test_a_search_that_is_silent_says_so_and_makes_room(no_process):
    made = factories.tournament(players=16, series=2)
    search = ask(made)
    soon, later = NOON + timedelta(minutes=9), NOON + timedelta(minutes=11)
    assert search_progress(search, now=soon).under_way
    seen = search_progress(search, now=later)
    assert (seen.died, seen.under_way) == (True, False)
    assert "meldet sich nicht mehr" in str(seen.sentence)
    another = ask(made, now=later)
    search.refresh_from_db()
    assert search.state == State.FAILED
    assert "nicht mehr gemeldet" in str(search_progress(search, now=later).sentence)
    assert run(search).state == State.FAILED  # should it wake up after all, it finds itself buried
    assert run(another).state == State.FOUND


@pytest.mark.django_db
def test_a_search_whose_field_has_changed_says_so(no_process, monkeypatch):
    made = factories.tournament(players=16, series=2)
    search = ask(made)
    find = seating_searching.best_of

    def slow(*args, **kwargs):
        found = find(*args, **kwargs)
        factories.register(made, 17)
        return found

    monkeypatch.setattr(seating_searching, "best_of", slow)
    ended = run(search)
    assert ended.state == State.FAILED
    assert "hat sich die Sitzordnung geändert" in str(search_progress(ended, now=NOON).sentence)


@pytest.mark.django_db
def test_what_cannot_be_searched_fails_with_its_sentence(no_process):
    made = factories.tournament(players=5, series=2)
    ended = run(ask(made))
    assert ended.state == State.FAILED
    assert "5 Spieler lassen sich nicht" in str(search_progress(ended, now=NOON).sentence)
    with pytest.raises(SeatingRefused, match="5 bis 3600"):
        ask(made, seconds=1)


# In a process -------------------------------------------------------------------------------------------------


def until(search, what, *, seconds=60):
    """Wait for something that the process writes. The limit is for a machine that hangs."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        search.refresh_from_db()
        if what(search):
            return search
        time.sleep(0.05)
    raise AssertionError(f"nothing happened: {search.state}, {search.tries}, {search.failure}")


@pytest.fixture
def processes(monkeypatch, settings):
    """Workers of this machine find the database of the test."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        address = f"sqlite:///{found['NAME']}"
    else:
        who = f"{found['USER']}:{found['PASSWORD']}@" if found["USER"] else ""
        address = f"postgres://{who}{found['HOST']}:{found['PORT']}/{found['NAME']}"
    monkeypatch.setenv("DATABASE_URL", address)
    settings.OWN_WORKER = True
    yield background.own
    for worker in background.own:
        worker.kill()
        worker.wait()
    background.own.clear()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_process_searches_is_stopped_and_its_plan_is_taken(processes):
    made = factories.tournament(players=12, series=3)  # counting allows no rematch, and yet there are some
    search = until(ask(made, now=timezone.now()), lambda s: s.tries >= 1)
    seen = search_progress(search, now=timezone.now())
    assert seen.under_way
    assert seen.best.rematches.bound == 0 < seen.best.rematches.happened
    assert "Versuch" in str(seen.sentence)
    seating_search.stop(search_id=search.pk, by=director(), now=timezone.now())
    until(search, lambda s: s.state == State.FOUND)
    assert processes[0].wait(timeout=60) == 0, "nothing waits any more: the worker ends"
    plan = seating_search.take_plan(search_id=search.pk, seen_version=0, by=director(), now=timezone.now())
    assert posted_plan(made) == plan
    assert plan.report["rematches"] == [seen.best.rematches.happened, 0]


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_left_is_taken_up_by_another(processes):
    """Whoever looks at the page wakes another one, which begins anew with the same seeds."""
    made = factories.tournament(players=12, series=3)
    search = until(ask(made, now=timezone.now()), lambda s: s.tries >= 1)
    begun = search.started_at
    processes[0].kill()
    until(search, lambda _search: jobs.needs_somebody())
    background.look_after()
    again = until(search, lambda s: s.started_at > begun and s.tries >= 1)
    assert not search_progress(again, now=timezone.now()).died
    seating_search.leave(search_id=again.pk, by=director(), now=timezone.now())
    assert made.seating_plans.count() == 0
