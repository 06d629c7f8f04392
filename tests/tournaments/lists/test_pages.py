"""The whole life of a list as people tap it: entered, doubted, signed, accepted, final."""

import re
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tournaments.access.selectors.own_codes import own_code
from tournaments.access.services import devices as links
from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.sheets import Life, sheet_view
from tournaments.models import Game, JournalEntry, ScoreSheet

pytestmark = pytest.mark.django_db


def url(sheet: ScoreSheet, name: str = "sheet", *more: object) -> str:
    table = sheet.table
    return reverse(name, args=[table.series.tournament.slug, table.series.number, table.number, *more])


def phone(sheet: ScoreSheet) -> Client:
    """A phone that has scanned the code of this table."""
    token = links.lend_table(sheet_id=sheet.pk, by=factories.director(), now=factories.NOON)
    client = Client()
    assert client.get(reverse("table_link", args=[token])).status_code == 302
    return client


def signed_in(username: str = "leitung") -> Client:
    client = Client()
    client.force_login(factories.user(username))
    return client


def now_of(sheet: ScoreSheet):
    return sheet_view(sheets().get(pk=sheet.pk), now=timezone.now())


def typed(sheet: ScoreSheet, winner: int = 0, finish: str = "R", **hands: tuple[str, str]) -> dict[str, str]:
    """What a browser sends; `s3=("ja", "25")` is what seat 3 still held."""
    data = {
        "winner": str(winner),
        "finish": finish,
        "seen_version": str(sheets().get(pk=sheet.pk).version),
        "submission": str(uuid4()),
    }
    for name, (opened, augen) in hands.items():
        data |= {f"opened_{name[1:]}": opened, f"augen_{name[1:]}": augen}
    return data


def enter(client: Client, sheet: ScoreSheet, number: int, **fields):
    return client.post(url(sheet, "game", number), typed(sheet, **fields))


