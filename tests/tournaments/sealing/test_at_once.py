"""Many ask at once: one key, one seal, one copy for each deed."""

from __future__ import annotations

import pytest

from tests import factories
from tests.at_once import all_at_once, told
from tests.factories import NOON
from tests.tournaments.lists.test_at_once import WRITERS
from tournaments.lists.services import sheets as sheets_service
from tournaments.lists.services.fair_copies import keep_later
from tournaments.models import FairCopy, Seal
from tournaments.sealing import core as sealing
from tournaments.sealing.services import seals
from tournaments.sealing.views.seals import sealed_copy

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine"),
]


@pytest.fixture(autouse=True)
def switched_on(settings, tmp_path):
    settings.SEALED_LISTS = True
    settings.DATA_DIR = tmp_path


def signed_list():
    return factories.sign_all(factories.play_all(factories.table_of(3, rounds=1)))


def test_eight_who_ask_at_once_get_one_and_the_same_seal():
    factories.accept(signed_list())
    copy = FairCopy.objects.get()
    answers = all_at_once([lambda: sealed_copy(copy, now=NOON)] * WRITERS)
    assert told(answers) == {"Seal": WRITERS}
    assert len({bytes(answer.pdf) for answer in answers}) == 1
    assert Seal.objects.count() == 1
    assert Seal.objects.get().fingerprint == seals.certificate(now=NOON).fingerprint


def test_eight_who_accept_at_once_make_one_copy():
    sheet, desk = signed_list(), factories.director()

    def accept():
        return sheets_service.accept(sheet_id=sheet.pk, seen_version=sheet.version, by=desk, now=NOON)

    assert told(all_at_once([accept] * WRITERS)) == {"ScoreSheet": WRITERS}
    assert FairCopy.objects.count() == 1


def test_eight_who_ask_for_a_copy_that_is_missing_make_one(settings):
    settings.SEALED_LISTS = False
    sheet = factories.accept(signed_list())
    settings.SEALED_LISTS = True
    answers = all_at_once([lambda: keep_later(sheet_id=sheet.pk, now=NOON)] * WRITERS)
    assert told(answers) == {"FairCopy": WRITERS}
    assert FairCopy.objects.count() == 1


def test_eight_who_need_a_key_at_once_share_one():
    answers = all_at_once([lambda: seals.identity(now=NOON)] * WRITERS)
    assert len(set(answers)) == 1
