"""A tournament file that somebody has written himself: no seal on its results, no page that breaks, no log-in, no flood."""

from __future__ import annotations

import copy
import hashlib
import io
import json
import random
import zipfile
from contextlib import suppress
from datetime import datetime
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from scoring import guards
from scoring.sentence import Refusal
from tests import factories
from tests.factories import NOON
from tests.tournaments.files.test_tournament_files import another_machine, played
from tournaments.event.permissions import NotAllowed
from tournaments.event.selectors.journal import Hashed, entry_hash
from tournaments.event.selectors.sheets import sheets
from tournaments.event.services.machine import first_broken_machine_line
from tournaments.files.formats import tournament_reading
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.selectors.belongings import TAKEN
from tournaments.files.services import machine
from tournaments.files.services.rehearsal import NOT_OPENED, addresses, pages_to_rehearse, sampled
from tournaments.files.services.tournament_files import TakeOverRefused, take_over
from tournaments.lists.selectors.check_codes import check_codes, said_of_code
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.words import fair_copy
from tournaments.models import (
    FairCopy,
    JournalEntry,
    MachineEntry,
    Role,
    ScoreSheet,
    Seal,
    Tournament,
    User,
)
from tournaments.sealing import core as sealing
from tournaments.sealing.services.seals import NotOurs, seal
from tournaments.spreadsheets.reading.limits import FileRefused

pytestmark = pytest.mark.django_db
NEEDS_PYHANKO = pytest.mark.skipif(not sealing.AVAILABLE, reason="no pyHanko on this machine")
Parts = dict[str, Any]


@pytest.fixture(scope="module")
def made(stage: None) -> Tournament:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.SEALED_LISTS", True, raising=False)
        return played()


@pytest.fixture(scope="module")
def content(made: Tournament) -> bytes:
    return tournament_file(made, now=NOON)


def parts_of(content: bytes) -> Parts:
    return read_tournament(content)


def rechained(parts: Parts) -> Parts:
    """Whoever forges a file makes a chain that fits: it needs no key."""
    previous = ""
    for number, line in enumerate(parts["rows/tournaments.journalentry.json"], 1):
        covered = line["written_elsewhere"]
        line["number"], line["previous_hash"] = number, previous
        line["hash"] = entry_hash(
            Hashed(
                scheme=line["scheme"],
                previous=previous,
                number=number,
                at=datetime.fromisoformat(line["at"]),
                sheet=covered["list"],
                user=covered["account"],
                actor=line["actor"],
                device=line["device"],
                deed=line["deed"],
                facts=line["facts"],
                reason=line["reason"],
                salt=line["salt"],
                digest=line["digest"],
            )
        )
        previous = line["hash"]
    return parts


def chained(parts: Parts) -> Parts:
    """The same, where what was changed lets a chain be made at all."""
    with suppress(Exception):
        rechained(parts)
    return parts


def taken(parts: Parts) -> Tournament:
    return take_over(parts, by=factories.administrator(), now=NOON)


# 1: the seal ----------------------------------------------------------------------------------------------------