def hidden(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', html)
    assert found, f"no {name} on the page"
    return found[1]


@pytest.mark.slow
def test_a_table_of_four_plays_its_list_to_the_end():
    sheet = factories.table_of(4, rounds=1)
    keeper, director = phone(sheet), signed_in()
    page = keeper.get(url(sheet)).content.decode()
    assert "Spiel 1 eintragen" in page
    assert "Es gibt: Platz 1" in page
    form = keeper.get(url(sheet, "game", 1)).content.decode()
    assert "gibt und setzt aus" in form
    shown = re.sub(
        r"<template.*?</template>", "", form, flags=re.DOTALL
    )  # kept for the games in which he plays
    assert 'name="augen_1"' not in shown
    assert 'name="augen_2"' in form
    assert "Superrommé" not in form  # the club's rules give it no value

    sent = enter(keeper, sheet, 1, winner=2, finish="H", s3=("ja", "25"), s4=("nein", "88"))
    assert (sent.status_code, sent["Location"]) == (302, url(sheet))
    page = keeper.get(url(sheet)).content.decode()
    assert "Spiel 1 ist eingetragen." in page
    assert "Spiel 2 eintragen" in page
    for number in (2, 3, 4):
        view = now_of(sheet)
        first, *others = view.next_game.playing
        answer = enter(
            keeper, sheet, number, winner=first.number, **{f"s{seat.number}": ("ja", "20") for seat in others}
        )
        assert answer.status_code == 302
    page = keeper.get(url(sheet)).content.decode()
    assert "Alle Spiele sind eingetragen." in page
    assert "Unterschreiben" in page

    early = director.post(url(sheet, "accept_sheet"), {"seen_version": now_of(sheet).sheet.version})
    assert early.status_code == 422
    assert "Es fehlen Unterschriften: Platz 1, 2, 3, 4" in early.content.decode()

    for seat, method in ((1, "pin"), (2, "paper"), (3, "drawn"), (4, "pin")):
        version = now_of(sheet).sheet.version
        answer = keeper.post(
            url(sheet, "signatures"),
            {
                "seat_number": seat,
                "method": method,
                "seen_version": version,
                "pin": own_code(sheet.table.seats.get(number=seat).registration).pin,
                "drawn": "[[[100, 100], [400, 200], [700, 90]]]",
            },
        )
        assert answer.status_code == 302
    assert now_of(sheet).life is Life.SIGNED
    assert "auf Papier" in keeper.get(url(sheet)).content.decode()

    answer = director.post(url(sheet, "accept_sheet"), {"seen_version": now_of(sheet).sheet.version})
    assert answer.status_code == 302
    assert "Die Liste ist angenommen." in Client().get(url(sheet)).content.decode()
    ScoreSheet.objects.filter(pk=sheet.pk).update(accepted_at=timezone.now() - timedelta(hours=2))
    page = Client().get(url(sheet)).content.decode()
    assert "endgültig" in page
    assert "data-poll" not in page
    deeds = list(JournalEntry.objects.filter(sheet=sheet).order_by("number").values_list("deed", flat=True))
    assert deeds == ["table_lent", *["game_reported"] * 4, *["sheet_signed"] * 4, "sheet_accepted"]


def test_a_table_of_three_has_nobody_resting():
    sheet = factories.table_of(3, rounds=1)
    keeper = phone(sheet)
    form = keeper.get(url(sheet, "game", 1)).content.decode()
    assert "setzt aus" not in form
    assert all(f'name="augen_{seat}"' in form for seat in (1, 2, 3))
    assert enter(keeper, sheet, 1, winner=1, s2=("ja", "25"), s3=("nein", "101")).status_code == 302
    page = keeper.get(url(sheet)).content.decode()
    assert "✕" in page
    assert "gibt</span>" not in page.split("<tbody>")[1].split("is-next")[0]


def test_the_stock_runs_out_and_nobody_is_asked_how():
    sheet = factories.table_of(4)
    keeper = phone(sheet)
    answer = enter(
        keeper, sheet, 1, winner=0, finish="quatsch", s2=("ja", "25"), s3=("nein", "88"), s4=("ja", "9")
    )
    assert answer.status_code == 302
    game = Game.objects.get(sheet=sheet)
    assert (game.finish, game.lines.filter(won=True).count()) == ("–", 0)


def test_what_was_typed_for_the_winner_is_left_alone():
    sheet = factories.table_of(4)
    answer = enter(
        phone(sheet), sheet, 1, winner=2, s2=("vielleicht", "\x00viel"), s3=("ja", " 25 "), s4=("nein", "88")
    )
    assert answer.status_code == 302
    assert list(Game.objects.get(sheet=sheet).lines.values_list("seat__number", "augen")) == [
        (2, 0),
        (3, 25),
        (4, 88),
    ]


def test_a_doubt_is_shown_and_saved_when_somebody_says_that_it_is_right():
    sheet = factories.table_of(4)
    keeper = phone(sheet)
    data = typed(sheet, winner=2, s3=("nein", "12"), s4=("ja", "20"))
    doubtful = keeper.post(url(sheet, "game", 1), data)
    page = doubtful.content.decode()
    assert doubtful.status_code == 422
    assert "Bitte prüfen" in page
    assert "mindestens 31 Augen, nicht 12" in page
    assert 'value="12"' in page
    assert hidden(page, "submission") == data["submission"]
    assert not Game.objects.exists()

    mark = hidden(page, "confirmed")
    other = keeper.post(url(sheet, "game", 1), data | {"augen_3": "13", "confirmed": mark})
    assert other.status_code == 422, "one doubt confirmed is not another doubt confirmed"
    assert keeper.post(url(sheet, "game", 1), data | {"confirmed": mark}).status_code == 302
    assert JournalEntry.objects.get(deed="game_reported").facts["confirmed"] == ["too_few_augen_unopened"]
    assert "Auffällig" in keeper.get(url(sheet)).content.decode()
    assert "Auffällig" not in Client().get(url(sheet)).content.decode()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"winner": ""}, "Bitte antippen, wer fertig ist."),
        ({"winner": "1"}, "Diesen Platz gibt es in diesem Spiel nicht"),
        ({"winner": "9"}, "Diesen Platz gibt es in diesem Spiel nicht"),
        ({"finish": "S"}, "Diese Art gibt es hier nicht"),
        ({"augen_3": ""}, "Bitte die Augen eintragen."),
        ({"augen_3": "-4"}, "Bitte eine ganze Zahl eintragen"),
        ({"augen_3": "viele"}, "Bitte eine ganze Zahl eintragen"),
        ({"augen_3": "12345678"}, "Bitte eine ganze Zahl eintragen"),
        ({"augen_3": "4711"}, "sind mehr, als alle Karten zusammen haben"),
        ({"opened_4": ""}, "Bitte antippen: Wurde eröffnet?"),
        ({"opened_4": "kaum"}, "Bitte „Ja“ oder „Nein“ antippen."),
    ],
)
def test_what_cannot_be_is_said_beside_the_field_and_nothing_typed_is_lost(wrong, sentence):
    sheet = factories.table_of(4)
    data = typed(sheet, winner=2, finish="HA", s3=("ja", "27"), s4=("nein", "88")) | wrong
    answer = phone(sheet).post(url(sheet, "game", 1), data)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert 'value="88"' in page
    assert hidden(page, "submission") == data["submission"]
    if "augen_3" not in wrong:
        assert 'value="27"' in page
    if "finish" not in wrong:
        assert re.search(r'name="finish" value="HA"[^>]*checked', page)
    assert not Game.objects.exists()


