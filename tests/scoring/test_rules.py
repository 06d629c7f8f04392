"""The rule sets as data: complete, strictly read, and the same for ever."""

import json
import subprocess
import sys
from copy import deepcopy
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import (
    BUILT_IN,
    LATER_KEYS,
    OUR_READING,
    Family,
    Measure,
    RoundIs,
    RulesError,
    built_in,
    built_in_document,
    canonical,
    fingerprint,
    parse_toml,
    read_document,
)
from scoring.rules.schema import DESCRIBED, REQUIRED
from scoring.wording.labels import LABELS
from scoring.wording.values import WORDS
from tests.laws import FAMILIES

DOCS = Path(__file__).parents[2] / "docs" / "rules"
CLUB = built_in_document("club_2018")
KNOWN = {"basic": "f13c7c9ea8", "club_2018": "052300fdd0", "federation": "9183bbfee7"}
ALL = pytest.mark.parametrize("key", BUILT_IN)


def places(document):
    return [
        (section, key)
        for section, table in document.items()
        if isinstance(table, dict) and section not in ("name", "readings")
        for key in table
    ]


EVERY_PLACE = [(key, *place) for key in BUILT_IN for place in places(built_in_document(key))]
CLUB_PLACES = places(CLUB)


def changed(place, value, *, document=CLUB):
    """The club's document with one value changed."""
    copy = deepcopy(document)
    section, key = place.split(".")
    copy[section][key]["is"] = value
    return copy


def refused(document):
    with pytest.raises(RulesError) as refusal:
        read_document(document)
    return refusal.value


@ALL
def test_a_built_in_law_is_the_law_of_the_rule_table(key):
    assert replace(built_in(key).law, paragraphs={}) == replace(FAMILIES[key], paragraphs={})


@ALL
def test_every_value_stands_beside_its_paragraph(key):
    """In the document, or, of a value that came after it was published, as our reading."""
    rules, document = built_in(key), built_in_document(key)
    named = {f"{section}.{name}" for section, name in places(document)}
    later = {place for place in LATER_KEYS if place not in named and place.split(".")[0] in document}
    assert set(rules.sources) == named | later
    assert all(rules.sources[place].paragraph == OUR_READING for place in later)
    assert all(source.paragraph for source in rules.sources.values())
    assert all(rules.law.cite(field.name) for field in fields(rules.law) if field.name != "paragraphs")


@ALL
def test_readings_and_names_speak_three_languages(key):
    rules = built_in(key)
    for text in (rules.name, *rules.readings.values()):
        assert text.in_language("de") == text.de
        assert len({text.in_language(code) for code in ("de", "lb", "en-gb")}) == 3
        assert text.in_language("fr") == text.de


def test_the_families_have_what_belongs_to_them():
    assert built_in("basic").points is None
    assert built_in("basic").measures == (Measure.POINTS_HIGH, Measure.LOT)
    for key in ("club_2018", "federation"):
        assert built_in(key).family is Family.TOURNAMENT
        assert built_in(key).measures == (Measure.POINTS_HIGH, Measure.AUGEN_LOW, Measure.LOT)


def test_only_the_superromme_of_the_federation_waits_for_a_confirmation():
    assert {key: built_in(key).to_confirm for key in BUILT_IN} == {
        "basic": (),
        "club_2018": (),
        "federation": ("points.super",),
    }


@pytest.mark.parametrize(
    ("key", "section", "name"), [place for place in EVERY_PLACE if ".".join(place[1:]) not in LATER_KEYS]
)
def test_a_missing_key_stops_with_its_place(key, section, name):
    document = deepcopy(built_in_document(key))
    del document[section][name]
    document.get("readings", {}).get(section, {}).pop(name, None)
    error = refused(document)
    assert error.place == section
    assert str(error) == f"{section}: Der Schlüssel „{name}“ fehlt."


@pytest.mark.parametrize("key", BUILT_IN)
@pytest.mark.parametrize("section", ["cards", "table", "melds", "turn", "series", "ranking"])
def test_an_unknown_key_stops_with_its_place(key, section):
    document = deepcopy(built_in_document(key))
    document[section]["surprise"] = {"is": 1, "rule": "Regel 99"}
    assert str(refused(document)) == f"{section}: Der Schlüssel „surprise“ ist nicht bekannt."


@pytest.mark.parametrize("section", ["points", "loose_hands", "loss_money"])
def test_a_section_belongs_to_its_family(section):
    document = deepcopy(CLUB)
    del document[section]
    assert f"Der Schlüssel „{section}“ fehlt" in str(refused(document))
    basic = deepcopy(built_in_document("basic")) | {section: CLUB[section]}
    assert f"Der Schlüssel „{section}“ ist nicht bekannt" in str(refused(basic))


