"""What open pages hear of: told once after the commit, to nobody who may not know, and never waited for."""

from __future__ import annotations

import threading
import time

import pytest
from django.conf import settings as configured
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tournaments.event.permissions import Actor
from tournaments.event.selectors.news import NewsTopic, channel, revisions_of, stream_address, topic_at
from tournaments.event.services import news
from tournaments.event.services.journal import write, write_many
from tournaments.files.services import machine
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
BROKER = "redis://127.0.0.1:1/0"  # nobody is there


@pytest.fixture
def told(monkeypatch, settings) -> list[tuple[int, int, int]]:
    """What would go to the broker."""
    settings.BROKER_URL = BROKER
    heard: list[tuple[int, int, int]] = []

    class Kept:
        def tell(self, tournament: int, sheet: int, revision: int) -> None:
            heard.append((tournament, sheet, revision))

    monkeypatch.setattr(news, "teller", Kept)
    return heard


def test_without_a_broker_nothing_is_told_and_pages_name_no_stream(
    monkeypatch, django_capture_on_commit_callbacks
):
    assert configured.BROKER_URL == ""
    monkeypatch.setattr(news, "teller", lambda: pytest.fail("nobody is to be told"))
    made = factories.tournament()
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        write(made, "probe", by=Actor(), now=NOON)
    assert callbacks == []
    page = Client().get(reverse("standings", args=[made.slug])).content.decode()
    assert "data-stream" not in page
    assert "live.js" not in page


def test_a_deed_tells_its_revision_once_it_stands(told, django_capture_on_commit_callbacks):
    made = factories.tournament()
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        write(made, "probe", by=Actor(), now=NOON)
        assert told == []
    first = made.revision
    with django_capture_on_commit_callbacks(execute=True):
        write_many(made, [("probe", {}), ("probe", {})], by=Actor(), now=NOON)
    assert told == [(made.pk, 0, first), (made.pk, 0, first + 2)]


def test_a_deed_that_is_taken_back_tells_nothing(told, django_capture_on_commit_callbacks):
    made = factories.tournament()
    with django_capture_on_commit_callbacks(execute=True):
        try:
            with transaction.atomic():
                write(made, "probe", by=Actor(), now=NOON)
                raise ZeroDivisionError
        except ZeroDivisionError:
            pass
    assert told == []


def test_a_deed_at_a_list_names_the_list(told, django_capture_on_commit_callbacks):
    sheet = factories.sheet_of(factories.draw(factories.tournament(players=4)))
    made = sheet.table.series.tournament
    told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        write(made, "probe", by=Actor(), now=NOON, sheet=sheet)
    assert told == [(made.pk, sheet.pk, made.revision)]


def test_whoever_hides_a_tournament_sends_its_listeners_away(told, django_capture_on_commit_callbacks):
    made = factories.tournament()
    keeper = factories.administrator()
    with django_capture_on_commit_callbacks(execute=True):
        machine.hide(tournament_id=made.pk, reason="Probe", by=keeper, now=NOON)
    assert told == [(made.pk, 0, news.HIDDEN)]
    assert revisions_of([made.pk]) == {}
    with django_capture_on_commit_callbacks(execute=True):
        machine.show(tournament_id=made.pk, reason="Probe", by=keeper, now=NOON)
    shown = Tournament.objects.get(pk=made.pk)
    assert told[1:] == [(made.pk, 0, shown.revision)]
    assert revisions_of([made.pk]) == {made.pk: shown.revision}


def test_an_address_is_given_and_never_guessed(settings):
    settings.BROKER_URL = BROKER
    whole, one = NewsTopic(tournament=12), NewsTopic(tournament=12, sheet=7)
    assert topic_at(stream_address(whole)) == whole
    assert topic_at(stream_address(one)) == one
    assert stream_address(whole) == stream_address(whole), "a kept page names the same one"
    token = stream_address(whole).removeprefix("/strom/")
    for forged in (
        "/strom/",
        "/strom/12-0",
        token.replace("12-0", "13-0"),
        f"/strom/{token}x",
        "/strom/\x00",
    ):
        assert topic_at(forged) is None
    name = channel()
    settings.SECRET_KEY = "another-key-of-this-test-long-enough-1234567890-abcdefghijk"
    assert topic_at(f"/strom/{token}") is None
    assert channel() != name, "two installations on one broker hear only their own"


def test_a_page_names_the_stream_of_what_it_shows(settings):
    settings.BROKER_URL = BROKER
    sheet = factories.sheet_of(factories.draw(factories.tournament(players=4)))
    made = sheet.table.series.tournament
    page = Client().get(reverse("standings", args=[made.slug])).content.decode()
    assert f'data-stream="{stream_address(NewsTopic(tournament=made.pk))}" data-rest="60"' in page
    assert "js/live" in page
    address = reverse("sheet", args=[made.slug, sheet.table.series.number, sheet.table.number])
    page = Client().get(address).content.decode()
    assert f'data-stream="{stream_address(NewsTopic(tournament=made.pk, sheet=sheet.pk))}"' in page


# The thread ---------------------------------------------------------------------------------------------------


class Broker:
    """One that can be away, or slow."""

    def __init__(self) -> None:
        self.there, self.gate = True, threading.Event()
        self.gate.set()
        self.heard: list[str] = []
        self.asked = 0

    def pipeline(self, **_wishes: bool) -> Line:
        return Line(self)


class Line:
    def __init__(self, broker: Broker) -> None:
        self.broker = broker
        self.said: list[str] = []

    def publish(self, _channel: str, text: str) -> None:
        self.said.append(text)

    def execute(self) -> None:
        self.broker.asked += 1
        self.broker.gate.wait(10)
        if not self.broker.there:
            raise ConnectionError
        self.broker.heard += self.said


@pytest.fixture
def broker(monkeypatch) -> Broker:
    made = Broker()
    monkeypatch.setattr(news, "connected", lambda _url: made)
    monkeypatch.setattr(news, "PAUSE", 0.01)
    return made


def until(said) -> None:
    for _attempt in range(500):
        if said():
            return
        time.sleep(0.01)
    pytest.fail("nothing happened")


def test_while_the_broker_thinks_nobody_waits_and_only_the_newest_is_kept(broker):
    teller = news.Teller(BROKER, "probe")
    broker.gate.clear()
    teller.tell(1, 0, 1)
    until(lambda: broker.asked)
    for revision in range(2, 500):
        teller.tell(1, 0, revision)
    teller.tell(2, 5, 9)
    assert len(teller.waiting) == 2
    broker.gate.set()
    assert teller.idle.wait(5)
    assert broker.heard == ["1 0 1", "1 0 499", "2 5 9"]


def test_what_was_not_heard_is_told_when_the_broker_is_back(broker):
    teller = news.Teller(BROKER, "probe")
    broker.there = False
    teller.tell(1, 0, 1)
    until(lambda: broker.asked > 2)
    teller.tell(1, 0, 2)
    broker.there = True
    assert teller.idle.wait(5)
    assert broker.heard == ["1 0 2"]


def test_what_waits_for_the_broker_is_bounded(broker, monkeypatch):
    monkeypatch.setattr(news, "MOST", 10)
    teller = news.Teller(BROKER, "probe")
    broker.there = False
    for tournament in range(1, 100):
        teller.tell(tournament, 0, 1)
    until(lambda: broker.asked > 2)
    assert len(teller.waiting) <= 10
    broker.there = True
    assert teller.idle.wait(5)
    assert broker.heard[-1] == "99 0 1"
