"""The pages about rules: readable by everybody, in four languages, without one key name."""

import hashlib
import re

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from scoring.rules import BUILT_IN, built_in
from scoring.services import publish_built_in, publish_variant
from scoring.speech import cited
from scoring.wording import LABELS, loose_examples, scale, sections, value_in_words
from scoring.wording.at_table import points_at_table
from scoring.wording.decided import decided_for
from tests.factories import NOON, rule_row, user

LANGUAGES = ("de", "lb", "en", "fr")
ALL = pytest.mark.parametrize("key", BUILT_IN)


def page(client, address, language="de"):
    answer = client.get(address, headers={"Accept-Language": language})
    return answer, answer.content.decode()


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def published(db):
    return {row.key: row for row in publish_built_in(now=NOON)}


def test_the_list_names_every_rule_set(client, published):
    answer, html = page(client, reverse("rules"))
    assert answer.status_code == 200
    for row in published.values():
        assert reverse("rule_set", args=[row.key, 1]) in html
        assert row.short_fingerprint in html


def test_an_empty_list_says_so(client, nothing_published):
    assert "Noch ist kein Regelwerk veröffentlicht" in page(client, reverse("rules"))[1]


@ALL
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_explains_every_value_with_its_paragraph_and_reading(client, published, key, language):
    answer, html = page(client, reverse("rule_set", args=[key, 1]), language)
    assert answer.status_code == 200
    said, rules = text_of(html), built_in(key)
    with translation.override(language):
        for section in sections(rules):
            for line in section.lines:
                if section.name != "points":
                    assert text_of(line.value) in said.replace("&#x27;", "'")
                assert cited(line.paragraph) in said
                assert text_of(line.reading).split(".")[0].replace("'", "&#x27;") in said
    assert published[key].fingerprint in said


@ALL
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_name_is_shown_to_anybody(client, published, key, language):
    said = text_of(page(client, reverse("rule_set", args=[key, 1]), language)[1])
    for place in LABELS:
        name = place.partition(".")[2]
        assert place not in said
        assert "_" not in name or name not in said


GERMAN = {"nicht", "und", "wird", "eine", "einen", "keine", "Karten", "Wer", "mit", "nur", "Punkte"}


@ALL
@pytest.mark.parametrize(("language", "shared"), [("lb", {"mit", "Punkte"}), ("en", set())])
def test_no_german_word_is_left_on_a_translated_page(client, published, key, language, shared):
    html = page(client, reverse("rule_set", args=[key, 1]), language)[1]
    main = text_of(html[html.index("<main") : html.index("</main>")])
    assert not set(re.findall(r"\w+", main)) & (GERMAN - shared)


def test_the_points_table_of_the_club_in_words():
    with translation.override("de"):
        rows = scale(built_in("club_2018"))
    assert [(row.sign, row.outcome, row.points, row.cross) for row in rows] == [
        ("H", "Hand-Rommé", "8", False),
        ("HA", "Hand-Rommé mit Anlegen oder Tauschen", "6", False),
        ("R", "Rommé", "5", False),
        ("", "eröffnet, bis 10 Augen", "3", False),
        ("", "eröffnet, 11 bis 30 Augen", "2", False),
        ("", "eröffnet, ab 31 Augen", "1", False),
        ("", "nicht eröffnet, bis 100 Augen", "0", False),
        ("", "nicht eröffnet, ab 101 Augen", "−1", True),
    ]
    assert rows[4].example == "Zum Beispiel 20 Augen in der Hand: 2 Punkte."


def test_rule_15_in_examples():
    with translation.override("de"):
        first = loose_examples(built_in("club_2018"))[0]
    assert (first.hand, first.before, first.first, first.again) == (
        "eröffnet, 6 Augen",
        "3 Punkte",
        "2 Punkte, 11 Augen",
        "1 Punkt, 11 Augen",
    )


def test_every_value_of_every_family_has_a_label_and_words():
    for key in BUILT_IN:
        rules = built_in(key)
        assert set(rules.sources) <= set(LABELS)
        for place in rules.sources:
            assert value_in_words(rules, place).strip()


def test_what_the_organiser_has_to_confirm_stands_on_top(client, published):
    html = page(client, reverse("rule_set", args=["federation", 1]))[1]
    assert "Superrommé: 10 Punkte. Dieser Wert steht in keinem Text." in html
    assert "Zu bestätigen" not in page(client, reverse("rule_set", args=["club_2018", 1]))[1]


