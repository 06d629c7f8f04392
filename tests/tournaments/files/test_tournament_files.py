"""A whole tournament on another machine: the same to the byte, once, and not at all when somebody touched the file."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring import guards
from scoring.models import RuleSet
from scoring.numbers import GameNumber
from scoring.services import publish_variant
from tests import factories
from tests.factories import NOON
from tournaments.access.core.budgets import TOURNAMENT
from tournaments.event.services.journal import first_broken
from tournaments.event.services.setup import NewPlayer, register_player
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.selectors.belongings import LEFT, MATCHED, TAKEN, standings_document
from tournaments.files.services import rehearsal
from tournaments.files.services.tournament_files import TakeOverRefused, take_over
from tournaments.models import JournalEntry, MachineEntry, Player, Tournament, User
from tournaments.rankings.selectors.snapshots import snapshot
from tournaments.rankings.selectors.standings import standings
from tournaments.rankings.services.publications import publish
from tournaments.rulings import services as rulings
from tournaments.spreadsheets.reading.limits import FileRefused

pytestmark = pytest.mark.django_db


def played() -> Tournament:
    made = factories.tournament(players=7, rounds=1)
    factories.referee(made)
    first = factories.sheet_of(factories.draw(made))
    factories.accept(factories.sign_all(factories.play_all(first)))
    second = factories.sheet_of(made.series.get(), 2)
    factories.play(second, 1)
    rulings.strike_game(
        sheet_id=second.pk,
        number=GameNumber(1),
        reason="falsch gegeben",
        seen_version=second.__class__.objects.get(pk=second.pk).version,
        by=factories.referee(made),
        now=NOON,
    )
    factories.play(second.__class__.objects.get(pk=second.pk), 1)
    publish(
        tournament_id=made.pk,
        seen=snapshot(Tournament.objects.get(pk=made.pk)).fingerprint,
        by=factories.director(),
        now=NOON,
    )
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture(scope="module")
def made(stage: None) -> Tournament:
    """One tournament in the middle of its series, for all tests of this file."""
    return played()


@pytest.fixture(scope="module")
def content(made: Tournament) -> bytes:
    return tournament_file(made, now=NOON)


def another_machine() -> None:
    """Nothing of before is here; keys are others, and somebody has an account already."""
    with guards.lifted(connection):
        for model in [apps.get_model(label) for label in (*LEFT, *reversed(TAKEN))]:
            model._base_manager.all()._raw_delete("default")
        Player.objects.all()._raw_delete("default")
        User.objects.all()._raw_delete("default")
        RuleSet.objects.exclude(based_on=None)._raw_delete("default")
    User.objects.create_user("schon-da")
    factories.tournament(players=3, name="Anderes", rounds=2)


def changed(content: bytes, name: str, change: Callable[[Any], Any], *, sealed: bool = False) -> bytes:
    """A file in which somebody has written; `sealed`: with a fingerprint that fits again."""
    with zipfile.ZipFile(io.BytesIO(content)) as source:
        parts = {part: source.read(part) for part in source.namelist()}
    parts[name] = json.dumps(change(json.loads(parts[name]))).encode()
    if sealed:
        manifest = json.loads(parts["manifest.json"])
        manifest["parts"][name]["sha256"] = hashlib.sha256(parts[name]).hexdigest()
        parts["manifest.json"] = json.dumps(manifest).encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for part, text in parts.items():
            archive.writestr(part, text)
    return target.getvalue()


def test_every_table_is_either_taken_or_matched_or_left_with_a_reason():
    ours = {
        model._meta.label
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in ("tournaments", "scoring")
    }
    assert ours == {*TAKEN, *MATCHED, *LEFT}, (
        "write the new table into tournaments/files/selectors/belongings.py"
    )


def test_the_order_of_the_tables_lets_every_key_be_known():
    seen = {apps.get_model(label) for label in MATCHED}
    for label in TAKEN:
        model = apps.get_model(label)
        wanted = {field.related_model for field in model._meta.concrete_fields if field.is_relation}
        assert wanted <= seen | {model}, label
        seen.add(model)


@pytest.mark.parametrize("pages", [10, pytest.param(rehearsal.MOST_PAGES, marks=pytest.mark.slow)])
def test_moved_to_another_laptop_it_is_the_same_tournament(made, content, pages, monkeypatch):
    monkeypatch.setattr(rehearsal, "MOST_PAGES", pages)
    before = standings_document(made)
    old_lines = list(
        JournalEntry.objects.filter(tournament=made).order_by("number").values_list("hash", flat=True)
    )
    ranks = [(row.registration.name, row.total) for row in standings(made).rows]
    another_machine()
    taken = take_over(read_tournament(content), by=factories.administrator(), now=NOON)
    assert standings_document(taken) == before
    assert [(row.registration.name, row.total) for row in standings(taken).rows] == ranks
    assert taken.slug == made.slug
    lines = JournalEntry.objects.filter(tournament=taken).order_by("number")
    assert first_broken(lines) is None
    assert [line.hash for line in lines][:-1] == old_lines
    assert lines.last().deed == "tournament_imported"
    again = read_tournament(tournament_file(taken, now=NOON))
    assert again["standings.json"] == read_tournament(content)["standings.json"]
    [published] = taken.publications.all()
    assert snapshot(taken).text == published.document
    sheet = factories.sheet_of(taken.series.get(), 2)
    factories.play(sheet, 2)  # and it goes on
    assert first_broken(JournalEntry.objects.filter(tournament=taken).order_by("number")) is None


def test_the_same_tournament_is_the_same_file(made, content):
    assert tournament_file(made, now=NOON) == content


def test_a_second_time_it_is_recognised(content):
    with pytest.raises(TakeOverRefused, match="schon hier: „Probeturnier“"):
        take_over(read_tournament(content), by=factories.administrator(), now=NOON)
    assert Tournament.objects.count() == 1


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_an_address_that_is_taken_gives_way(content):
    another_machine()
    factories.tournament(name="Probeturnier")
    assert (
        take_over(read_tournament(content), by=factories.administrator(), now=NOON).slug == "probeturnier-2"
    )


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_accounts_are_names_and_nobody_here_is_meant(content):
    assert b"password" not in b"".join(
        json.dumps(part).encode() for part in read_tournament(content).values()
    )
    another_machine()
    known = factories.user("schiri")
    taken = take_over(read_tournament(content), by=factories.administrator(), now=NOON)
    roles = {(role.user.username, role.kind) for role in taken.roles.select_related("user")}
    assert roles == {("verwaltung", "director")}
    ruled_by = taken.rulings.get().decided_by
    assert ruled_by != known
    assert str(ruled_by) == "schiri"
    assert not ruled_by.is_active
    assert not ruled_by.has_usable_password()


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_people_who_are_known_are_the_same_people():
    made = factories.tournament()
    for name, club in (("Pik", "Ass"), ("Karo", "")):
        register_player(
            tournament_id=made.pk,
            player=NewPlayer(given_name="Paul", family_name=name, club=club),
            by=factories.director(),
            now=NOON,
        )
    content = tournament_file(made, now=NOON)
    another_machine()
    other = Tournament.objects.get()
    known = register_player(
        tournament_id=other.pk,
        player=NewPlayer(given_name="Paul", family_name="Pik", club="Ass"),
        by=factories.director(),
        now=NOON,
    ).player
    namesake = register_player(
        tournament_id=other.pk,
        player=NewPlayer(given_name="Paul", family_name="Karo", club="Zehn"),
        by=factories.director(),
        now=NOON,
    ).player
    taken = take_over(read_tournament(content), by=factories.administrator(), now=NOON)
    players = {one.player_id for one in taken.registrations.all()}
    assert known.pk in players
    assert namesake.pk not in players


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_own_rules_travel_along():
    variant = publish_variant(factories.rule_row(), {"series.rounds": 4}, name="Haus", by=None, now=NOON)
    other = factories.tournament(name="Hausturnier")
    Tournament.objects.filter(pk=other.pk).update(rule_set=variant)
    content = tournament_file(Tournament.objects.get(pk=other.pk), now=NOON)
    another_machine()
    taken = take_over(read_tournament(content), by=factories.administrator(), now=NOON)
    assert taken.rule_set.fingerprint == variant.fingerprint


@pytest.mark.parametrize(
    "part", ["rows/tournaments.line.json", "rules.json", "people.json", "standings.json"]
)
def test_a_part_that_was_touched_is_named(part, content):
    with pytest.raises(FileRefused, match=f"„{part}“ ist verändert"):
        read_tournament(changed(content, part, lambda rows: rows))


def first_line(**new: Any) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    return lambda rows: [rows[0] | new, *rows[1:]]


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("rows/tournaments.line.json", first_line(augen=99)),
        ("rows/tournaments.line.json", first_line(seat_id=987654)),
        ("rows/tournaments.line.json", first_line(augen="viele")),
        ("rows/tournaments.line.json", first_line(secret=1)),
        ("rows/tournaments.line.json", lambda rows: rows[1:]),
        ("rows/tournaments.journalentry.json", first_line(actor="Niemand")),
        ("rows/tournaments.journalentry.json", lambda rows: rows[:-2] + rows[-1:]),
        ("rows/tournaments.journalentry.json", lambda _rows: []),
        ("rows/tournaments.tournament.json", lambda _rows: []),
        ("rules.json", first_line(canonical="{}")),
        ("accounts.json", lambda _rows: {}),
    ],
)
def test_somebody_who_mends_the_fingerprint_too_comes_no_further(part, change, content):
    touched = changed(content, part, change, sealed=True)
    another_machine()
    with pytest.raises(TakeOverRefused):
        take_over(read_tournament(touched), by=factories.administrator(), now=NOON)
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("garbage", [b"", b"PK\x03\x04", b"{}"])
def test_something_else_is_no_tournament(garbage):
    with pytest.raises(FileRefused):
        read_tournament(garbage)


@pytest.mark.parametrize("share", [0.3, 0.7, 0.99])
def test_a_damaged_file_gets_a_sentence_about_tournaments(share, content):
    with pytest.raises(FileRefused) as refused:
        read_tournament(content[: int(len(content) * share)])
    assert "Die Turnierdatei ist beschädigt" in str(refused.value)


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_from_desk_to_desk(client: Client, made):
    client.force_login(factories.user())
    answer = client.get(reverse("tournament_zip", args=[made.slug]))
    assert answer["Content-Disposition"].startswith("attachment")
    another_machine()
    client.force_login(factories.user(factories.administrator().label))
    file = SimpleUploadedFile("turnier.zip", answer.content)
    page = client.post(reverse("tournament_import"), {"file": file}, follow=True).content.decode()
    assert "ist übernommen, so wie es war." in page
    file.seek(0)
    again = client.post(reverse("tournament_import"), {"file": file})
    assert (again.status_code, "schon hier" in again.content.decode()) == (422, True)


@pytest.mark.slow
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_without_a_browser_by_a_command(made, content, tmp_path):
    """What the page does, by the same service; the administrator answers for it and directs."""
    another_machine()
    file, told = tmp_path / "turnier.zip", StringIO()
    file.write_bytes(content)
    with pytest.raises(CommandError, match="verwaltet diesen Rechner nicht"):
        call_command("take_over", file, name="leitung")
    factories.administrator()
    call_command("take_over", file, name="Verwaltung", stdout=told)
    taken = Tournament.objects.get(name=made.name)
    assert f"/turnier/{taken.slug}/" in told.getvalue()
    assert taken.taken_over_at is not None
    last = MachineEntry.objects.latest("number")
    assert (last.deed, last.actor) == ("tournament_taken_over", "verwaltung")
    with pytest.raises(CommandError, match="schon hier"):
        call_command("take_over", file, name="verwaltung")


def test_a_command_reads_within_the_same_bounds(tmp_path, monkeypatch):
    factories.administrator()
    with pytest.raises(CommandError, match="lässt sich nicht lesen"):
        call_command("take_over", tmp_path / "fehlt.zip", name="verwaltung")
    garbage = tmp_path / "x.zip"
    garbage.write_bytes(b"no tournament")
    with pytest.raises(CommandError, match="."):
        call_command("take_over", garbage, name="verwaltung")
    with garbage.open("r+b") as file:
        file.truncate(TOURNAMENT.most_bytes + 1)
    with pytest.raises(CommandError, match="größer"):
        call_command("take_over", garbage, name="verwaltung")
