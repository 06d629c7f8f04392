"""A tournament of a laptop comes to the federation: proved by the club's own key it counts; what somebody forged does not come in."""

from __future__ import annotations

import base64
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON, administrator
from tests.tournaments.files.test_tournament_files import another_machine, changed, played
from tournaments.federation.services import clubs as federation
from tournaments.federation.services.clubs import FederationRefused
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.services.origin import Forged, Unproved, origin_of, signed_manifest
from tournaments.files.services.tournament_files import TakeOverRefused, take_over
from tournaments.models import Club, ClubKey, Organiser, Role, Tournament
from tournaments.rankings.selectors.seasons import season_standing, tournaments_of
from tournaments.rankings.services.seasons import SeasonFrame, SeasonRefused, create_season
from tournaments.sealing import core as sealing
from tournaments.sealing.services import seals

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine"),
]
YEAR = SeasonFrame(
    name="Verbandsjahr",
    starts_on=date(2026, 1, 1),
    ends_on=date(2026, 12, 31),
    unit="event",
    rule="best",
    figure=1,
)


@pytest.fixture
def laptop(settings, tmp_path):
    """A laptop has played without internet; the answer is its file and its certificate. Then we are at the federation."""
    settings.DATA_DIR = tmp_path / "laptop"
    settings.DATA_DIR.mkdir()
    content = tournament_file(played(), now=NOON)
    shown = seals.certificate(now=NOON)
    another_machine()
    settings.DATA_DIR = tmp_path / "federation"
    settings.DATA_DIR.mkdir()
    return content, shown


def registered(certificate: str, name: str = "Karo Nord") -> ClubKey:
    club = Club.objects.get_or_create(name=name)[0]
    return federation.register_key(club=club, certificate=certificate, by=administrator(), now=NOON)


def taken(content: bytes, **more: Any) -> Tournament:
    return take_over(read_tournament(content), by=administrator(), now=NOON, **more)


def forged(content: bytes, **changes: Any) -> bytes:
    """Somebody writes other results and mends every digest: he lacks nothing but the key."""
    return changed(content, "rows/tournaments.tournament.json", lambda rows: [rows[0] | changes], sealed=True)


def season_of(*tournaments: Tournament, name: str = "Verbandsjahr"):
    keys = [one.pk for one in tournaments]
    return create_season(replace(YEAR, name=name), tournaments=keys, by=factories.director(), now=NOON)


@pytest.mark.slow
def test_played_on_a_laptop_taken_over_proved_and_counted(laptop):
    content, shown = laptop
    key = registered(shown.pem)
    federation.name_director(club=key.club, user=factories.user("nord"), by=administrator(), now=NOON)
    made = taken(content)
    held = Organiser.objects.get(tournament=made)
    assert (held.club.name, held.key) == ("Karo Nord", key)
    assert Role.objects.filter(tournament=made, user__username="nord", kind=Role.Kind.DIRECTOR).exists()
    version = season_of(made)
    standing = season_standing(version, tournaments_of(version))
    assert standing.rows, "its players stand in the federation's year"
    with pytest.raises(FederationRefused, match="steht fest"):
        federation.put_under(
            tournament_id=made.pk, club=Club.objects.create(name="Pik Süd"), by=administrator(), now=NOON
        )


def test_a_forged_one_is_refused_however_well_its_digests_fit(laptop):
    content, shown = laptop
    registered(shown.pem)
    with pytest.raises(Forged):
        taken(forged(content, name="Geschönt"))
    with pytest.raises(Forged):
        taken(forged(content, name="Geschönt"), unproved=True)  # a broken signature is worse than none
    assert not Tournament.objects.filter(name="Geschönt").exists()


@pytest.mark.slow
def test_signed_again_with_a_key_of_ones_own_it_is_a_strangers(laptop, settings, tmp_path):
    """Whoever forges can make a key and a certificate that bears the club's name: the federation knows its fingerprint."""
    content, shown = laptop
    registered(shown.pem)
    settings.DATA_DIR = tmp_path / "forger"
    settings.DATA_DIR.mkdir()

    def by_the_forger(manifest: dict[str, Any]) -> dict[str, Any]:
        return signed_manifest(
            {name: said for name, said in manifest.items() if name != "signature"}, now=NOON
        )

    parts = read_tournament(forged_manifest(content, by_the_forger))
    with pytest.raises(Unproved):
        take_over(parts, by=administrator(), now=NOON)
    made = take_over(parts, by=administrator(), now=NOON, unproved=True)
    assert not Organiser.objects.filter(tournament=made).exists()
    with pytest.raises(SeasonRefused, match="ohne bestätigte Herkunft"):
        season_of(made)