@NEEDS_PYHANKO
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_no_seal_of_this_machine_on_invented_results(content, tmp_path, settings):
    """The words of an accepted list come from the file; the seal would have been ours."""
    settings.SEALED_LISTS, settings.DATA_DIR = True, tmp_path
    parts = parts_of(content)
    another_machine()
    there = taken(rechained(parts))
    accepted = sheets().get(table__series__tournament=there, accepted_at__isnull=False)
    client = Client()
    page = client.get(f"/turnier/{there.slug}/liste/1/1/siegel/")
    assert page.status_code == 200
    assert "Versiegelt wird nur, was an diesem Rechner geschehen ist" in page.content.decode()
    forged = FairCopy.objects.filter(sheet=accepted).first()
    if forged is None:
        forged = FairCopy.objects.create(
            sheet=accepted,
            number=1,
            sheet_version=1,
            occasion="accepted",
            mark="2222222222",
            words={},
            made_at=NOON,
        )
    with pytest.raises(NotOurs):
        seal(copy_id=forged.pk, pdf=b"%PDF-1.4", now=NOON)
    assert client.get(f"/turnier/{there.slug}/liste/1/1/siegel/{forged.number}.pdf").status_code == 404
    assert not Seal.objects.exists()
    client.force_login(factories.administrator().user)
    packed = client.get(reverse("series_sealed", args=[there.slug, 1]))
    assert zipfile.ZipFile(io.BytesIO(packed.content)).namelist() == []


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_taken_over_is_said_on_page_paper_code_journal_and_api(content):
    parts = parts_of(content)
    another_machine()
    there = taken(parts)
    client = Client()
    client.force_login(factories.administrator().user)
    assert "Übernommenes Turnier" in client.get(f"/turnier/{there.slug}/").content.decode()
    first = sheets().get(table__series__tournament=there, table__number=1)
    assert "Übernommene Liste" in client.get(f"/turnier/{there.slug}/liste/1/1/").content.decode()
    code = check_codes([first])[first.pk]
    assert said_of_code(code).taken_over
    assert "Übernommene Liste" in client.get("/pruefen/", {"code": code}).content.decode()
    journal = client.get(reverse("journal", args=[there.slug])).content.decode()
    assert "Übernommenes Protokoll" in journal
    api = f"/api/v1/tournaments/{there.slug}"
    assert client.get(api).json()["taken_over_at"] is not None
    assert client.get(f"{api}/lists/1/1").json()["taken_over"] is True
    lines = client.get(f"{api}/journal").json()["items"]
    assert [line["elsewhere"] for line in lines] == [True] * (len(lines) - 1) + [False]
    words = fair_words(first)
    assert any("Übernommen" in remark for remark in words["remarks"])
    assert "übernommen" in words["state"]


def fair_words(sheet: ScoreSheet) -> Parts:
    return fair_copy.printed_words(sheet_view(sheet, now=NOON), [], code="")


@pytest.mark.slow
@NEEDS_PYHANKO
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_a_seal_of_the_origin_travels_and_is_verified(tmp_path, settings):
    settings.SEALED_LISTS, settings.DATA_DIR = True, tmp_path
    home = played()
    accepted = sheets().get(table__series__tournament=home, accepted_at__isnull=False)
    client = Client()
    sent = client.get(f"/turnier/{home.slug}/liste/1/1/siegel/1.pdf")
    assert sent.status_code == 200, "sealed where it was accepted"
    content = tournament_file(Tournament.objects.get(pk=home.pk), now=NOON)
    another_machine()
    settings.DATA_DIR = tmp_path / "other"
    there = taken(parts_of(content))
    again = client.get(f"/turnier/{there.slug}/liste/1/1/siegel/1.pdf")
    assert again.content == sent.content, "the origin's own file, byte for byte"
    another_machine()
    assert accepted.pk
    stranger = sealing.certificate_of(sealing.new_identity(name="x", now=NOON))
    [row] = parts_of(content)["rows/tournaments.seal.json"]
    other = "A" if row["pdf"][400] != "A" else "B"
    for touched in (
        {"pdf": row["pdf"][:400] + other + row["pdf"][401:]},
        {"certificate": stranger.pem},
        {"sha256": "0" * 64},
        {"fingerprint": stranger.fingerprint},
    ):
        parts = parts_of(content)
        parts["rows/tournaments.seal.json"] = [row | touched]
        with pytest.raises(TakeOverRefused):
            taken(parts)
        assert not Tournament.objects.filter(slug=home.slug).exists(), [*touched]


# 2: rows, shapes, log-ins -----------------------------------------------------------------------------------------


def row(table: str, /, **new: Any) -> Any:
    def change(parts: Parts) -> None:
        parts[f"rows/tournaments.{table}.json"][0].update(new)

    return change


def facts(deed: str, **new: Any) -> Any:
    def change(parts: Parts) -> None:
        for line in parts["rows/tournaments.journalentry.json"]:
            if line["deed"] == deed:
                line["facts"] = new

    return change