@pytest.mark.parametrize(("section", "name"), CLUB_PLACES)
def test_a_value_without_its_paragraph_stops(section, name):
    document = deepcopy(CLUB)
    del document[section][name]["rule"]
    assert str(refused(document)) == f"{section}.{name}: Der Schlüssel „rule“ fehlt."


@pytest.mark.parametrize(("section", "name"), CLUB_PLACES)
def test_a_value_of_the_wrong_kind_stops_with_its_place(section, name):
    for nonsense in ("?", None, 3.5, {"a": 1}, [None]):
        error = refused(changed(f"{section}.{name}", nonsense))
        assert error.place.startswith(f"{section}.{name}"), nonsense


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ([[3, 15, 1]], "Paare aus Spielerzahl"),
        ([[3]], "Paare aus Spielerzahl"),
        ([[3, 15], [3, 13]], "genau einmal"),
    ],
)
def test_hand_sizes_are_pairs_of_which_each_begins_otherwise(sizes, sentence):
    error = refused(changed("table.hand_cards", sizes))
    assert (error.place, sentence in str(error)) == ("table.hand_cards", True)


@pytest.mark.parametrize("key", ["surprise", "points"])
def test_a_reading_of_nothing_stops(key):
    document = deepcopy(CLUB)
    document["readings"].setdefault("cards", {})[key] = {"de": "Warum?"}
    assert refused(document).place == "readings.cards"


@pytest.mark.parametrize("document", [None, [], 7, {}, {"family": "skat"}, {"family": "basic"}])
def test_what_is_no_rule_set_stops(document):
    assert isinstance(refused(document), RulesError)


@pytest.mark.parametrize("key", ["", "Großer Name", "a", "1a", "a" * 41, "x/y", 7])
def test_a_key_fits_into_an_address(key):
    assert refused(dict(CLUB) | {"key": key}).place == "key"


THREE_TWO_ONE = [
    {"from": 0, "to": 10, "points": 3},
    {"from": 11, "to": 30, "points": 2},
    {"from": 31, "points": 1},
]


def brackets(*rows):
    return [dict(zip(("from", "to", "points"), row, strict=True)) for row in rows]


@pytest.mark.parametrize(
    ("rows", "place", "sentence"),
    [
        ([], "points.opened[0]", "beginnt bei 0"),
        (brackets((1, 10, 3)), "points.opened[0]", "beginnt bei 0"),
        (
            brackets((0, 10, 3), (10, 30, 2)),
            "points.opened[1]",
            "Überschneidung: Die Stufe davor geht bis 10",
        ),
        (brackets((0, 10, 3), (12, 30, 2)), "points.opened[1]", "muss bei 11 beginnen, nicht bei 12"),
        (brackets((0, 10, 3), (11, 5, 2), (6, 9, 1)), "points.opened[1]", "endet vor ihrem Anfang"),
        (brackets((0, 10, 3), (11, 30, 3)), "points.opened[1]", "weniger Punkte"),
        (brackets((0, 10, 3), (11, 30, 2)), "points.opened[1]", "nach oben offen"),
        ([{"from": 0, "points": 3}, *THREE_TWO_ONE[1:]], "points.opened[0]", "hier fehlt „bis“"),
        ([{"from": 0, "points": 10**30}], "points.opened[0]", "zu groß"),
        ([*THREE_TWO_ONE[:2], {"from": 31, "points": -500}], "points.opened[2]", "zu klein"),
        (
            [*({"from": n, "to": n, "points": 50 - n} for n in range(8)), {"from": 8, "points": 1}],
            "points.opened[8]",
            "Mehr als 8 Stufen",
        ),
        ([{"from": 0, "points": 9}], "points.plain", "Rommé muss mehr zählen"),
    ],
)
def test_brackets_without_sense_stop_where_they_have_to_be_mended(rows, place, sentence):
    error = refused(changed("points.opened", rows))
    assert error.place == place
    assert sentence in str(error.reason)


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        ("points.plain", 3, "mehr als 3"),
        ("points.hand_with_layoff", 4, "mindestens so viel zählen wie Rommé (5)"),
        ("points.hand", 5, "mindestens so viel zählen wie Hand-Rommé mit Anlegen (6)"),
        ("points.super", 10, "ohne Ablegen enden darf"),
        ("turn.going_out", "discard_or_super", "braucht Superrommé einen Wert"),
        ("points.unopened", [{"from": 0, "points": 2}], "nicht eröffnet"),
        ("cards.decks", 0, "zu klein"),
        ("cards.jokers", 99, "zu groß"),
        ("melds.group_max", 5, "zu groß"),
        ("melds.joker_share", "none", "Mit Jokern im Spiel"),
        ("turn.opening_augen", 500, "zu groß"),
        ("table.sizes", [3, 4, 7], "2 bis 6 Plätze"),
        ("table.preferred_size", 5, "steht nicht unter den Tischgrößen"),
        ("table.dealer_sits_out_at", [5], "steht nicht unter den Tischgrößen"),
        ("table.hand_cards", [[4, 13]], "Für 3 Mitspieler fehlt"),
        ("table.hand_cards", [[3, 13], [3, 12]], "steht genau einmal"),
        ("table.hand_cards", [[3, 13], [4, 99]], "brauchen mehr"),
        ("table.hand_cards", [[3, 0]], "mindestens eine Karte"),
        ("series.rounds", 0, "zu klein"),
        ("series.endings", ["target"], "immer möglich sein"),
        ("ranking.measures", ["lot", "points_high"], "Das Los entscheidet zuletzt"),
        ("ranking.measures", ["points_high", "points_high"], "genau einmal"),
        ("ranking.measures", [], "genau einmal"),
        ("loose_hands.referee_from_offence", 0, "zu klein"),
        ("loose_hands.points_less", -1, "zu klein"),
        ("loss_money.later_cents", 10**20, "zu groß"),
    ],
)
def test_values_that_contradict_each_other_stop_with_a_sentence(place, value, sentence):
    error = refused(changed(place, value))
    assert sentence in str(error.reason)
    assert str(error) == f"{error.place}: {error.reason}"


