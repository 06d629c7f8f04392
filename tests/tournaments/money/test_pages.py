"""The cash box in the browser: sixty people in twenty minutes, one tap each; prizes, cash book and paper on Monday."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from html import unescape

import pypdf
import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON, result
from tests.tournaments.accounts.test_access import ROWS, address
from tournaments.event.services.details import change_frame
from tournaments.event.services.setup import Frame, grant_role
from tournaments.models import CashCount, CashEntry, FeePlan, PrizeAnnouncement, Role, Tournament
from tournaments.money.selectors.cash import cash_book
from tournaments.money.selectors.fees import accounts
from tournaments.money.services import cash, fees
from tournaments.money.services.fees import Fees

pytestmark = pytest.mark.django_db

AMOUNT = re.compile(r"[\d.]+,\d\d\s€")
TREASURERS = {
    "cash",
    "cash_all",
    "cash_person",
    "cash_book",
    "cash_csv",
    "cash_count",
    "prizes",
    "receipts_pdf",
}


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    """Eight players at two tables; table 1 has played; 10 € each; somebody keeps the cash."""
    made = factories.tournament(players=8, series=2, rounds=1)
    sheet = factories.sheet_of(factories.draw(made))
    for dealer in range(1, 5):
        winner = 2 if dealer == 1 else 1
        held = {seat: (seat * 6 + 2, True) for seat in range(1, 5) if seat not in (dealer, winner)}
        factories.play(sheet, dealer, result(winner, held))
    fees.set_fees(tournament_id=made.pk, fees=Fees(ordinary=1000), by=factories.director(), now=NOON)
    person = factories.user("kasse")
    grant_role(
        tournament_id=made.pk, user=person, kind=Role.Kind.TREASURER, by=factories.director(), now=NOON
    )
    return made


@pytest.fixture
def made(staged: Tournament) -> Tournament:
    return Tournament.objects.get(pk=staged.pk)


@pytest.fixture
def treasurer() -> Client:
    return signed_in("kasse")


@pytest.fixture
def director() -> Client:
    return signed_in("leitung")


def signed_in(username: str) -> Client:
    client = Client()
    client.force_login(factories.user(username))
    return client


def html(answer) -> str:
    """The page as it was sent, with the letters that a reader sees."""
    return unescape(answer.content.decode())


def url(made: Tournament, name: str = "cash", *more: object) -> str:
    return reverse(name, args=[made.slug, *more])


def pay_all(made: Tournament) -> None:
    for number in range(1, 9):
        fees.take_fee(tournament_id=made.pk, start_number=number, by=factories.director(), now=NOON)


# Who may ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_other_address_is_closed_to_a_treasurer(made, treasurer):
    sheet = factories.sheet_of(made.series.get(number=1))
    everybody = {name for name, row in ROWS.items() if "anonymous" in row[0]}
    for name, row in ROWS.items():
        if name in everybody or row[1] == 405 or "player" in row[0] or name == "backup_file":
            continue
        answer = treasurer.get(address(name, sheet, "x"))
        if name in TREASURERS | {"cash_undo"}:
            assert answer.status_code == row[1], name
        else:
            assert answer.status_code in (403, 404), name


def test_a_treasurer_has_the_box_and_nothing_else(made, treasurer):
    page = html(treasurer.get(reverse("tournament", args=[made.slug])))
    assert url(made) in page
    for name in ("desk", "referee", "registrations", "journal"):
        assert treasurer.get(url(made, name)).status_code == 403
    assert reverse("desk", args=[made.slug]) not in page
    for name in ("cash_fees", "prize_table", "prizes_announce"):
        assert treasurer.post(url(made, name)).status_code == 403


# Paying --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_three_letters_enter_enter(made, treasurer):
    page = html(treasurer.get(url(made)))
    assert "8 haben noch nicht bezahlt" in page
    found = html(treasurer.get(url(made), {"suche": "spieler003"}))
    assert found.count('name="wer"') == 1
    [button] = re.findall(r'<button[^>]*name="wer"[^>]*>', found)
    assert "autofocus" in button, "Enter takes the money"
    assert "Spieler004" not in found.split("Zuletzt")[0]
    value = re.search(r'value="([^"]+)"', button)[1]
    answer = treasurer.post(url(made), {"wer": value}, follow=True)
    assert answer.redirect_chain == [(url(made), 302)]
    assert "Probe3 Spieler003: 10,00 € bezahlt, Beleg 1." in html(answer)
    assert "7 haben noch nicht bezahlt" in html(answer)
    again = treasurer.post(url(made), {"wer": value})
    assert again.status_code == 409
    assert "hat sich etwas geändert" in html(again)
    assert CashEntry.objects.count() == 1


@pytest.mark.slow
def test_everybody_is_shown_with_what_is_settled(made, treasurer):
    pay_all(made)
    assert "Alle haben bezahlt." in html(treasurer.get(url(made)))
    page = html(treasurer.get(url(made), {"alle": "1"}))
    assert len(re.findall(r"bezahlt\s*</span>", page)) == 8
    assert "8 von 8" in page


@pytest.mark.slow
def test_without_fees_the_page_says_who_sets_them(made, director, treasurer):
    other = factories.tournament(name="Ohne Startgeld")
    assert "Startgeld festlegen" in html(director.get(url(other)))
    grant_role(
        tournament_id=other.pk,
        user=factories.user("kasse"),
        kind=Role.Kind.TREASURER,
        by=factories.director(),
        now=NOON,
    )
    assert "Das macht die Turnierleitung." in html(treasurer.get(url(other)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    [{}, {"wer": ""}, {"wer": "x"}, {"wer": "99.0"}, {"wer": "-1"}, {"wer": "٣.0"}, {"wer": "1.x.y" * 40}],
)
def test_rubbish_takes_no_money(made, treasurer, sent):
    answer = treasurer.post(url(made), sent | {"bis": "9" * 40})
    assert answer.status_code in (302, 422)
    assert sum(CashEntry.objects.values_list("cents", flat=True)) == (
        1000 if answer.status_code == 302 else 0
    )


@pytest.mark.slow
def test_series_are_asked_for_one_by_one(director):
    made = factories.tournament(players=4, series=3, name="Je Serie")
    answer = director.post(
        url(made, "cash_fees"), {"per": "series", "ordinary": "2,50 €", "youth_under": "18"}, follow=True
    )
    assert answer.status_code == 200
    assert made.fee_plans.get().ordinary == 250
    assert "7,50 €" in html(director.get(url(made), {"bis": "3"}))
    director.post(url(made), {"wer": "1.0", "bis": "3"})
    assert [line.series_number for line in CashEntry.objects.order_by("number")] == [1, 2, 3]


# One person ----------------------------------------------------------------------------------------------------


def person(client: Client, made: Tournament, number: int, **sent: str):
    return client.post(url(made, "cash_person", number), sent)


@pytest.mark.slow
def test_a_part_is_paid_waived_repaid_and_what_was_typed_stays(made, treasurer):
    assert person(treasurer, made, 2, deed="pay", cents="4,5", seen="0").status_code == 302
    unclear = person(treasurer, made, 2, deed="waive", cents="1.234", reason="Jugend", seen="1")
    assert unclear.status_code == 422
    assert "nicht eindeutig" in html(unclear)
    assert 'value="1.234"' in html(unclear)
    assert 'value="Jugend"' in html(unclear)
    assert (
        person(treasurer, made, 2, deed="waive", cents="5,50", reason="Jugend", seen="1").status_code == 302
    )
    assert person(treasurer, made, 2, deed="repay", cents="4,51", reason="geht", seen="2").status_code == 422
    assert person(treasurer, made, 2, deed="repay", cents="4", reason="geht", seen="2").status_code == 302
    page = html(treasurer.get(url(made, "cash_person", 2)))
    assert "−4,00 €" in page
    account = accounts(made).of(2)
    assert (account.open, account.paid, account.waived) == (0, 50, 550)


def test_an_old_page_is_told_what_came_meanwhile(made, treasurer):
    person(treasurer, made, 2, deed="pay", cents="4", seen="0")
    late = person(treasurer, made, 2, deed="pay", cents="6", seen="0")
    assert late.status_code == 409
    page = html(late)
    assert "hat sich etwas geändert: Startgeld 4,00" in page
    assert 'name="seen" value="1"' in page, "sent once more it is meant"
    assert 'value="6"' in page
    assert person(treasurer, made, 2, deed="pay", cents="6", seen="1").status_code == 302


@pytest.mark.slow
def test_rubbish_about_a_person_is_refused(made, treasurer):
    assert treasurer.get(url(made, "cash_person", 99)).status_code == 404
    assert person(treasurer, made, 2, deed="unfug", cents="1").status_code == 404
    assert person(treasurer, made, 2, deed="repay", cents="", reason="").status_code == 422
    assert person(treasurer, made, 2, deed="loss", seen="x").status_code == 422
    assert not CashEntry.objects.exists()


# The book --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_wrong_line_is_taken_back_with_a_reason(made, treasurer):
    person(treasurer, made, 2, deed="pay", seen="0")
    assert treasurer.get(url(made, "cash_undo", 1)).status_code == 200
    assert treasurer.post(url(made, "cash_undo", 1), {"reason": ""}).status_code == 422
    answer = treasurer.post(url(made, "cash_undo", 1), {"reason": "falscher Name"}, follow=True)
    assert "Beleg 1 ist zurückgenommen, mit Beleg 2." in html(answer)
    assert "mit Beleg 2: falscher Name" in html(treasurer.get(url(made, "cash_undo", 1)))
    assert treasurer.post(url(made, "cash_undo", 2), {"reason": "x"}).status_code == 422
    assert treasurer.post(url(made, "cash_undo", 9), {"reason": "x"}).status_code == 404


def test_other_money_and_the_book_as_a_table(made, treasurer):
    sent = {"way": "in", "cents": "100", "text": "=Wechselgeld", "seen": "0"}
    assert treasurer.post(url(made, "cash_book"), sent).status_code == 302
    again = treasurer.post(url(made, "cash_book"), sent)
    assert again.status_code == 409
    assert 'value="=Wechselgeld"' in html(again)
    out = {"way": "out", "cents": "12,9", "text": "Kaffee", "voucher": "A-17", "seen": "1"}
    assert treasurer.post(url(made, "cash_book"), out).status_code == 302
    wrong = treasurer.post(url(made, "cash_book"), out | {"cents": "zwölf", "text": ""})
    assert wrong.status_code == 422
    assert 'value="zwölf"' in html(wrong)
    rows = treasurer.get(url(made, "cash_csv")).content.decode("utf-8-sig").split("\r\n")
    assert rows[0].startswith("Beleg;Datum;Uhrzeit;Art;wofür;Einnahme;Ausgabe;Bestand")
    assert rows[1].split(";")[5:8] == ["100,00", "", "100,00"]
    assert rows[2].split(";")[5:8] == ["", "12,90", "87,10"]
    page = html(treasurer.get(url(made, "cash_book")))
    assert "87,10 €" in page


@pytest.mark.slow
def test_every_sum_on_the_page_is_the_sum_of_the_book(made, treasurer):
    pay_all(made)
    cash.turn_round(tournament_id=made.pk, number=3, reason="x", by=factories.director(), now=NOON)
    rows = treasurer.get(url(made, "cash_csv")).content.decode("utf-8-sig").strip().split("\r\n")[1:]
    inside = sum(cents(row.split(";")[5]) - cents(row.split(";")[6]) for row in rows)
    assert inside == cash_book(made).balance == cents(rows[-1].split(";")[7]) == 7000


def cents(text: str) -> int:
    return int(text.replace(",", "") or 0)


@pytest.mark.parametrize(
    ("counted", "sentence"),
    [
        pytest.param("80", "Die Kasse stimmt: 80,00 €.", marks=pytest.mark.slow),
        ("79,50", "Es fehlen 0,50 €: Gezählt sind 79,50 €, laut Kassenbuch sind es 80,00 €."),
        pytest.param("80,01", "Es sind 0,01 € zu viel", marks=pytest.mark.slow),
    ],
)
def test_the_count_is_a_sentence(made, treasurer, counted, sentence):
    pay_all(made)
    page = html(treasurer.get(url(made, "cash_count")))
    assert "80,00" not in page, "nobody counts towards a number"
    answer = treasurer.post(url(made, "cash_count"), {"counted": counted}, follow=True)
    assert sentence in html(answer)
    assert CashCount.objects.get().expected == 8000


@pytest.mark.slow
def test_fees_are_set_by_the_director_and_stay_typed_when_unclear(made, director):
    sent = {"per": "event", "ordinary": "12", "member": "8", "youth_under": "18"}
    refused = director.post(url(made, "cash_fees"), sent)
    assert refused.status_code == 422
    assert "welches Vereins" in html(refused)
    assert 'value="8"' in html(refused)
    assert director.post(url(made, "cash_fees"), sent | {"member_club": "Probeverein"}).status_code == 302
    assert FeePlan.objects.filter(tournament=made).latest("number").member == 800
    assert 'value="12,00"' in html(director.get(url(made, "cash_fees")))


# Prizes ------------------------------------------------------------------------------------------------------------

TABLE = {
    "step": "100",
    "rest": "box",
    "ties": "share",
    "r0-category": "players",
    "r0-scope": "whole",
    "r0-fund": "60 %",
    "r0-places": "50 %, 30 %, 20 %",
    "r3-category": "players",
    "r3-scope": "1",
    "r3-fund": "",
    "r3-places": "5 €",
}


@pytest.mark.slow
def test_all_at_once_announces_only_what_is_over(made, director):
    """Table 2 still plays series 1: each ranking can be announced after a question, and none by the big button."""
    pay_all(made)
    director.post(url(made, "prize_table"), TABLE)
    page = html(director.get(url(made, "prizes")))
    assert page.count("Dafür wird noch gespielt.") == 2
    assert "Alle fertigen Preise festlegen" not in page
    for table in (1, 2):
        factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(made.series.get(), table))))
    page = html(director.get(url(made, "prizes")))
    assert "Alle fertigen Preise festlegen" in page
    assert page.count("Dafür wird noch gespielt.") == 1, "series 2 is not drawn: the event is not over"


@pytest.mark.slow
def test_from_the_table_to_the_hand(made, director, treasurer):
    pay_all(made)
    preview = director.post(url(made, "prize_table"), TABLE | {"vorschau": "1"})
    assert preview.status_code == 200
    assert not made.prize_plans.exists()
    assert "24,00 €" in html(preview)
    assert director.post(url(made, "prize_table"), TABLE).status_code == 302
    page = html(director.get(url(made, "prizes")))
    signs = re.findall(r'name="wertung" value="([^"]+)"', page)
    assert len(set(signs)) == 2
    assert (
        director.post(url(made, "prizes_announce"), {"wertung": "players..0123456789ab"}).status_code == 409
    )
    answer = director.post(url(made, "prizes_announce"), {"wertung": list(set(signs))}, follow=True)
    assert "Die Preise sind festgelegt (Nr. 1)." in html(answer)
    given, confirmed = (
        re.search(rf"<dt>{word}</dt><dd>([^<]+)</dd>", html(answer))[1] for word in ("vergeben", "festgelegt")
    )
    assert given == confirmed, "everything that is given was confirmed"
    assert "Zwischen „vergeben“ und „festgelegt“ liegen" not in html(answer)
    award = PrizeAnnouncement.objects.get().awards.first()
    paid = treasurer.post(url(made, "prizes"), {"preis": str(award.pk)}, follow=True)
    assert f"{award.name}: 24,00 € ausgezahlt" in html(paid) or "ausgezahlt, Beleg 9." in html(paid)
    assert treasurer.post(url(made, "prizes"), {"preis": str(award.pk)}).status_code == 302
    assert CashEntry.objects.filter(kind="prize").count() == 1
    cash.enter_other(
        tournament_id=made.pk,
        income=True,
        cents=2000,
        text="x",
        to_pot=True,
        by=factories.director(),
        now=NOON,
    )
    assert "Seit die Preise festgelegt sind, hat sich etwas geändert" in html(
        director.get(url(made, "prizes"))
    )


@pytest.mark.slow
def test_who_would_win_is_not_told_to_a_treasurer_while_the_standings_wait(made, director, treasurer):
    pay_all(made)
    director.post(url(made, "prize_table"), TABLE)
    proposed = r"<b>\s*\d+\.\s[^<]+</b>"
    assert re.search(proposed, html(treasurer.get(url(made, "prizes"))))
    frame = Frame(**{name: getattr(made, name) for name in Frame.__slots__})
    waits = replace(frame, release=Tournament.Release.PUBLISHED)
    change_frame(made.pk, waits, by=factories.director(), now=NOON)
    assert re.search(proposed, html(director.get(url(made, "prizes"))))
    page = html(treasurer.get(url(made, "prizes")))
    assert "Noch sind keine Preise festgelegt." in page
    assert not re.search(proposed, page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"r0-fund": "60"}, "Prozent oder Euro?"),
        ({"r0-places": "alles"}, "kein Betrag"),
        ({"r0-category": ""}, "Für welche Wertung?"),
        ({"r0-scope": "9"}, "keine gültige Auswahl"),
        ({"step": "7"}, "keine gültige Auswahl"),
        ({"r3-fund": "5 %"}, "keinen Anteil"),
        ({"r3-scope": "whole"}, "steht zweimal"),
    ],
)
def test_a_table_that_cannot_be_says_why_and_stays_typed(made, director, changed, says):
    refused = director.post(url(made, "prize_table"), TABLE | changed)
    assert refused.status_code == 422
    assert says in html(refused)
    assert 'value="5 €"' in html(refused)
    assert not made.prize_plans.exists()
    assert director.post(url(made, "prize_table"), TABLE | changed | {"vorschau": "1"}).status_code == 200


@pytest.mark.slow
def test_a_table_to_start_from_is_there(made, director):
    page = html(director.get(url(made, "prize_table")))
    assert 'value="60 %"' in page
    assert 'value="50 %, 30 %, 20 %"' in page


@pytest.mark.slow
@pytest.mark.parametrize("sent", [{}, {"wertung": ""}, {"wertung": "..."}, {"wertung": "x.y.z"}])
def test_rubbish_announces_nothing(made, director, sent):
    director.post(url(made, "prize_table"), TABLE)
    assert director.post(url(made, "prizes_announce"), sent).status_code == 422
    assert not PrizeAnnouncement.objects.exists()


# Paper -------------------------------------------------------------------------------------------------------------


def text_of(answer) -> list[str]:
    reader = pypdf.PdfReader(io.BytesIO(answer.content))
    return [page.extract_text() for page in reader.pages]


@pytest.mark.slow
def test_the_receipt_list_names_everybody_and_adds_up(made, director, treasurer):
    assert "Noch sind keine Preise festgelegt." in text_of(treasurer.get(url(made, "receipts_pdf")))[0]
    pay_all(made)
    director.post(url(made, "prize_table"), TABLE)
    signs = re.findall(r'name="wertung" value="([^"]+)"', html(director.get(url(made, "prizes"))))
    director.post(url(made, "prizes_announce"), {"wertung": list(set(signs))})
    awards = list(PrizeAnnouncement.objects.get().awards.all())
    [page] = text_of(treasurer.get(url(made, "receipts_pdf")))
    for award in awards:
        assert award.name in page
    assert "Summe aller Preise" in page
    assert cents_of(page) == 2 * sum(award.cents for award in awards)
    slips = text_of(treasurer.get(url(made, "receipts_pdf"), {"einzeln": "1"}))
    assert sum(page.count("Betrag erhalten, Unterschrift") for page in slips) == len(awards)


def cents_of(page: str) -> int:
    """Every amount on a page added up: the lines and their sum."""
    return sum(cents(amount.replace(".", "").removesuffix("€").strip()) for amount in AMOUNT.findall(page))


@pytest.mark.slow
def test_pages_cost_the_same_for_any_field(made, director, django_assert_max_num_queries):
    pay_all(made)
    director.post(url(made, "prize_table"), TABLE)
    for name, most in (
        ("cash", 18),
        ("cash_book", 10),
        ("prizes", 26),
        ("prize_table", 24),
    ):  # two of them for the badge
        with django_assert_max_num_queries(most):
            director.get(url(made, name))


# Everybody at once --------------------------------------------------------------------------------------------


def test_everybody_has_paid_and_then_the_exceptions(treasurer, made):
    page = html(treasurer.get(reverse("cash_all", args=[made.slug])))
    ticked = re.findall(r'name="wer"\s+value="(\d+\.\d+)"\s+checked', page)
    assert len(ticked) == 8
    answer = treasurer.post(reverse("cash_all", args=[made.slug]), {"wer": ticked[1:]})
    assert answer.status_code == 302
    assert made.cash_entries.filter(kind=CashEntry.Kind.FEE).count() == 7
    assert made.journal.filter(deed="fee_paid").count() == 7  # each with his own line
    [left] = accounts(made).open
    assert f"{left.registration.start_number}.0" == ticked[0]
    assert "7 Personen haben bezahlt, zusammen 70,00" in html(treasurer.get(answer["Location"]))


def test_who_has_paid_meanwhile_is_not_asked_twice(treasurer, made):
    fees.take_fee(tournament_id=made.pk, start_number=3, by=factories.director(), now=NOON)
    everybody = [f"{number}.0" for number in range(1, 9)]
    page = html(treasurer.post(reverse("cash_all", args=[made.slug]), {"wer": everybody}, follow=True))
    assert "7 Personen haben bezahlt" in page
    assert "Bei Probe3 Spieler003 hat sich etwas geändert" in page
    again = treasurer.post(reverse("cash_all", args=[made.slug]), {"wer": everybody})
    assert again.status_code == 409
    assert treasurer.post(reverse("cash_all", args=[made.slug]), {"wer": ["x", "1", "²."]}).status_code == 422
    assert made.cash_entries.filter(kind=CashEntry.Kind.FEE).count() == 8
