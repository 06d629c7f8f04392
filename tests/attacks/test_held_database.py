"""Somebody holds the database, or it is gone: 503 with the moment to come again, and readers go on reading."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.db import InterfaceError, OperationalError, connection, connections
from django.test import Client

from tests import factories
from tournaments.access.selectors.codes import code_of
from tournaments.models import TableDevice

pytestmark = pytest.mark.django_db(transaction=True)
SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="one file, one writer")
API = "/api/v1/tournaments/probeturnier"


@pytest.fixture
def impatient():
    """A writer waits a moment instead of eight seconds, so that the suite does not."""
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

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", gone)
    answer = Client(raise_request_exception=False).get(address)
    assert answer.status_code == 503, answer.content[:200]
    assert int(answer["Retry-After"]) > 0
    if address.startswith("/api"):
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["type"] == "/api/#problem-later"
    else:
        assert 'http-equiv="refresh"' in answer.content.decode(), "the page tries again by itself"