def test_a_superromme_is_worth_at_least_a_hand_romme():
    federation = built_in_document("federation")
    assert "mindestens so viel" in str(refused(changed("points.super", 7, document=federation)))
    assert "braucht Superrommé einen Wert" in str(
        refused(changed("points.super", "refused", document=federation))
    )


def test_the_text_of_a_file_that_is_no_toml_is_told():
    with pytest.raises(RulesError, match="nicht lesbar"):
        parse_toml("[cards")


def test_an_unknown_rule_set_names_the_known_ones():
    with pytest.raises(RulesError, match="basic, club_2018, federation"):
        built_in("skat")


@pytest.mark.parametrize(("key", "known"), KNOWN.items())
def test_the_fingerprint_stays(key, known):
    """It stands on signed lists. Whoever changes a built-in document changes it on purpose, and here."""
    assert fingerprint(built_in_document(key))[:10] == known


EARLIER = [("basic", "02606b0f3d"), ("club_2018", "7d3e17dd1a"), ("federation", "fc3cb6f31a")]


@pytest.mark.parametrize(("key", "known"), EARLIER)
def test_a_document_of_earlier_days_keeps_its_fingerprint_and_says_what_it_said(key, known):
    """The first versions, word for word: still read, and what they did not name is as the program took it then."""
    text = (Path(__file__).parent / "earlier" / f"{key}-1.json").read_text(encoding="utf-8")
    document = json.loads(text)
    assert canonical(document) == text
    assert fingerprint(document)[:10] == known
    rules = read_document(document)
    assert replace(rules.law, paragraphs={}) == replace(built_in(key).law, paragraphs={})
    assert rules.series.round_is is RoundIs.ALL_DEAL
    later = {place for place in LATER_KEYS if place.split(".")[0] in document}
    assert "series.round_is" in later
    assert {place for place, source in rules.sources.items() if source.paragraph == OUR_READING} == later


@pytest.mark.slow
def test_the_fingerprint_is_the_sha256_of_the_canonical_text_in_any_process():
    code = "from scoring.rules import *; print(fingerprint(built_in_document('club_2018')))"
    for seed in ("0", "1"):
        printed = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout.strip()
        assert printed == fingerprint(CLUB)


def shuffled(document, draw):
    if isinstance(document, dict):
        return {key: shuffled(document[key], draw) for key in draw(st.permutations(list(document)))}
    return document


@given(st.data())
def test_the_order_of_keys_does_not_change_the_fingerprint(data):
    document = shuffled(CLUB, data.draw)
    assert fingerprint(document) == fingerprint(CLUB)
    assert read_document(document) == built_in("club_2018")


@pytest.mark.parametrize(("section", "name"), [*CLUB_PLACES])
def test_every_word_of_a_document_counts_for_the_fingerprint(section, name):
    document = deepcopy(CLUB)
    document[section][name]["rule"] += " "
    assert fingerprint(document) != fingerprint(CLUB)


