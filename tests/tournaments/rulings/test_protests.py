"""Protests: filed within the window, decided with a reason, opened again; each step stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests import factories
from tests.factories import NOON
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.models import JournalEntry, Protest, ProtestStep, Ruling
from tournaments.rulings.selectors import protests as selector
from tournaments.rulings.services import RulingRefused, protests
from tournaments.rulings.services.protests import ProtestRefused

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
WHY = "Auf dem Zettel stehen 15 Augen."


@pytest.fixture
def sheet():
    return factories.play_all(factories.table_of(4, rounds=1))


@pytest.fixture
def referee(sheet):
    return factories.referee(sheet.table.series.tournament)


def lodge(sheet, *, seat=3, game=2, text=WHY, by=None, now=NOON):
    return protests.file_protest(
        sheet_id=sheet.pk,
        seat_number=seat,
        game_number=game,
        text=text,
        by=by or factories.scorer(sheet),
        now=now,
    )


def kinds(protest) -> list[str]:
    return list(protest.steps.order_by("number").values_list("kind", flat=True))


def test_a_protest_is_filed_at_the_table_and_decided_with_a_reason(sheet, referee):
    filed = lodge(sheet)
    assert (filed.number, filed.filed_by, filed.registration) == (
        1,
        "Listenführung am Tisch",
        sheet.table.seats.get(number=3).registration,
    )
    assert lodge(sheet) == filed, "sent twice it is one protest"
    [seen] = selector.of_sheet(sheet)
    assert seen.is_open
    with pytest.raises(RulingRefused, match="braucht eine Begründung"):
        protests.decide_protest(protest_id=filed.pk, granted=True, reason=" ", by=referee, now=NOON)
    step = protests.decide_protest(
        protest_id=filed.pk, granted=True, reason="Der Zettel stimmt.", by=referee, now=NOON
    )
    assert (step.kind, step.ruling.kind, step.ruling.number) == ("granted", "protest", 1)
    assert not selector.of_sheet(sheet)[0].is_open
    with pytest.raises(ProtestRefused, match="schon entschieden"):
        protests.decide_protest(protest_id=filed.pk, granted=False, reason="doch nicht", by=referee, now=NOON)
    told = JournalEntry.objects.filter(deed__startswith="protest").order_by("number")
    assert [(line.deed, line.reason) for line in told] == [
        ("protest_filed", WHY),
        ("protest_decided", "Der Zettel stimmt."),
    ]


def test_the_desk_files_for_a_player_and_a_stranger_does_not(sheet, referee):
    assert lodge(sheet, by=referee).filed_by == "schiri"
    for stranger in (Actor(), Actor(sheet_id=sheet.pk + 1), Actor(user=factories.user("fremd"))):
        with pytest.raises(NotAllowed):
            lodge(sheet, by=stranger, text="anderes")


def test_the_window_closes_an_hour_after_the_acceptance(sheet, referee):
    lodge(sheet, text="vor dem Unterschreiben")
    accepted = factories.accept(factories.sign_all(sheet))
    assert selector.window_ends(accepted, factories.view_rules(accepted)) == NOON + HOUR
    lodge(accepted, text="in der Frist", now=NOON + HOUR - timedelta(seconds=1))
    for by in (factories.scorer(sheet), referee):
        with pytest.raises(ProtestRefused, match="um 14:00 Uhr abgelaufen"):
            lodge(accepted, text="zu spät", by=by, now=NOON + HOUR)
    assert Protest.objects.count() == 2


def test_what_is_about_nothing_is_refused(sheet):
    for facts, sentence in (
        ({"text": "  "}, "worum es geht"),
        ({"text": "x" * 501}, "zu lang"),
        ({"seat": 5}, "Den Platz 5"),
        ({"game": 9}, "nicht eingetragen"),
    ):
        with pytest.raises(ProtestRefused, match=sentence):
            lodge(sheet, **facts)


def test_a_protest_is_withdrawn_and_a_decision_taken_back(sheet, referee):
    filed = lodge(sheet)
    keeper = factories.scorer(sheet)
    with pytest.raises(ProtestRefused, match="noch offen"):
        protests.reopen_protest(protest_id=filed.pk, reason="?", by=referee, now=NOON)
    step = protests.withdraw_protest(protest_id=filed.pk, by=keeper, now=NOON)
    assert protests.withdraw_protest(protest_id=filed.pk, by=keeper, now=NOON) == step
    protests.reopen_protest(protest_id=filed.pk, reason="Er will doch.", by=referee, now=NOON)
    first = protests.decide_protest(protest_id=filed.pk, granted=False, reason="Nein.", by=referee, now=NOON)
    with pytest.raises(ProtestRefused, match="bleibt stehen"):
        protests.withdraw_protest(protest_id=filed.pk, by=keeper, now=NOON)
    back = protests.reopen_protest(protest_id=filed.pk, reason="Neuer Zeuge.", by=referee, now=NOON)
    assert back.ruling.undoes == first.ruling
    protests.decide_protest(protest_id=filed.pk, granted=True, reason="Doch.", by=referee, now=NOON)
    assert kinds(filed) == ["withdrawn", "reopened", "dismissed", "reopened", "granted"]
    assert list(Ruling.objects.order_by("number").values_list("kind", flat=True)) == [
        "reopened",
        "protest",
        "reopened",
        "protest",
    ]


def test_only_referees_decide(sheet):
    filed = lodge(sheet)
    keeper = factories.scorer(sheet)
    with pytest.raises(NotAllowed):
        protests.decide_protest(protest_id=filed.pk, granted=True, reason="ich", by=keeper, now=NOON)
    with pytest.raises(NotAllowed):
        protests.reopen_protest(protest_id=filed.pk, reason="ich", by=keeper, now=NOON)


def test_what_waits_comes_first_in_two_queries(sheet, referee, django_assert_num_queries):
    tournament = sheet.table.series.tournament
    rows = [lodge(sheet, text=f"Nummer {n}") for n in (1, 2, 3)]
    protests.decide_protest(protest_id=rows[2].pk, granted=True, reason="ja", by=referee, now=NOON)
    with django_assert_num_queries(2):
        book = selector.protest_book(tournament)
    assert [one.protest.number for one in book] == [2, 1, 3]
    assert [one.protest.number for one in selector.waiting_protests(book)] == [1, 2]


@pytest.mark.parametrize("model", [Protest, ProtestStep])
def test_neither_a_protest_nor_a_step_changes(sheet, referee, model):
    filed = lodge(sheet)
    protests.decide_protest(protest_id=filed.pk, granted=True, reason="ja", by=referee, now=NOON)
    rows = model.objects.all()
    for change in (lambda: rows.update(number=9), lambda: rows._raw_delete("default")):
        with pytest.raises(Exception, match=r"never changes|never deleted"), factories.undone():
            change()
