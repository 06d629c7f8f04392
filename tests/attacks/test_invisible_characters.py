"""Names that turn the rest of a line round, look like somebody else's or hold an escape sequence: at no door are they stored."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON
from tests.tournaments.files.test_tournament_files import another_machine
from tournaments.accounts.services.programs import grant_access
from tournaments.event.selectors.journal import first_broken
from tournaments.event.services import setup
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.services.tournament_files import take_over
from tournaments.models import AccessToken, Player, PlayerFile, Tournament, User
from tournaments.storage import invisible_characters
from tournaments.storage.invisible_characters import visible

BAD = {
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "mark": "\u200f",
    "zero width space": "\u200b",
    "joiner between Latin letters": "\u200d",
    "non-joiner between Latin letters": "\u200c",
    "escape": "\x1b",
    "bell": "\x07",
    "C1 control": "\x9b",
    "soft hyphen": "\xad",
    "byte order mark": "\ufeff",
    "word joiner": "\u2060",
    "tag": "\U000e0041",
    "variation selector": "\ufe0f",
    "noncharacter": "\ufffe",
    "grapheme joiner": "\u034f",
    "annotation": "\ufff9",
}
ALL = "".join(BAD.values())
SOFT = "".join(
    sign for sign in ALL if sign not in "\x1b\x07\x9b"
)  # a file with controls is no text, and is refused as such


@pytest.mark.parametrize("sign", BAD.values(), ids=BAD)
def test_what_nobody_sees_goes(sign):
    assert visible(f"An{sign}na{sign}") == "Anna"
    assert visible(sign) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Anna-Lena O’Brien, Łukasz Żółć; Ærøskøbing №7 ♥7 ★ – „so“",
        "Zeile eins\r\nZeile zwei\tmit Tab",
        "می‌خواهم",  # Persian: a non-joiner between two letters
        "क्‍ष",  # Devanagari: a joiner behind a virama
        "ന്‍",  # Malayalam: at the end of a word
        "ශ්‍රී",  # Sinhala
        "יוסף محمد 山田太郎 김철수 Нина Đorđević",
        "👍🏽 🇱🇺",
        "葛\U000e0100城",  # a Japanese name that is written with this form of its first sign
        "١٢\u06dd",
    ],
)
def test_what_a_script_needs_stays(text):
    assert visible(text) == text


def test_gaps_become_spaces_and_families_part():
    assert visible("An\u2028na\u3164B") == "An na B"
    assert visible("👩\u200d👩\u200d👧") == "👩👩👧"
    assert visible("می\u200c\u200cخواهم").count("\u200c") == 1


def test_every_format_and_control_character_of_unicode_is_known():
    """The quick look finds what the slow one removes: none slips through because it is newer than the list."""
    for code in range(0x110000):
        sign = chr(code)
        category = unicodedata.category(sign)
        if category in ("Cc", "Cf", "Zl", "Zp") and sign not in "\0\t\n\r":
            assert invisible_characters.SUSPICIOUS.match(sign), hex(code)
            assert sign in invisible_characters.DRAWN or visible(f"a{sign}b") in ("ab", "a b"), hex(code)


# Doors ------------------------------------------------------------------------------------------------------------

UNSEEN = re.compile(
    "[\u202e\u2066\u200f\u200b\u200c\u200d\x1b\x07\x9b\xad\ufeff\u2060\U000e0041\ufe0f\ufffe\u034f\ufff9]"
)


def stored_texts() -> str:
    """Whatever stands in any text of any table, as it was stored."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        names = [
            one.attname
            for one in model._meta.concrete_fields
            if isinstance(one, (models.CharField, models.TextField, models.JSONField))
        ]
        for row in model._base_manager.values_list(*names) if names else ():
            found += [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in row]
    return "\n".join(found)


@pytest.fixture
def made(db: None) -> Tournament:
    return factories.tournament(players=4, rounds=1)


@pytest.fixture
def desk(made: Tournament) -> Client:
    browser = Client()
    browser.force_login(factories.user())
    return browser


