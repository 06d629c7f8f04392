"""The journal only grows: no code path changes or deletes a line, the database refuses it, and a change would show."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.utils import IntegrityError

from scoring import guards
from tests import factories, rooms
from tests.factories import NOON, result
from tests.rooms import HOUSE
from tournaments.event.permissions import Actor
from tournaments.event.selectors.journal import chain, entry_hash, first_broken, hashed, verdict_of_lines
from tournaments.event.services import journal
from tournaments.journal.formats import csv_lines, json_lines
from tournaments.models import JournalEntry
from tournaments.rulings import services as rulings
from tournaments.rulings.services import calls, protests

# No code path ----------------------------------------------------------------------------------------------

LINES = re.compile(r"\bJournalEntry\b|\.journal\b|\bjournal_of\(|\bchain\(tournament|\bnext_line\(")
MENTIONED = re.compile(rf"(?i)journalentry|{LINES.pattern}")  # nothing else can touch a line
CHANGES = {
    "update",
    "delete",
    "save",
    "bulk_update",
    "_raw_delete",
    "update_or_create",
    "asave",
    "aupdate",
    "adelete",
}
WRITES = {"create", "bulk_create", "get_or_create", "acreate", "abulk_create"}
THE_ONE_PLACE = Path("tournaments/event/services/journal.py")
FORGETTING = "tournaments/privacy/services/forgetting.py"
MODULES = [
    module
    for module in rooms.modules()
    if module.parts[0] in ("tournaments", "scoring", "rommé_club") and "migrations" not in module.parts
]


def sins(text: str, module: Path) -> list[str]:
    """Every call in this text that could change, delete or secretly write a line of the journal."""
    if not MENTIONED.search(text):
        return []
    tree = ast.parse(text)
    found = []
    holders = names_of_lines(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            raw = re.search(
                r"(?i)\b(update|delete\s+from|truncate|replace|alter|drop)\b.*journalentry", node.value
            )
            if raw:
                found.append(f"{module}: raw SQL {node.value!r}")
        if not isinstance(node, ast.Call):
            continue
        if module != THE_ONE_PLACE and ast.unparse(node.func) == "JournalEntry":
            found.append(f"{module}: {ast.unparse(node)}")
        quick = ast.unparse(node.func) == "insert" and any(holds(one, holders) for one in node.args)
        if quick and module != THE_ONE_PLACE:
            found.append(f"{module}: {ast.unparse(node)}")
        if not isinstance(node.func, ast.Attribute):
            continue
        on = ast.unparse(node.func.value)
        about = LINES.search(on) or on in holders
        if not about:
            continue
        if node.func.attr in CHANGES:
            found.append(f"{module}: {ast.unparse(node)}")
        if node.func.attr in WRITES and module != THE_ONE_PLACE:
            found.append(f"{module}: {ast.unparse(node)}")
    return found


def names_of_lines(tree: ast.AST) -> set[str]:
    """Names that hold lines: given as such, assigned from them, or run through in a loop."""
    names: set[str] = set()
    for _again in range(3):  # a name of a name of a name
        for node in ast.walk(tree):
            match node:
                case ast.Assign(targets=targets, value=value) if holds(value, names):
                    names |= {ast.unparse(target) for target in targets}
                case ast.AnnAssign(target=target, annotation=kind) if LINES.search(ast.unparse(kind)):
                    names.add(ast.unparse(target))
                case ast.arg(arg=name, annotation=kind) if kind is not None and LINES.search(
                    ast.unparse(kind)
                ):
                    names.add(name)
                case ast.For(target=target, iter=among) if holds(among, names):
                    names.add(ast.unparse(target))
                case ast.comprehension(target=target, iter=among) if holds(among, names):
                    names.add(ast.unparse(target))
    return names


def holds(value: ast.AST, names: set[str]) -> bool:
    said = ast.unparse(value)
    return bool(LINES.search(said)) or any(re.search(rf"\b{re.escape(name)}\b", said) for name in names)


def test_no_module_changes_deletes_or_secretly_writes_a_line():
    assert THE_ONE_PLACE in MODULES
    found = [sin for module in MODULES for sin in sins((HOUSE / module).read_text(encoding="utf-8"), module)]
    forgets = [sin for sin in found if sin.startswith(FORGETTING)]
    assert len(forgets) == 1, "one call empties a line, and the chain still proves it (decision 0189)"
    assert found == forgets, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "JournalEntry.objects.filter(number=1).update(actor='x')",
        "JournalEntry.objects.all().delete()",
        "tournament.journal.all().delete()",
        "sheet.journal.update(reason='')",
        "entry = tournament.journal.first()\nentry.save()",
        "def mend(entry: JournalEntry):\n    entry.delete()",
        "for line in tournament.journal.all():\n    line.delete()",
        "lines = JournalEntry.objects.all()\nmore = lines.filter(number=2)\nmore._raw_delete('default')",
        "JournalEntry(number=1).save(force_insert=True)",
        "JournalEntry.objects.create(number=1)",
        "line = tournament.journal.first()\nline.pk = None\ninsert([line])",
        "cursor.execute('UPDATE tournaments_journalentry SET actor = 1')",
        "cursor.execute('delete from tournaments_journalentry')",
    ],
)
def test_the_search_finds_what_it_looks_for(text):
    assert sins(text, Path("tournaments/services/other.py"))


@pytest.mark.django_db
def test_a_whole_story_only_adds_and_reads():
    """What the ORM really sends: the deeds of a table and of its referee, statement by statement."""
    sent: list[str] = []

    def listen(execute, sql, params, many, context):
        if "tournaments_journalentry" in sql:
            sent.append(sql.lstrip().split(None, 1)[0].upper())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        sheet = story()
    assert set(sent) == {"SELECT", "INSERT"}
    lines = JournalEntry.objects.filter(tournament=sheet.table.series.tournament)
    assert sent.count("INSERT") == lines.count() - lines.filter(deed="player_registered").count() + 1, (
        "the field arrives in one statement, everything else line by line"
    )


def story():
    """A list with a ruling of every kind, a protest and a call, each with its way back."""
    sheet = factories.play_all(factories.table_of(4, rounds=1))
    referee = factories.referee(sheet.table.series.tournament)
    keeper = factories.scorer(sheet)

    def seen():
        return type(sheet).objects.get(pk=sheet.pk).version

    common = {"sheet_id": sheet.pk, "reason": "weil", "by": referee, "now": NOON}
    struck = rulings.strike_game(number=1, seen_version=seen(), **common)
    rulings.restore_row(row_id=struck.game_id, submission=uuid4(), seen_version=seen(), **common)
    what = result(3, {1: (9, True), 4: (25, True)})
    rulings.correct_game(number=2, result=what, submission=uuid4(), seen_version=seen(), **common)
    penalty = rulings.penalise_loose_hand(number=2, seat_number=4, seen_version=seen(), **common)
    rulings.lift_penalty(penalty_id=penalty.pk, reason="doch nicht", by=referee, now=NOON)
    said = rulings.remark(sheet_id=sheet.pk, number=1, text="gesehen", paragraph="", by=referee, now=NOON)
    rulings.withdraw_remark(ruling_id=said.pk, reason="falsch", by=referee, now=NOON)
    filed = protests.file_protest(sheet_id=sheet.pk, seat_number=1, text="falsch", by=keeper, now=NOON)
    protests.decide_protest(protest_id=filed.pk, granted=False, reason="nein", by=referee, now=NOON)
    protests.reopen_protest(protest_id=filed.pk, reason="doch", by=referee, now=NOON)
    protests.withdraw_protest(protest_id=filed.pk, by=keeper, now=NOON)
    call = calls.call_referee(sheet_id=sheet.pk, by=keeper, now=NOON)
    calls.go(call_id=call.pk, by=referee, now=NOON)
    calls.stay(call_id=call.pk, by=referee, now=NOON)
    calls.finish_call(call_id=call.pk, by=referee, now=NOON, note="geklärt")
    return sheet


# The database ----------------------------------------------------------------------------------------------

TABLE = "tournaments_journalentry"
SQL = {
    "sqlite": [
        f"REPLACE INTO {TABLE} SELECT * FROM {TABLE}",
        f"INSERT OR REPLACE INTO {TABLE} SELECT * FROM {TABLE}",
        f"INSERT INTO {TABLE} SELECT * FROM {TABLE} WHERE true ON CONFLICT (id) DO UPDATE SET actor = 'niemand'",
    ],
    "postgresql": [
        f"TRUNCATE {TABLE}",
        f"TRUNCATE {TABLE} CASCADE",
        f"INSERT INTO {TABLE} SELECT * FROM {TABLE} ON CONFLICT (id) DO UPDATE SET actor = 'niemand'",
        f"WITH gone AS (DELETE FROM {TABLE} RETURNING id) SELECT count(*) FROM gone",
    ],
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE {TABLE} SET actor = 'niemand'",
        f"UPDATE {TABLE} SET device = '' WHERE number = 1",
        f"UPDATE {TABLE} SET number = number + 1000",
        f"DELETE FROM {TABLE}",
        f"DELETE FROM {TABLE} WHERE number = 2",
        *SQL[connection.vendor],
    ],
)
def test_the_database_refuses_it_whoever_asks(statement):
    made = factories.tournament(players=2)
    connection.check_constraints()  # what PostgreSQL would still have to check forbids emptying a table by itself
    before = list(made.journal.order_by("number").values())
    with pytest.raises(IntegrityError, match="never"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(made.journal.order_by("number").values()) == before


# The chain -------------------------------------------------------------------------------------------------


@pytest.fixture
def made():
    return factories.tournament(players=3)


def behind_the_back(made, number, **change):
    """What nobody may: the guards are lifted for a moment, as somebody with the database in his hands could."""
    with guards.lifted(connection):
        JournalEntry.objects.filter(tournament=made, number=number).update(**change)
    return first_broken(chain(made))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"actor": "niemand"},
        {"device": "ein anderes Handy"},
        {"user": None},
        {"deed": "player_withdrawn"},
        {"facts": {"start_number": 9}},
        {"reason": "weil"},
        {"at": NOON + timedelta(seconds=1)},
        {"hash": "0" * 64},
        {"previous_hash": "0" * 64},
        {"scheme": 1},
        {"scheme": 99},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_is_changed_behind_the_back_is_found(made, change):
    assert first_broken(chain(made)) is None
    assert behind_the_back(made, 3, **change).number == 3


@pytest.mark.django_db
def test_a_line_that_is_missing_is_found(made):
    with guards.lifted(connection):
        made.journal.filter(number=2)._raw_delete("default")
    assert first_broken(chain(made)).number == 3


@pytest.mark.django_db
def test_lines_of_earlier_days_still_hold_and_nobody_writes_like_that_any_more(made):
    """Scheme 1 had neither account nor device nor list; a chain goes on from it, and never back to it."""
    with guards.lifted(connection):
        previous = ""
        for entry in made.journal.order_by("number"):
            line = replace(hashed(entry, number=entry.number, previous=previous), scheme=1)
            previous_hash, previous = previous, entry_hash(line)
            made.journal.filter(pk=entry.pk).update(scheme=1, previous_hash=previous_hash, hash=previous)
    assert first_broken(chain(made)) is None
    factories.register(made, 4)
    assert list(made.journal.order_by("number").values_list("scheme", flat=True)) == [1, 1, 1, 1, 3]
    assert first_broken(chain(made)) is None
    last = made.journal.order_by("-number").first()
    as_before = replace(hashed(last, number=last.number, previous=last.previous_hash), scheme=1)
    rewritten = behind_the_back(made, last.number, actor=last.actor, hash=entry_hash(as_before), scheme=1)
    assert rewritten is None, "directly after old lines an old one is no contradiction"
    factories.register(made, 5)
    follows = made.journal.order_by("-number").first()
    old = replace(hashed(follows, number=follows.number, previous=follows.previous_hash), scheme=1)
    factories.register(made, 6)
    assert behind_the_back(made, follows.number + 1, scheme=1).number == follows.number + 1
    assert entry_hash(old) != follows.hash


@pytest.mark.django_db
def test_a_line_keeps_account_device_and_list():
    sheet = factories.table_of(4)
    factories.play(sheet, 1, by=Actor(sheet_id=sheet.pk, device="Handy 3"))
    factories.register(sheet.table.series.tournament, 9)
    of_table, of_desk = sheet.table.series.tournament.journal.order_by("-number")[:2][::-1]
    assert (of_table.device, of_table.user, of_table.sheet) == ("Handy 3", None, sheet)
    assert (of_desk.device, str(of_desk.user), of_desk.sheet) == ("Test", "leitung", None)


# Files and commands ----------------------------------------------------------------------------------------


def lines_of(made) -> list[str]:
    return list(json_lines(chain(made)))


@pytest.mark.django_db
def test_an_export_is_checked_without_the_database(made):
    lines = lines_of(made)
    newest = made.journal.order_by("-number").first()
    assert verdict_of_lines(lines).head == newest.hash
    assert (verdict_of_lines(lines).whole, verdict_of_lines(lines).lines) == (True, len(lines))
    some = verdict_of_lines(lines[1:3])
    assert (some.broken, some.whole) == (None, False), "a part holds line by line"
    for change in ({"who": "niemand"}, {"device": "?"}, {"account": 7}, {"number": 99}, {"scheme": 1}):
        forged = json.dumps(json.loads(lines[2]) | change)
        assert verdict_of_lines([*lines[:2], forged, *lines[3:]]).broken is not None
    assert verdict_of_lines([lines[0], lines[2], lines[1]]).broken == 2
    assert verdict_of_lines(["{}"]).broken == 1
    assert verdict_of_lines([]).lines == 0


@pytest.mark.django_db
def test_the_command_checks_and_exports(made, tmp_path):
    told = StringIO()
    call_command("journal", "check", stdout=told)
    assert f"{made.slug}: whole, 4 lines" in told.getvalue()
    file = tmp_path / "protokoll.jsonl"
    call_command("journal", "export", made.slug, f"--output={file}")
    told = StringIO()
    call_command("journal", "check-file", str(file), stdout=told)
    assert "whole, 4 lines" in told.getvalue()
    file.write_text(file.read_text(encoding="utf-8").replace("Spieler001", "Spieler009"), encoding="utf-8")
    with pytest.raises(CommandError, match="broken at line 2"):
        call_command("journal", "check-file", str(file))
    behind_the_back(made, 2, actor="niemand")
    with pytest.raises(CommandError, match="1 of 1 chains broken"):
        call_command("journal", "check", made.slug, stdout=StringIO())
    with pytest.raises(CommandError, match="no tournament is called"):
        call_command("journal", "check", "gibt-es-nicht")


def test_what_was_typed_stays_text_in_a_spreadsheet():
    text = "".join(csv_lines([("1", "=HYPERLINK(1)", 'er sagte "ja"; nein')]))
    assert text.startswith("\ufeff")
    assert "'=HYPERLINK(1)" in text
    assert '"er sagte ""ja""; nein"' in text


@pytest.mark.django_db
def test_a_long_chain_is_checked_in_one_query(made, django_assert_max_num_queries):
    journal.write_many(
        made, [("player_corrected", {"n": n}) for n in range(300)], by=factories.director(), now=NOON
    )
    with django_assert_max_num_queries(1):
        assert first_broken(chain(made)) is None


@pytest.mark.django_db
def test_the_command_writes_to_the_screen_where_no_file_is_named(made):
    told = StringIO()
    call_command("journal", "export", made.slug, stdout=told)
    assert told.getvalue() == "".join(lines_of(made))


@pytest.mark.django_db
def test_the_command_writes_a_table_too(made, tmp_path):
    file = tmp_path / "protokoll.csv"
    call_command("journal", "export", made.slug, "--csv", f"--output={file}")
    rows = file.read_text(encoding="utf-8-sig").splitlines()
    assert rows[0].startswith("Zeile;Wann;Wer;Gerät")
    assert (len(rows), rows[2].split(";")[4]) == (5, "player_registered")