def forged_manifest(content: bytes, change: Any) -> bytes:
    return changed(content, "manifest.json", change)


@pytest.mark.slow
def test_a_signature_that_is_none_opens_nothing_and_breaks_nothing(laptop):
    content, shown = laptop
    registered(shown.pem)
    for signature in (
        None,
        "x",
        {},
        {"certificate": "x", "value": "x"},
        {"certificate": "ä", "value": ""},
        {"certificate": 7, "value": None},
        ["a"],
    ):
        without = forged_manifest(content, lambda manifest, said=signature: manifest | {"signature": said})
        with pytest.raises(Unproved if signature is None else Forged):
            taken(without)


@pytest.mark.parametrize("manifest", ["a word", 7, None, []], ids=repr)
def test_a_manifest_that_is_none_is_refused_in_a_sentence(manifest):
    with pytest.raises(TakeOverRefused):
        take_over({"manifest.json": manifest}, by=administrator(), now=NOON)


@pytest.mark.slow
def test_a_lost_laptop_proves_nothing_from_then_on_and_what_it_proved_stays(laptop):
    content, shown = laptop
    key = registered(shown.pem)
    made = taken(content)
    federation.withdraw_key(key_id=key.pk, by=administrator(), now=NOON)
    season_of(made)
    assert Organiser.objects.get(tournament=made).key == key
    with pytest.raises(FederationRefused, match="schon eingetragen"):
        registered(shown.pem, "Pik Süd")


@pytest.mark.slow
def test_after_it_was_withdrawn_its_files_are_a_strangers(laptop):
    content, shown = laptop
    federation.withdraw_key(key_id=registered(shown.pem).pk, by=administrator(), now=NOON)
    with pytest.raises(Unproved):
        taken(content)


@pytest.mark.slow
def test_where_no_key_is_registered_everything_is_as_it_was(laptop):
    content, _shown = laptop
    made = taken(content)
    assert not Organiser.objects.filter(tournament=made).exists()
    season_of(made)


@pytest.mark.slow
def test_the_page_asks_and_says_what_to_do(laptop):
    content, shown = laptop
    registered(sealing.certificate_of(sealing.new_identity(name="Anderer", now=NOON)).pem)
    client = Client()
    client.force_login(factories.user(administrator().user.username))
    address = reverse("tournament_import")
    assert "ohne bestätigte Herkunft" in client.get(address).content.decode()
    file = SimpleUploadedFile("turnier.zip", content)
    answer = client.post(address, {"file": file})
    assert answer.status_code == 422
    assert "keinem eingetragenen Verein" in answer.content.decode()
    file = SimpleUploadedFile("turnier.zip", content)
    assert client.post(address, {"file": file, "unproved": "on"}).status_code == 302
    assert shown.fingerprint not in ClubKey.objects.values_list("fingerprint", flat=True)


def on_no_curve(pem: str) -> str:
    """The certificate after somebody has named another curve in it, of which no library knows anything."""
    block = base64.b64decode("".join(pem.strip().splitlines()[1:-1]))
    known, strange = bytes.fromhex("2a8648ce3d030107"), bytes.fromhex("2a8648ce3d030105")
    assert known in block
    words = base64.encodebytes(block.replace(known, strange)).decode()
    return f"-----BEGIN CERTIFICATE-----\n{words}-----END CERTIFICATE-----\n"


def test_a_certificate_of_a_kind_that_nobody_knows_is_refused_with_a_sentence():
    """It was a page without a word (500), at the take-over and where keys are registered."""
    odd = on_no_curve(seals.certificate(now=NOON).pem)
    said = {"signature": {"certificate": odd, "value": "AAAA"}, "format": "x"}
    with pytest.raises(Forged):
        origin_of(said)
    with pytest.raises(FederationRefused, match="kein Zertifikat"):
        registered(odd)
