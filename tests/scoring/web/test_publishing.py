"""Publishing: the same document is the same row, a change is a new version, a variant keeps where it comes from."""

import json
from copy import deepcopy
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from scoring.engine.law import GoingOut
from scoring.models import RuleSet
from scoring.rules import BUILT_IN, OWN_RULE, RulesError, built_in, built_in_document, canonical, fingerprint
from scoring.selectors import TamperedRules, newest_rule_sets, rules_of
from scoring.services import key_for, publish_built_in, publish_rules, publish_variant
from tests.factories import NOON, rule_row, user

pytestmark = pytest.mark.django_db


def test_the_built_in_rule_sets_are_published_once():
    first = publish_built_in(now=NOON)
    assert publish_built_in(now=NOON) == first
    assert [(row.key, row.version) for row in first] == [(key, 1) for key in BUILT_IN]
    assert [rules_of(row) for row in first] == [built_in(key) for key in BUILT_IN]


def test_a_row_holds_the_very_text_of_its_fingerprint():
    row = rule_row()
    assert row.canonical == canonical(built_in_document("club_2018"))
    assert row.fingerprint == fingerprint(json.loads(row.canonical)) == fingerprint(row.document)


def test_a_changed_document_is_the_next_version_and_the_old_one_stays():
    old = rule_row()
    document = deepcopy(built_in_document("club_2018"))
    document["series"]["rounds"]["is"] = 4
    new = publish_rules(document, by=user(), now=NOON)
    assert (new.version, new.published_by) == (2, user())
    old.refresh_from_db()
    assert (rules_of(old).series.rounds, rules_of(new).series.rounds) == (5, 4)
    assert [row.version for row in newest_rule_sets() if row.key == "club_2018"] == [2]


def test_nonsense_is_never_published():
    document = deepcopy(built_in_document("club_2018"))
    document["series"]["rounds"]["is"] = 0
    before = RuleSet.objects.count()
    with pytest.raises(RulesError):
        publish_rules(document, by=None, now=NOON)
    assert RuleSet.objects.count() == before


def test_a_variant_is_complete_and_names_its_own_values():
    base = rule_row("federation")
    changes = {"points.super": 12, "series.rounds": 5}
    row = publish_variant(base, changes, name="Hafenpokal", by=user(), now=NOON)
    rules = rules_of(row)
    assert (row.key, row.version, row.based_on) == ("hafenpokal", 1, base)
    assert rules.points.super == 12
    assert rules.source("points.super").paragraph == OWN_RULE
    assert not rules.source("points.super").reading
    assert rules.to_confirm == ()
    assert rules.source("series.rounds").paragraph == "§4.10"
    assert rules.name.in_language("lb") == "Hafenpokal"


def test_a_proposal_left_as_it_is_counts_as_confirmed():
    base = rule_row("federation")
    rules = rules_of(publish_variant(base, {"points.super": 10}, name="Bestätigt", by=user(), now=NOON))
    assert rules.to_confirm == ()
    assert rules.source("points.super").paragraph == "§5.1"


def test_a_variant_without_a_change_is_refused():
    with pytest.raises(RulesError, match="Noch ist nichts geändert"):
        publish_variant(rule_row(), {"series.rounds": 5}, name="Wie immer", by=user(), now=NOON)


def test_a_name_used_again_is_the_next_version():
    base = rule_row()
    rows = [
        publish_variant(base, {"series.rounds": rounds}, name="Hafenpokal", by=user(), now=NOON)
        for rounds in (4, 3, 4)
    ]
    assert [row.version for row in rows] == [1, 2, 1]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Größter Preis 2026", "groesster_preis_2026"),
        ("  Hafen-Pokal!  ", "hafen_pokal"),
        ("2026", "variante_2026"),
        ("Ä", "ae"),
        ("X", "variante_x"),
        ("Lang " * 30, "lang_lang_lang_lang_lang_lang_lang_lang"),
    ],
)
def test_a_name_becomes_an_address(name, key):
    assert key_for(name) == key


@pytest.mark.parametrize("name", ["!!!", "♣♠♥♦", "Club 2018", "basic", "Бубны"])
def test_a_name_that_cannot_be_an_address_is_refused(name):
    with pytest.raises(RulesError) as refusal:
        key_for(name)
    assert refusal.value.place == "name"


def test_superromme_in_the_club_needs_the_way_out_with_it():
    base = rule_row()
    changes = {"points.super": 10, "turn.going_out": GoingOut.DISCARD_OR_SUPER.value}
    rules = rules_of(publish_variant(base, changes, name="Mit Super", by=user(), now=NOON))
    assert rules.points.super == 10
    with pytest.raises(RulesError, match="ohne Ablegen"):
        publish_variant(base, {"points.super": 10}, name="Halb", by=user(), now=NOON)


def test_a_text_that_no_longer_fits_its_fingerprint_is_not_believed():
    row = rule_row()
    row.canonical = row.canonical.replace('"is":8', '"is":80')
    with pytest.raises(TamperedRules, match="Wortlaut"):
        rules_of(row)


def test_rules_are_read_once(django_assert_num_queries):
    row = rule_row()
    first = rules_of(row)
    with django_assert_num_queries(0):
        assert rules_of(RuleSet(fingerprint=row.fingerprint, canonical=row.canonical)) is first


def test_the_command_publishes_and_says_what(tmp_path):
    out = StringIO()
    call_command("publish_rules", stdout=out)
    call_command("publish_rules", stdout=out)
    assert out.getvalue().count("Vereinsregeln 2018") == 2
    assert RuleSet.objects.count() == 3


def test_the_command_takes_a_file_and_tells_what_is_wrong_with_it(tmp_path):
    file = tmp_path / "eigene.toml"
    file.write_text("key = 'eigene'\nfamily = 'skat'\n", encoding="utf-8")
    for path, sentence in ((file, "ist nicht bekannt"), (tmp_path / "fehlt.toml", "fehlt.toml")):
        with pytest.raises(CommandError, match=sentence):
            call_command("publish_rules", str(path))


def test_a_row_says_its_name_in_the_language_of_the_page():
    row = rule_row()
    with translation.override("lb"):
        assert row.title == "Veräinsreegelen 2018"
    with translation.override("de"):
        assert str(row) == "Vereinsregeln 2018, Nr. 1"


def test_a_document_is_read_once_for_all_rows_that_say_it():
    row = rule_row()
    first, again = RuleSet.objects.get(pk=row.pk), RuleSet.objects.get(pk=row.pk)
    assert first.document is again.document
    assert first.document == built_in_document("club_2018")
    assert RuleSet.objects.values_list("document__key", flat=True).get(pk=row.pk) == "club_2018"
    untouched = deepcopy(first.document)
    publish_variant(first, {"series.rounds": 4}, name="Hafenpokal", by=user(), now=NOON)
    assert first.document == untouched, "what is shared is changed by nobody"
