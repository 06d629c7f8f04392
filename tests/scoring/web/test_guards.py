"""What was published stays, whoever asks: the database itself refuses."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from scoring.guards import (
    Event,
    Guard,
    drop_all,
    install_all,
    installed,
    lifted,
    register_guard,
    registered_guards,
)
from scoring.models import TABLE, RuleSet
from tests.factories import rule_row

NAMES = {"guard_published_rules_never_change", "guard_published_rules_stay"}


def standing():
    return {trigger for trigger, table in installed(connection) if table == TABLE}


class GuardedRules:
    """The same story on each database."""

    @pytest.mark.django_db
    def test_a_published_rule_set_cannot_be_changed(self):
        rule_row()
        with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
            RuleSet.objects.filter(key="club_2018").update(name="Andere Regeln")
        assert RuleSet.objects.get(key="club_2018").name == "Vereinsregeln 2018"

    @pytest.mark.django_db
    def test_not_even_by_saving_it_again(self):
        row = rule_row()
        with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
            row.save()

    @pytest.mark.django_db
    def test_a_published_rule_set_cannot_be_deleted(self):
        row = rule_row()
        with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
            row.delete()
        with pytest.raises(IntegrityError, match="never deleted"), transaction.atomic():
            RuleSet.objects.all().delete()
        assert RuleSet.objects.count() == 3

    @pytest.mark.django_db
    def test_every_registered_guard_stands_after_migrations(self):
        assert {trigger for trigger, _table in installed(connection)} == {
            guard.trigger for guard in registered_guards() if guard.sql(connection.vendor)
        }

    @pytest.mark.django_db(transaction=True)
    def test_migrating_again_keeps_them(self):
        call_command("migrate", verbosity=0)
        assert standing() == NAMES

    @pytest.mark.slow
    @pytest.mark.django_db(transaction=True)
    def test_a_lost_guard_comes_back_with_the_next_migration(self):
        drop_all(connection)
        assert standing() == set()
        call_command("migrate", verbosity=0)
        assert standing() == NAMES

    @pytest.mark.slow
    @pytest.mark.django_db(transaction=True)
    def test_a_remade_table_gets_its_guards_back(self):
        """SQLite drops a table's triggers when it remakes the table; so does this test, by hand."""
        before = rule_row()
        call_command("migrate", "scoring", "0001", verbosity=0)
        call_command("migrate", "scoring", verbosity=0)
        assert standing() == NAMES
        assert RuleSet.objects.get(pk=before.pk).fingerprint == before.fingerprint

    @pytest.mark.django_db(transaction=True)
    def test_lifted_is_for_a_moment(self):
        row = rule_row()
        with lifted(connection):
            RuleSet.objects.filter(pk=row.pk).update(edition="geliehen")
        assert standing() == NAMES

    @pytest.mark.django_db(transaction=True)
    def test_lifted_puts_them_up_again_after_an_error(self):
        with pytest.raises(KeyError), lifted(connection):
            raise KeyError
        assert standing() == NAMES

    @pytest.mark.django_db(transaction=True)
    def test_a_condition_decides_and_a_stale_guard_goes(self):
        only_late = Guard(
            name="only_first_versions",
            table=TABLE,
            event=Event.INSERT,
            condition="NEW.version > 1 AND EXISTS (SELECT 1 FROM scoring_ruleset WHERE key = NEW.key)",
            message="it's the first or none",
        )
        install_all(connection, [only_late])
        assert standing() == {"guard_only_first_versions"}
        row = rule_row()
        with pytest.raises(IntegrityError, match="it's the first or none"), transaction.atomic():
            RuleSet.objects.create(
                key=row.key,
                version=2,
                family=row.family,
                name=row.name,
                edition=row.edition,
                document=row.document,
                canonical=row.canonical,
                fingerprint="0" * 64,
                published_at=row.published_at,
            )
        install_all(connection)
        assert standing() == NAMES

    @pytest.mark.django_db(transaction=True)
    def test_a_guard_of_a_table_that_is_not_there_yet_waits(self):
        waiting = Guard(name="waiting", table="no_such_table", event=Event.DELETE, message="never")
        install_all(connection, [waiting])
        assert installed(connection) == ()

    @pytest.mark.django_db
    def test_the_rows_have_their_constraints_too(self):
        row = rule_row()
        row.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save(force_insert=True)


class TestGuardsHere(GuardedRules):
    pass


@pytest.mark.postgres
class TestGuardsOnPostgreSQL(GuardedRules):
    @pytest.mark.django_db
    def test_this_is_postgresql(self):
        assert connection.vendor == "postgresql"


def test_two_guards_of_one_name_are_a_bug():
    known = registered_guards()[0]
    register_guard(known)
    with pytest.raises(AssertionError, match="two guards"):
        register_guard(Guard(name=known.name, table="elsewhere", event=Event.INSERT, message="no"))


def test_an_unknown_database_has_no_guards():
    with pytest.raises(NotImplementedError):
        registered_guards()[0].sql("oracle")
