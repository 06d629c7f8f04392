"""Whoever changes a line of the journal behind everybody's back is found: the chain of hashes says where."""

from __future__ import annotations

import pytest
from django.db import connection
from django.urls import reverse

from scoring import guards
from tests import factories
from tests.tournaments.desk.test_public import html, words
from tests.tournaments.lists.test_pages import signed_in
from tournaments.event.services.machine import first_broken_machine_line
from tournaments.federation.services import clubs
from tournaments.models import Club, JournalEntry, MachineEntry


@pytest.mark.django_db(transaction=True)
def test_a_line_that_was_changed_behind_the_back_is_found():
    made = factories.tournament(players=4)
    with guards.lifted(connection):
        JournalEntry.objects.filter(tournament=made, number=4).update(actor="niemand")
    read = words(html(signed_in(), reverse("journal", args=[made.slug])))
    assert "Die Kette bricht bei Zeile 4" in read


@pytest.mark.django_db(transaction=True)
def test_so_is_a_line_of_the_machine():
    """What administrators did stands in a chain of its own."""
    clubs.put_under(
        tournament_id=factories.tournament(players=4).pk,
        club=Club.objects.create(name="Karo Nord"),
        by=factories.administrator(),
        now=factories.NOON,
    )
    assert first_broken_machine_line() is None
    line = MachineEntry.objects.order_by("-number")[0]
    with guards.lifted(connection):
        MachineEntry.objects.filter(pk=line.pk).update(actor="niemand")
    assert first_broken_machine_line() == line
