"""What the database refuses by itself, whoever asks: raw writes, past every service.

The same tests run on SQLite and, with DATABASE_URL, on PostgreSQL (.ci/run).
"""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, migrations, models, transaction
from django.db.models.deletion import ProtectedError

from scoring import guards
from tests import factories
from tests.factories import NOON
from tournaments.event.selectors.sheets import sheets
from tournaments.models import (
    Game,
    JournalEntry,
    Line,
    Penalty,
    Registration,
    Ruling,
    ScoreSheet,
    Seat,
    Signature,
    Table,
)
from tournaments.rulings import services as rulings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def staged_sheet(stage: None) -> ScoreSheet:
    """Table 1 of 8 players: a list with one game, and a second table of the same series."""
    series = factories.draw(factories.tournament(players=8))
    made = factories.sheet_of(series)
    factories.play(made, 1)
    return made


@pytest.fixture
def sheet(staged_sheet: ScoreSheet) -> ScoreSheet:
    return sheets().get(pk=staged_sheet.pk)


def refuses(name: str):
    """The write fails, and for this reason: the constraint's or the guard's own words."""
    return pytest.raises(IntegrityError, match=name)


def names(*constraint: str) -> str:
    """PostgreSQL names the constraint, SQLite its columns."""
    return constraint[0] if connection.vendor == "postgresql" else constraint[-1]


def seat(sheet, number: int) -> Seat:
    return Seat.objects.get(table=sheet.table, number=number)


def game_row(sheet, number: int, **other) -> Game:
    facts = {
        "sheet": sheet,
        "number": number,
        "dealer": seat(sheet, (number - 1) % 4 + 1),
        "dealer_plays": False,
        "finish": "R",
        "submission": uuid4(),
        "entered_at": NOON,
        "entered_by": "Probe",
    }
    return Game.objects.create(**facts | other)


def line_row(game: Game, at: Seat, **other) -> Line:
    return Line.objects.create(
        **{"game": game, "seat": at, "won": False, "opened": True, "augen": 25} | other
    )


def test_every_guard_of_the_house_stands():
    standing = {name for name, _table in guards.installed(connection)}
    assert standing == {guard.trigger for guard in guards.registered_guards() if guard.sql(connection.vendor)}


# Seats ----------------------------------------------------------------------------------------------------


def test_two_players_on_one_seat(sheet):
    late = factories.register(sheet.table.series.tournament, 99)
    with refuses(names("one_player_per_seat", "table_id, tournaments_seat.number")):
        Seat.objects.create(table=sheet.table, series=sheet.table.series, number=1, registration=late)


def test_a_player_at_two_tables_of_a_series(sheet):
    other = Table.objects.create(series=sheet.table.series, number=3, size=4)
    with refuses(names("one_table_per_player_and_series", "series_id, tournaments_seat.registration_id")):
        Seat.objects.create(
            table=other, series=other.series, number=1, registration=seat(sheet, 1).registration
        )


def test_a_seat_beyond_the_table(sheet):
    late = factories.register(sheet.table.series.tournament, 99)
    with refuses("no such seat"):
        Seat.objects.create(table=sheet.table, series=sheet.table.series, number=5, registration=late)


def test_a_seat_pushed_beyond_the_table(sheet):
    with refuses("no such seat"):
        Seat.objects.filter(pk=seat(sheet, 4).pk).update(number=5)


def test_a_seat_whose_table_stands_in_another_series(sheet):
    tournament = sheet.table.series.tournament
    second = factories.draw(tournament, 2)
    late = factories.register(tournament, 99)
    small = Table.objects.create(series=second, number=9, size=4)
    with refuses("stands in another series"):
        Seat.objects.create(table=small, series=sheet.table.series, number=1, registration=late)


@pytest.mark.parametrize("number", [0, 7])
def test_seats_are_numbered_from_one_to_six(sheet, number):
    late = factories.register(sheet.table.series.tournament, 99)
    with pytest.raises(IntegrityError):
        Seat.objects.create(table=sheet.table, series=sheet.table.series, number=number, registration=late)


@pytest.mark.parametrize("size", [0, 1, 7])
def test_tables_have_two_to_six_seats(sheet, size):
    with refuses("two_to_six_seats"):
        Table.objects.create(series=sheet.table.series, number=77, size=size)


