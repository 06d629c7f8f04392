"""Long lists are drawn once for all screens; a large one stands a while, and what is short is never kept."""

from __future__ import annotations

import re
import threading

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from tournaments.pages.kept import LARGE

from tests import factories
from tests.factories import NOON
from tournaments.models import Screen, Tournament
from tournaments.screens.selectors import item
from tournaments.screens.services import messages
from tournaments.screens.services import screens as service
from tournaments.screens.views import parts
from tournaments.screens.views.parts import Parts
from tournaments.screens.views.turns import Slot

View = Screen.View
pytestmark = pytest.mark.django_db


@pytest.fixture
def made(stage: None) -> Tournament:
    made = factories.tournament(players=8)
    factories.play(factories.sheet_of(factories.draw(made)), 1)
    for code in ("33333", "44444"):
        service.add_screen(tournament_id=made.pk, code=code, by=factories.director(), now=NOON)
        service.note_asked(Screen.objects.get(code=code), now=timezone.now())
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    done: list[int] = []
    plain = parts.drawn_cards

    def counted(revision, draw):
        done.append(revision)
        return plain(revision, draw)

    monkeypatch.setattr(parts, "drawn_cards", counted)
    return done


def show(made: Tournament, view: str) -> None:
    what = item(view).document()
    service.show(tournament_id=made.pk, numbers=None, item=what, by=factories.director(), now=NOON)


def seen_on(code: str, state: str = "") -> tuple[int, str, str]:
    answer = Client().get(reverse("screen", args=[code]), headers={"HX-Request": "true", "X-Seen": state})
    html = answer.content.decode()
    found = re.search(r'data-state="([\d.]+)"', html)
    return answer.status_code, found[1] if found else "", html


def lists(html: str) -> str:
    return html.partition("<section")[2].replace(" is-shown", "").partition("<footer")[0]


@pytest.mark.parametrize("view", [View.STANDINGS, View.NAMES, View.TABLES, View.PROGRESS])
def test_what_two_screens_show_is_drawn_once_and_anew_after_a_game(made, drawings, view):
    show(made, view)
    first, second = seen_on("33333"), seen_on("44444")
    assert len(drawings) == 1
    assert lists(first[2]) == lists(second[2])
    factories.play(factories.sheet_of(made.series.get()), 2)
    assert seen_on("33333", first[1])[0] == 200
    assert len(drawings) == 2
    assert drawings[1] > drawings[0]


def test_a_large_list_stands_a_while_and_the_screen_asks_on(made, drawings, monkeypatch):
    show(made, View.STANDINGS)
    monkeypatch.setattr("tournaments.pages.kept.LARGE", 100)
    monkeypatch.setattr("tournaments.pages.kept.SHARE", 1e9)
    _status, state, before = seen_on("33333")
    factories.play(factories.sheet_of(made.series.get()), 2)
    status, later, after = seen_on("33333", state)
    assert (status, len(drawings)) == (200, 1)
    assert lists(before) == lists(after)
    assert later.startswith(state.partition(".")[0]), "the state says that a list is older"
    assert later.endswith(state.partition(".")[2])
    assert seen_on("33333", later)[0] == 204
    messages.send_message(tournament_id=made.pk, text="Bitte Ruhe", by=factories.director(), now=NOON)
    status, latest, html = seen_on("33333", later)
    assert status == 200
    assert "Bitte Ruhe" in html
    monkeypatch.setattr("tournaments.pages.kept.SHARE", 0)
    status, now_fresh, html = seen_on("33333", latest)
    assert (status, now_fresh.count(".")) == (200, 1)
    assert len(drawings) == 2


def test_while_somebody_draws_others_get_the_one_before():
    shelf, inside, go = Parts(), threading.Event(), threading.Event()
    slot = Slot(
        view="x", title="", template="tournaments/screens/_calls.html", seconds=8, facts={"tables": [7]}
    )
    old = shelf.of(("x",), 1, lambda: [slot])
    assert "7" in old.slots[0].body
    assert not old.slots[0].facts

    def slowly() -> list[Slot]:
        inside.set()
        go.wait(5)
        return [slot]

    thread = threading.Thread(target=shelf.of, args=(("x",), 2, slowly))
    thread.start()
    assert inside.wait(5)
    assert shelf.of(("x",), 2, lambda: [slot]) is old
    go.set()
    thread.join()
    assert shelf.of(("x",), 2, list).revision == 2
    assert len(old.slots[0].body) < LARGE
