"""Two referees tap at once, and a whole table does: one call, one who goes, one decision. Both databases (.ci/run)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from scoring.sentence import Refusal
from tests import factories
from tests.at_once import all_at_once
from tests.factories import NOON
from tournaments.event.permissions import Actor
from tournaments.event.selectors.journal import chain, first_broken
from tournaments.models import JournalEntry, ProtestStep, RefereeCall
from tournaments.rulings.services import calls, protests

pytestmark = pytest.mark.django_db(transaction=True)

TAPS = 6


def tried(deed: Callable[[], Any]) -> Callable[[], str]:
    """What came of a deed: its row, or the sentence of its refusal."""

    def run() -> str:
        try:
            return type(deed()).__name__
        except Refusal as refusal:
            return str(refusal)

    return run


def people(sheet) -> list[Actor]:
    """Three referees, each with two phones."""
    tournament = sheet.table.series.tournament
    return [factories.referee(tournament, f"schiri{n}") for n in range(3)] * 2


@pytest.mark.slow
def test_a_table_that_taps_at_once_calls_once():
    sheet = factories.table_of(4)
    deeds = [
        tried(lambda: calls.call_referee(sheet_id=sheet.pk, by=Actor(sheet_id=sheet.pk), now=NOON))
        for _ in range(TAPS)
    ]
    assert Counter(all_at_once(deeds)) == {"RefereeCall": TAPS}
    assert RefereeCall.objects.count() == 1
    assert JournalEntry.objects.filter(deed="referee_called").count() == 1


def test_of_three_referees_one_goes_and_the_others_are_told_who():
    sheet = factories.table_of(4)
    call = calls.call_referee(sheet_id=sheet.pk, by=Actor(sheet_id=sheet.pk), now=NOON)
    deeds = [tried(lambda by=by: calls.go(call_id=call.pk, by=by, now=NOON)) for by in people(sheet)]
    answers = Counter(all_at_once(deeds))
    call.refresh_from_db()
    assert answers == {"RefereeCall": 2, f"{call.going} geht schon hin.": TAPS - 2}
    assert JournalEntry.objects.filter(deed="referee_goes").count() == 1
    done = [tried(lambda by=by: calls.finish_call(call_id=call.pk, by=by, now=NOON)) for by in people(sheet)]
    assert Counter(all_at_once(done)) == {"RefereeCall": TAPS}
    assert JournalEntry.objects.filter(deed="call_done").count() == 1
    assert first_broken(chain(sheet.table.series.tournament)) is None


@pytest.mark.slow
def test_of_three_decisions_about_one_protest_one_holds():
    sheet = factories.table_of(4)
    filed = protests.file_protest(
        sheet_id=sheet.pk, seat_number=2, text="falsch", by=Actor(sheet_id=sheet.pk), now=NOON
    )
    deeds = [
        tried(
            lambda by=by, yes=yes: protests.decide_protest(
                protest_id=filed.pk, granted=bool(yes % 2), reason="so", by=by, now=NOON
            )
        )
        for yes, by in enumerate(people(sheet))
    ]
    answers = Counter(all_at_once(deeds))
    assert answers["ProtestStep"] == 1
    assert sum(answers.values()) == TAPS
    assert ProtestStep.objects.count() == 1