def test_a_start_number_is_given_once(sheet):
    tournament = sheet.table.series.tournament
    stranger = factories.register(factories.tournament(name="Anderes"), 50).player
    with refuses(names("start_number_given_once", "start_number")):
        Registration.objects.create(
            tournament=tournament, player=stranger, start_number=1, registered_at=NOON
        )


# Games ----------------------------------------------------------------------------------------------------


def test_a_game_written_twice(sheet):
    with refuses(names("game_written_once", "sheet_id, tournaments_game.number")):
        game_row(sheet, 1)


def test_a_struck_game_may_be_written_again(sheet):
    Game.objects.update(struck_at=NOON, struck_reason="falscher Geber")
    game_row(sheet, 1)


def test_a_submission_taken_twice(sheet):
    with refuses(names("submission_taken_once", "sheet_id, tournaments_game.submission")):
        game_row(sheet, 2, submission=Game.objects.get().submission)


def test_a_game_before_the_first(sheet):
    with refuses("games_from_one"):
        game_row(sheet, 0)


def test_an_unknown_finish(sheet):
    with refuses("finish_is_known"):
        game_row(sheet, 2, finish="X")


def test_a_dealer_from_another_table(sheet):
    elsewhere = Seat.objects.exclude(table=sheet.table).first()
    with refuses("the dealer sits at another table"):
        game_row(sheet, 2, dealer=elsewhere)


@pytest.mark.parametrize(
    "struck", [{"struck_at": NOON, "struck_reason": ""}, {"struck_at": None, "struck_reason": "weil"}]
)
def test_a_strike_and_its_reason_belong_together(sheet, struck):
    with refuses("struck_with_a_reason"):
        Game.objects.update(**struck)


@pytest.mark.parametrize("change", [{"number": 2}, {"finish": "H"}, {"sheet_id": 2}, {"dealer_id": 2}])
def test_a_game_is_never_rewritten(sheet, change):
    if "dealer_id" in change:
        change = {"dealer_id": seat(sheet, 2).pk}
    if "sheet_id" in change:
        change = {"sheet_id": factories.sheet_of(sheet.table.series, 2).pk}
    with refuses("never rewritten|sits at another table"):
        Game.objects.update(**change)


def test_a_struck_game_is_never_brought_back(sheet):
    Game.objects.update(struck_at=NOON, struck_reason="falscher Geber")
    with refuses("never rewritten"):
        Game.objects.update(struck_at=None, struck_reason="")


@pytest.mark.slow
def test_the_database_has_every_constraint_and_index_that_the_models_name():
    """A migration can lose one without a word: taking a key's index away on PostgreSQL takes every index of its column."""
    missing = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            there = connection.introspection.get_constraints(cursor, model._meta.db_table)
            named = [*model._meta.constraints, *model._meta.indexes]
            missing += [f"{model._meta.label}: {one.name}" for one in named if one.name not in there]
    assert missing == []


# Lines ----------------------------------------------------------------------------------------------------


def test_a_winner_with_augen(sheet):
    with refuses("winner_has_no_augen"):
        line_row(game_row(sheet, 2), seat(sheet, 1), won=True, augen=1)


def test_two_winners(sheet):
    game = game_row(sheet, 2)
    line_row(game, seat(sheet, 1), won=True, augen=0)
    with refuses(names("one_winner_per_game", "game_id")):
        line_row(game, seat(sheet, 3), won=True, augen=0)


def test_a_winner_though_the_stock_ran_out(sheet):
    with refuses("nobody wins when the stock ran out"):
        line_row(game_row(sheet, 2, finish="–"), seat(sheet, 1), won=True, augen=0)


def test_a_line_for_the_dealer_at_a_table_of_four(sheet):
    with refuses("the dealer of a table of four has no line"):
        line_row(game_row(sheet, 2), seat(sheet, 2))


def test_two_lines_for_one_seat(sheet):
    game = game_row(sheet, 2)
    line_row(game, seat(sheet, 1))
    with refuses(names("one_line_per_seat", "game_id, tournaments_line.seat_id")):
        line_row(game, seat(sheet, 1), augen=30)


def test_a_line_for_a_stranger(sheet):
    elsewhere = Seat.objects.exclude(table=sheet.table).first()
    with refuses("not at the table of this game"):
        line_row(game_row(sheet, 2), elsewhere)


def test_augen_below_nothing(sheet):
    with pytest.raises(IntegrityError):
        line_row(game_row(sheet, 2), seat(sheet, 1), augen=-1)


