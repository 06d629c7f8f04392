"""Several phones and the desk at once on one list: one writes, the others are told, nothing is lost or doubled.

Every writer has a thread and a database connection of its own; the same tests run on SQLite in a file and, with
DATABASE_URL, on PostgreSQL (.ci/run).
"""

from __future__ import annotations

import re
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable
from http.cookiejar import CookieJar
from typing import Any
from uuid import UUID, uuid5

import pytest
from django.db import connection, transaction
from django.urls import reverse

from scoring.numbers import GameNumber, SeatNumber, SeriesNumber
from tests import factories
from tests.at_once import all_at_once, told
from tests.factories import NOON, SPACE, result
from tournaments.access.services import devices as links
from tournaments.event.permissions import Actor
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.journal import first_broken
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.services import sheets as service
from tournaments.lists.services import signing
from tournaments.models import Game, JournalEntry, Line, Penalty, ScoreSheet, Signature
from tournaments.rulings import services as rulings
from tournaments.seating.services import hanging

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

WRITERS = 8
ROUNDS = 3


def reporting(
    sheet: ScoreSheet, number: int, *, submission: UUID, augen: int, seen: int
) -> Callable[[], Game]:
    """One phone that reports a game with Augen of its own."""
    coming = sheet_view(sheet, now=NOON).next_game
    assert coming is not None
    first, *others = coming.playing
    what = result(first.number, {seat.number: (augen, True) for seat in others})

    def deed() -> Game:
        return service.enter_game(
            sheet_id=sheet.pk,
            number=GameNumber(number),
            result=what,
            submission=submission,
            seen_version=seen,
            by=Actor(sheet_id=sheet.pk),
            now=NOON,
        )

    return deed


def check_whole(sheet: ScoreSheet, games: int) -> None:
    """Nothing lost, nothing doubled: games, lines, version and the chain of the journal fit."""
    tournament = sheet.table.series.tournament
    fresh = ScoreSheet.objects.get(pk=sheet.pk)
    assert fresh.version == games
    assert list(Game.objects.filter(sheet=sheet).values_list("number", flat=True)) == list(
        range(1, games + 1)
    )
    assert Line.objects.filter(game__sheet=sheet).count() == 3 * games
    assert JournalEntry.objects.filter(sheet=sheet, deed="game_reported").count() == games
    journal = list(JournalEntry.objects.filter(tournament=tournament).order_by("number"))
    assert [entry.number for entry in journal] == list(range(1, len(journal) + 1))
    assert first_broken(journal) is None


def test_of_eight_writers_one_writes_and_seven_are_told():
    sheet = factories.table_of(4)
    for number in range(1, ROUNDS + 1):
        seen = ScoreSheet.objects.get(pk=sheet.pk).version
        answers = all_at_once(
            [
                reporting(sheet, number, submission=uuid5(SPACE, f"{number}/{n}"), augen=20 + n, seen=seen)
                for n in range(WRITERS)
            ]
        )
        assert told(answers) == {"Game": 1, "StaleSheet": WRITERS - 1}
        written = next(answer for answer in answers if isinstance(answer, Game))
        winner = next(n for n in range(WRITERS) if written.submission == uuid5(SPACE, f"{number}/{n}"))
        assert set(written.lines.filter(won=False).values_list("augen", flat=True)) == {20 + winner}
    check_whole(sheet, ROUNDS)


def test_the_same_submission_sent_eight_times_is_one_game():
    sheet = factories.table_of(4)
    for number in range(1, ROUNDS + 1):
        seen = ScoreSheet.objects.get(pk=sheet.pk).version
        one = uuid5(SPACE, str(number))
        answers = all_at_once(
            [reporting(sheet, number, submission=one, augen=25, seen=seen) for _ in range(WRITERS)]
        )
        assert told(answers) == {"Game": WRITERS}
        assert len({game.pk for game in answers}) == 1
    check_whole(sheet, ROUNDS)


def test_eight_tables_of_one_tournament_write_at_once_and_nobody_is_told_off():
    series = factories.draw(factories.tournament(players=4 * WRITERS))
    lists = [factories.sheet_of(series, table) for table in range(1, WRITERS + 1)]
    answers = all_at_once(
        [reporting(sheet, 1, submission=uuid5(SPACE, str(sheet.pk)), augen=25, seen=0) for sheet in lists]
    )
    assert told(answers) == {"Game": WRITERS}
    for sheet in lists:
        check_whole(sheet, 1)


