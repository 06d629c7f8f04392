"""Long lists are rendered once for all screens; what is short is never cached."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import NOON
from tournaments.models import Screen, Tournament
from tournaments.screens.selectors import item
from tournaments.screens.services import messages
from tournaments.screens.services import screens as service
from tournaments.screens.views import parts

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
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates of long lists that were rendered."""
    done: list[str] = []

    def noted(template, context):
        done.append(template)
        return render_to_string(template, context)

    monkeypatch.setattr(parts, "render_to_string", noted)
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
    once = len(drawings)
    assert once
    assert lists(first[2]) == lists(second[2])
    factories.play(factories.sheet_of(made.series.get()), 2)
    assert seen_on("33333", first[1])[0] == 200
    assert len(drawings) == 2 * once


def test_after_a_game_a_list_stands_for_a_moment_and_the_screen_asks_on(made, drawings, settings):
    settings.PAGE_LAG_SECONDS = 3600
    show(made, View.STANDINGS)
    _status, state, before = seen_on("33333")
    once = len(drawings)
    factories.play(factories.sheet_of(made.series.get()), 2)
    status, later, after = seen_on("33333", state)
    assert (status, len(drawings)) == (200, once)
    assert lists(before) == lists(after)
    assert later.endswith(state.partition(".")[2]), "the state says that a list is older"
    messages.send_message(tournament_id=made.pk, text="Bitte Ruhe", by=factories.director(), now=NOON)
    status, _latest, html = seen_on("33333", later)
    assert status == 200
    assert "Bitte Ruhe" in html
    assert len(drawings) == 2 * once, "what is no game is seen at once"
