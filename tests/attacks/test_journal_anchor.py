"""Whoever rewrites the whole journal with hashes that fit is found out by one printed line."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring import guards
from tests import factories
from tournaments.event.selectors.journal import Anchor, anchored, entry_hash, first_broken, hashed
from tournaments.journal.selectors.anchors import anchored_code
from tournaments.lists.selectors.check_codes import check_codes
from tournaments.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db


def rewritten(made: Tournament) -> None:
    """The first line is another one, and every hash behind it fits again: it takes no key."""
    previous = ""
    with guards.lifted(connection):
        for entry in made.journal.order_by("number"):
            if entry.number == 1:
                entry.actor = "Jemand anders"
            entry.previous_hash = previous
            entry.hash = previous = entry_hash(hashed(entry, number=entry.number, previous=previous))
            values = {"actor": entry.actor, "previous_hash": entry.previous_hash, "hash": entry.hash}
            JournalEntry.objects.filter(pk=entry.pk).update(**values)


def test_a_printed_line_tells_a_rewritten_journal():
    made = factories.tournament(players=4)
    line = made.journal.order_by("-number").first()
    page, director = reverse("journal_check", args=[made.slug]), Client()
    director.force_login(factories.user())
    asked = {"zeile": line.number, "summe": f"{line.hash[:8]} {line.hash[8:16].upper()}"}
    assert anchored(made, number=line.number, signs=line.hash[:16]) is Anchor.HOLDS
    assert "steht alles so da" in director.get(page, asked).content.decode()
    told = StringIO()
    call_command("journal", "check-printed", made.slug, str(line.number), line.hash[:16], stdout=told)
    assert "as printed" in told.getvalue()
    factories.register(made, 77)
    assert anchored(made, number=line.number, signs=line.hash[:16]) is Anchor.HOLDS, "and goes on holding"
    rewritten(made)
    assert first_broken(made.journal.order_by("number")) is None, "the chain itself shows nothing"
    assert "nicht mehr das gedruckte" in director.get(page, asked).content.decode()
    with pytest.raises(CommandError, match="changed"):
        call_command("journal", "check-printed", made.slug, str(line.number), line.hash[:16])


@pytest.mark.parametrize(
    ("number", "signs", "found"),
    [
        (10**6, "0" * 16, Anchor.MISSING),
        (1, "0" * 16, Anchor.CHANGED),
        (1, "", Anchor.UNREADABLE),
        (1, "abc", Anchor.UNREADABLE),
        (1, "xyzxyzxyz", Anchor.UNREADABLE),
        (0, "0" * 16, Anchor.UNREADABLE),
    ],
)
def test_what_cannot_be_compared_is_said(number, signs, found):
    assert anchored(factories.tournament(players=3), number=number, signs=signs) is found


def test_nonsense_at_the_page_is_a_sentence():
    made, director = factories.tournament(players=3), Client()
    director.force_login(factories.user())
    for asked in ({"zeile": "x"}, {"summe": "\x00"}, {"zeile": "9" * 30, "summe": "é"}):
        answer = director.get(reverse("journal_check", args=[made.slug]), asked)
        assert answer.status_code == 200
        assert "mindestens acht Zeichen" in answer.content.decode()


def test_the_code_of_any_printed_list_tells_it_too():
    """Nobody has to have kept the record: every list on paper is an anchor of the whole journal until its last entry."""
    series = factories.draw(factories.tournament(players=8, rounds=1))
    made = series.tournament
    one, other = (factories.play_all(factories.sheet_of(series, table)) for table in (1, 2))
    codes = check_codes([one, other])
    page, director = reverse("journal_check", args=[made.slug]), Client()
    director.force_login(factories.user())
    for code in codes.values():
        assert anchored_code(made, code) is Anchor.HOLDS
        assert "steht alles so da" in director.get(page, {"summe": code.lower()}).content.decode()
    told = StringIO()
    call_command("journal", "check-code", made.slug, codes[one.pk], stdout=told)
    assert "as it was when it was printed" in told.getvalue()
    rewritten(made)
    assert first_broken(made.journal.order_by("number")) is None
    for code in codes.values():
        assert anchored_code(made, code) is Anchor.CHANGED, "another table's line, and both papers tell"
    with pytest.raises(CommandError, match="changed"):
        call_command("journal", "check-code", made.slug, codes[other.pk])
    assert anchored_code(made, "nonsense!") is Anchor.UNREADABLE
    assert anchored_code(factories.tournament(name="Anderswo", players=4), codes[one.pk]) is Anchor.MISSING
