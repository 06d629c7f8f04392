"""What machines ask of a host, what its log says, and what is said while nothing may be written."""

from __future__ import annotations

import io
import json
import logging
import sys

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import reverse

from tests import factories
from tournaments.pages import front, health, measured
from tournaments.pages.front import FrontMiddleware
from tournaments.pages.logs import JsonLines

pytestmark = pytest.mark.django_db
PERSON = "Karo-Sieben Erfunden"


# Does it live, may it get requests ----------------------------------------------------------------------------


def test_a_probe_needs_no_name_no_https_and_no_session(settings):
    settings.ALLOWED_HOSTS = ["turnier.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    for path, said in (("/-/live", b"lives\n"), ("/-/ready", b"ready\n")):
        answer = Client().get(path, headers={"Host": "10.0.0.7:8000"})
        assert (answer.status_code, answer.content) == (200, said)
        assert not answer.cookies
    assert Client().get("/-/else").status_code == 404


def test_without_its_database_a_host_lives_and_is_not_ready(monkeypatch):
    def away(*_args, **_more):
        raise OperationalError("gone")

    monkeypatch.setattr(health.connection, "cursor", away)
    monkeypatch.setattr(health.connection, "close", lambda: None)
    assert Client().get("/-/live").status_code == 200
    assert Client().get("/-/ready").status_code == 503


def test_a_full_disk_gets_no_requests(monkeypatch):
    monkeypatch.setattr(health, "ROOM", 10**18)
    answer = Client().get("/-/ready")
    assert (answer.status_code, answer.content) == (503, b"the disk is full\n")


def test_a_new_version_waits_for_its_tables_and_an_old_one_goes_on(monkeypatch):
    health.all_applied.cache_clear()

    class Newer:
        applied_migrations = {("tournaments", "0001")}

        def __init__(self, _connection):
            self.graph = self

        def leaf_nodes(self):
            return [("tournaments", "9999_of_the_next_version")]

    with monkeypatch.context() as patch:
        patch.setattr(health, "MigrationLoader", Newer)
        assert Client().get("/-/ready").status_code == 503
    assert Client().get("/-/ready").status_code == 200


# Figures ------------------------------------------------------------------------------------------------------


def asked(path: str, **headers: str) -> WSGIRequest:
    return RequestFactory().get(path, headers=headers)


def test_figures_are_for_whoever_has_the_token(settings):
    pytest.importorskip("prometheus_client", reason="python start.py federation")
    assert Client().get("/-/metrics").status_code == 404, "no token: nobody"
    settings.METRICS_TOKEN = "a-token-for-prometheus"
    site = FrontMiddleware(Client().get)
    assert site(asked("/-/metrics")).status_code == 404
    assert site(asked("/-/metrics", authorization="Bearer wrong")).status_code == 404
    made = factories.tournament(players=4, name=PERSON)
    assert site.counted is not None
    site.counted.note(room="lists", method="POST", status=302, seconds=0.02)
    text = site(asked("/-/metrics", authorization="Bearer a-token-for-prometheus")).content.decode()
    assert 'romme_requests_total{method="POST",room="lists",status="3xx"} 1.0' in text
    assert 'romme_request_seconds_bucket{le="0.025",room="lists"} 1.0' in text
    assert "\nromme_jobs_waiting 0\n" in text
    assert PERSON not in text
    assert made.slug not in text


def test_figures_say_that_the_database_is_away(monkeypatch):
    def away(*_args):
        raise OperationalError("gone")

    monkeypatch.setattr(measured, "newest", away)
    assert list(measured.of_the_database()) == ["# TYPE romme_database_up gauge", "romme_database_up 0"]


# The log ------------------------------------------------------------------------------------------------------


def logged(settings, monkeypatch) -> io.StringIO:
    settings.JSON_LOGS = True
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    monkeypatch.setattr(logging.getLogger("romme.requests"), "handlers", [handler])
    return lines


def test_a_line_for_each_request_with_its_id_and_without_names(settings, monkeypatch):
    lines = logged(settings, monkeypatch)
    made = factories.tournament(players=4, name=PERSON)
    settings.BEHIND_PROXY = 1
    answer = Client().get(
        reverse("tournament", args=[made.slug]), headers={"X-Request-ID": "from-the-proxy-1"}
    )
    assert answer["X-Request-ID"] == "from-the-proxy-1"
    said = json.loads(lines.getvalue())
    assert (said["request"], said["view"], said["status"]) == ("from-the-proxy-1", "tournament", 200)
    assert made.slug not in lines.getvalue()
    assert "Erfunden" not in lines.getvalue()


def test_an_id_that_somebody_made_up_is_not_taken(settings):
    for forged in ("x", "a\nb" * 8, "<script>alert(1)</script>", "a" * 65):
        settings.BEHIND_PROXY = 1
        assert front.id_of(asked("/", x_request_id=forged)) != forged
    settings.BEHIND_PROXY = 0
    assert front.id_of(asked("/", x_request_id="from-the-proxy-1")) != "from-the-proxy-1"


def test_an_error_tells_its_kind_and_place_and_not_what_was_typed():
    try:
        raise ValueError(f"{PERSON} is no number")
    except ValueError:
        record = logging.LogRecord(
            "a", logging.ERROR, __file__, 1, "cannot enter %s %d", (PERSON, 7), sys.exc_info()
        )
    line = JsonLines().format(record)
    said = json.loads(line)
    assert "Erfunden" not in line
    assert (said["message"], said["numbers"], said["error"]) == (
        "cannot enter %s %d",
        [7],
        "builtins.ValueError",
    )
    assert said["where"][-1].startswith("test_front.py:")


CAUGHT: list[dict[str, str]] = []


def hook(**said: str) -> None:
    CAUGHT.append(said)
    raise RuntimeError("the collector is away")


def test_an_error_that_nobody_caught_is_told_to_the_hook(settings, monkeypatch):
    settings.ERROR_HOOK = f"{__name__}.hook"
    CAUGHT.clear()
    request = asked("/")
    request.resolver_match = None
    front.tell_the_hook(request)
    assert CAUGHT == [{"request_id": "", "view": ""}]


# Read-only ----------------------------------------------------------------------------------------------------


def test_while_nothing_may_be_written_readers_go_on_and_writers_hear_a_sentence(settings, tmp_path):
    made = factories.tournament(players=4)
    settings.DATA_DIR = tmp_path
    director = Client()
    director.force_login(factories.user("leitung"))
    (tmp_path / "read-only").touch()
    assert director.get(reverse("tournament", args=[made.slug])).status_code == 200
    answer = director.post(reverse("draw", args=[made.slug]), {"seed": "x"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "Lesen geht weiter" in answer.content.decode()
    assert not made.series.exists()
    problem = director.post("/api/v1/tournaments", {}, content_type="application/json")
    assert problem.status_code == 503
    assert problem.json()["title"] == "Not now"
    assert director.post(reverse("set_language"), {"language": "lb"}).status_code == 302
    (tmp_path / "read-only").unlink()
    assert director.post(reverse("draw", args=[made.slug]), {"seed": "x"}).status_code != 503
