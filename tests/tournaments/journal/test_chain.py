"""Whoever changes a line of the journal behind everybody's back is found: the chain of hashes says where."""

from __future__ import annotations

import pytest
from django.db import connection
from django.urls import reverse

from scoring import guards
from tests import factories
from tests.tournaments.desk.test_public import html, words
from tests.tournaments.lists.test_pages import signed_in
from tournaments.models import JournalEntry


@pytest.mark.django_db(transaction=True)
def test_a_line_that_was_changed_behind_the_back_is_found():
    made = factories.tournament(players=4)
    with guards.lifted(connection):
        JournalEntry.objects.filter(tournament=made, number=4).update(actor="niemand")
    read = words(html(signed_in(), reverse("journal", args=[made.slug])))
    assert "Die Kette bricht bei Zeile 4" in read