def test_the_key_alone_leads_to_the_newest_version(client, published):
    answer = client.get(reverse("rule_set_newest", args=["club_2018"]))
    assert answer.url == reverse("rule_set", args=["club_2018", 1])


@pytest.mark.parametrize(
    "address",
    [
        "/regeln/skat/",
        "/regeln/skat/1/",
        "/regeln/club_2018/99/",
        f"/regeln/club_2018/{10**30}/",
        "/regeln/club_2018/0/wortlaut.json",
        "/regeln/skat/1/variante/",
    ],
)
def test_what_is_not_there_is_not_found(client, published, address):
    assert client.get(address).status_code == 404


def test_anybody_can_check_the_fingerprint(client, published):
    answer = client.get(reverse("rule_document", args=["club_2018", 1]))
    assert hashlib.sha256(answer.content).hexdigest() == published["club_2018"].fingerprint
    assert "attachment" in answer["Content-Disposition"]


def test_a_variant_shows_what_is_its_own_and_where_it_comes_from(client, published):
    row = publish_variant(
        published["club_2018"], {"points.hand": 10}, name="Hafen & Pokal", by=user(), now=NOON
    )
    html = page(client, reverse("rule_set", args=[row.key, 1]))[1]
    assert "Eigene Festlegung" in html
    assert reverse("rule_set", args=["club_2018", 1]) in html
    assert "Hafen &amp; Pokal" in html


@pytest.mark.django_db
def test_all_versions_are_linked(client):
    base = rule_row()
    for rounds in (3, 4):
        publish_variant(base, {"series.rounds": rounds}, name="Hafen", by=user(), now=NOON)
    html = page(client, reverse("rule_set", args=["hafen", 2]))[1]
    assert reverse("rule_set", args=["hafen", 1]) in html


@pytest.mark.parametrize("name", ["rules", "rule_set", "rule_document"])
def test_reading_pages_only_read(client, published, name):
    arguments = [] if name == "rules" else ["club_2018", 1]
    assert client.post(reverse(name, args=arguments)).status_code == 405


