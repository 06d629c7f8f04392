"""Somebody is forgotten: his name is nowhere any more, every result is where it was, and every chain holds."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.test import Client
from django.urls import reverse

from scoring import guards
from tests import factories
from tests.factories import NOON
from tests.tournaments.files.test_tournament_files import another_machine
from tests.tournaments.privacy.test_names_at_every_door import FAMILY, GIVEN, a_day, addresses, read
from tournaments.backups.services.backups import Occasion, make_backup
from tournaments.backups.services.checks import check_backup
from tournaments.event.permissions import NotAllowed
from tournaments.event.selectors.journal import anchored, as_document, first_broken, verdict_of_lines
from tournaments.event.services import machine
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.services.tournament_files import take_over
from tournaments.journal.words.journal import line_told
from tournaments.models import JournalEntry, Player, Tournament
from tournaments.models.naming import Naming
from tournaments.privacy.services.forgetting import NotForgotten, forget_person
from tournaments.rankings.selectors.standings import standings

pytestmark = pytest.mark.django_db


def over() -> tuple[Tournament, Player]:
    made = a_day(wish=Naming.FULL)
    Tournament.objects.filter(pk=made.pk).update(status=Tournament.Status.FINISHED)
    player = Player.objects.get(family_name=FAMILY)
    Player.objects.filter(pk=player.pk).update(born_on=date(1950, 5, 17), sex="w")
    return Tournament.objects.get(pk=made.pk), Player.objects.get(pk=player.pk)


def forgotten() -> tuple[Tournament, Player]:
    made, player = over()
    forget_person(player_id=player.pk, typed=player.name, by=factories.director(), now=NOON)
    return Tournament.objects.get(pk=made.pk), Player.objects.get(pk=player.pk)


def ranks(made: Tournament) -> list[tuple[int, int, int]]:
    return [
        (row.registration.start_number, row.place.rank, row.total.net_points) for row in standings(made).rows
    ]


def words_of_every_table() -> str:
    """Whatever stands in any column of any table."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        names = [
            one.attname
            for one in model._meta.concrete_fields
            if isinstance(one, (models.CharField, models.TextField, models.JSONField))
        ]
        found += [str(row) for row in model._base_manager.values_list(*names)] if names else []
    return "\n".join(found)


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "each"])
def test_the_name_is_nowhere_and_everything_else_is_there(every, settings, tmp_path):
    settings.SEALED_LISTS, settings.DATA_DIR = True, tmp_path
    made, player = over()
    assert FAMILY in words_of_every_table()
    read(Client(), f"/turnier/{made.slug}/liste/1/1/siegel/1.pdf")  # sealed with the name in it
    before, lines = ranks(made), made.journal.count()
    last = made.journal.order_by("-number").first()
    forget_person(player_id=player.pk, typed=player.name, by=factories.director(), now=NOON)
    assert FAMILY not in words_of_every_table()
    made = Tournament.objects.get(pk=made.pk)
    assert ranks(made) == before
    assert made.journal.count() == lines + 1
    assert first_broken(made.journal.order_by("number")) is None
    assert anchored(made, number=last.number, signs=last.hash[:16]).value == "holds", (
        "a line printed before still fits"
    )
    assert machine.first_broken_machine_line() is None
    director = Client()
    director.force_login(factories.user())
    for address in [*addresses(made)][::every]:
        assert FAMILY not in read(director, address), address
    again = Player.objects.get(pk=player.pk)
    assert (again.name, again.club_id, again.sex, again.born_on.year) == (
        f"N. N. {player.pk}",
        player.club_id,
        "w",
        1950,
    )
    assert again.born_on != player.born_on
    assert {name for name, _table in guards.installed(connection)} >= {"guard_journal_lines_stay"}


@pytest.mark.slow
def test_nobody_tells_something_else_in_a_forgotten_line():
    """What was forgotten may be emptied; whoever writes another story there is not believed, and nothing else can be changed."""
    made, _player = forgotten()
    line = made.journal.get(deed="player_registered", facts__start_number=1)
    assert (line.salt, line.reason) == ("", "")
    assert line_told(line).details == "Startnummer 1: Angaben auf Wunsch gelöscht"
    with guards.lifted(connection):
        made.journal.filter(pk=line.pk).update(
            facts={"start_number": 1, "name": "Erfunden"}, reason="Erfunden"
        )
    assert "Erfunden" not in line_told(JournalEntry.objects.get(pk=line.pk)).all_words
    other = made.journal.get(deed="player_registered", facts__start_number=2)
    for change in ({"digest": "0" * 64}, {"salt": "00"}, {"salt": ""}, {"facts": {}}):
        with transaction.atomic():
            with guards.lifted(connection):
                made.journal.filter(pk=other.pk).update(**change)
            assert first_broken(made.journal.order_by("number")).pk == other.pk, change
            transaction.set_rollback(True)


@pytest.mark.slow
def test_exports_files_and_backups_prove_themselves_afterwards(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    made, _player = forgotten()
    lines = [json.dumps(as_document(one)) for one in made.journal.order_by("number")]
    verdict = verdict_of_lines(lines)
    assert (verdict.broken, verdict.whole) == (None, True)
    content = tournament_file(made, now=NOON)
    assert FAMILY.encode() not in content
    another_machine()
    there = take_over(read_tournament(content), by=factories.administrator(), now=NOON)
    assert first_broken(there.journal.order_by("number")) is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_backup_of_afterwards_is_sound(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    forgotten()
    assert check_backup(make_backup(Occasion.HAND, now=NOON).path).journals == 1


def test_not_before_the_end_not_by_strangers_not_by_a_slip():
    made, player = over()
    by = {"by": factories.director(), "now": NOON}
    with pytest.raises(NotForgotten, match="genau so"):
        forget_person(player_id=player.pk, typed=GIVEN, **by)
    with pytest.raises(NotAllowed):
        forget_person(player_id=player.pk, typed=player.name, by=factories.director("fremd"), now=NOON)
    Tournament.objects.filter(pk=made.pk).update(status=Tournament.Status.RUNNING)
    with pytest.raises(NotForgotten, match="noch nicht beendet"):
        forget_person(player_id=player.pk, typed=player.name, **by)
    page = reverse("forgetting", args=[made.slug, 1])
    desk = Client()
    desk.force_login(factories.user())
    assert player.name in desk.get(page).content.decode()
    assert desk.post(page, {"name": player.name}).status_code == 422
    Tournament.objects.filter(pk=made.pk).update(status=Tournament.Status.FINISHED)
    said = desk.post(page, {"name": player.name}, follow=True).content.decode()
    assert "Der Name ist gelöscht" in said
    assert FAMILY not in said
