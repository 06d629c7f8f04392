"""French is whole where it is promised: what players read, on a page and on paper (docs/decisions/0207)."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from fnmatch import fnmatch
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import trans_real

from scoring.rules import BUILT_IN, Text, built_in
from scoring.wording.sections import reading_in_language
from tests import factories
from tests.catalogues import HOUSE, entries, told
from tests.factories import NOON
from tests.test_translations import PLACES
from tests.tournaments.accounts.test_access import address
from tournaments.access.selectors.codes import code_of
from tournaments.event.selectors.sheets import sheets
from tournaments.management.scope import ONE_BY_ONE, SCOPE, in_scope
from tournaments.models import ScoreSheet, Tournament, User
from tournaments.printing.views.choices import Offered
from tournaments.printing.views.printables import ANYWAY, PRINTABLES
from tournaments.rulings.services import deduct_points
from tournaments.rulings.services.calls import call_referee

# What a visitor, a player by the start card, and a table's phone open, and what is printed for them.
FOR_EVERYBODY = (
    "home", "tournament", "seating", "seating_series", "seating_wall", "find_seat", "my_seat", "standings", "statistics",
    "privacy", "login", "own_door", "own_page", "own_protest", "own_data", "table_door", "hall_clock", "check_list", "guide",
)  # fmt: skip
SENT_EMPTY = ("login", "own_door", "own_protest", "own_data", "table_door")
AT_THE_TABLE = ("sheet", "game", "signatures", "hand_over")
ON_PAPER = {
    "start", "badges", "neutral", "rules", "board", "lists", "tables", "places", "slips", "standings", "certificates", "statistics",
}  # fmt: skip
# The sign before ; : ! ? and within « » is kept to its word by the narrow space.
BARE = re.compile(r"[^\s\u202f\d/\"=][;!?]|\w :| [;!?»]|« |«\w|\w»|'")


def msgid(entry: str) -> tuple[str, ...]:
    """What an entry is found by: its context, its sentence, its plural."""
    return (*told(entry, "msgctxt"), *told(entry, "msgid"))


def test_the_catalogue_is_what_players_read_and_nothing_else():
    wanted = {msgid(entry) for entry in entries("lb") if in_scope(entry)}
    assert len(wanted) > 1400
    assert {msgid(entry) for entry in entries("fr")} == wanted
    assert [entry for entry in entries("fr") if "fuzzy" in entry or not all(told(entry, "msgstr"))] == []


def test_every_reading_of_the_house_is_french_too_and_an_organisers_own_stays_as_it_was_typed():
    said = [
        (key, place, reading_in_language(reading, "fr"))
        for key in BUILT_IN
        for place, reading in built_in(key).readings.items()
    ]
    assert len(said) > 40
    german = {reading.de for key in BUILT_IN for reading in built_in(key).readings.values()}
    assert [(key, place) for key, place, text in said if text in german] == []
    assert [(key, place, text) for key, place, text in said if BARE.search(text)] == []
    own = Text(de="Bei uns gilt es anders.", lb="Bei eis ass et anescht.")
    assert (reading_in_language(own, "fr"), reading_in_language(own, "lb")) == (own.de, own.lb)


def test_no_french_reading_stands_for_a_place_that_has_none():
    said = tomllib.loads((HOUSE / "scoring/rules/readings_fr.toml").read_text(encoding="utf-8"))
    assert {key: set(places) for key, places in said.items()} == {
        key: set(built_in(key).readings) for key in BUILT_IN
    }


def test_each_line_of_the_scope_names_something():
    places = [
        place for entry in entries("lb") for place in re.findall(r"\S+\.\w+", entry.split("\nmsgid")[0])
    ]
    assert [one for one in SCOPE if not any(fnmatch(place, one) for place in places)] == []
    assert [one for one in ONE_BY_ONE if f'msgid "{one}"' not in "\n".join(entries("lb"))] == []


def test_a_sentence_has_its_places_and_french_spaces():
    for entry in entries("fr"):
        sentences, said = told(entry, "msgid"), told(entry, "msgstr")
        for one in said:
            assert set(PLACES.findall(one)) in [set(PLACES.findall(text)) for text in sentences], entry
            assert not BARE.search(re.sub(r"<[^>]+>|https?:\S+", "", one)), entry


def test_days_and_numbers():
    with translation.override("fr"):
        assert formats.date_format(date(2026, 11, 14), "SHORT_DATE_FORMAT") == "14/11/2026"
        assert formats.date_format(date(2026, 11, 14)) == "14 novembre 2026"
        assert formats.number_format(1234.5, decimal_pos=2, force_grouping=True) == "1\u202f234,50"


class Heard:
    """What was said in German while French was spoken, although Luxembourgish has a sentence of its own for it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.german: set[str] = set()
        french: Any = trans_real.translation("fr")
        other: Any = trans_real.translation("lb")
        gettext, ngettext = french.gettext, french.ngettext

        def one(message: str) -> str:
            if other._catalog.get(message) and not french._catalog.get(message):
                self.german.add(message)
            return gettext(message)

        def many(singular: str, plural: str, count: int) -> str:
            if (singular, 0) in other._catalog and (singular, 0) not in french._catalog:
                self.german.add(singular)
            return ngettext(singular, plural, count)

        monkeypatch.setattr(french, "gettext", one)
        monkeypatch.setattr(french, "ngettext", many)