@ALL
def test_a_document_survives_being_stored(key):
    document = built_in_document(key)
    assert read_document(json.loads(canonical(document))) == built_in(key)


def test_every_value_has_label_words_and_a_line_in_the_docs():
    """What is described in the schema is read, checked, labelled and said; the index of rules explains it."""
    explained = (DOCS / "index.md").read_text(encoding="utf-8")
    for place, what in DESCRIBED.items():
        assert place in LABELS
        assert place in WORDS or what.said, f"{place}: say it in schema.py or in wording/values.py"
        assert f"`{place}`" in explained, f"{place}: docs/rules/index.md"
        assert (what.least is None) == (what.most is None), place


def test_a_key_that_an_earlier_document_does_not_have_is_read_as_it_was():
    document = built_in_document("club_2018")
    later = [place for place, what in DESCRIBED.items() if what.before is not REQUIRED]
    assert later
    for place in later:
        section, key = place.split(".")
        without = document | {
            section: {name: cell for name, cell in document[section].items() if name != key}
        }
        rules = read_document(without)
        assert getattr(getattr(rules, section), key) == DESCRIBED[place].before
        assert rules.source(place).paragraph == OUR_READING


EDGES = [
    ("cards.decks", 1, 4),
    ("cards.jokers", 0, 12),
    ("cards.joker_held", 0, 50),
    ("cards.ace_held", 0, 50),
    ("cards.court_held", 0, 50),
    ("melds.ace_low_melded", 0, 50),
    ("melds.ace_high_melded", 0, 50),
    ("melds.group_max", 3, 4),
    ("turn.opening_augen", 0, 100),
    ("turn.melds_per_turn", 0, 4),
]


@pytest.mark.parametrize(("place", "least", "most"), EDGES)
def test_a_number_of_the_cards_may_be_as_small_and_as_large_as_that(place, least, most):
    for value in (least, most):
        read_document(changed(place, value))
    assert f"mindestens {least}" in str(refused(changed(place, least - 1)).reason)
    assert f"höchstens {most}" in str(refused(changed(place, most + 1)).reason)


def rows(*some):
    """Brackets of a document; the last one is open above."""
    return [
        {"from": first, "points": points} | ({} if last is None else {"to": last})
        for first, last, points in some
    ]


NOTHING_ABOVE = rows((0, 10, 0), (11, 30, -1), (31, None, -2))


@pytest.mark.parametrize(
    "places",
    [
        {"points.hand": 99},
        {"points.unopened": rows((0, 100, 0), (101, None, -99))},
        {"points.opened": rows((0, 10, 3), (11, 879, 2), (880, None, 1))},
        {"points.opened": rows((0, 0, 3), (1, 30, 2), (31, None, 1))},
        {"points.unopened": rows((0, 100, 1), (101, None, -1))},
        {"points.unopened": rows(*((n, n, -n) for n in range(7)), (7, None, -7))},
        {"points.hand_with_layoff": 5},
        {"points.hand": 6},
        {"points.opened": NOTHING_ABOVE, "points.unopened": rows((0, None, -2)), "points.plain": 1},
        {"table.hand_cards": [[3, 13], [4, 27]]},
        {"table.hand_cards": [[3, 13], [2, 1]]},
    ],
)
def test_what_is_just_possible_is_taken(places):
    document = CLUB
    for place, value in places.items():
        document = changed(place, value, document=document)
    read_document(document)


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ({"points.hand": 100}, "höchstens 99"),
        ({"points.unopened": rows((0, 100, 0), (101, None, -100))}, "mindestens -99"),
        ({"points.opened": rows((0, 10, 3), (11, 880, 2), (881, None, 1))}, "höchstens 880"),
        (
            {"points.opened": NOTHING_ABOVE, "points.unopened": rows((0, None, -2)), "points.plain": 0},
            "mehr als 0",
        ),
        ({"table.hand_cards": [[3, 13], [5, 22]]}, "brauchen mehr, als das Spiel hat (110)"),
        ({"ranking.measures": ["points_high", "lot", "augen_low"]}, "Das Los entscheidet zuletzt"),
    ],
)
def test_what_is_just_impossible_is_refused(places, sentence):
    document = CLUB
    for place, value in places.items():
        document = changed(place, value, document=document)
    assert sentence in str(refused(document).reason)


def test_a_superromme_may_be_worth_just_a_hand_romme():
    read_document(changed("points.super", 8, document=built_in_document("federation")))


def test_a_text_has_four_hundred_letters_at_most():
    read_document(dict(CLUB) | {"edition": "x" * 400})
    assert "höchstens 400 Zeichen" in str(refused(dict(CLUB) | {"edition": "x" * 401}).reason)
