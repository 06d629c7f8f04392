"""Somebody is forgotten who was called otherwise once, and whose name lies in every place that waits for a decision."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest
from django.apps import apps
from django.core.files.base import ContentFile
from django.db import connection, models
from django.test import Client
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from scoring import guards
from tests import factories
from tests.factories import NOON
from tests.tournaments.privacy.test_forgetting import ranks, words_of_every_table
from tests.tournaments.privacy.test_names_at_every_door import FAMILY, GIVEN, a_day, read, wishes
from tournaments.backups.services.backups import Occasion, make_backup
from tournaments.event.selectors.journal import first_broken
from tournaments.event.services import machine, setup
from tournaments.event.services.corrections import correct_registration
from tournaments.event.services.jobs import call
from tournaments.event.services.setup import NewPlayer
from tournaments.field.formats import read_tables, stored_tables
from tournaments.files.selectors.belongings import TAKEN
from tournaments.files.services import large_workbooks
from tournaments.files.services.large_workbooks import WorkbookPlace, finish_workbook
from tournaments.models import (
    FairCopy,
    Game,
    PaperUpload,
    PlanSearch,
    Player,
    PlayerFile,
    Protest,
    ScoreSheet,
    Tournament,
    Workbook,
)
from tournaments.models.naming import Naming
from tournaments.money.services import cash
from tournaments.privacy.core import Spelling, name_finder
from tournaments.privacy.services.forgetting import BESIDE, forget_person
from tournaments.rulings import services as rulings

OLD_FAMILY, OLD_GIVEN = FAMILY, GIVEN  # as typed first, when the lists were accepted
NEW_FAMILY, NEW_GIVEN = "Mirabellenzweig", "Quirine"
OTHER_FAMILY = "Spieler"

# Text columns that hold nobody's name who plays, or are not reached on purpose, and why.
NOT_SEARCHED = {
    "admin.LogEntry": "the admin is not served",
    "auth.Group": "names of rights",
    "auth.Permission": "names of rights",
    "contenttypes.ContentType": "names of tables",
    "sessions.Session": "holds keys, codes and moments",
    "django_tasks_database.DBTaskResult": "rows of ended jobs are deleted",
    "scoring.RuleSet": "published rules",
    "tournaments.User": "accounts of those who lead",
    "tournaments.Role": "a kind of right",
    "tournaments.LoginAttempt": "a keyed hash",
    "tournaments.Club": "names of clubs",
    "tournaments.Player": "the name itself is replaced",
    "tournaments.Authenticator": "a nonce",
    "tournaments.Passkey": "of an account of those who lead",
    "tournaments.RecoveryCode": "a hash",
    "tournaments.SignedInDevice": "of an account of those who lead",
    "tournaments.Chore": "names of our own chores",
    "tournaments.ClubDirector": "by whom: an account of those who lead",
    "tournaments.ClubKey": "certificates, and by whom",
    "tournaments.SamePerson": "by whom: an account of those who lead",
    "tournaments.PlayerFile": "rows are emptied one by one",
    "tournaments.TaskSign": "a worker",
    "tournaments.MachineEntry": "tells of whole tournaments; its hash covers every word",
    "tournaments.HallAddress": "an address, and by whom",
    "tournaments.PhoneCheck": "a key, and by whom",
    "tournaments.PhoneArrival": "an address of this laptop",
    "tournaments.Season": "an address",
    "tournaments.SeasonVersion": "rules of a season",
    "tournaments.Emblem": "a club's picture, and by whom",
}


def test_every_table_with_texts_is_searched_or_says_why_not():
    texts = (models.CharField, models.TextField, models.JSONField)
    with_texts = {
        model._meta.label
        for model in apps.get_models(include_auto_created=True)
        if any(isinstance(one, texts) for one in model._meta.concrete_fields)
    }
    searched = set(TAKEN) | set(BESIDE)
    assert with_texts - searched == set(NOT_SEARCHED)


@pytest.fixture
def over(db: None, settings, tmp_path) -> tuple[Tournament, Player]:
    """A tournament that is over; start number 1 was corrected after its lists were accepted and one was sealed."""
    settings.SEALED_LISTS, settings.DATA_DIR = True, tmp_path
    made = a_day(wish=Naming.FULL)
    read(Client(), f"/turnier/{made.slug}/liste/1/1/siegel/1.pdf")
    read(Client(), f"/turnier/{made.slug}/liste/1/2/siegel/1.pdf")
    setup.correct_player(
        tournament_id=made.pk,
        start_number=1,
        corrected=NewPlayer(given_name=NEW_GIVEN, family_name=NEW_FAMILY, club="Probeverein"),
        by=factories.director(),
        now=NOON,
    )
    return Tournament.objects.get(pk=made.pk), Player.objects.get(family_name=NEW_FAMILY)


def end(made: Tournament) -> None:
    Tournament.objects.filter(pk=made.pk).update(status=Tournament.Status.FINISHED)


def forget(player: Player) -> None:
    forget_person(player_id=player.pk, typed=player.name, by=factories.director(), now=NOON)


def assert_nowhere(text: str) -> None:
    folded = text.casefold()
    for name in (OLD_FAMILY, OLD_GIVEN, NEW_FAMILY, NEW_GIVEN):
        assert name.casefold() not in folded


def other_sheet(made: Tournament) -> ScoreSheet:
    """A list of a table at which the person did not sit."""
    mine = made.registrations.get(start_number=1)
    return ScoreSheet.objects.filter(table__series__tournament=made).exclude(table__seats__registration=mine)[
        0
    ]


def test_a_corrected_name_leaves_the_lists_and_the_files_sealed_anew(over):
    made, player = over
    end(made)
    before = ranks(made)
    assert OLD_FAMILY in words_of_every_table()
    forget(player)
    assert_nowhere(words_of_every_table())
    for table in (1, 2):
        told = read(Client(), f"/turnier/{made.slug}/liste/1/{table}/siegel/1.pdf")
        assert "Spielliste" in told, "sealed anew, from words without the name"
        assert_nowhere(told)
    assert ranks(made) == before
    assert first_broken(made.journal.order_by("number")) is None
    assert machine.first_broken_machine_line() is None


def test_words_of_other_tables_name_nobody_either(over):
    """A ruling at another table, in capitals, over two lines, in the genitive, by the family name alone: and its sealed file."""
    made, player = over
    there = other_sheet(made)
    for text in (
        f"{OLD_GIVEN}  {OLD_FAMILY} sah zu",
        f"{NEW_FAMILY.upper()}, {NEW_GIVEN.upper()} auch",
        f"{NEW_GIVEN} {NEW_FAMILY}s Karte",
        f"Frau {OLD_FAMILY} rief herein",
    ):
        rulings.remark(
            sheet_id=there.pk, number=1, text=text, paragraph="", by=factories.referee(made), now=NOON
        )
    number = FairCopy.objects.filter(sheet=there).order_by("-number")[0].number
    address = f"/turnier/{made.slug}/liste/1/{there.table.number}/siegel/{number}.pdf"
    desk = Client()
    desk.force_login(factories.user())
    assert OLD_FAMILY in read(desk, address)
    end(made)
    forget(player)
    assert_nowhere(words_of_every_table())
    assert_nowhere(read(Client(), address))
    assert first_broken(made.journal.order_by("number")) is None


def test_what_waits_names_nobody(over):
    made, player = over
    sheet = ScoreSheet.objects.filter(table__series__tournament=made)[0]
    cash.enter_other(
        tournament_id=made.pk,
        income=False,
        cents=100,
        text=f"Taxi für {NEW_GIVEN} {NEW_FAMILY}",
        by=factories.director(),
        now=NOON,
    )
    Protest.objects.create(
        tournament=made,
        sheet=sheet,
        number=1,
        registration=made.registrations.get(start_number=2),
        text=f"Fräulein {OLD_FAMILY} hat vorgesagt",
        filed_by="Tisch",
        filed_at=NOON,
    )
    PlanSearch.objects.create(
        tournament=made,
        state=PlanSearch.State.FAILED,
        seed="x",
        asked_by="Leitung",
        asked_at=NOON,
        seconds=1,
        failure={"text": "{name} sitzt fest", "values": {"name": f"{OLD_GIVEN} {OLD_FAMILY}"}},
    )
    PaperUpload.objects.create(
        tournament=made, name=f"{OLD_FAMILY}.jpg", content=b"x", size=1, sent_at=NOON, sent_by="Leitung"
    )
    DBTaskResult.objects.create(
        task_path=f"{call.module_path}",
        args_kwargs={"args": ["workbook", [made.slug]], "kwargs": {}},
        status=TaskResultStatus.FAILED,
        finished_at=NOON,
        run_after=NOON,
        backend_name="default",
        traceback=f"ValueError: {OLD_GIVEN} {OLD_FAMILY}",
        exception_class_path="builtins.ValueError",
    )
    end(made)
    forget(player)
    assert_nowhere(words_of_every_table())
    assert not PaperUpload.objects.exists(), "a picture that nobody has looked at"


def kept_file(made: Tournament, content: str, name: str = "Liste.csv") -> PlayerFile:
    return PlayerFile.objects.create(
        tournament=made,
        name=name,
        fingerprint="0" * 64,
        tables=stored_tables(read_tables(content.encode())),
        kept_by=factories.user(),
        kept_at=NOON,
    )


def test_an_undecided_player_file_of_another_desk_loses_the_row_and_keeps_the_others(over):
    made, player = over
    other = factories.tournament(name="Nächstes", players=3)
    kept_file(made, f"Name;Verein\n{OLD_GIVEN} {OLD_FAMILY};A\nPaul Pik;A\n")
    in_two = kept_file(
        other,
        f"Vorname;Nachname;Telefon\nPaul;Pik;1\n{NEW_GIVEN.upper()};{NEW_FAMILY};12345\n{OLD_GIVEN};Andere;2\n",
        name=f"{NEW_FAMILY}.csv",
    )
    in_one = kept_file(other, f"Name;Verein\n{OLD_FAMILY}, {OLD_GIVEN};A\nKlara Karo;A\n")
    desk = Client()
    desk.force_login(factories.user())
    end(made)
    forget(player)
    text = words_of_every_table().replace(f"{OLD_GIVEN}', 'Andere", "")  # somebody else's given name stays
    assert_nowhere(text)
    assert not PlayerFile.objects.filter(tournament=made).exists(), "nobody can be entered there any more"
    in_two.refresh_from_db()
    assert [row[1] for row in in_two.tables[0]["rows"]] == [
        ["Vorname", "Nachname", "Telefon"],
        ["Paul", "Pik", "1"],
        [f"N. N. {player.pk}"],
        [OLD_GIVEN, "Andere", "2"],
    ]
    for file in (in_two, in_one):
        page = desk.get(f"/turnier/{other.slug}/leitung/anmeldungen/datei/{file.pk}/")
        assert page.status_code == 200, page.status_code


@pytest.mark.django_db(transaction=True)
def test_workbooks_and_new_backups_hold_no_byte_of_the_name(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    made = a_day(wish=Naming.FULL)
    place = WorkbookPlace(tournament=made.pk, reader="leitung", language="de")
    Workbook.objects.create(
        tournament=made, reader="leitung", language="de", state="making", revision=1, draft=False,
        asked_at=NOON, heard_at=NOON,
    )  # fmt: skip
    finish_workbook(place, io.BytesIO(FAMILY.encode()), revision=1, now=NOON)
    end(made)
    forget(Player.objects.get(family_name=FAMILY))
    assert not Workbook.objects.exists()
    assert large_workbooks.files().listdir("")[1] == []
    finish_workbook(place, ContentFile(FAMILY.encode()), revision=1, now=NOON)  # was under way meanwhile
    assert large_workbooks.files().listdir("")[1] == []
    backup = make_backup(Occasion.HAND, now=NOON).path
    with zipfile.ZipFile(backup) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            assert FAMILY.encode() not in content
            assert FAMILY.encode().lower() not in content.lower()


def bytes_of(database: Path) -> bytes:
    """Return the file of a database and its write-ahead log."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return b"".join(path.read_bytes() for path in files if path.exists())


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="one file, and free pages in it")
def test_no_byte_of_the_name_stays_in_the_file_of_the_database(settings, tmp_path):
    """Deleted rows are overwritten (`PRAGMA secure_delete`), and the write-ahead log is emptied."""
    settings.DATA_DIR = tmp_path
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        assert cursor.fetchone() == (1,)
    made = a_day(wish=Naming.FULL)
    end(made)
    file = Path(connection.settings_dict["NAME"])
    assert FAMILY.encode() in bytes_of(file)
    forget(Player.objects.get(family_name=FAMILY))
    assert FAMILY.encode() not in bytes_of(file)


