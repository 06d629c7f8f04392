"""Many lists with one touch: who signed on paper, what is accepted, what stays out and why, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from scoring.numbers import SeatNumber
from tests import factories
from tests.factories import NOON, result
from tournaments.desk.selectors.asking import on_the_desk, on_the_desk_of
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import sheet_views
from tournaments.models import ScoreSheet, Signature, Tournament
from tournaments.rulings.selectors.doubts import doubted_games, doubted_in_series, written_on
from tournaments.rulings.services.protests import file_protest

pytestmark = pytest.mark.django_db

TICKED = r'name="liste"\s+value="([\d.]+)"\s+checked'


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Three tables that have played everything."""
    made = factories.tournament(players=9, rounds=1, series=2)
    drawn = factories.draw(made)
    for table in (1, 2, 3):
        factories.play_all(factories.sheet_of(drawn, table))
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.user())
    return client


def lists(made: Tournament) -> list[ScoreSheet]:
    return list(sheets().filter(table__series__tournament=made).order_by("table__number"))


def pairs(found: Iterable[ScoreSheet]) -> list[str]:
    return [f"{one.pk}.{one.version}" for one in found]


def send(client: Client, made: Tournament, name: str, **data: object):
    return client.post(reverse(name, args=[made.slug]), data)


def said(answer) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def desk(client: Client, made: Tournament) -> str:
    return client.get(reverse("desk", args=[made.slug])).content.decode()


@pytest.mark.slow
def test_one_touch_signs_every_list_and_one_more_takes_them(director, made):
    page = desk(director, made)
    shown = re.findall(r'name="liste" value="([\d.]+)"', page)
    assert shown == pairs(lists(made))
    assert "Auf allen 3 Listen haben alle auf Papier unterschrieben" in page
    assert said(send(director, made, "desk_sign_all", liste=shown)) == [
        "Auf 3 Listen haben alle unterschrieben."
    ]
    assert Signature.objects.filter(method="paper", revoked_at=None).count() == 9
    assert made.journal.filter(deed="sheet_signed").count() == 9
    page = desk(director, made)
    assert "Alle 3 Listen annehmen" in page
    answer = send(director, made, "desk_accept_all", liste=re.findall(r'name="liste" value="([\d.]+)"', page))
    assert said(answer) == ["3 Listen sind angenommen."]
    assert not sheets().filter(accepted_at=None).exists()
    assert made.journal.filter(deed="sheet_accepted").count() == 3


@pytest.mark.slow
def test_what_was_accepted_with_one_touch_is_taken_back_with_one(director, made):
    send(director, made, "desk_sign_all", liste=pairs(lists(made)))
    answer = send(director, made, "desk_accept_all", liste=pairs(lists(made)))
    message = list(get_messages(answer.wsgi_request))[-1]
    assert message.extra_tags.startswith(reverse("desk_take_back", args=[made.slug]))
    back = director.post(message.extra_tags)
    assert said(back)[-1] == "3 Annahmen sind zurückgenommen."
    assert sheets().filter(accepted_at=None).count() == 3
    assert made.journal.filter(deed="acceptance_withdrawn").count() == 3
    assert Signature.objects.filter(revoked_at=None).count() == 9  # the paper is still signed


def test_a_list_that_has_moved_on_is_left_out_and_said(director, made):
    first, *others = lists(made)
    stale = [f"{first.pk}.{first.version - 1}", *pairs(others)]
    [done, left] = said(send(director, made, "desk_sign_all", liste=stale))
    assert done == "Auf 2 Listen haben alle unterschrieben."
    assert left.startswith("Serie 1, Tisch 1: Inzwischen hat jemand anderes")
    assert not Signature.objects.filter(sheet=first).exists()


def test_a_touch_on_nothing_says_so(director, made):
    for data in ({}, {"liste": ["x", "1", "1.x", "99999.1", "²." * 3]}):
        answer = send(director, made, "desk_sign_all", **data)
        assert answer.status_code == 409
        assert "Es liegt keine solche Liste mehr da" in answer.content.decode()


def test_lists_of_another_tournament_stay_as_they_are(director, made):
    other = factories.table_of(3, rounds=1)
    factories.play_all(other)
    assert send(director, made, "desk_sign_all", liste=pairs([sheets().get(pk=other.pk)])).status_code == 409
    assert not Signature.objects.exists()