def first_account(**new: Any) -> Any:
    return lambda parts: parts["accounts.json"][0].update(new)


HOSTILE = {
    "slash in the address": row("tournament", slug="a/b"),
    "dots as the address": row("tournament", slug=".."),
    "no address": row("tournament", slug=""),
    "umlaut in the address": row("tournament", slug="ü"),
    "address of another kind": row("tournament", slug=["a"]),
    "a name without end": row("tournament", name="N" * 500_000),
    "control signs": row("tournament", name="Probe\x00turnier"),
    "half a sign": row("tournament", place="\ud800"),
    "unknown status": row("tournament", status="verboten"),
    "unknown release": row("tournament", release="nie"),
    "too many series": row("tournament", series_count=60_000),
    "a day of nowhere": row("tournament", starts_on="0001-01-01"),
    "an hour without a zone": row("series", drawn_at="2026-11-14T12:00:00"),
    "an hour of year 9999": row("series", drawn_at="9999-12-31T23:59:59+00:00"),
    "unknown mode of a series": row("series", mode="zaubern"),
    "unknown finish": row("game", finish="Q"),
    "unknown kind of ruling": row("ruling", kind="bribe"),
    "a ruling of half a page and more": row("ruling", reason="x" * 600_000),
    "a seat beyond the table": row("seat", number=6),
    "a line that passes for ours": row("journalentry", written_elsewhere=None),
    "keys that are none": row("journalentry", written_elsewhere={"list": "1", "account": []}),
    "a fraction": row("line", augen=1.5),
    "a number beyond every number": row("line", augen=10**30),
    "published nonsense": row("publication", document="{"),
    "an account without a name": first_account(first_name=None, last_name=None, username=None),
    "an account with a name without end": first_account(first_name="x" * 100_000, username="x" * 100_000),
    "deep facts": facts("game_reported", a=[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_nobody_would_have_typed_is_refused(name, content):
    parts = copy.deepcopy(parts_of(content))
    HOSTILE[name](parts)
    another_machine()
    here = Tournament.objects.count()
    with pytest.raises(TakeOverRefused):
        taken(chained(parts))
    assert Tournament.objects.count() == here
    assert Client().get("/").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("name", ["game_reported", "sheet_accepted", "series_drawn", "tournament_created"])
def test_facts_that_no_page_can_tell_do_no_harm(name, content):
    """Refused, or told in some way: never a page that breaks."""
    for told in ({}, {"table": None, "seat": {}, "game": "♥", "series": []}):
        parts = copy.deepcopy(parts_of(content))
        facts(name, **told)(parts)
        with transaction.atomic():
            another_machine()
            with suppress(TakeOverRefused):
                every_page_works(taken(rechained(parts)))
            transaction.set_rollback(True)


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_files_bring_no_log_ins(content):
    parts = copy.deepcopy(parts_of(content))
    for account in parts["accounts.json"]:
        account |= {"username": "admin", "is_superuser": True}
    another_machine()
    admin = factories.user("admin")
    there = taken(parts)
    assert User.objects.filter(username="admin").count() == 1
    assert not Role.objects.filter(user=admin).exists()
    assert not JournalEntry.objects.filter(user=admin).exists()
    strangers = User.objects.filter(username__startswith="elsewhere-")
    assert strangers.count() == len(parts["accounts.json"])
    assert not strangers.filter(is_active=True).exists()
    assert not strangers.filter(is_superuser=True).exists()
    assert not any(one.has_usable_password() for one in strangers)
    assert there.roles.count() == 1


def test_only_who_keeps_the_machine_takes_a_tournament_over(content):
    another_machine()
    with pytest.raises(NotAllowed):
        take_over(parts_of(content), by=factories.director(), now=NOON)
    client = Client()
    client.force_login(factories.user())
    file = SimpleUploadedFile("turnier.zip", content)
    assert client.post(reverse("tournament_import"), {"file": file}).status_code == 403
    assert "Turnier übernehmen" not in client.get("/").content.decode()


# 3: bounds before parsing ------------------------------------------------------------------------------------------


def zipped(part: bytes, name: str = "rows/tournaments.line.json") -> bytes:
    manifest = {
        "format": "romme-club-tournament",
        "version": 1,
        "exported_at": NOON.isoformat(),
        "tournament": {"name": "x", "slug": "x"},
        "parts": {name: {"sha256": hashlib.sha256(part).hexdigest(), "size": len(part)}},
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.writestr(name, part)
    return target.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        b"[" + b"{}," * 4_000_000 + b"{}]",
        b"[" + b"1," * 4_000_000 + b"1]",
        b'["' + b"a" * (49 * 1024 * 1024) + b'"]',
    ],
    ids=["objects", "numbers", "letters"],
)
def test_a_small_file_that_would_take_gigabytes_is_counted_before_it_is_read(part, monkeypatch):
    """114 kB took 2.5 GB and 25 seconds; now nothing is parsed that was not counted."""
    file = zipped(part)
    assert len(file) < 120_000
    read: list[str] = []
    parsed = tournament_reading.parsed
    monkeypatch.setattr(
        tournament_reading, "parsed", lambda name, text: (read.append(name), parsed(name, text))[1]
    )
    with pytest.raises(FileRefused):
        read_tournament(file)
    assert read == ["manifest.json"]


def test_depth_without_end_is_a_sentence():
    with pytest.raises(FileRefused):
        read_tournament(zipped(b"[" * 1_000_000))


# Hidden and removed --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_administrator_hides_shows_and_removes_and_the_machine_remembers(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    factories.tournament(name="Bleibt", players=4)
    made = played()
    slug = made.slug
    client, visitor = Client(), Client()
    client.force_login(factories.administrator().user)
    page = reverse("machine")
    assert visitor.get(page).status_code == 403

    def sent(deed: str, **more: str) -> int:
        return int(client.post(page, {"tournament": made.pk, "deed": deed, **more}).status_code)

    assert sent("remove", name=made.name) == 422, "first hidden, then removed"
    assert sent("hide", reason="gefälscht") == 302
    for address in (f"/turnier/{slug}/", f"/turnier/{slug}/liste/1/1/", f"/api/v1/tournaments/{slug}"):
        assert visitor.get(address).status_code == 404, address
    assert f"/turnier/{slug}/" not in visitor.get("/").content.decode()
    assert sent("show") == 302
    assert visitor.get(f"/turnier/{slug}/").status_code == 200
    sent("hide")
    assert sent("remove", name="anders") == 422
    assert Tournament.objects.filter(pk=made.pk).exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_is_removed_is_gone_and_in_the_backup(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    another, made = factories.tournament(name="Bleibt", players=4), played()
    lines, by = made.journal.count(), factories.administrator()
    head = made.journal.order_by("-number").first().hash
    machine.hide(tournament_id=made.pk, reason="", by=by, now=NOON)
    client = Client()
    client.force_login(by.user)
    sent = {"tournament": made.pk, "deed": "remove", "name": made.name, "reason": "gefälscht"}
    page = client.post(reverse("machine"), sent, follow=True)
    assert f"„{made.name}“ ist gelöscht; die Sicherung von eben hat es noch." in page.content.decode()
    assert not Tournament.objects.filter(pk=made.pk).exists()
    assert Tournament.objects.filter(pk=another.pk).exists()
    assert list((tmp_path / "backups").glob("*-hand.zip"))
    last = MachineEntry.objects.last()
    assert (last.deed, last.facts["lines"], last.facts["head"]) == ("tournament_removed", lines, head)
    assert first_broken_machine_line() is None
    assert {name for name, _table in guards.installed(connection)} >= {"guard_journal_lines_stay"}
    for change in ({"actor": "niemand"}, {"reason": "x"}):
        with pytest.raises(Exception, match="never change"), transaction.atomic():
            MachineEntry.objects.filter(pk=last.pk).update(**change)


def test_no_table_of_a_tournament_is_left_when_it_is_removed():
    """A new table that hangs on a tournament is written down in `machine.HERE`, or nobody could remove one any more."""
    beside = {"tournaments.PlanSearch", *machine.HERE, *TAKEN}
    of_seasons = {"tournaments.SeasonEvent"}  # a tournament that counts in one is not removed
    hanging = {
        model._meta.label
        for model in apps.get_models()
        if model._meta.app_label == "tournaments"
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model in (Tournament, ScoreSheet)
    }
    assert hanging <= beside | of_seasons


# Any mutation ------------------------------------------------------------------------------------------------------------


def every_page_works(tournament: Tournament) -> None:
    """Every page, file and answer, as everybody and as its director: a status, never a fault."""
    everybody, director = Client(), Client()
    director.force_login(tournament.roles.get(kind="director").user)
    for name, arguments in pages_to_rehearse(tournament):
        address = reverse(name, kwargs=arguments)
        for client in (everybody, director):
            assert client.get(address).status_code < 500, address
    assert everybody.get("/").status_code == 200


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(
        ["", "a/b", "..", "x" * 200, "x" * 100_000, "\x00", "2026-11-14", "9999-12-31T23:59:59+00:00"]
    ),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def mutated(parts: Parts, pick: random.Random, value: Any) -> str:
    """One place anywhere in the file gets another value, or goes, or comes twice."""
    name = pick.choice([one for one in sorted(parts) if parts[one]])
    place: Any = parts[name]
    way = [name]
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = pick.choice(keys)
        way.append(str(key))
        deeper = place[key]
        if isinstance(deeper, dict | list) and deeper and pick.random() < 0.85:
            place = deeper
            continue
        match pick.choice(["set", "set", "set", "drop", "twice"]):
            case "drop":
                del place[key]
            case "twice" if isinstance(place, list):
                place.append(copy.deepcopy(deeper))
            case _:
                place[key] = value
        return "/".join(way)


def tried(content: bytes, choice: int, value: Any) -> None:
    parts = copy.deepcopy(parts_of(content))
    way = mutated(parts, random.Random(choice), value)
    if "journalentry" in way:
        chained(parts)
    with transaction.atomic():
        another_machine()
        try:
            there = taken(parts)
        except Refusal:
            pass
        else:
            every_page_works(there)
        transaction.set_rollback(True)


@pytest.mark.slow
@settings(max_examples=4)
@given(choice=st.integers(0, 2**32), value=ODD)
@seed(14)
def test_any_mutation_is_refused_or_works_everywhere(content, choice, value):
    tried(content, choice, value)


@pytest.mark.slow
@settings(max_examples=25)
@given(choice=st.integers(0, 2**32), value=ODD)
@seed(1414)
def test_many_mutations_are_refused_or_work_everywhere(content, choice, value):
    tried(content, choice, value)


def test_of_many_pages_a_lot_chooses_and_every_kind_is_there():
    """The last list of a large tournament is looked at as readily as the first; nobody can put his page where nobody looks."""
    pages = [
        ("standings", {"slug": "x"}),
        *(("sheet", {"table": n}) for n in range(1, 2001)),
        ("ruling", {"ruling": 1}),
    ]
    assert sampled(pages, 5000, random.Random(1)) == pages
    chosen = [sampled(pages, 600, random.Random(n)) for n in (1, 2)]
    for one in chosen:
        assert len(one) == 600
        assert {name for name, _arguments in one} == {"standings", "sheet", "ruling"}
        assert max(arguments.get("table", 0) for _name, arguments in one) > 1900
    assert chosen[0] != chosen[1]


def test_the_rehearsal_knows_every_address_of_a_tournament():
    """A new address is opened by itself; what is not opened stands here."""
    known = {name for name, _asked in addresses()}
    assert {"sheet", "journal", "standings", "seating_board", "sheets_pdf"} <= known
    assert {"workbook_file", "backup", "backup_file", "tournament_zip", "screen"} == NOT_OPENED
