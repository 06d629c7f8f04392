"""While two typings differ the list is not accepted; what is shown meanwhile, and the ways out in every state of the list."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.paper_entry.test_entry import FIRST, SECOND, fresh, rows, settle, type_again, type_list
from tournaments.event.permissions import Actor
from tournaments.lists.selectors.second_typing import mismatches, second_typing, unsettled
from tournaments.lists.selectors.sheets import Life
from tournaments.lists.services import sheets
from tournaments.lists.services.sheets import SheetRefused
from tournaments.models import ScoreSheet
from tournaments.paper_entry.selectors import results_in_force
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db
AT = ["probeturnier", 1, 1]


@pytest.fixture(scope="module")
def typed(stage: None) -> ScoreSheet:
    """A list of four games, typed by one and read differently in game 2 by another; signed by every seat."""
    sheet = factories.table_of(4, rounds=1)
    type_list(sheet, rows(sheet, range(1, 5)))
    type_again(sheet, rows(sheet, range(1, 5)) | rows(sheet, [2], augen=52))
    return factories.sign_all(sheet)


def accept(sheet: ScoreSheet) -> ScoreSheet:
    return sheets.accept(
        sheet_id=sheet.pk, seen_version=fresh(sheet).sheet.version, by=factories.director(), now=NOON
    )


def page(name: str = "sheet", username: str | None = None) -> str:
    client = Client()
    if username:
        client.force_login(factories.user(username))
    return client.get(reverse(name, args=AT)).content.decode()


def test_a_list_that_two_read_differently_is_not_accepted_until_it_is_settled(typed):
    assert fresh(typed).life is Life.SIGNED
    with pytest.raises(SheetRefused) as refused:
        accept(typed)
    assert refused.value.sentence.values == {"games": "2"}
    settle(typed, 2, FIRST)
    assert unsettled(fresh(typed)) == ()
    assert accept(typed).accepted_at == NOON


@pytest.mark.slow
def test_a_signed_list_takes_the_second_reading_by_ruling(typed):
    with pytest.raises(SheetRefused):
        settle(typed, 2, SECOND)
    again = rows(typed, [2], augen=52)[2]
    ruled: dict[str, Any] = {"reason": "auf dem Papier steht 52", "submission": uuid4()}
    rulings.correct_game(
        sheet_id=typed.pk,
        number=2,
        result=again,
        seen_version=fresh(typed).sheet.version,
        by=factories.director(),
        now=NOON,
        **ruled,
    )
    assert unsettled(fresh(typed)) == ()
    assert results_in_force(fresh(typed))[2] == again
    factories.sign_all(typed)
    assert accept(typed).accepted_at == NOON


def test_everybody_reads_which_typing_stands_there_and_who_may_is_led_to_it(typed):
    public = page()
    assert "Zwei haben diese Liste verschieden vom Papier gelesen" in public
    assert "Spiel 2: Hier und in der Rangliste steht die erste Erfassung" in public
    assert reverse("mismatches", args=AT) not in public
    desk = page(username="leitung")
    assert reverse("mismatches", args=AT) in desk
    assert reverse("accept_sheet", args=AT) not in desk, "no button that cannot work"
    differing = page("mismatches", username="leitung")
    assert "Bis dahin gilt die erste Erfassung" in differing
    assert reverse("correct", args=[*AT, 2]) in differing, "signed: the second reading is taken by a ruling"
    settle(typed, 2, FIRST)
    assert "verschieden vom Papier" not in page()
    assert reverse("accept_sheet", args=AT) in page(username="leitung")


@pytest.mark.slow
def test_who_accepts_from_an_old_page_reads_what_to_do(typed):
    client = Client()
    client.force_login(factories.user("leitung"))
    sent = {"seen_version": fresh(typed).sheet.version}
    answer = client.post(reverse("accept_sheet", args=AT), sent)
    assert answer.status_code == 422
    assert "Erst unter „Kontroll-Eingabe“ klären" in answer.content.decode()
    assert fresh(typed).life is Life.SIGNED


@pytest.mark.slow
def test_games_that_came_after_the_second_typing_are_no_difference():
    sheet = factories.table_of(4, rounds=2)
    type_list(sheet, rows(sheet, range(1, 5)))
    type_again(sheet, rows(sheet, range(1, 5)))
    later = {"now": NOON + timedelta(minutes=1)}
    for number in (5, 6):
        sheets.enter_game(
            sheet_id=sheet.pk,
            number=number,
            result=rows(sheet, [number])[number],
            submission=uuid4(),
            seen_version=fresh(sheet).sheet.version,
            by=Actor(sheet_id=sheet.pk, device="Handy"),
            **later,
        )
    typing = second_typing(sheet)
    assert typing is not None
    assert mismatches(fresh(sheet), typing) == ()
