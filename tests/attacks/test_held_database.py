"""Somebody holds the database, or it is gone: 503 with the moment to come again, and readers go on reading."""

from __future__ import annotations

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import InterfaceError, OperationalError, connection, connections
from django.test import Client

from tests import factories
from tournaments.access.selectors.codes import code_of
from tournaments.models import TableDevice
from tournaments.storage import turns
from tournaments.storage.sqlite3.base import QUEUES
from tournaments.storage.turns import Crossing, Queue

pytestmark = pytest.mark.django_db(transaction=True)
SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="one file, one writer")
API = "/api/v1/tournaments/probeturnier"


@pytest.fixture
def impatient():
    """A writer waits a moment instead of four seconds, so that the suite does not."""
    options = connection.settings_dict["OPTIONS"]
    before = options["timeout"]
    options["timeout"] = 0.2
    connections.close_all()
    yield
    options["timeout"] = before
    connections.close_all()


@SQLITE
def test_who_writes_is_told_to_come_again_and_who_reads_reads(impatient):
    made = factories.tournament(players=4)
    factories.draw(made)
    page = f"/turnier/{made.slug}/"
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as holder:
        holder.execute("BEGIN IMMEDIATE")
        answer = Client(raise_request_exception=False).post("/anmelden/", {"username": "a", "password": "b"})
        assert answer.status_code == 503
        assert int(answer["Retry-After"]) > 0
        assert "Was bestätigt war, ist gespeichert" in answer.content.decode()
        assert Client().get(page).status_code == 200
        assert Client().get(f"/turnier/{made.slug}/rangliste/").status_code == 200
        assert Client().get(API).status_code == 200
        holder.rollback()
    assert Client().post("/anmelden/", {"username": "a", "password": "b"}).status_code == 422


@pytest.mark.slow
@SQLITE
def test_a_phone_that_only_looks_does_not_wait_for_the_note_that_it_was_there(impatient):
    sheet = factories.table_of(4)
    phone = Client(raise_request_exception=False)
    phone.get(f"/t/{code_of(sheet).token}/", follow=True)
    TableDevice.objects.update(last_seen_at=factories.NOON)
    connections.close_all()
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert phone.get("/turnier/probeturnier/liste/1/1/").status_code == 200
        holder.rollback()
    assert TableDevice.objects.get().last_seen_at == factories.NOON
    assert phone.get("/turnier/probeturnier/liste/1/1/").status_code == 200
    assert TableDevice.objects.get().last_seen_at > factories.NOON


@pytest.mark.parametrize("fault", [OperationalError("gone"), InterfaceError("closed")])
@pytest.mark.parametrize("address", ["/", "/turnier/x/", f"{API}/standings"])
def test_a_database_that_is_gone_is_503_on_pages_and_a_problem_for_programs(fault, address, monkeypatch):
    def gone(*_args: object, **_named: object) -> None:
        raise fault

    def nothing(*_args: object) -> None:
        """What the short way answers when something is amiss: Django is to say what."""

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", gone)
    monkeypatch.setattr(type(connections["default"]), "rows_quickly", nothing)
    answer = Client(raise_request_exception=False).get(address)
    assert answer.status_code == 503, answer.content[:200]
    assert int(answer["Retry-After"]) > 0
    if address.startswith("/api"):
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["type"] == "/api/#problem-later"
    else:
        assert 'http-equiv="refresh"' in answer.content.decode(), "the page tries again by itself"


def test_while_somebody_holds_the_database_only_a_few_wait_for_it():
    """Eight threads that wait for a lock would be no thread for readers; a burst of quick writers is no lock."""
    queue = Queue()
    assert queue.take(0)
    with ThreadPoolExecutor(turns.MANY + 2) as pool:
        waiting = [pool.submit(queue.take, 30) for _n in range(turns.MANY + 1)]
        while len(queue.waiting) < turns.MANY + 1:
            time.sleep(0.001)
        assert queue.since is not None
        queue.since -= turns.STUCK + 1
        never = float("nan")  # whoever waited for so long would fail
        assert not queue.take(never), "one more is told at once"
        for _n in range(turns.MANY + 1):
            queue.hand_on()
        assert all(one.result(timeout=30) for one in waiting), "who waited has his turn"
        queue.hand_on()
    assert queue.since is None


def test_where_rows_are_held_the_stuck_are_counted_and_not_the_many():
    crossing = Crossing()
    assert all(crossing.enter(who) for who in range(20)), "twenty quick ones are no lock"
    for who in range(turns.MANY):
        crossing.open[who] -= turns.HELD + 1
    assert not crossing.enter(99)
    assert crossing.enter(0), "who is inside goes on"
    crossing.leave(0)
    assert crossing.enter(99)


@SQLITE
def test_the_queue_says_503_to_one_too_many(impatient):
    """Held by this very process: what waits beyond the few comes again, and readers read."""
    factories.tournament(players=4)
    queue = QUEUES[str(connection.settings_dict["NAME"])]
    assert queue.take(0)
    assert queue.since is not None
    queue.since -= turns.STUCK + 1
    queue.waiting.extend(threading.Event() for _n in range(turns.MANY))
    connection.settings_dict["OPTIONS"]["timeout"] = 600
    try:
        answer = Client(raise_request_exception=False).post("/anmelden/", {"username": "a", "password": "b"})
        assert answer.status_code == 503
        assert Client().get("/turnier/probeturnier/").status_code == 200
    finally:
        queue.waiting.clear()
        queue.hand_on()
    assert Client().post("/anmelden/", {"username": "a", "password": "b"}).status_code == 422
