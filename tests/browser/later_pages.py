"""Pages that answer only after another deed, each with the deed that opens it: `test_every_page.py` looks at them too."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from scoring.numbers import GameNumber, SeatNumber
from tests import factories
from tests.browser.every_page import USERS, Visit, lent_code, visitor
from tests.tournaments.rankings.test_evenings import evening
from tests.tournaments.reading.test_desk import photo_of, send
from tournaments.accounts.views.signing_in import PROVED, SECOND
from tournaments.desk.services.network import begin_check
from tournaments.desk.views.network import CERTIFICATE
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.setup import form_pair, form_team
from tournaments.models import CashEntry, Club, Penalty, Player, ScoreSheet
from tournaments.money.services.fees import take_fee
from tournaments.reading.services import work
from tournaments.rulings import services as rulings
from tournaments.rulings.selectors.offences import Offence

# name → what of it is opened here; `tests/test_pages_looked_at.py` counts them as looked at
LATER = (
    "protest_shown", "lift_penalty", "withdraw_remark", "restore", "cash_undo", "evening", "club", "player_entry",
    "player_same", "phone_check", "phone_arrives", "certificate", "paper_read", "fetch_phone", "player_file",
    "own_app", "own_passkey", "second_step", "workbook", "correct_pair", "correct_team",
)  # fmt: skip
ERRORS = (400, 409, 429, 500, 503)  # as they are answered when something is in the way; drawn, not provoked
Opened = tuple[Client, Visit]


def later_pages(hall: ScoreSheet) -> Iterator[Opened]:
    """Does the deeds and says what can be opened now, and by whom."""
    director = visitor("director", hall)
    yield from ((director, one) for one in of_rulings(hall))
    yield from ((director, one) for one in of_the_desk(hall, director))
    yield from of_accounts(hall)
    yield from of_the_federation(hall)


def page_of(name: str, *places: object) -> Visit:
    return Visit(name, reverse(name, args=places))


def of_rulings(hall: ScoreSheet) -> Iterator[Visit]:
    """A protest on the way to its decision; a penalty, a remark and a struck game that can be taken back."""
    by = factories.director()
    slug = hall.table.series.tournament.slug
    yield page_of("protest_shown", slug, 1, 1, 1)
    sheet = factories.table_of(4, rounds=2)
    game = factories.play(sheet, 1)
    said = rulings.remark(
        sheet_id=sheet.pk, number=GameNumber(1), text="gesehen", paragraph="", by=by, now=factories.NOON
    )
    penalty = rulings.impose(
        sheet_id=sheet.pk,
        offence=Offence(kind=Penalty.Kind.WRONG_SEAT, seat=SeatNumber(3)),
        reason="Platz verwechselt",
        seen_version=version(sheet),
        by=by,
        now=factories.NOON,
    )
    rulings.strike_game(
        sheet_id=sheet.pk,
        number=GameNumber(1),
        reason="Karte fehlte",
        seen_version=version(sheet),
        by=by,
        now=factories.NOON,
    )
    slug = sheet.table.series.tournament.slug
    yield page_of("lift_penalty", slug, penalty.pk)
    yield page_of("withdraw_remark", slug, said.number)
    yield page_of("restore", slug, 1, 1, game.pk)


def version(sheet: ScoreSheet) -> int:
    return sheets().get(pk=sheet.pk).version


def of_the_desk(hall: ScoreSheet, director: Client) -> Iterator[Visit]:
    """A voucher, a list of players from a file, a photo that was read, phones tried, a large workbook, an evening to a target."""
    by = factories.director()
    made = hall.table.series.tournament
    take_fee(tournament_id=made.pk, start_number=1, by=by, now=factories.NOON)
    yield page_of("cash_undo", made.slug, CashEntry.objects.filter(tournament=made).latest("pk").number)
    file = SimpleUploadedFile("liste.csv", b"Vorname;Nachname\nErfunden;Beispiel\n")
    preview = director.post(reverse("player_upload", args=[made.slug]), {"file": file})
    yield Visit("player_file", preview["Location"])
    paper = sheets().get(pk=factories.table_of(3, rounds=2).pk)
    send(paper, ("tisch.jpg", photo_of(paper)[1]))
    work.read_all(now=lambda: factories.NOON)
    yield page_of("paper_read", paper.table.series.tournament.slug, 1, 1)
    begin_check(key="hallo", by=by, now=timezone.now())
    yield page_of("phone_check", made.slug, "hallo")
    yield page_of("phone_arrives", "hallo")
    (settings.DATA_DIR / CERTIFICATE).write_text("the page asks whether there is one", encoding="utf-8")
    yield page_of("certificate")
    yield page_of("workbook", made.slug)
    yield page_of("evening", evening().slug)
    other = factories.tournament(players=4, name="Tandems und Mannschaften")
    pair = form_pair(tournament_id=other.pk, first=1, second=2, by=by, now=factories.NOON)
    yield page_of("correct_pair", other.slug, pair.pk)
    team = form_team(tournament_id=other.pk, name="Asse", start_numbers=[3, 4], by=by, now=factories.NOON)
    yield page_of("correct_team", other.slug, team.pk)


def of_accounts(hall: ScoreSheet) -> Iterator[Opened]:
    """Who has just typed his password; who has typed it and owes the second step; a phone that is lent."""
    proved = visitor("director", hall)
    session = proved.session
    session[PROVED] = timezone.now().timestamp()
    session.save()
    yield proved, page_of("own_app")
    yield proved, page_of("own_passkey")
    half, user = Client(), factories.user(USERS["referee"])
    session = half.session
    session[SECOND] = {
        "user": user.pk,
        "since": timezone.now().timestamp(),
        "hash": user.get_session_auth_hash(),
    }
    session.save()
    yield half, page_of("second_step")
    yield Client(), page_of("fetch_phone", lent_code(hall))


def of_the_federation(hall: ScoreSheet) -> Iterator[Opened]:
    """A club, somebody in its register, and whether two entries are one person."""
    keeper = visitor("administrator", hall)
    club = Club.objects.get()
    one, other = Player.objects.order_by("pk")[:2]
    Player.objects.filter(pk=one.pk).update(club=club)
    yield keeper, page_of("club", club.pk)
    yield keeper, page_of("player_entry", one.pk)
    yield keeper, page_of("player_same", one.pk, other.pk)


def drawn_errors() -> dict[str, str]:
    """What is answered when something is in the way, by an address that only the test knows."""
    asked = RequestFactory().get("/")
    words = {
        "sentence": "Gerade kommen sehr viele Fragen auf einmal. Bitte gleich noch einmal.",
        "seconds": 5,
    }
    return {f"/fehler-{code}/": str(render_to_string(f"errors/{code}.html", words, asked)) for code in ERRORS}