def test_forms_of_the_desk(made, desk):
    """A name corrected, an account made, a message on the screens, a file's name: what every form sends goes one way."""
    slug = made.slug
    name = {"given_name": f"Qui{ALL}rina", "family_name": f"\u202eZwetsch{ALL}ge", "club": f"Klub{ALL}haus"}
    assert desk.post(reverse("correct_name", args=[slug, 1]), name).status_code == 302
    account = {
        "username": f"hel{ALL}fer",
        "given_name": f"A{ALL}",
        "family_name": f"B{ALL}",
        "kind": "referee",
    }
    account = {f"konto-{field}": value for field, value in account.items()}
    assert desk.post(reverse("account_new", args=[slug]), account).status_code in (200, 302)
    assert User.objects.filter(username="helfer").exists()
    cells = f"Name;Verein\nPaul{SOFT} Pik;Alter{SOFT} Klub\n"
    file = SimpleUploadedFile(f"Lis{ALL}te.csv", cells.encode())
    assert desk.post(reverse("player_upload", args=[slug]), {"file": file}).status_code == 302
    [kept] = PlayerFile.objects.all()
    assert kept.tables[0]["rows"][1][1] == ["Paul Pik", "Alter Klub"]
    assert UNSEEN.findall(stored_texts()) == []
    player = made.registrations.get(start_number=1).player
    assert (player.given_name, player.family_name, str(player.club)) == ("Quirina", "Zwetschge", "Klubhaus")


def test_a_name_of_nothing_but_invisible_signs_is_no_name(made, desk):
    name = {"given_name": "Quirina", "family_name": "\u200b\u202e", "club": ""}
    answer = desk.post(reverse("correct_name", args=[made.slug, 1]), name)
    assert answer.status_code in (200, 422)
    assert "Quirina" not in made.registrations.get(start_number=1).player.name


def test_a_protest_from_the_phone_of_a_table(made):
    """What a queue of a phone sends later, a protest or a call, is a form like any other, and views that read it bare get it clean."""
    sheet = factories.sheet_of(factories.draw(made))
    factories.play(sheet, 1)
    phone = Client()
    phone.force_login(factories.referee(made).user)
    said = phone.post(
        reverse("protest", args=[made.slug, 1, 1]), {"seat": "1", "game": "1", "text": f"Das{ALL} war anders"}
    )
    assert said.status_code < 500
    called = phone.post(
        reverse("call", args=[made.slug, 1, 1]), {"note": f"Bitte{ALL} kommen", "spiel": f"1{ALL}"}
    )
    assert called.status_code < 500
    assert "Bitte kommen" in stored_texts() or "Das war anders" in stored_texts()
    assert UNSEEN.findall(stored_texts()) == []


def test_passwords_are_taken_to_the_sign(db):
    user = factories.user()
    odd = "Herz\u200dDame\u202e1900"
    user.set_password(odd)
    user.save()
    browser = Client()
    assert browser.post(reverse("login"), {"username": "lei\u200btung", "password": odd}).status_code == 302


def test_the_api_removes_format_characters_and_refuses_controls(made):
    token = grant_access(
        tournament_id=made.pk,
        name="Probe",
        scope=AccessToken.Scope.ALL,
        ends_at=None,
        by=factories.director(),
        now=NOON,
    )[1]
    program = {"content_type": "application/json", "headers": {"Authorization": f"Bearer {token}"}}
    address = f"/api/v1/tournaments/{made.slug}/registrations"
    sent = {"given_name": f"An{SOFT}na", "family_name": f"Bei{SOFT}spiel", "club": f"K{SOFT}lub"}
    assert Client().post(address, json.dumps(sent), **program).status_code == 201
    for control in "\x1b\x07\x9b":
        refused = Client().post(address, json.dumps({"family_name": f"A{control}b"}), **program)
        assert refused.status_code == 422
    assert UNSEEN.findall(stored_texts()) == []
    assert Player.objects.filter(given_name="Anna", family_name="Beispiel", club__name="Klub").exists()


def test_a_tournament_file_of_an_earlier_version_is_read_and_its_names_are_made_visible(made):
    """Such names were stored as typed once: the file is genuine, its chain holds, and what is shown is clean."""
    setup.correct_player(
        tournament_id=made.pk,
        start_number=2,
        corrected=setup.NewPlayer(
            given_name="Qui\u202erina", family_name="\u200bZwetschge", club="Klub\u2066haus"
        ),
        by=factories.director(),
        now=NOON,
    )
    Tournament.objects.filter(pk=made.pk).update(name="Pokal\u202e 2026")
    content = tournament_file(Tournament.objects.get(pk=made.pk), now=NOON)
    another_machine()
    there = take_over(read_tournament(content), by=factories.administrator(), now=NOON)
    there.refresh_from_db()
    player = there.registrations.get(start_number=2).player
    assert (player.given_name, player.family_name, str(player.club)) == ("Quirina", "Zwetschge", "Klubhaus")
    assert there.name == "Pokal 2026"
    assert there.journal.filter(deed="player_corrected", facts__start_number=2).count() == 2
    assert first_broken(there.journal.order_by("number")) is None
