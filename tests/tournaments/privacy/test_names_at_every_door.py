"""Whoever wishes to be called otherwise in public is: at every address, in every file, whoever made it and whenever it was published."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import factories
from tests.factories import NOON
from tournaments.access.selectors.own_codes import own_code
from tournaments.event.services import setup
from tournaments.event.services.setup import NewPlayer
from tournaments.files.services.rehearsal import pages_to_rehearse
from tournaments.models import JournalEntry, Player, Registration, Tournament
from tournaments.models.naming import READER, Naming, for_everybody, names_shown
from tournaments.privacy.services.naming import call_as
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.services.publications import publish
from tournaments.screens.services.screens import add_screen

pytestmark = pytest.mark.django_db
FAMILY, GIVEN = "Zwetschgenbaum", "Quirina"


def a_day(*, wish: str = Naming.GIVEN, wished_first: bool = True) -> Tournament:
    """A finished list, a publication, a tandem, a screen; start number 1 wishes to be called otherwise."""
    cache.clear()  # pages of another test's tournament of the same name
    made = factories.tournament(players=8, rounds=1, series=1)
    shy = made.registrations.get(start_number=1)
    setup.correct_player(
        tournament_id=made.pk,
        start_number=1,
        corrected=NewPlayer(given_name=GIVEN, family_name=FAMILY, club="Probeverein"),
        by=factories.director(),
        now=NOON,
    )
    setup.form_pair(tournament_id=made.pk, first=1, second=5, by=factories.director(), now=NOON)
    if wished_first:
        wishes(made, wish)
    series = factories.draw(Tournament.objects.get(pk=made.pk))
    for table in series.tables.all():
        factories.accept(factories.sign_all(factories.play_all(factories.sheet_of(series, table.number))))
    seen = snapshot(Tournament.objects.get(pk=made.pk)).fingerprint
    publish(tournament_id=made.pk, seen=seen, by=factories.director(), now=NOON)
    if not wished_first:
        wishes(made, wish)
    assert shy.player_id
    return Tournament.objects.get(pk=made.pk)


def wishes(made: Tournament, wish: str) -> None:
    call_as(tournament_id=made.pk, start_number=1, shown_as=wish, by=factories.director(), now=NOON)


def addresses(made: Tournament) -> Iterator[str]:
    """Everything of the tournament that can be opened, pages, files and the API, and what stands beside it."""
    for name, arguments in pages_to_rehearse(made):
        yield reverse(name, kwargs=arguments)
    for number in (1, 2):
        yield reverse("my_seat", args=[made.slug, number])
    for name in ("publication", "publication_json", "publication_pdf", "publication_csv"):
        yield reverse(name, args=[made.slug, 1])
    yield f"/turnier/{made.slug}/liste/1/1/siegel/1.pdf"
    yield f"/turnier/{made.slug}/platz/?name=Zwetsch"
    yield f"/turnier/{made.slug}/papier/sitzordnung?nach=tischen"
    yield f"/turnier/{made.slug}/saal/sitzordnung/?ansicht=tische"
    yield f"/turnier/{made.slug}/rangliste/?wertung=tandems"
    yield f"/api/v1/tournaments/{made.slug}/registrations"
    yield f"/api/v1/tournaments/{made.slug}/standings"
    yield "/"


def words_in(content: bytes, kind: str) -> str:
    """What somebody can read in an answer of any kind."""
    if "pdf" in kind:
        return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    return content.decode("utf-8", "replace")


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    content = b"".join(answer) if answer.streaming else answer.content
    said = words_in(content, answer.headers.get("Content-Type", "")) if answer.status_code == 200 else ""
    return said.replace("\u00ad", "")  # where a long name may be broken


@pytest.mark.parametrize(
    "wished_first",
    [
        pytest.param(True, id="before", marks=pytest.mark.slow),
        pytest.param(False, id="after it was published and sealed"),
    ],
)
def test_no_door_for_everybody_tells_the_family_name(wished_first, settings, tmp_path):
    settings.SEALED_LISTS, settings.DATA_DIR = True, tmp_path
    made = a_day(wished_first=wished_first)
    stranger, opened, called = Client(), 0, 0
    for address in addresses(made):
        said = read(stranger, address)
        assert FAMILY not in said, address
        assert FAMILY.upper() not in said, address
        opened += bool(said)
        called += GIVEN in said
    assert opened > 25
    assert called > 8, "the given name stands where the whole name stood"


@pytest.mark.slow
def test_a_workbook_for_the_public_made_at_a_terminal_keeps_to_it(tmp_path):
    made = a_day()
    for reader, told in (("publikum", False), ("leitung", True)):
        book = tmp_path / f"{reader}.xlsx"
        call_command(
            "workbook", made.slug, fuer=reader, nach=book, stderr=io.StringIO(), stdout=io.StringIO()
        )
        assert (FAMILY in words_in(book.read_bytes(), "")) is told, reader


HANGS = (
    "seating_wall",
    "standings_pdf",
    "publication_pdf",
    "board_pdf",
    "table_cards_pdf",
    "place_cards_pdf",
)


@pytest.mark.slow
def test_what_hangs_is_read_by_all_whoever_prints_it():
    made, director = a_day(), Client()
    director.force_login(factories.user())
    for name, arguments in pages_to_rehearse(made):
        said = read(director, address := reverse(name, kwargs=arguments))
        if name in HANGS:
            assert FAMILY not in said, address
            assert said, address
    for desk in (
        reverse("registrations", args=[made.slug]),
        f"/turnier/{made.slug}/liste/1/1.pdf",
        reverse("journal", args=[made.slug]),
    ):
        assert FAMILY in read(director, desk), "the desk and the paper list know the whole name"
    screen = add_screen(tournament_id=made.pk, code="48213", name="Saal", by=factories.director(), now=NOON)
    assert FAMILY not in read(director, f"/saal/{screen.code}/")


@pytest.mark.parametrize("wish", [Naming.GIVEN, Naming.NUMBER])
def test_the_player_chooses_on_his_own_page(wish):
    made, phone = a_day(wish=Naming.FULL), Client()
    assert FAMILY in read(Client(), reverse("standings", args=[made.slug]))
    one = made.registrations.get(start_number=1)
    page = reverse("own_data", args=[own_code(one).token])
    assert FAMILY in read(phone, page), "to himself everything is told"
    assert phone.post(page, {"shown_as": "nonsense"}).status_code == 422
    assert phone.post(page, {"shown_as": wish}).status_code == 302
    line = JournalEntry.objects.filter(tournament=made).last()
    assert (line.deed, line.facts) == ("naming_wished", {"start_number": 1, "shown_as": wish})
    said = read(Client(), reverse("standings", args=[made.slug]))
    assert FAMILY not in said
    assert (GIVEN in said) is (wish == Naming.GIVEN)
    assert (re.search(r"Nr\. 1\b", said) is not None) is (wish == Naming.NUMBER)
    other = made.registrations.get(start_number=2)
    assert (
        Client().post(reverse("naming", args=[made.slug, other.start_number]), {"shown_as": wish}).status_code
        == 403
    )


def test_own_data_are_taken_along_whole_and_without_others():
    made, phone = a_day(), Client()
    one = made.registrations.get(start_number=1)
    token = own_code(one).token
    answer = phone.get(reverse("own_data_file", args=[token]))
    data = answer.json()
    assert data["person"]["family_name"] == FAMILY
    assert {len(data["seats"]), len(data["signatures"])} == {1}
    assert len(data["games"]) >= 3
    assert [line["deed"] for line in data["journal"]][:1] == ["player_registered"]
    others = Player.objects.exclude(pk=one.player_id).values_list("family_name", flat=True)
    assert not [name for name in others if name in answer.content.decode()]
    assert "no-store" in answer["Cache-Control"]
    assert Client().get(reverse("own_data_file", args=["x" * 30])).status_code == 404


def test_a_name_as_it_is_shown_is_never_saved():
    made = a_day()

    @for_everybody
    def mixed_up() -> None:
        one = Registration.objects.select_related("player").get(tournament=made, start_number=1)
        assert one.player.name == GIVEN
        with pytest.raises(AssertionError):
            one.player.save()

    mixed_up()
    assert READER.get() is None
    assert Registration.objects.get(tournament=made, start_number=1).player.family_name == FAMILY
    assert names_shown("", "Beispiel", wish=Naming.GIVEN, start_number=3) == ("", "Nr. 3")
