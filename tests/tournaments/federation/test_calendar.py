"""The calendar of events: on a page by month, and as a file that phones and mail programs read."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.factories import NOON, administrator
from tournaments.federation.formats.ical import calendar_file, escaped_text, folded_line
from tournaments.federation.services import clubs
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db
HOSTILE = 'Pokal; "Herz", \\N\r\nEND:VEVENT\nBEGIN:VALARM 🂱' + "ä" * 60


def on(day: date, name: str) -> Tournament:
    made = factories.tournament(players=4, name=name)
    Tournament.objects.filter(pk=made.pk).update(starts_on=day, ends_on=day + timedelta(days=1))
    return Tournament.objects.get(pk=made.pk)


def lines_of(content: bytes) -> list[str]:
    """As a program reads them: folded lines joined again."""
    assert content.endswith(b"\r\n")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    return content.decode().replace("\r\n ", "").split("\r\n")


def test_what_is_on_and_to_come_stands_by_month_and_what_is_over_does_not():
    today = timezone.localdate()
    on(today - timedelta(days=1), "Läuft noch")
    on(today + timedelta(days=40), "Kommt bald")
    on(today - timedelta(days=9), "Ist vorbei")
    page = Client().get(reverse("calendar")).content.decode()
    assert page.index("Läuft noch") < page.index("Kommt bald")
    assert "Ist vorbei" not in page


def test_one_clubs_calendar_has_its_own_events_only():
    club, day = Club.objects.create(name="Karo Nord"), timezone.localdate() + timedelta(days=3)
    own, _other = on(day, "Eigenes"), on(day, "Fremdes")
    clubs.put_under(tournament_id=own.pk, club=club, by=administrator(), now=NOON)
    for address in ("calendar", "calendar_ics"):
        said = Client().get(reverse(address), {"verein": club.pk}).content.decode()
        assert "Eigenes" in said
        assert "Fremdes" not in said
        for odd in ("0", "x", "9" * 40, "²"):
            assert Client().get(reverse(address), {"verein": odd}).status_code == 200


def test_a_file_for_programs_has_each_event_once_with_its_days():
    day = timezone.localdate() + timedelta(days=3)
    made = on(day, "Pokal")
    answer = Client().get(reverse("calendar_ics"))
    assert answer["Content-Type"].startswith("text/calendar")
    lines = lines_of(answer.content)
    assert lines.count("BEGIN:VEVENT") == 1
    assert f"DTSTART;VALUE=DATE:{day:%Y%m%d}" in lines
    assert f"DTEND;VALUE=DATE:{day + timedelta(days=2):%Y%m%d}" in lines, "the day after the last"
    assert f"UID:{made.slug}@testserver" in lines
    Tournament.objects.update(hidden_at=NOON)
    assert "BEGIN:VEVENT" not in lines_of(Client().get(reverse("calendar_ics")).content)


def test_a_name_cannot_add_lines_of_its_own():
    made = on(timezone.localdate(), "Pokal")
    made.name = made.place = HOSTILE
    lines = lines_of(calendar_file([made], site="https://verband.example", name=HOSTILE, now=NOON))
    assert lines.count("END:VEVENT") == 1
    assert "BEGIN:VALARM" not in lines
    assert escaped_text("a;b,c\\d\x07") == "a\\;b\\,c\\\\d"
    assert [len(piece.encode()) <= 75 for piece in folded_line("ä" * 200)] == [True] * 6
