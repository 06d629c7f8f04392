"""The director has accepted the wrong list: the acceptance is taken back, in front of everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.lists.test_pages import now_of, signed_in, url
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life
from tournaments.lists.services.sheets import SheetRefused, take_back_acceptance
from tournaments.rankings.services import finish
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db

WHY = "Die falsche Liste angetippt"


@pytest.fixture(scope="module")
def staged_list(stage: None):
    return factories.accept(factories.sign_all(factories.play_all(factories.table_of(3, rounds=1))))


@pytest.fixture
def accepted(staged_list):
    return sheets().get(pk=staged_list.pk)


def undo(sheet, *, seen: int | None = None, after: timedelta = timedelta()):
    return take_back_acceptance(
        sheet_id=sheet.pk,
        reason=WHY,
        seen_version=now_of(sheet).sheet.version if seen is None else seen,
        by=factories.director(),
        now=factories.NOON + after,
    )


def test_the_way_back_on_the_page(accepted, monkeypatch):
    monkeypatch.setattr("tournaments.lists.views.sheets.timezone.now", lambda: factories.NOON)
    desk = signed_in()
    assert url(accepted, "take_back") in desk.get(url(accepted)).content.decode()
    assert url(accepted, "take_back") not in Client().get(url(accepted)).content.decode()
    seen = {"seen_version": str(now_of(accepted).sheet.version)}
    without = desk.post(url(accepted, "take_back"), seen | {"reason": " "})
    assert without.status_code == 422
    stale = desk.post(url(accepted, "take_back"), {"seen_version": "0", "reason": WHY})
    assert (stale.status_code, WHY in stale.content.decode()) == (409, True)
    assert desk.post(url(accepted, "take_back"), seen | {"reason": WHY}).status_code == 302
    assert now_of(accepted).life is Life.SIGNED
    line = accepted.journal.get(deed="acceptance_withdrawn")
    assert line.reason == WHY
    assert factories.accept(accepted).accepted_at


def test_what_a_ruling_changed_since_is_signed_anew(accepted):
    rulings.correct_game(
        sheet_id=accepted.pk,
        number=1,
        result=factories.result(3, {1: (30, True), 2: (40, True)}),
        reason="Verzählt",
        submission=factories.SPACE,
        seen_version=now_of(accepted).sheet.version,
        by=factories.director(),
        now=factories.NOON,
    )
    undo(accepted)
    assert now_of(accepted).life is Life.COMPLETE


def test_after_the_window_and_after_the_end_it_is_too_late(accepted):
    with pytest.raises(SheetRefused, match="Einspruchsfrist ist vorbei"):
        undo(accepted, after=timedelta(hours=9))
    finish.finish_tournament(
        tournament_id=accepted.table.series.tournament_id, by=factories.director(), now=factories.NOON
    )
    with pytest.raises(SheetRefused, match="ist beendet"):
        undo(accepted)