def test_the_same_submission_again_is_the_same_game():
    sheet = factories.table_of(4)
    keeper = phone(sheet)
    data = typed(sheet, winner=2, s3=("ja", "27"), s4=("nein", "88"))
    for _again in range(3):
        assert keeper.post(url(sheet, "game", 1), data).status_code == 302
    assert Game.objects.count() == 1


def test_a_submission_that_arrives_after_its_runde_closed_is_still_the_same_game():
    sheet = factories.table_of(3, rounds=2)
    keeper = phone(sheet)
    factories.play(sheet, 1)
    factories.play(sheet, 2)
    data = typed(sheet, winner=1, s2=("ja", "27"), s3=("nein", "88"))
    assert keeper.post(url(sheet, "game", 3), data).status_code == 302
    factories.play(sheet, 4)
    assert keeper.post(url(sheet, "game", 3), data).status_code == 302
    assert Game.objects.count() == 4


@pytest.mark.slow
def test_the_way_back_in_the_browser_never_confirms_what_was_not_written():
    sheet = factories.table_of(4)
    keeper = phone(sheet)
    data = typed(sheet, winner=2, s3=("ja", "27"), s4=("nein", "88"))
    assert keeper.post(url(sheet, "game", 1), data).status_code == 302
    mended = keeper.post(url(sheet, "game", 1), data | {"augen_3": "72"})
    assert mended.status_code == 409
    assert 'name="augen_3" value="72"' in mended.content.decode()
    assert keeper.post(url(sheet, "game", 2), data).status_code in (409, 422)
    assert Game.objects.count() == 1


def test_whoever_is_late_sees_the_newer_list_and_keeps_what_he_typed():
    sheet = factories.table_of(4)
    slow, quick = phone(sheet), phone(sheet)
    mine = typed(sheet, winner=3, s2=("ja", "31"), s4=("nein", "88"))
    assert enter(quick, sheet, 1, winner=2, s3=("ja", "27"), s4=("nein", "99")).status_code == 302

    late = slow.post(url(sheet, "game", 1), mine)
    page = late.content.decode()
    assert late.status_code == 409
    assert "Jemand war schneller" in page
    assert "27 Augen, eröffnet" in page  # the newer list
    assert 'name="augen_2" value="31"' in page  # what was typed
    assert "So stehen lassen" in page
    assert "Durch meine Eingabe ersetzen" in page
    assert hidden(page, "submission") != mine["submission"]
    assert Game.objects.count() == 1

    knowingly = mine | {name: hidden(page, name) for name in ("seen_version", "submission")}
    assert slow.post(url(sheet, "game", 1), knowingly).status_code == 302
    assert list(Game.objects.values_list("number", "struck_reason")) == [(1, "berichtigt am Tisch"), (1, "")]


def test_two_phones_that_typed_the_same_are_told_so():
    sheet = factories.table_of(4)
    data = typed(sheet, winner=2, s3=("ja", "27"), s4=("nein", "99"))
    assert phone(sheet).post(url(sheet, "game", 1), data).status_code == 302
    late = phone(sheet).post(url(sheet, "game", 1), data | {"submission": str(uuid4())})
    assert late.status_code == 409
    assert "genau dieselbe Eingabe" in late.content.decode()


@pytest.mark.slow
def test_a_game_is_corrected_while_its_runde_runs_and_shown_afterwards():
    sheet = factories.table_of(3, rounds=2)
    keeper = phone(sheet)
    factories.play(sheet, 1)
    form = keeper.get(url(sheet, "game", 1)).content.decode()
    assert "Spiel 1 berichtigen" in form
    assert 'name="augen_3" value="25"' in form
    assert enter(keeper, sheet, 1, winner=1, s2=("ja", "30"), s3=("nein", "88")).status_code == 302
    page = keeper.get(url(sheet)).content.decode()
    assert "Gestrichen: berichtigt am Tisch" in page
    assert "is-struck" in page

    for number in (2, 3, 4):
        factories.play(sheet, number)
    closed = keeper.get(url(sheet, "game", 1)).content.decode()
    assert "den Schiedsrichter rufen" in closed
    assert "<form" not in closed.split('id="main"')[1].split("</main>")[0]
    refused = enter(keeper, sheet, 1, winner=1, s2=("ja", "7"), s3=("nein", "88"))
    assert refused.status_code == 422
    assert "Nur ein Schiedsrichter kann es noch ändern" in refused.content.decode()