def test_a_line_changed(sheet):
    with refuses("never changes"):
        Line.objects.filter(won=False).update(augen=1)


# Signatures, acceptance, rulings --------------------------------------------------------------------------


def test_a_seat_that_signs_twice(sheet):
    facts = {
        "sheet": sheet,
        "seat": seat(sheet, 1),
        "method": "screen",
        "sheet_version": 1,
        "signed_at": NOON,
        "taken_by": "x",
    }
    Signature.objects.create(**facts)
    with refuses(names("each_seat_signs_once", "sheet_id, tournaments_signature.seat_id")):
        Signature.objects.create(**facts)


def test_a_list_accepted_by_nobody_or_before_it_is_complete(sheet):
    for change in ({"accepted_at": NOON}, {"accepted_at": NOON, "accepted_by": factories.user()}):
        with transaction.atomic(), refuses("accepted_complete_and_by_somebody"):
            type(sheet).objects.filter(pk=sheet.pk).update(**change)


def test_a_ruling_without_a_reason(sheet):
    with refuses("ruling_has_a_reason"):
        Ruling.objects.create(
            tournament=sheet.table.series.tournament,
            number=1,
            kind="remark",
            reason="",
            decided_by=factories.user(),
            decided_at=NOON,
        )


def test_a_penalty_that_gives_points(sheet):
    ruling = Ruling.objects.create(
        tournament=sheet.table.series.tournament,
        number=1,
        kind="penalty",
        reason="x",
        decided_by=factories.user(),
        decided_at=NOON,
    )
    facts = {"registration": seat(sheet, 1).registration, "sheet": sheet, "ruling": ruling}
    with transaction.atomic(), refuses("penalty_takes_points"):
        Penalty.objects.create(**facts, kind="deduction", points=1)
    with refuses("loose_hand_in_a_game"):
        Penalty.objects.create(**facts, kind="loose_hand", points=-1)


# What stays ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_journalentry SET actor = 'niemand'",
        "DELETE FROM tournaments_journalentry",
        "DELETE FROM tournaments_line",
        "UPDATE tournaments_line SET augen = 1",
        "DELETE FROM tournaments_game",
    ],
)
def test_nothing_is_deleted_or_rewritten_by_plain_sql(sheet, statement):
    with connection.cursor() as cursor, refuses("never|struck"):
        cursor.execute(statement)


def test_a_journal_line_is_not_moved_by_the_orm_either(sheet):
    entry = JournalEntry.objects.filter(sheet=sheet).get()
    entry.at += timedelta(days=1)
    with transaction.atomic(), refuses("never changes"):
        entry.save()
    with transaction.atomic(), refuses("never deleted"):
        entry.delete()
    with refuses(names("one_journal_line_per_number", "tournament_id, tournaments_journalentry.number")):
        entry.pk = None
        entry.save(force_insert=True)


def test_what_others_hang_on_is_protected(sheet):
    for row in (sheet.table.series.tournament, sheet, seat(sheet, 1), Game.objects.get()):
        with pytest.raises(ProtectedError):
            row.delete()


# What was decided and signed ------------------------------------------------------------------------------


@pytest.fixture
def decided(sheet) -> Penalty:
    referee = factories.referee(sheet.table.series.tournament)
    return rulings.deduct_points(
        sheet_id=sheet.pk,
        start_number=seat(sheet, 2).registration.start_number,
        points=3,
        reason="Karten gezeigt",
        seen_version=1,
        by=referee,
        now=NOON,
    )


@pytest.mark.parametrize(
    ("model", "change"), [(Ruling, {"reason": "anders"}), (Penalty, {"points": 0}), (Penalty, {"augen": 7})]
)
def test_what_was_decided_never_changes(decided, model, change):
    with refuses("never"), transaction.atomic():
        model.objects.update(**change)
    with refuses("never deleted"):
        model.objects.all()._raw_delete("default")


def test_a_penalty_is_lifted_once(decided, sheet):
    by = factories.director()
    rulings.lift_penalty(penalty_id=decided.pk, reason="doch nicht", by=by, now=NOON)
    with refuses("lifted once"):
        Penalty.objects.update(lifted_by=None)


def test_a_signature_stays():
    signed = factories.sign_all(factories.play_all(factories.table_of(3, rounds=1)))
    with refuses("never deleted"):
        signed.signatures.all().delete()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite alone knows REPLACE")
