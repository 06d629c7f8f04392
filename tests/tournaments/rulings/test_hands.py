"""Hands judged on a page, remarks at a game, Augen from cards, recorded games: the words, the refusals, the roles, junk."""

import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import guards
from scoring.engine.record import write_record
from scoring.engine.record_reader import read_record
from scoring.forms.games import pack, unpack
from scoring.models import RuleSet
from scoring.rules.loader import built_in
from scoring.selectors import rules_of
from scoring.views.games import kept_games, rules_for
from tests import factories
from tests.factories import rule_row
from tests.tournaments.lists.test_garbage import junk
from tests.tournaments.lists.test_pages import now_of, phone, signed_in, url
from tournaments.models import JournalEntry, Ruling

pytestmark = pytest.mark.django_db

HEAP_14 = "♣2 ♠2 ♥2 ♣3 ♠3 ♥3 ♣4 ♠4 ♥4 ♦9 ♦10 ♦B ♦D ♣K"


def words(response) -> str:
    """The text of a page without its tags, blanks as one."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def ask(question: str, cards: str, *, rules: str = "club_2018", status: int = 200, **more: str | int) -> str:
    factories.rule_row(rules)
    response = Client().get(reverse("hand"), {"regeln": rules, "frage": question, "karten": cards, **more})
    assert response.status_code == status
    return words(response)


# Blatt prüfen -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "cards", "more", "said"),
    [
        ("auslage", "♥D ♥K ♥A | ♣7 ★ ♥7", {}, ["Zulässig: 52 Augen.", "Regel 6", "Joker = ♠7 / ♦7"]),
        ("auslage", "♥D ♥K ♥A ♣7 ★ ♥7", {}, ["Zulässig: 52 Augen."]),  # nobody parted them
        ("auslage", "7h 8h 9h", {}, ["Nicht zulässig: Zum Eröffnen braucht es 40 Augen, hier sind es 24."]),
        ("auslage", "7h 8h 9h", {"eroeffnet": "on"}, ["Zulässig: 24 Augen."]),
        ("auslage", "♥7 ♥8 ♥10", {}, ["In der Folge fehlt: ♥9.", "Regel 8"]),
        ("auslage", "♥7 ★ ★", {}, ["Zu viele Joker: 2 neben 1 anderen Karten.", "Regel 8"]),
        ("auslage", "♥B ♥D ♥K ♠2", {}, ["Nicht alles lässt sich auslegen: ♠2 bleibt übrig.", "30 Augen"]),
        ("auslage", "♥7 ♥7 ♥7", {}, ["kommt 3-mal vor, im Spiel gibt es sie nur 2-mal."]),
        ("hand", HEAP_14, {}, ["Zulässig: Hand-Rommé.", "Alle Karten bis auf ♣K lassen sich auslegen", "Regel 10"]),
        ("hand", HEAP_14.replace("♦10", "♥10"), {}, ["Nicht zulässig", "Hier bleiben mindestens"]),
        ("hand", "♥7 ♥8 ♥9 ♣2", {}, ["4 Karten statt 14", "Die Zahl der Karten stimmt nicht"]),
        ("beste", "♥D ♥K ♥A ♣7 ★ ♥7 ♣2", {}, ["Das Blatt geht auf einmal aus.", "ablegen"]),
        ("beste", "♥2 ♥3 ♥4 ♣9 ♠K", {}, ["Es reicht nicht zum Eröffnen: höchstens 9 Augen.", "Regel 6"]),
        ("auslage", "♥D ♥K ♥A ♣7 ★ ♥7 | ♠2 ♠3 ♠5", {}, ["Nicht zulässig", "Möglich wäre", "bleibt übrig"]),
        ("beste", "♥D ♥K ♥A ♣7 ♠7 ♥7 ♣2 ♠9", {}, ["Es reicht zum Eröffnen: 52 Augen."]),
        ("beste", "★ ★", {}, ["Mit diesem Blatt ist kein Zug möglich.", "Joker wird nur als allerletzte Karte abgelegt"]),
        ("augen", "★ ♥A ♣K ♦7", {}, ["4 Karten: 48 Augen.", "Regel 11"]),
        ("anlegen", "♥7 ♥8 ★", {"tisch": "♥9 ♥10 ♥B", "eroeffnet": "on"}, ["Damit ist das Spiel zu Ende (Rommé)."]),
        ("anlegen", "♥8 ♠2 ♠5", {"tisch": "♥9 ★ ♥B", "eroeffnet": "on"}, ["Beenden geht nicht", "♥8 passt an Auslage 1."]),
        ("anlegen", "♥10 ♠2 ♠5", {"tisch": "♥9 ★ ♥B", "eroeffnet": "on"}, ["♥10 lässt sich in Auslage 1 gegen den Joker tauschen."]),
        ("anlegen", "♥8 ♠2", {"tisch": "♥9 ♥B ♥K", "eroeffnet": "on"}, ["Diese Auslagen sind so nicht erlaubt.", "In der Folge"]),
        ("anlegen", "♠2", {"tisch": "♥9 ♥10 ♥B", "eroeffnet": "on", "offen": "♥8"}, ["Mit nur einer Karte auf der Hand"]),
    ],
)  # fmt: skip
def test_what_is_said_of_cards(question, cards, more, said):
    page = ask(question, cards, **more)
    for sentence in said:
        assert sentence in page
    assert "bewiesen" not in page


K_A_2 = "★ ♠A ♠2 | ★ ♠A ♠2"
OPENED = {"eroeffnet": "on"}


@pytest.mark.parametrize(
    ("cards", "more", "rule", "gloss", "rules"),
    [
        ("♣4 ♠9", {"tisch": "♥7 ♥8 ♥9", "offen": "♥B"}, "Regel 4", "Die offene Karte", "club_2018"),
        ("♠3 ♠8 ♠8", {"tisch": K_A_2, "offen": "★"}, "Regel 4", "Die offene Karte", "club_2018"),
        ("♠2", {"tisch": "♥9 ♥10 ♥B", "offen": "♥8"}, "Regel 10", "Mit einer Karte in der Hand", "club_2018"),
        ("♥10", {"tisch": "♥7 ♥8 ♥9", "offen": "♥B"}, "§5.11", "Mit einer Karte in der Hand", "federation"),
        ("★ ★", {"tisch": "♣7 ♠7 ♥7 ♦7"}, "Regel 8", "Joker ablegen", "club_2018"),
        ("♥10 ♥B ♣2", {"tisch": "♥7 ♥8 ♥9", "eroeffnet": ""}, "Regel 6", "Eröffnen", "club_2018"),
        ("♥8 ♠2 ♠5", {"tisch": "♥9 ★ ♥B"}, "Regel 10", "Spiel beenden", "club_2018"),
    ],
)  # fmt: skip
def test_the_rule_that_decides_is_explained_and_no_other(cards, more, rule, gloss, rules):
    page = ask("anlegen", cards, rules=rules, **(OPENED | more))
    said = page.partition("Antwort")[2].partition("passt an")[0] if "Antwort" in page else page
    assert re.search(rf"{rule} [^§]*? {gloss}: ", said), said


@pytest.mark.parametrize(
    ("cards", "more", "said"),
    [
        ("♠K ♣2 ♥5", {"tisch": "♣K ★ ♥K"}, ["♠K gegen den Joker in Auslage 1: Erst muss der Satz voll sein", "hier liegen 3", "Regel 9", "Joker aus einem Satz: "]),
        ("♣2 ♥5", {"tisch": "♣K ★ ♥K", "offen": "♦K"}, ["♦K gegen den Joker in Auslage 1"]),
        ("♠K ♣2 ♥5", {"tisch": "♣K ★ ♥K", "regeln": "federation"}, ["§5.8", "Joker aus einem Satz: "]),
        ("♥10 ♥B ♣2", {"tisch": "♥7 ♥8 ♥9", "eroeffnet": ""}, ["Anlegen darf nur, wer schon eröffnet hat.", "Regel 9"]),
        ("♥10 ♣K ♣2", {"tisch": "♥7 ♥8 ♥9", "offen": "♥B"}, ["An Auslage 1 passt ♥B erst hinter einer eigenen Karte.", "Mauscheln: "]),
    ],
)  # fmt: skip
def test_a_refusal_names_what_was_refused(cards, more, said):
    more = OPENED | more
    page = ask("anlegen", cards, rules=more.pop("regeln", "club_2018"), **more)
    for sentence in said:
        assert sentence in page


@pytest.mark.parametrize(("table", "hand"), [("♣K ★ ♥K ♦K", "♠K ♣2 ♥5"), ("♥9 ★ ♥B", "♥10 ♠2 ♠5")])
def test_a_swap_that_is_allowed_is_not_called_refused(table, hand):
    assert "muss der Satz voll sein" not in ask("anlegen", hand, tisch=table, **OPENED)


@pytest.mark.parametrize(
    ("rules", "cards", "said"),
    [
        ("club_2018", HEAP_14.rpartition(" ")[0], "13 Karten statt 14: bitte noch einmal zählen. Es fehlt die abgelegte Karte (Blatt + Ablage = 14)."),
        ("federation", HEAP_14.rpartition(" ")[0], "Es fehlt die abgelegte Karte (Blatt + Ablage = 14)."),
        ("basic", "♥2 ♥3 ♥4 ♠2 ♠3 ♠4", "Es fehlt die gezogene Karte (Blatt + gezogene Karte = 7)."),
    ],
)  # fmt: skip
def test_a_hand_that_lacks_its_discard_is_told_so(rules, cards, said):
    page = ask("hand", cards, rules=rules)
    assert said in page
    assert "Noch nicht entschieden: Die Zahl der Karten stimmt nicht." in page


def test_a_hand_that_lacks_more_is_not_told_that_the_discard_is_missing():
    assert "Es fehlt die" not in ask("hand", "♥7 ♥8 ♥9 ♣2")


def test_an_own_meld_takes_the_swapped_joker_and_the_page_says_so():
    page = ask("anlegen", "♣10 ♣D ♠D ♥D ♣4 ♣5 ♣6 ♠2", tisch="♦10 ♠10 ★ ♥10")
    assert "Damit ist das Spiel zu Ende (Hand-Rommé mit Anlegen)." in page
    assert "Auslage 1: ♣10 gegen den Joker tauschen" in page
    assert re.search(r"An (♣D ♠D ♥D|♣4 ♣5 ♣6) dann: ★ anlegen", page)


def test_a_remark_about_a_hand_at_a_table_names_the_open_card(sheet):
    asked = "?frage=anlegen&karten=♣4+♠9&tisch=♥7+♥8+♥9&offen=♥B&eroeffnet=on"
    assert signed_in("schiri").post(url(sheet, "hand_of_game", 1) + asked).status_code == 302
    assert Ruling.objects.get().reason.startswith("♣4 ♠9, offen ♥B, am Tisch ♥7 ♥8 ♥9 – ♥B lässt sich nicht")


def test_right_melds_stay_where_only_the_others_are_wrong():
    page = ask("auslage", "♥D ♥K ♥A | ♣7 ★ ♥7 | ♠2 ♠3 ♠5")
    assert "Nicht zulässig" in page
    assert "31 Augen" in page.partition("Das darf liegen bleiben")[2].partition("Möglich wäre")[0]


def test_the_other_families_say_their_own_paragraphs():
    assert "§5.2" in ask("auslage", "7h 8h 9h", rules="federation")
    assert "Superrommé" in ask("hand", HEAP_14.replace("♣K", "♦K"), rules="federation")
    page = ask("beste", "♥7 ♥8 ♥9 ♣2 ♠4", rules="basic")
    assert "Höchstens 24 Augen sind auszulegen." in page
    assert "Joker" not in page.partition("Was soll geprüft werden?")[2].partition("Karten")[0]
    assert "Nach diesen Regeln wird ohne Joker gespielt." in ask("augen", "★ ♥7", rules="basic")


@pytest.mark.parametrize(
    ("question", "cards", "more", "said"),
    [
        ("auslage", "Herz 1", {}, "Stelle 1: „Herz 1“ ist keine Karte. Gemeint ist vielleicht ♥10 / ♥A?"),
        ("augen", "♥7 7", {}, "Stelle 4: Bei „7“ fehlt die Farbe"),
        ("auslage", "", {}, "Bitte die Karten antippen oder schreiben."),
        ("beste", "♥2 " * 21, {}, "21 Karten hat niemand auf der Hand."),
        ("beste", "♥2 " * 300, {}, "So viele Karten gibt es nicht: Bitte kürzer schreiben."),
        ("beste", "♥2 ♥2 ♥2", {}, "♥2 kommt 3-mal vor"),
        ("anlegen", "♥2", {"tisch": "Herz 1"}, "Auslagen am Tisch: Stelle 1: „Herz 1“ ist keine Karte."),
        ("anlegen", "♥2", {"offen": "♥2 ♥3"}, "Offen liegt genau eine Karte: Bitte nur diese angeben."),
        ("gibtsnicht", "♥2", {}, "Bitte eine der Fragen antippen."),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(question, cards, more, said):
    page = ask(question, cards, status=422, **more)
    assert said in page
    assert cards.strip() in page


def test_ticked_cards_count_with_the_typed_ones_and_stay_ticked():
    factories.rule_row()
    query = {"regeln": "club_2018", "frage": "augen", "karten": "♣K", "k": ["HA", "HA", "Jo", "nix"]}
    page = Client().get(reverse("hand"), query)
    assert "4 Karten: 52 Augen." in words(page)
    assert len(re.findall(r" checked\s+aria-label", page.content.decode())) == 3


def test_a_script_gets_only_the_answer():
    factories.rule_row()
    query = {"regeln": "club_2018", "frage": "augen", "karten": "♣K"}
    page = Client().get(reverse("hand"), query, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in page
    assert 'id="urteil"' in page


def test_the_page_opens_without_any_rule_set():
    assert Client().get(reverse("hand")).status_code == 200
    assert Client().get(reverse("hand"), {"frage": "beste", "karten": "♥7"}).status_code == 422


# The remark ---------------------------------------------------------------------------------------------------


@pytest.fixture
def sheet():
    made = factories.table_of(4)
    factories.play(made, 1)
    factories.referee(made.table.series.tournament)
    return made


ASKED = "?frage=auslage&karten=7h+8h+9h&wer=Platz+3"


@pytest.mark.slow
def test_a_verdict_is_kept_with_its_game_once(sheet):
    client = signed_in("schiri")
    page = client.get(url(sheet, "hand_of_game", 1) + ASKED)
    assert "Als Vermerk zu Spiel 1" in words(page)
    version = now_of(sheet).sheet.version
    for _twice in range(2):
        done = client.post(url(sheet, "hand_of_game", 1) + ASKED)
        assert (done.status_code, done["Location"]) == (302, url(sheet))
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.paragraph, ruling.game.number) == ("remark", "Regel 6", 1)
    assert ruling.reason.startswith("Platz 3: ♥7 ♥8 ♥9 – Nicht zulässig: Zum Eröffnen braucht es 40 Augen")
    assert JournalEntry.objects.filter(deed="remark_written").count() == 1
    journal = words(client.get(reverse("journal", args=[sheet.table.series.tournament.slug])))
    assert "Vermerk eingetragen" in journal
    assert "Entscheid 1, Spiel 1" in journal
    assert now_of(sheet).sheet.version == version, "a remark changes nothing that was signed"
    assert "Platz 3: ♥7 ♥8 ♥9" in words(Client().get(url(sheet)))


def test_the_game_that_is_being_played_can_be_remarked_too(sheet):
    client = signed_in("schiri")
    assert client.post(url(sheet, "hand_of_game", 2) + ASKED).status_code == 302
    ruling = Ruling.objects.get()
    assert ruling.game is None
    assert ruling.reason.startswith("Spiel 2: Platz 3: ♥7")
    assert client.get(url(sheet, "hand_of_game", 3) + ASKED).status_code == 404


def test_a_remark_says_no_more_than_the_page(sheet):
    asked = "?frage=hand&karten=7h+8h+9h+2c"
    assert signed_in("schiri").post(url(sheet, "hand_of_game", 1) + asked).status_code == 302
    assert Ruling.objects.get().reason == (
        "♥7 ♥8 ♥9 ♣2 – Noch nicht entschieden: Die Zahl der Karten stimmt nicht."
    )


def test_a_remark_is_taken_back_with_a_reason_and_stays_to_be_read(sheet):
    client = signed_in("schiri")
    client.post(url(sheet, "hand_of_game", 1) + ASKED)
    slug = sheet.table.series.tournament.slug
    back = reverse("withdraw_remark", args=[slug, Ruling.objects.get().number])
    assert "Platz 3: ♥7" in words(client.get(back))
    silent = client.post(back, {"reason": " "})
    assert silent.status_code == 422
    assert "Bitte in einem Satz sagen, warum." in words(silent)
    done = client.post(back, {"reason": "Anderes Spiel"})
    assert (done.status_code, done["Location"]) == (302, reverse("rulings", args=[slug]))
    page = words(client.get(done["Location"]))
    assert "Anderes Spiel" in page
    assert "Platz 3: ♥7" in page


def test_a_script_gets_only_the_verdict(sheet):
    client = signed_in("schiri")
    part = client.get(url(sheet, "hand_of_game", 1) + ASKED, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "Als Vermerk zu Spiel 1" in part


def test_nothing_is_kept_of_what_cannot_be_read(sheet):
    client = signed_in("schiri")
    assert client.post(url(sheet, "hand_of_game", 1)).status_code == 422
    assert client.post(url(sheet, "hand_of_game", 1) + "?frage=auslage&karten=Herz+1").status_code == 422
    assert not Ruling.objects.exists()


def test_a_long_hand_is_kept_within_what_the_list_prints(sheet):
    table = "%7C".join(
        ["2h+3h+4h+5h+6h+7h+8h+9h", "2s+3s+4s+5s+6s+7s+8s+9s+10s", "2c+3c+4c+5c+6c+7c+8c+9c+10c"] * 2
    )
    asked = f"?frage=anlegen&eroeffnet=on&karten=Kr+K+P+K+H+K&tisch={table}%7C2d+3d+4d+5d+6d+7d+8d+9d&wer={'x' * 60}"
    assert signed_in("schiri").post(url(sheet, "hand_of_game", 1) + asked).status_code == 302
    assert len(Ruling.objects.get().reason) == 300


def test_only_referees_keep_remarks(sheet):
    for client in (Client(), phone(sheet)):
        assert client.get(url(sheet, "hand_of_game", 1)).status_code == 403
        assert client.post(url(sheet, "hand_of_game", 1) + ASKED).status_code == 403
    assert not Ruling.objects.exists()
    assert url(sheet, "hand_of_game", 2) not in Client().get(url(sheet)).content.decode()
    assert url(sheet, "hand_of_game", 2) in signed_in("schiri").get(url(sheet)).content.decode()


# Augen from cards ---------------------------------------------------------------------------------------------

TYPED = {"winner": "3", "finish": "H", "opened_2": "ja", "opened_4": "nein", "augen_4": "77", "from": "game"}
THIRTEEN = "♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8 ♣9 ♣10 ♠2 ♠3 ♠4 ♠5"


def counted(client: Client, sheet, deed: str, **cards: str):
    return client.post(url(sheet, "count_hands", 5), TYPED | cards | {"deed": deed})


@pytest.fixture
def table():
    made = factories.table_of(4)
    for number in range(1, 5):
        factories.play(made, number)
    return made


def test_augen_go_back_into_the_entry_and_nothing_typed_is_lost(table):
    keeper = phone(table)
    assert "Augen aus Karten" in words(keeper.get(url(table, "game", 5)))
    page = keeper.post(url(table, "count_hands", 5), TYPED)
    assert page.status_code == 200
    assert 'name="augen_4" value="77"' in page.content.decode()
    assert "blatt_3" not in page.content.decode(), "the winner holds nothing"
    page = counted(keeper, table, "count", blatt_2="★ ♥K")
    assert "30 Augen" in words(page)
    done = counted(keeper, table, "take", blatt_2="★ ♥K")
    assert done.status_code == 302
    target = urlsplit(done["Location"])
    assert target.path == url(table, "game", 5)
    sent = parse_qs(target.query)
    assert (sent["augen_2"], sent["augen_4"], sent["finish"]) == (["30"], ["77"], ["H"])
    form = keeper.get(done["Location"]).content.decode()
    assert 'name="augen_2" value="30"' in form
    assert 'name="augen_4" value="77"' in form


def test_a_correction_keeps_its_reason_while_cards_are_counted(table):
    factories.referee(table.table.series.tournament)
    client = signed_in("schiri")
    sent = {"winner": "2", "reason": "Verzählt.", "from": "correct", "deed": "take", "blatt_3": "♥K"}
    done = client.post(url(table, "count_hands", 1), sent)
    assert urlsplit(done["Location"]).path == url(table, "correct", 1)
    form = client.get(done["Location"]).content.decode()
    assert "Verzählt." in form
    assert 'name="augen_3" value="10"' in form


def test_cards_that_cannot_be_are_told_and_taken_only_on_purpose(table):
    keeper = phone(table)
    hands = {"blatt_2": "★ ★ ★ ★", "blatt_4": f"{THIRTEEN} ★ ★ ★"}
    page = counted(keeper, table, "take", **hands)
    assert page.status_code == 200
    assert "7 Joker sind angegeben, im Spiel gibt es nur 6." in words(page)
    assert "16 Karten statt 13" in words(page)
    assert counted(keeper, table, "anyway", **hands).status_code == 302


def test_who_has_not_opened_holds_thirteen_cards(table):
    keeper = phone(table)
    assert "12 Karten statt 13" in words(counted(keeper, table, "count", blatt_4=THIRTEEN[:-3]))
    assert "statt 13" not in words(counted(keeper, table, "count", blatt_4=THIRTEEN))
    assert "statt 13" not in words(counted(keeper, table, "count", blatt_2=THIRTEEN[:-3])), "he has opened"


@pytest.mark.slow
def test_misspelt_cards_of_a_hand(table):
    page = counted(phone(table), table, "take", blatt_2="Herz 1", blatt_4="♥7")
    assert page.status_code == 422
    assert "„Herz 1“ ist keine Karte" in words(page)
    assert "♥7" in page.content.decode()


def test_only_the_table_counts(table):
    assert Client().post(url(table, "count_hands", 5), TYPED).status_code == 403
    assert phone(table).get(url(table, "count_hands", 6)).status_code == 404


# A recorded game ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_kept_game_is_legal_on_its_page():
    games = kept_games()
    assert len(games) >= 3
    for name, record in games.items():
        page = words(Client().get(reverse("game_record"), {"spiel": name, "zug": len(record.turns)}))
        assert f"Alle {len(record.turns)} Züge sind zulässig." in page
        assert "Ergebnis" in page


def test_a_pasted_game_gets_an_address_that_can_be_shared():
    record = kept_games()["club_2018-1"]
    done = Client().post(reverse("game_record"), {"mitschrift": write_record(record)})
    assert done.status_code == 302
    assert len(done["Location"]) < 2000
    page = words(Client().get(done["Location"] + "&zug=1"))
    assert "Zug 1 von" in page


def test_a_forbidden_turn_is_named_with_its_paragraph():
    text = write_record(kept_games()["club_2018-1"])
    head, _gap, turns = text.partition("\n1. ")
    first = turns.splitlines()[0]
    wrong = text.replace(first, first.split(";")[0] + "; an 1 ♥7; ab ♦A", 1)
    assert wrong != text
    assert head
    done = Client().post(reverse("game_record"), {"mitschrift": wrong})
    page = words(Client().get(done["Location"] + "&zug=1"))
    assert "Nicht zulässig:" in page
    assert "Regel 9" in page
    assert "Gezeigt wird der letzte zulässige Stand." in page


TWO_GAMES = "\n\n".join(write_record(record) for record in list(kept_games().values())[:2])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Bitte eine Mitschrift einfügen oder eine Partie wählen."),
        ("Hallo", "„Hallo“ ist nicht zu verstehen."),
        ("Rommé 1\nRegeln: club_2018", "In diesem Spiel fehlt die Zeile"),
        (TWO_GAMES, "Bitte nur eine Partie einfügen: Hier stehen mehrere."),
    ],
)
def test_a_text_that_is_no_game(text, said):
    page = Client().post(reverse("game_record"), {"mitschrift": text})
    assert page.status_code == 422
    assert said in words(page)
    assert text in page.content.decode()


def test_a_game_by_unknown_rules_and_a_game_that_is_not_kept():
    text = write_record(kept_games()["club_2018-1"]).replace("club_2018", "hausregeln")
    done = Client().post(reverse("game_record"), {"mitschrift": text})
    page = Client().get(done["Location"])
    assert page.status_code == 422
    assert "Das Regelwerk „hausregeln“ ist hier nicht bekannt." in words(page)
    assert Client().get(reverse("game_record"), {"spiel": "../../etc"}).status_code == 404


def test_a_game_names_the_rules_that_it_is_judged_by():
    """By their fingerprint, else the newest of this name; a built-in set also where none was published yet."""
    record = kept_games()["club_2018-1"]
    row = rule_row("club_2018")
    unknown = "Die Mitschrift nennt Regeln, die hier niemand kennt."
    assert rules_for(replace(record, fingerprint=row.fingerprint[:12])) == (rules_of(row), "")
    assert rules_for(replace(record, fingerprint="")) == (rules_of(row), "")
    rules, said = rules_for(replace(record, fingerprint="0" * 12))
    assert rules == rules_of(row)
    assert said.startswith(unknown)
    with guards.lifted(connection):
        RuleSet.objects.all()._raw_delete("default")
    assert rules_for(replace(record, fingerprint="")) == (built_in("club_2018"), "")


def test_the_word_in_the_address_is_the_game():
    for record in kept_games().values():
        assert read_record(unpack(pack(record))) == record


# Junk ---------------------------------------------------------------------------------------------------------

signs = st.sampled_from([*"♣♠♥♦★|,A23456789BDK", "10", " ", "H7", "Jo", "7h", "Herz", "Kr", "As"])
cards = st.lists(signs, max_size=30).map(" ".join) | junk
questions = st.sampled_from(["auslage", "hand", "beste", "augen", "anlegen"]) | junk


@settings(max_examples=10)
@given(
    query=st.fixed_dictionaries(
        {"frage": questions, "karten": cards},
        optional={
            "regeln": st.sampled_from(["basic", "club_2018", "federation"]) | junk,
            "tisch": cards,
            "offen": cards,
            "eroeffnet": junk,
            "wer": junk,
            "k": st.lists(st.sampled_from(["HA", "Jo", "Kr10", "x"]), max_size=9),
        },
    )
)
def test_whatever_is_asked_about_cards_gets_an_answer(query):
    factories.rule_row()
    assert Client().get(reverse("hand"), query).status_code in {200, 422}


@pytest.mark.slow
@settings(max_examples=8)
@given(
    spiel=junk,
    partie=junk,
    zug=junk,
    mitschrift=st.text(max_size=200) | st.just("Rommé 1\nRegeln: club_2018\nPlätze: 4\nGeber: 1\nBlatt 2: ♥7\nOffen: ♣2\n1. 2: zieht ♥7"),
)  # fmt: skip
def test_whatever_is_called_a_game_gets_an_answer(spiel, partie, zug, mitschrift):
    here = reverse("game_record")
    client = Client()
    assert client.get(here, {"spiel": spiel, "zug": zug}).status_code in {200, 404, 422}
    assert client.get(here, {"partie": partie, "zug": zug}).status_code in {200, 422}
    sent = client.post(here, {"mitschrift": mitschrift})
    assert sent.status_code in {302, 422}
    if sent.status_code == 302:
        assert client.get(f"{sent['Location']}&zug=1").status_code in {200, 422}


@pytest.mark.slow
def test_whatever_is_counted_gets_an_answer():
    made = factories.table_of(4)
    keeper = phone(made)

    @settings(max_examples=8)
    @given(
        data=st.fixed_dictionaries(
            {},
            optional={
                "deed": st.sampled_from(["count", "take", "anyway"]) | junk,
                "winner": st.sampled_from("01234") | junk,
                "from": junk,
                "blatt_2": cards,
                "blatt_3": cards,
                "augen_4": junk,
                "k_2": st.lists(st.sampled_from(["HA", "Jo", "x"]), max_size=9),
            },
        )
    )
    def story(data):
        assert keeper.post(url(made, "count_hands", 1), data).status_code in {200, 302, 422}
        assert keeper.get(url(made, "game", 1), data).status_code == 200

    story()


# Queries ------------------------------------------------------------------------------------------------------


def test_questions_cost_few_queries(sheet, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        Client().get(reverse("hand"), {"regeln": "club_2018", "frage": "beste", "karten": "♥7 ♥8 ♥9"})
    client = signed_in("schiri")
    with django_assert_max_num_queries(22):
        client.get(url(sheet, "hand_of_game", 1) + ASKED)