@pytest.mark.slow
def test_the_list_moves_for_readers():
    sheet = factories.table_of(3, rounds=1)
    reader = Client()
    page = reader.get(url(sheet)).content.decode()
    seen = hidden_seen(page)

    def look():
        return reader.get(url(sheet, "sheet_state"), headers={"HX-Request": "true"})

    assert hidden_seen(look().content.decode()) == seen
    for deed in (
        lambda: factories.play_all(sheet),
        lambda: factories.sign_all(sheet),
    ):
        deed()
        news = look()
        assert news.status_code == 200
        assert "<html" not in news.content.decode()
        assert hidden_seen(news.content.decode()) != seen
        seen = hidden_seen(news.content.decode())
        assert hidden_seen(look().content.decode()) == seen
    factories.accept(sheet)
    assert "data-poll" not in look().content.decode(), "a final list moves no more"


def hidden_seen(html: str) -> str:
    found = re.search(r'id="stand"[^>]*data-seen="([^"]+)"', html)
    assert found
    return found[1]


def test_the_keeping_of_the_list_goes_to_the_neighbour():
    sheet = factories.table_of(4)
    keeper = phone(sheet)
    assert "führt die Liste" in keeper.get(url(sheet)).content.decode()
    nobody = keeper.post(url(sheet, "hand_over"), {})
    assert nobody.status_code == 422
    assert "Bitte antippen, wer die Liste weiterführt." in nobody.content.decode()
    assert keeper.post(url(sheet, "hand_over"), {"seat": "3"}).status_code == 302
    assert now_of(sheet).sheet.scorer.number == 3


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 5, 6])
def test_the_basic_family_asks_for_nothing_but_the_winner_and_augen(size):
    sheet = factories.table_of(size, rules="basic", rounds=7)
    keeper = phone(sheet)
    form = keeper.get(url(sheet, "game", 1)).content.decode()
    assert "opened_" not in form
    assert 'name="finish"' not in form
    assert "Stapel leer" not in form
    losers = {f"s{seat}": ("", "11") for seat in range(2, size + 1)}
    assert enter(keeper, sheet, 1, winner=1, **losers).status_code == 302
    assert now_of(sheet).tally.totals[1].plus_points == 11 * (size - 1)
    page = keeper.get(url(sheet)).content.decode()
    assert "✕" not in page
    assert "Spiel 2 eintragen" in page
    assert re.search(r"Runde 2\s+von 7", page)
    assert "letztes Spiel der Runde" not in page, "a Runde is one deal"


@pytest.mark.slow
def test_an_evening_to_a_target_ends_when_it_is_reached():
    sheet = factories.table_of(3, rules="basic", target=60)
    keeper = phone(sheet)
    assert enter(keeper, sheet, 1, winner=1, s2=("", "20"), s3=("", "15")).status_code == 302
    page = keeper.get(url(sheet)).content.decode()
    assert "Gespielt wird bis 60 Punkte" in page
    assert "es fehlen 25" in page
    assert enter(keeper, sheet, 2, winner=1, s2=("", "20"), s3=("", "15")).status_code == 302
    page = keeper.get(url(sheet)).content.decode()
    assert "Alle Spiele sind eingetragen." in page
    assert "hat es mit 70 Punkten erreicht" in page
    assert enter(keeper, sheet, 3, winner=1, s2=("", "20"), s3=("", "15")).status_code == 422


def test_the_federation_may_finish_without_a_discard():
    sheet = factories.table_of(4, rules="federation")
    keeper = phone(sheet)
    assert "Superrommé" in keeper.get(url(sheet, "game", 1)).content.decode()
    answer = enter(keeper, sheet, 1, winner=2, finish="S", s3=("ja", "25"), s4=("nein", "88"))
    assert answer.status_code == 302


@pytest.mark.slow
def test_a_page_costs_the_same_queries_whatever_was_played(django_assert_max_num_queries):
    sheet = factories.table_of(4)
    keeper = phone(sheet)
    keeper.get(url(sheet))  # the device is given its number
    factories.play_all(sheet)
    with django_assert_max_num_queries(14):
        keeper.get(url(sheet))
    with django_assert_max_num_queries(3):
        assert (
            keeper.get(reverse("list_revisions", args=[sheet.table.series.tournament.slug, 1])).status_code
            == 200
        )


def test_submission_signs_are_unique_per_page():
    sheet = factories.table_of(4)
    keeper = phone(sheet)
    signs = {hidden(keeper.get(url(sheet, "game", 1)).content.decode(), "submission") for _ in range(3)}
    assert len({UUID(sign) for sign in signs}) == 3