def test_a_namesake_and_words_of_the_game_stay():
    others = "Hans\nKoch\nPaul\nMartin-Koch\nTurnier am Herzberg"
    finder = name_finder(
        [
            Spelling("Anna", "Koch"),
            Spelling("Anna", "König"),
            Spelling("Anna", "Li"),
            Spelling("", "Anna Berg"),
        ],
        pseudonym="N. N. 7",
        others=others,
    )
    kept = "Koch gab, der König lag offen, Li zog, Johanna Koch und Annika sahen zu, Bergmann auch"
    assert finder.without(kept, free=True) == kept
    assert finder.without("Anna König, Li, Anna; koch,  anna; Anna\nBerg", free=True) == (
        "N. N. 7, N. N. 7; N. N. 7; N. N. 7"
    )


def test_a_name_of_before_the_start_number_was_corrected_goes_and_its_next_bearer_stays(db):
    """Registered as 2 under a misspelt name, made 20; somebody else is 2 now and keeps their line."""
    made = factories.tournament(players=4, rounds=1)
    by = {"by": factories.director(), "now": NOON}
    person = {"given_name": NEW_GIVEN, "family_name": NEW_FAMILY}
    for spelling in ({"given_name": OLD_GIVEN, "family_name": OLD_FAMILY}, person):
        setup.correct_player(
            tournament_id=made.pk, start_number=2, corrected=NewPlayer(**spelling, club=""), **by
        )
    correct_registration(tournament_id=made.pk, start_number=2, new_start_number=20, guest=False, **by)
    newcomer = NewPlayer(given_name="Paul", family_name="Pik", club="")
    setup.register_player(tournament_id=made.pk, player=newcomer, start_number=2, **by)
    end(made)
    forget(Player.objects.get(family_name=NEW_FAMILY))
    text = words_of_every_table()
    assert_nowhere(text)
    assert made.journal.filter(deed="player_registered", facts__name="Paul Pik").exists()
    assert first_broken(made.journal.order_by("number")) is None


def test_after_a_correction_a_stranger_is_not_offered_the_old_name_on_a_sealed_list(over):
    """The wish is younger than the list, and the stored name is not the one that stands on it."""
    made, _player = over
    address = f"/turnier/{made.slug}/liste/1/1/siegel/1.pdf"
    assert OLD_FAMILY in read(Client(), address)
    wishes(made, Naming.GIVEN)
    assert Client().get(address).status_code == 403
    desk = Client()
    desk.force_login(factories.user())
    assert OLD_FAMILY in read(desk, address)


def test_the_guards_stand_again(over):
    made, player = over
    end(made)
    Player.objects.filter(pk=player.pk).update(born_on=date(1950, 5, 17))
    forget(player)
    assert {name for name, _table in guards.installed(connection)} >= {"guard_journal_lines_stay"}
    assert Game.objects.filter(sheet__table__series__tournament=made).exists()
