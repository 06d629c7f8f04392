"""An update while people play: no migration locks a table or takes away what the version before needs."""

from __future__ import annotations

import pytest
from django.db import migrations, models
from django.db.models import Q

from tests.migrations import ALLOWED, all_found, found

PAGE = models.Index(fields=["at"], name="by_hour")
RULE = models.CheckConstraint(condition=Q(at__gt=0), name="later_than_never")


@pytest.mark.parametrize(
    ("operation", "word"),
    [
        (migrations.RemoveField("game", "hand"), "drops"),
        (migrations.DeleteModel("Game"), "drops"),
        (migrations.RenameField("game", "hand", "cards"), "renames"),
        (migrations.AddField("game", "at", models.IntegerField(default=0)), "must be filled"),
        (migrations.AddField("game", "at", models.IntegerField(null=True, unique=True)), "unique"),
        (migrations.AlterField("game", "at", models.BigIntegerField()), "rewrite"),
        (migrations.AddIndex("game", PAGE), "nobody write"),
        (migrations.AddConstraint("game", RULE), "NOT VALID"),
        (migrations.RunPython(migrations.RunPython.noop), "cannot see"),
        (migrations.SeparateDatabaseAndState([migrations.RemoveField("game", "hand")]), "drops"),
        (migrations.AddField("game", "at", models.IntegerField(null=True)), ""),
        (migrations.AddField("game", "at", models.IntegerField(db_default=0)), ""),
    ],
)
def test_what_would_lock_or_break_is_told(operation, word):
    migration = migrations.Migration("0999_probe", "tournaments")
    migration.operations = [operation]
    lines = found("tournaments", migration)
    assert bool(lines) == bool(word)
    assert word in "".join(lines)


def test_a_table_that_is_new_may_have_anything():
    migration = migrations.Migration("0999_probe", "tournaments")
    fields = [("id", models.BigAutoField(primary_key=True)), ("at", models.IntegerField())]
    migration.operations = [migrations.CreateModel("Deal", fields), migrations.AddIndex("deal", PAGE)]
    assert found("tournaments", migration) == []


def test_no_migration_since_then_stops_a_hall():
    assert all_found() == []
    assert all(ALLOWED.values()), "each exception says why"