def test_a_page_asks_the_database_a_few_times(client, published, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        client.get(reverse("rule_set", args=["club_2018", 1]))


def test_the_administration_shows_rules_and_changes_nothing(admin_client, published):
    row = published["club_2018"]
    assert admin_client.get("/verwaltung/scoring/ruleset/").status_code == 200
    assert admin_client.get(f"/verwaltung/scoring/ruleset/{row.pk}/change/").status_code == 200
    assert (
        admin_client.post(f"/verwaltung/scoring/ruleset/{row.pk}/change/", {"name": "x"}).status_code == 403
    )
    assert (
        admin_client.post(f"/verwaltung/scoring/ruleset/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    )
    assert admin_client.get("/verwaltung/scoring/ruleset/add/").status_code == 403


@ALL
def test_every_reading_and_what_is_done_at_the_table_stands_on_the_page(client, published, key):
    """Also those readings that no value says: decisions 0040, 0051, 0052, 0054, 0056, 0170, 0171 and 0355."""
    said = re.sub(r"\s+", " ", page(client, reverse("rule_set", args=[key, published[key].version]), "de")[1])
    rules = built_in(key)
    for reading in rules.readings.values():
        assert re.sub(r"\s+", " ", escape(reading.de)) in said
    for one in decided_for(rules):
        assert escape(one.text) in said
    for _point, text, paragraph in points_at_table(rules):
        assert escape(text) in said
        assert escape(paragraph) in said
    names = {one.name for one in decided_for(rules)}
    assert ("round_closed" in names) == (key != "basic")
    assert ("open_card_by_place" in names) == (key == "club_2018")


def test_mauscheln_is_not_called_forbidden_where_the_open_card_enters_the_hand():
    said = {key: value_in_words(built_in(key), "turn.mauscheln") for key in BUILT_IN}
    assert "erlaubt, mit zwei oder mehr Karten" in said["club_2018"]
    assert "braucht keine Erlaubnis" in said["basic"]
    assert said["basic"] == said["federation"]
    assert "nicht erlaubt" not in said["basic"] + said["federation"]


def test_the_objection_window_is_told_as_it_is_counted():
    """The code counts from the acceptance of the list, so the page does not say "after posting"."""
    assert "nach der Annahme der Liste" in value_in_words(built_in("club_2018"), "series.objection_minutes")


def test_a_paragraph_is_cited_in_the_language_of_the_page_and_names_every_text_it_comes_from():
    by_name = {point.name: paragraph for point, _text, paragraph in points_at_table(built_in("club_2018"))}
    assert by_name["cut"] == "Regel 3, wie Verbandsordnung §4.2/4.4"  # the sheet knows no four cards
    assert by_name["count_aloud"] == "Regel 11, Regel 15, wie Verbandsordnung §6.2"
    with translation.override("en"):
        assert cited(by_name["cut"]) == "rule 3, as in the federation order §4.2/4.4"
        assert cited("Turnierbrauch") == "tournament custom"
        assert cited("Das Geben") == "Das Geben"
    assert cited(by_name["cut"]) == by_name["cut"]


def test_dealing_by_the_basic_rules_asks_for_no_confirmed_number():
    points = {point.name: text for point, text, _paragraph in points_at_table(built_in("basic"))}
    assert "deal_and_count" not in points
    assert "beginnt den Ablagestapel" in points["deal"]


@pytest.mark.parametrize(
    ("key", "paragraphs"),
    [
        ("basic", {"who_begins": "Spiel", "lies_without_jokers": "Anlegen"}),
        (
            "club_2018",
            {
                "who_begins": "Regel 3",
                "lies": "Regel 6, Regel 9",
                "dealing_order": "wie Verbandsordnung §4.1",
                "wrong_dealer": "wie Verbandsordnung §4.10",
                "wrong_dealer_now": "wie Verbandsordnung §4.11",
                "wrong_dealer_earlier": "wie Verbandsordnung §4.12",
            },
        ),
        (
            "federation",
            {
                "at_least_three": "§1.1",
                "who_begins": "wie Vereinsregel 3",
                "lies": "§5.3, §5.7",
                "dealing_order": "§4.1",
                "wrong_dealer": "§4.10",
                "wrong_dealer_now": "§4.11",
                "wrong_dealer_earlier": "§4.12",
            },
        ),
    ],
)
def test_a_page_says_who_begins_who_deals_what_lies_and_what_a_wrong_dealer_costs(key, paragraphs):
    said = {point.name: (text, paragraph) for point, text, paragraph in points_at_table(built_in(key))}
    names = {
        "at_least_three",
        "dealing_order",
        "lies",
        "lies_without_jokers",
        "who_begins",
        "wrong_dealer",
        "wrong_dealer_earlier",
        "wrong_dealer_now",
    }
    assert {name: paragraph for name, (_text, paragraph) in said.items() if name in names} == paragraphs
    assert "der linke Nachbar des Gebers" in said["who_begins"][0]


def test_a_series_says_how_many_games_it_has_where_a_runde_is_one_game():
    """The page of the basic rules once promised 48 games to four players who agreed on twelve Runden."""
    assert value_in_words(built_in("basic"), "series.rounds") == "12 Runden, jede ein Spiel"
    assert "zu 4: 20 Spiele" in value_in_words(built_in("club_2018"), "series.rounds")


def test_an_ace_beside_the_king_is_valued_only_where_it_may_lie_there():
    assert (
        value_in_words(built_in("basic"), "melds.ace_high_melded")
        == "1 Auge im Satz; neben dem König liegt es hier nie"
    )
    assert value_in_words(built_in("club_2018"), "melds.ace_high_melded") == "11 Augen"


def test_where_the_open_card_goes_after_a_failed_opening_is_told_as_it_is_played():
    """Of the club it goes back; in the federation it is in the hand, and any card but a joker is discarded."""
    said = {
        key: {one.name: one.text for one in decided_for(built_in(key))} for key in ("club_2018", "federation")
    }
    assert "geht zurück" in said["club_2018"]["failed_opening"]
    assert "bleibt auf der Hand" in said["federation"]["failed_opening_in_hand"]
    assert "failed_opening" not in said["federation"]
    assert "failed_opening_in_hand" not in said["club_2018"]


def test_whoever_has_not_opened_takes_the_open_card_for_nothing_else():
    said = value_in_words(built_in("club_2018"), "turn.open_card")
    assert "zum Eröffnen; wer eröffnet hat, auch" in said


def test_a_joker_goes_as_the_very_last_card_also_from_a_hand_of_jokers():
    for key in ("club_2018", "federation"):
        [kept] = [one.text for one in decided_for(built_in(key)) if one.name == "jokers_kept"]
        assert "außer als allerletzte Karte" in kept