@pytest.mark.parametrize("table", ["tournaments_journalentry", "scoring_ruleset"])
def test_a_row_that_is_replaced_is_a_row_deleted(sheet, table):
    with refuses("never deleted"), connection.cursor() as cursor:
        cursor.execute(f"REPLACE INTO {table} SELECT * FROM {table}")


# Seating plans --------------------------------------------------------------------------------------------


@pytest.fixture
def plan(sheet):
    """The plan that the draw of the list's series has posted."""
    return sheet.table.series.tournament.seating_plans.get()


def test_a_posted_plan_is_never_rewritten_or_deleted(plan):
    for change in ({"seed": "anders"}, {"series": []}, {"posted_by": "jemand"}, {"posted_at": None}):
        with refuses("posted once and never rewritten"), transaction.atomic():
            type(plan).objects.filter(pk=plan.pk).update(**change)
    with refuses("never deleted"), transaction.atomic():
        plan.delete()


def test_a_draft_is_posted_and_nothing_else(plan):
    draft = copy_of(plan, follows=plan)
    for change in ({"report": {}}, {"moved": [1]}, {"cost": 7}, {"version": 9}):
        with refuses("posted once and never rewritten"), transaction.atomic():
            type(plan).objects.filter(pk=draft.pk).update(**change)
    draft.posted_at, draft.posted_by = NOON, "Leitung"
    draft.save()


def test_two_posted_plans_cannot_follow_the_same(plan):
    copy_of(plan, follows=plan, posted_at=NOON, posted_by="eine")
    copy_of(plan, follows=plan)  # drafts may
    with refuses(names("one_posted_plan_follows_another", "follows_id")), transaction.atomic():
        copy_of(plan, follows=plan, posted_at=NOON, posted_by="andere")
    with refuses(names("one_first_posted_plan", "tournament_id")), transaction.atomic():
        copy_of(plan, follows=None, posted_at=NOON, posted_by="andere")


def copy_of(plan, **other):
    """Another version with the same tables."""
    kept = {field.name: getattr(plan, field.name) for field in plan._meta.concrete_fields}
    free = {"id": None, "version": type(plan).objects.count() + 1, "posted_at": None, "posted_by": ""}
    return type(plan).objects.create(**kept | free | other)


def test_a_table_with_seats_or_games_is_not_cleared_away(sheet):
    for table in (sheet.table, Table.objects.get(series=sheet.table.series, number=2)):
        with refuses("not cleared away"), transaction.atomic():
            Table.objects.filter(pk=table.pk).update(cleared_at=NOON)


@pytest.mark.postgres
def test_after_an_update_of_the_tables_only_what_differs_is_put_up_anew():
    """While others write nothing else is touched: on PostgreSQL taking a guard away holds its table."""
    guard, other = guards.registered_guards()[:2]

    def made(trigger: str) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT oid FROM pg_trigger WHERE tgname = %s", [trigger])
            row = cursor.fetchone()
        return int(row[0]) if row else 0

    def stands() -> set[str]:
        return {trigger for trigger, _table in guards.installed(connection)}

    all_of_them, before = stands(), made(other.trigger)
    guards.after_migrations(using="default")
    assert made(guard.trigger) > 0
    assert made(other.trigger) == before, "nothing differs, nothing is touched"
    changed = guards.Guard(name=guard.name, table=guard.table, event=guard.event, message="Other words.")
    old = guards.Guard(name="of_an_older_version", table=guard.table, event=guard.event, message="Old.")
    with connection.cursor() as cursor:
        cursor.execute(f'DROP TRIGGER "{guard.trigger}" ON "{guard.table}"')
        for statement in (*changed.on_postgresql(), *old.on_postgresql()):
            cursor.execute(statement)
    guards.after_migrations(using="default")
    assert stands() == all_of_them
    assert dict(guards.stands_on_postgresql(connection))[guard.trigger][1] == guards.words_on_postgresql(
        guard
    )
    assert made(other.trigger) == before


def test_a_migration_that_rewrites_rows_is_noticed():
    nothing = migrations.RunPython(migrations.RunPython.noop)
    plain = migrations.AddField("game", "later", models.TextField(db_default=""))
    within = migrations.SeparateDatabaseAndState(database_operations=[nothing])
    assert guards.rewrites_rows([plain, nothing])
    assert guards.rewrites_rows([within])
    assert guards.rewrites_rows([migrations.RunSQL("SELECT 1")])
    assert not guards.rewrites_rows([plain])