def test_a_correction_and_a_ruling_at_once():
    sheet = factories.table_of(4)
    factories.play(sheet, 1)
    seen = ScoreSheet.objects.get(pk=sheet.pk).version
    referee = factories.referee(sheet.table.series.tournament)
    what = result(2, {3: (30, True), 4: (40, True)})

    def correct(n: int) -> Game:
        return service.enter_game(
            sheet_id=sheet.pk,
            number=GameNumber(1),
            result=what,
            submission=uuid5(SPACE, f"c{n}"),
            seen_version=seen,
            by=Actor(sheet_id=sheet.pk),
            now=NOON,
        )

    def punish(_n: int) -> Penalty:
        return rulings.penalise_loose_hand(
            sheet_id=sheet.pk,
            number=GameNumber(1),
            seat_number=SeatNumber(3),
            reason="weil",
            seen_version=seen,
            by=referee,
            now=NOON,
        )

    deeds = [(lambda deed=deed, n=n: deed(n)) for n in range(WRITERS // 2) for deed in (correct, punish)]
    answers = all_at_once(deeds)
    assert told(answers)["StaleSheet"] == WRITERS - 1
    assert Game.objects.filter(sheet=sheet).count() - 1 + Penalty.objects.count() == 1


def test_four_seats_sign_at_once_from_two_phones_each():
    sheet = factories.play_all(factories.table_of(4, rounds=1))
    deeds = [
        lambda seat=seat: signing.sign_list(
            sheet_id=sheet.pk,
            seat_number=seat,
            method="paper",
            seen_version=sheet.version,
            by=Actor(sheet_id=sheet.pk),
            now=NOON,
        )
        for seat in (1, 2, 3, 4) * 2
    ]
    assert told(all_at_once(deeds)) == {"Signature": WRITERS}
    assert sorted(Signature.objects.values_list("seat__number", flat=True)) == [1, 2, 3, 4]
    assert JournalEntry.objects.filter(deed="sheet_signed").count() == 4


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite reads with the database locked")
def test_a_game_that_waited_for_its_list_sees_that_the_series_was_taken_down():
    sheet = factories.table_of(4)
    report = reporting(sheet, 1, submission=uuid5(SPACE, "late"), augen=25, seen=0)
    answers: list[Any] = []
    phone = threading.Thread(target=lambda: answers.extend(all_at_once([report])))
    with transaction.atomic(), connection.cursor() as cursor:
        made = sheet.table.series.tournament_id
        hanging.take_down(tournament_id=made, number=SeriesNumber(1), by=factories.director(), now=NOON)
        phone.start()
        waiting = 0
        while not waiting:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            (waiting,) = cursor.fetchone()
    phone.join()
    assert told(answers) == {"NotAllowed": 1}
    assert not Game.objects.exists()


# Through HTTP ---------------------------------------------------------------------------------------------


class Phone:
    """A browser of one's own: cookies, the hidden fields of the last page, and the status of the last answer."""

    def __init__(self, server: str, token: str) -> None:
        self.server, self.jar = server, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.status, self.text = self.ask(reverse("table_link", args=[token]))

    def ask(self, path: str, data: dict[str, str] | None = None) -> tuple[int, str]:
        body = urllib.parse.urlencode(data).encode() if data is not None else None
        try:
            with self.opener.open(self.server + path, body, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.read().decode()

    def hidden(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]+)"', self.text)
        assert found, name
        return found[1]


@pytest.mark.slow
@pytest.mark.parametrize("same", [False, True], ids=["eight entries", "one entry eight times"])
def test_eight_phones_through_http(live_server, same):
    sheet = factories.table_of(4)
    token = links.lend_table(sheet_id=sheet.pk, by=factories.director(), now=NOON)
    series = sheet.table.series
    address = reverse("game", args=[series.tournament.slug, series.number, sheet.table.number, 1])
    phones = [Phone(live_server.url, token) for _ in range(WRITERS)]
    for phone in phones:
        phone.status, phone.text = phone.ask(address)
        assert phone.status == 200

    def deed(phone: Phone, n: int) -> int:
        data = {
            "csrfmiddlewaretoken": phone.hidden("csrfmiddlewaretoken"),
            "seen_version": phone.hidden("seen_version"),
            "submission": phones[0 if same else n].hidden("submission"),
            "winner": "2",
            "finish": "R",
            "opened_3": "ja",
            "augen_3": str(25 if same else 20 + n),
            "opened_4": "nein",
            "augen_4": "88",
        }
        phone.status, phone.text = phone.ask(address, data)
        return phone.status

    answers = Counter(
        all_at_once([lambda phone=phone, n=n: deed(phone, n) for n, phone in enumerate(phones)])
    )
    assert answers == ({200: WRITERS} if same else {200: 1, 409: WRITERS - 1})
    for n, phone in enumerate(phones):
        if phone.status == 409:
            assert "Jemand war schneller" in phone.text
            assert f'name="augen_3" value="{20 + n}"' in phone.text
    check_whole(sheets().get(pk=sheet.pk), 1)