@pytest.fixture
def sheet(db: None) -> ScoreSheet:
    """Table 1 of two, signed, with a penalty; at table 2 one game and a call; the second series is drawn."""
    made = factories.tournament(players=8, rounds=1, series=2)
    first = factories.draw(made)
    other = factories.sheet_of(first, 2)
    factories.play(other, 1)
    call_referee(sheet_id=other.pk, by=factories.scorer(other), now=NOON)
    factories.sign_all(factories.play_all(factories.sheet_of(first, 1)))
    signed = sheets().get(table__series=first, table__number=1)
    deduct_points(
        sheet_id=signed.pk,
        start_number=signed.table.seats.get(number=2).registration.start_number,
        points=3,
        reason="zu spät",
        seen_version=signed.version,
        by=factories.director(),
        now=NOON,
    )
    factories.draw(made, 2)
    return sheets().get(pk=signed.pk)


def speaking(user: User | None = None) -> Client:
    client = Client(headers={"accept-language": "fr"})
    if user is not None:
        client.force_login(user)
    return client


def printed(made: Tournament) -> list[str]:
    """The addresses of what is printed for players, as the page offers them."""
    found = []
    for one in PRINTABLES:
        if one.key in ON_PAPER:
            chosen = {
                choice.name: next((value for value, _words, usual in choice.options if usual), "")
                for choice in one.choices(Offered(made))
            }
            found.append(
                f"{reverse(one.name, args=[made.slug])}?{urlencode(chosen | dict(one.fixed) | {ANYWAY: '1'})}"
            )
    return found


@pytest.mark.slow
def test_pages_and_paper_of_players_say_nothing_in_german(sheet, monkeypatch):
    heard, found = Heard(monkeypatch), {}
    made, token = sheet.table.series.tournament, code_of(sheet).token
    second = sheets().get(table__series=sheet.table.series, table__number=2)
    visitor, phone, signed_phone, director = speaking(), speaking(), speaking(), speaking(factories.user())
    phone.get(reverse("table_link", args=[code_of(second).token]))
    signed_phone.get(reverse("table_link", args=[token]))
    rules = [reverse("rule_set", args=[key, 1]) for key in ("basic", "club_2018", "federation")]
    at_table = {
        number: [
            reverse(name, args=[made.slug, 1, number, *([2] if name == "game" else [])])
            for name in AT_THE_TABLE
        ]
        for number in (1, 2)
    }
    read = [(visitor, url) for url in [address(name, sheet, token) for name in FOR_EVERYBODY] + rules]
    read += [(visitor, reverse("rules"))]
    read += [(phone, url) for url in at_table[2]] + [(signed_phone, url) for url in at_table[1]]
    read += [(director, url) for url in printed(made)]
    for client, url in read:
        heard.german.clear()
        assert client.get(url, follow=True).status_code == 200, url
        found[url] = sorted(heard.german)
    sent = [(visitor, address(name, sheet, token)) for name in SENT_EMPTY] + [
        (phone, url) for url in at_table[2][1:]
    ]
    for client, url in sent:
        heard.german.clear()
        assert client.post(url, {}).status_code in (200, 409, 422), url
        found[f"POST {url}"] = sorted(heard.german)
    assert {url: sentences for url, sentences in found.items() if sentences} == {}
