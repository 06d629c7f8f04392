"""A director changes some rules: nonsense is refused at its field, and what was typed is still there."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from scoring.engine.law import FailedOpening, MendingBars
from scoring.models import RuleSet
from scoring.points import HandLeft, loose_hand
from scoring.rules import LossGame, Span, built_in
from scoring.selectors import rules_of
from tests.factories import rule_row, user

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    person = user("hafenmeister")
    person.user_permissions.add(Permission.objects.get(codename="add_ruleset"))
    return person


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def address(key="club_2018"):
    return reverse("rule_variant", args=[rule_row(key).key, 1])


def typed(desk, key="club_2018", **changes):
    """What the browser would send: the form as it was shown, with some fields changed."""
    form = desk.get(address(key)).context["form"]
    values = {bound.html_name: bound.value() for bound in form}
    sent = {name: value for name, value in values.items() if value is not None and value is not False}
    sent |= {"name": "Hafenpokal"} | changes
    return {name: value for name, value in sent.items() if value is not None}


def send(desk, key="club_2018", **changes):
    return desk.post(address(key), typed(desk, key, **changes))


def published():
    return RuleSet.objects.get(key="hafenpokal")


def test_a_changed_value_is_published_and_shown(desk, director):
    answer = send(desk, rounds="4")
    assert answer.status_code == 302
    row = published()
    assert answer.url == reverse("rule_set", args=["hafenpokal", 1])
    assert row.published_by == director
    assert rules_of(row).series.rounds == 4
    assert "Veröffentlicht: Hafenpokal, Nr. 1." in desk.get(answer.url).content.decode()


def test_every_field_changes_its_value(desk):
    send(
        desk,
        hand="20",
        hand_with_layoff="15",
        plain="10",
        super="30",
        opened_0_from="0",
        opened_0_to="20",
        opened_0_points="6",
        opened_1_from="21",
        opened_1_to="",
        opened_1_points="4",
        opened_2_from="",
        opened_2_points="",
        unopened_0_to="90",
        unopened_1_from="91",
        unopened_1_points="−3",
        jokers="4",
        joker_share="not_more",
        opening="30",
        rounds="6",
        offence_span="series",
        loss_enabled="on",
        loss_counts="unopened",
        loss_first_games="2",
        loss_first="0,20",
        loss_later="1.5 €",
    )
    rules = rules_of(published())
    points, money = rules.points, rules.loss_money
    assert (points.hand, points.hand_with_layoff, points.plain, points.super) == (20, 15, 10, 30)
    assert [(row.first, row.last, row.points) for row in points.opened] == [(0, 20, 6), (21, None, 4)]
    assert [(row.first, row.last, row.points) for row in points.unopened] == [(0, 90, 0), (91, None, -3)]
    assert (rules.law.jokers, rules.law.joker_share, rules.law.opening_augen) == (4, "not_more", 30)
    assert rules.series.rounds == 6
    assert rules.loose_hands.count_over is Span.SERIES
    assert (money.enabled, money.counts, money.first_games) == (True, LossGame.UNOPENED, 2)
    assert (money.first_cents, money.later_cents) == (20, 150)


def test_each_doubtful_reading_can_be_taken_the_other_way(desk):
    """ "Again 1 point", "in this round", a Hand-Rommé below 40, one wrong meld, a Superrommé with lay-offs."""
    send(
        desk,
        "federation",
        offence_extra="0",
        mending_bars="game",
        failed_opening="wrong_back",
        hand_below_opening="False",
        super_with_layoffs="True",
    )
    rules = rules_of(published())
    law = rules.law
    assert (law.mending_bars, law.failed_opening) == (MendingBars.GAME, FailedOpening.WRONG_BACK)
    assert (law.hand_below_opening, law.super_with_layoffs) == (False, True)
    hand = HandLeft(augen=20, opened=True)
    assert [loose_hand(rules, hand, offence=number).points for number in (1, 2)] == [-1, -1]
    assert [loose_hand(built_in("federation"), hand, offence=number).points for number in (1, 2)] == [-1, -2]


def test_more_rows_can_be_filled_in_than_were_there(desk):
    send(desk, opened_2_to="60", opened_3_from="61", opened_3_points="0")
    assert [row.points for row in rules_of(published()).points.opened] == [3, 2, 1, 0]


def test_an_empty_superromme_takes_it_away_from_the_federation(desk):
    send(desk, "federation", super="")
    rules = rules_of(published())
    assert rules.points.super is None
    assert rules.law.going_out == "discard"


def test_sending_the_proposal_back_confirms_it(desk):
    send(desk, "federation")
    assert rules_of(published()).to_confirm == ()


def test_the_basic_rules_offer_what_they_have(desk):
    assert set(desk.get(address("basic")).context["form"].fields) == {"name", "rounds"}
    assert send(desk, "basic", rounds="7").status_code == 302


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"opened_1_from": "10"}, "opened_1_from", "Überschneidung"),
        ({"opened_1_from": "12"}, "opened_1_from", "Lücke"),
        ({"opened_0_from": "1"}, "opened_0_from", "beginnt bei 0"),
        ({"opened_1_to": "5"}, "opened_1_from", "endet vor ihrem Anfang"),
        ({"opened_2_to": "99"}, "opened_2_from", "nach oben offen"),
        ({"opened_0_to": ""}, "opened_0_from", "fehlt „bis“"),
        ({"opened_1_points": "3"}, "opened_1_from", "weniger Punkte"),
        ({"opened_1_points": ""}, "opened_1_points", "fehlt eine Zahl"),
        ({"opened_1_from": ""}, "opened_1_from", "fehlt eine Zahl"),
        ({"opened_1_from": "elf"}, "opened_1_from", "ganze Zahl"),
        ({"unopened_0_points": "2"}, "unopened_0_from", "nicht eröffnet"),
        ({"plain": "3"}, "plain", "mehr als 3"),
        ({"hand": "5"}, "hand", "mindestens so viel"),
        ({"super": "7"}, "super", "mindestens so viel zählen wie Hand-Rommé (8)"),
        ({"jokers": "99"}, "jokers", "höchstens 12"),
        ({"jokers": "9" * 5000}, "jokers", "ganze Zahl"),
        ({"opening": "-1"}, "opening", "zu klein"),
        ({"rounds": "0"}, "rounds", "zu klein"),
        ({"rounds": ""}, "rounds", "zwingend erforderlich"),
        ({"joker_share": "none"}, "joker_share", "Auswahl"),
        ({"offence_span": "Jahr"}, "offence_span", "Auswahl"),
        ({"loss_first": "viel"}, "loss_first", "zum Beispiel 0,50"),
        ({"loss_first": "٣"}, "loss_first", "zum Beispiel 0,50"),
        ({"loss_later": "999999"}, "loss_later", "zu groß"),
        ({"name": ""}, "name", "zwingend erforderlich"),
        ({"name": "   "}, "name", "zwingend erforderlich"),
        ({"name": "♣"}, "name", "Buchstaben oder Ziffern"),
        ({"name": "Basic", "rounds": "4"}, "name", "mitgelieferten"),
        ({"name": "x" * 81}, "name", "höchstens 80"),
        ({"name": "Null\x00Byte"}, "name", "Nullzeichen"),
        ({}, "name", "Noch ist nichts geändert"),
    ],
)
def test_nonsense_is_refused_at_its_field_with_the_typed_text_still_there(desk, changes, field, sentence):
    answer = send(desk, **changes)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert any(sentence in error for error in form.errors.get(field, [])), form.errors
    html = answer.content.decode()
    assert sentence.replace("'", "&#x27;") in html
    for name, value in changes.items():
        assert form[name].value() == value
    assert not RuleSet.objects.filter(based_on__isnull=False).exists()


def test_a_bracket_fault_is_tied_to_its_field_for_those_who_listen(desk):
    html = send(desk, opened_1_from="10").content.decode()
    assert 'aria-describedby="id_opened_1_from_error"' in html
    assert 'id="id_opened_1_from_error"' in html
    assert "Stufe 2: von" in html


def test_an_empty_answer_is_refused_and_not_taken_for_a_variant(desk):
    assert desk.post(address(), {}).status_code == 422


def test_who_is_not_signed_in_is_asked_to(client):
    answer = client.get(address())
    assert answer.status_code == 302
    assert answer.url.startswith("/anmelden/?next=/regeln/")


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_is_no_director_may_read_but_not_publish(client, method):
    client.force_login(user("zaungast"))
    answer = getattr(client, method)(address())
    assert answer.status_code == 403
    assert "darf nur die Turnierleitung" in answer.content.decode()
    assert address() not in client.get(reverse("rule_set", args=["club_2018", 1])).content.decode()
    assert not RuleSet.objects.filter(based_on__isnull=False).exists()


def test_the_director_finds_the_way_to_the_form(desk):
    assert address() in desk.get(reverse("rule_set", args=["club_2018", 1])).content.decode()


def test_staff_may_publish_too(client):
    person = user("verwalter")
    person.is_staff = True
    person.save()
    client.force_login(person)
    assert client.get(address()).status_code == 200


def test_the_second_press_of_the_button_publishes_nothing_new(desk):
    first, second = send(desk, rounds="4"), send(desk, rounds="4")
    assert first.url == second.url
    assert RuleSet.objects.filter(key="hafenpokal").count() == 1


@pytest.mark.parametrize("language", ["lb", "en"])
def test_the_form_speaks_the_language_of_the_page(desk, language):
    html = desk.get(address(), headers={"Accept-Language": language}).content.decode()
    for german in ("Variante veröffentlichen", "Wer gewinnt", "Augen zum Eröffnen", "Stufe 1"):
        assert german not in html