def object_to(sheet: ScoreSheet) -> None:
    file_protest(
        sheet_id=sheet.pk,
        seat_number=SeatNumber(1),
        text="Das Spiel 2 war anders",
        by=factories.director(),
        now=NOON,
    )


@pytest.mark.slow
def test_an_open_protest_is_shown_before_and_its_list_is_not_ticked(director, made):
    send(director, made, "desk_sign_all", liste=pairs(lists(made)))
    first, *others = lists(made)
    object_to(first)
    answer = send(director, made, "desk_accept_all", liste=pairs(lists(made)))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert sheets().filter(accepted_at=None).count() == 3  # nothing was taken yet
    assert "Einspruch 1 ist offen" in page
    ticked = re.findall(TICKED, page)
    assert ticked == pairs(others)
    assert said(send(director, made, "desk_accept_all", liste=ticked, gefragt=1)) == [
        "2 Listen sind angenommen."
    ]
    assert sheets().get(accepted_at=None).pk == first.pk


@pytest.mark.slow
def test_who_ticks_it_all_the_same_takes_it(director, made):
    send(director, made, "desk_sign_all", liste=pairs(lists(made)))
    object_to(lists(made)[0])
    send(director, made, "desk_accept_all", liste=pairs(lists(made)), gefragt=1)
    assert not sheets().filter(accepted_at=None).exists()


def test_unsigned_lists_are_named_and_stay_out(director, made):
    first, *_others = lists(made)
    send(director, made, "desk_sign_all", liste=pairs([first]))
    page = director.get(reverse("desk_accept_all", args=[made.slug])).content.decode()
    assert page.count("Es fehlen Unterschriften: bleibt draußen") == 2
    assert re.findall(TICKED, page) == pairs([sheets().get(pk=first.pk)])


@pytest.mark.slow
def test_a_doubt_is_asked_about_unless_the_table_has_confirmed_it(director):
    made = factories.tournament(players=3, rounds=1, series=1)
    sheet = factories.sheet_of(factories.draw(made))
    odd = result(1, {2: (0, True), 3: (25, True)})
    factories.play(sheet, 1, odd)
    factories.play(sheet, 2)
    factories.play(sheet, 3)
    factories.sign_all(sheets().get(pk=sheet.pk))
    answer = send(director, made, "desk_accept_all", liste=pairs(lists(made)))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Spiel 1:" in page
    assert "checked" in page  # a doubt alone does not hold it up
    assert "Tisch 1, Spiel 1" in desk(director, made)


@pytest.mark.slow
def test_what_is_odd_on_the_desk_is_what_its_lists_find_odd():
    """The desk asks for bare values of all lists at once; a list that somebody opens is read whole. Both know the same."""
    made = factories.tournament(players=9, rounds=1, series=1)
    drawn = factories.draw(made)
    first = factories.sheet_of(drawn)
    factories.play(first, 1, result(1, {2: (0, True), 3: (0, False)}))
    factories.play(first, 2, result(2, {1: (1, False), 3: (25, True)}))
    factories.play(first, 3)
    for table in (2, 3):
        factories.play_all(factories.sheet_of(drawn, table))
    factories.sign_all(sheets().get(pk=lists(made)[1].pk))
    rules = factories.view_rules(first)
    found, asked = (
        doubted_games(rules, written_on(on_the_desk_of(made, "game__sheet__"))),
        on_the_desk(made, now=NOON),
    )
    views = sheet_views(lists(made), now=NOON)
    known = {
        view.sheet.pk: [(game.number, doubt) for game in view.games for doubt in view.doubts(game)]
        for view in views
    }
    assert len(known[views[0].sheet.pk]) == 3
    assert {pk: found.get(pk, []) for pk in known} == known
    assert doubted_in_series(drawn.pk, rules) == found
    assert [one.life for one in asked] == [view.life for view in views] == ["complete", "signed", "complete"]
    assert [[number for number, _said in one.doubts] for one in asked] == [
        [number for number, _doubt in known[view.sheet.pk]] for view in views
    ]


@pytest.mark.slow
def test_a_referee_takes_nothing_at_once(made):
    factories.referee(made)
    client = Client()
    client.force_login(factories.user("schiri"))
    for name in ("desk_sign_all", "desk_accept_all", "desk_take_back"):
        assert send(client, made, name, liste=pairs(lists(made))).status_code == 403
    assert "haben alle auf Papier unterschrieben" not in desk(client, made)
