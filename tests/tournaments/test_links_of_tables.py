"""The address of a table: opens one list, can be taken back, and cannot be read out of the database."""

from __future__ import annotations

import pytest

from tests import factories
from tests.factories import NOON
from tournaments.models import JournalEntry, TableLink
from tournaments.permissions import NotAllowed
from tournaments.selectors.links import sheet_of_token, token_hash
from tournaments.services import links

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheets():
    series = factories.draw(factories.tournament(players=8))
    return factories.sheet_of(series, 1), factories.sheet_of(series, 2)


def lend(sheet, by=None) -> str:
    return links.lend_table(sheet_id=sheet.pk, by=by or factories.director(), now=NOON)


def test_a_token_opens_its_own_list_and_no_other(sheets):
    mine, other = sheets
    assert sheet_of_token(lend(mine)) == mine
    assert sheet_of_token(lend(other)) == other
    assert sheet_of_token("") is None
    assert sheet_of_token("geraten") is None


def test_the_database_keeps_nothing_that_opens_a_list(sheets):
    token = lend(sheets[0])
    row = TableLink.objects.get()
    assert row.token_hash == token_hash(token)
    assert sheet_of_token(row.token_hash) is None
    assert token not in str(list(JournalEntry.objects.values_list("facts", "reason", "actor")))
    assert len(token) >= 20


def test_every_phone_has_a_token_of_its_own_and_all_go_at_once(sheets):
    mine, other = sheets
    tokens = {lend(mine) for _ in range(3)}
    kept = lend(other)
    assert len(tokens) == 3
    assert links.revoke_links(sheet_id=mine.pk, by=factories.director(), now=NOON) == 3
    assert {sheet_of_token(token) for token in tokens} == {None}
    assert sheet_of_token(kept) == other
    assert links.revoke_links(sheet_id=mine.pk, by=factories.director(), now=NOON) == 0
    assert JournalEntry.objects.filter(deed="links_revoked").count() == 1
    assert sheet_of_token(lend(mine)) == mine, "a new one opens it again"


def test_only_the_desk_lends_and_takes_back(sheets):
    mine, other = sheets
    factories.referee(mine.table.series.tournament)
    for by in (factories.scorer(mine), factories.scorer(other)):
        with pytest.raises(NotAllowed):
            lend(mine, by=by)
        with pytest.raises(NotAllowed):
            links.revoke_links(sheet_id=mine.pk, by=by, now=NOON)
    assert not TableLink.objects.exists()
