"""Every row that a ruling struck or wrote knows its ruling: by a reference, also in data of an earlier version."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection

from scoring import guards
from scoring.numbers import GameNumber
from scoring.totals import SeatSum
from tests import factories
from tests.factories import NOON, result, undone
from tests.tournaments.files.test_tournament_files import another_machine
from tests.tournaments.paper_entry.test_totals import SUMS
from tournaments.event.selectors.ruled_rows import ruling_of_struck
from tournaments.event.services.ruled_rows import link_earlier_rows
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.services.tournament_files import take_over
from tournaments.models import Game, RuledRow, Ruling, ScoreSheet, Tournament
from tournaments.paper_entry.services.totals import enter_totals
from tournaments.rulings import services as rulings
from tournaments.rulings.services import deals, endings

pytestmark = pytest.mark.django_db
Told = list[tuple[str, int, int, bool]]


class Day:
    """One referee, and a clock that moves with every ruling."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self.sheet, self.minutes = sheet, 0
        self.referee = factories.referee(sheet.table.series.tournament)

    def rule(self, deed, **asked) -> Ruling:
        self.minutes += 1
        self.sheet.refresh_from_db()
        return deed(
            sheet_id=self.sheet.pk,
            reason=f"Grund {self.minutes}",
            seen_version=self.sheet.version,
            by=self.referee,
            now=NOON + timedelta(minutes=self.minutes),
            **asked,
        )


@pytest.fixture
def day() -> Day:
    """A table of four: corrected, struck, restored, dealt wrongly, ended early; and once mended at the table."""
    made = factories.table_of(4, rounds=2)
    for number in range(1, 8):
        factories.play(made, number)
    found = Day(made)
    first = made.games.get(number=1)
    others = [seat for seat in (1, 2, 3, 4) if seat != first.dealer.number]
    new = result(others[0], {others[1]: (30, True), others[2]: (50, True)})
    found.rule(rulings.correct_game, number=GameNumber(1), result=new, submission=uuid4())
    found.rule(rulings.strike_game, number=GameNumber(2))
    struck = made.games.get(number=2, struck_at__isnull=False)
    found.rule(rulings.restore_row, row_id=struck.pk, submission=uuid4())
    found.rule(rulings.restore_row, row_id=first.pk, submission=uuid4())
    found.rule(deals.rule_misdeal, fault=6)
    found.rule(endings.end_early, last_game=4, cause=ScoreSheet.EndCause.BROKEN_OFF)
    return found


def told() -> Told:
    """Each reference: what happened, by which ruling, to which game, and whether the row counts."""
    rows = RuledRow.objects.select_related("ruling", "game")
    return sorted(
        (row.effect, row.ruling.number, row.game.number, row.game.struck_at is None)
        for row in rows
        if row.game is not None
    )


EXPECTED: Told = [
    ("struck", 1, 1, False),
    ("struck", 2, 2, False),
    ("struck", 4, 1, False),
    ("struck", 5, 6, False),
    ("struck", 5, 7, False),
    ("struck", 6, 5, False),
    ("written", 1, 1, False),
    ("written", 3, 2, True),
    ("written", 4, 1, True),
]


def test_every_row_knows_the_ruling_that_struck_or_wrote_it(day):
    assert told() == EXPECTED
    for game in Game.objects.filter(struck_at__isnull=False):
        ruling = ruling_of_struck(game)
        assert ruling is not None
        assert ruling.reason == game.struck_reason


def forget_references() -> None:
    """Make the data look as an earlier version wrote it."""
    with guards.lifted(connection):
        RuledRow.objects.all().delete()


@pytest.mark.parametrize("way", ["migration", "service"])
def test_references_of_earlier_data_are_found(day, way):
    forget_references()
    if way == "service":
        assert link_earlier_rows() == len(EXPECTED)
        assert link_earlier_rows() == 0, "safe to call again"
    else:
        import_module("tournaments.migrations.0038_fill_ruled_rows").fill(apps, FakeEditor())
    assert told() == EXPECTED


class FakeEditor:
    """What the migration asks of its editor: the connection."""

    connection = connection


def test_the_migration_leaves_the_guards_up():
    [operation] = import_module("tournaments.migrations.0038_fill_ruled_rows").Migration.operations
    assert not guards.rewrites_rows([operation])


@pytest.mark.usefixtures("few_pages_rehearsed")
@pytest.mark.parametrize("earlier", [False, True])
def test_a_file_brings_its_references_and_those_of_an_earlier_version_are_found(day, earlier):
    made = Tournament.objects.get(pk=day.sheet.table.series.tournament_id)
    parts = read_tournament(tournament_file(made, now=NOON))
    assert len(parts["rows/tournaments.ruledrow.json"]) == len(EXPECTED)
    if earlier:
        del parts["rows/tournaments.ruledrow.json"]
    another_machine()
    take_over(parts, by=factories.administrator(), now=NOON)
    assert told() == EXPECTED


def test_totals_that_a_referee_strikes_know_the_ruling():
    made = factories.table_of(4, rounds=5)
    frame = {"sheet_id": made.pk, "games": 20, "now": NOON}
    by = factories.scorer(made)
    sums = SUMS
    made.refresh_from_db()
    first = enter_totals(sums=sums, submission=uuid4(), seen_version=made.version, by=by, **frame)
    made.refresh_from_db()
    factories.sign_all(made)
    made.refresh_from_db()
    enter_totals(
        sums=sums | {1: SeatSum(points=47, crosses=0, augen=348)},
        submission=uuid4(),
        seen_version=made.version,
        by=factories.referee(made.table.series.tournament),
        reason="verlesen",
        **frame,
    )
    assert [row.ruling.reason for row in first.ruled.all()] == ["verlesen"]


def test_the_database_refuses_a_reference_to_another_list_and_any_change(day):
    ruling = Ruling.objects.order_by("number").first()
    other = factories.play(factories.table_of(4, rounds=1), 1)
    with undone(), pytest.raises(IntegrityError, match="another list"):
        RuledRow.objects.create(ruling=ruling, effect="struck", game=other)
    with undone(), pytest.raises(IntegrityError, match="never changes"):
        RuledRow.objects.update(effect="struck")
    with undone(), pytest.raises(IntegrityError, match="never deleted"):
        RuledRow.objects.first().delete()
