"""A tournament file whose values of JSON are of another kind: a sentence that names the place, and nothing is written."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from scoring.sentence import Refusal
from tests import factories
from tests.attacks.test_forged_tournaments import chained, every_page_works
from tests.factories import NOON
from tests.tournaments.files.test_shapes import DEEP, JSON, SOUND, places_in
from tests.tournaments.files.test_tournament_files import another_machine, changed, played
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.selectors.belongings import LEFT, TAKEN
from tournaments.files.selectors.stored_shapes import SHAPES, columns_of
from tournaments.files.services.file_shapes import Misshapen, Newer, refuse_misshapen
from tournaments.files.services.tournament_files import part_name, take_over
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
Parts = dict[str, Any]


@pytest.fixture(scope="module")
def made(stage: None) -> Tournament:
    return played()


@pytest.fixture(scope="module")
def content(made: Tournament) -> bytes:
    return tournament_file(made, now=NOON)


@pytest.fixture(scope="module")
def parts(content: bytes) -> Parts:
    return read_tournament(content)


def taken(parts: Parts) -> Tournament:
    return take_over(parts, by=factories.administrator(), now=NOON)


def rows_everywhere() -> dict[str, int]:
    return {label: apps.get_model(label)._base_manager.count() for label in (*TAKEN, *LEFT)}


def with_row(parts: Parts, label: str, row: dict[str, Any]) -> Parts:
    return parts | {part_name(label): [*parts[part_name(label)], row]}


FACTS = [
    ("game_reported", {"game": "7"}, "facts.game"),
    ("game_reported", {"hands": {"1": [1, 2]}}, "facts.hands.1.2"),
    ("game_corrected", {"hands": {"one": [1, True]}}, "facts.hands"),
    ("series_drawn", {"tables": [[1, 2], None]}, "facts.tables.2"),
    ("penalty_imposed", {"points": "-1"}, "facts.points"),
    ("sheet_signed", {"strokes": [[[1, 2, 3]]]}, "facts.strokes.1.1"),
    ("tournament_changed", {"name": "x"}, "facts.name"),
    ("message_sent", {"text": "x" * 5_000}, "facts.text"),
    ("never_heard_of", {"a": DEEP}, "facts"),
    ("game_reported", [], "facts"),
]


@pytest.mark.parametrize(("deed", "facts", "place"), FACTS, ids=lambda one: str(one)[:30])
def test_facts_of_another_kind_are_refused_before_anything_is_written(parts, deed, facts, place):
    label = "tournaments.JournalEntry"
    number = len(parts[part_name(label)]) + 1
    administrator, before = factories.administrator(), rows_everywhere()
    with pytest.raises(Misshapen) as refused:
        take_over(with_row(parts, label, {"deed": deed, "facts": facts}), by=administrator, now=NOON)
    assert f"In „Protokoll“ ist Zeile {number} ({place}) nicht so" in str(refused.value)
    assert rows_everywhere() == before


@pytest.mark.parametrize("column", SHAPES)
def test_a_value_of_another_kind_in_any_column_is_refused_before_anything_is_written(parts, column):
    label, _dot, name = column.rpartition(".")
    administrator = factories.administrator()
    for broken in ("x", 7, True, DEEP, [None], {"unbekannt": 1}, {"1": {}}, [[[]]], float("nan")):
        with (
            CaptureQueriesContext(
                connection,
            ) as asked,
            pytest.raises(Misshapen, match=name),
        ):
            take_over(with_row(parts, label, {name: broken}), by=administrator, now=NOON)
        assert not [one for one in asked.captured_queries if not one["sql"].startswith("SELECT")]


def test_the_administrator_reads_which_row_it_is(content):
    file = changed(content, "rows/tournaments.seatingplan.json", spoilt, sealed=True)
    file = changed(file, "manifest.json", unsigned)
    client = Client()
    client.force_login(factories.user(factories.administrator().label))
    before = rows_everywhere()
    answer = client.post(reverse("tournament_import"), {"file": SimpleUploadedFile("turnier.zip", file)})
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "Diese Datei ist beschädigt oder nicht von Rommé-Club" in said
    assert "In „Sitzpläne“ ist Zeile 1 (report.sentences.1.text)" in said
    assert rows_everywhere() == before


def unsigned(manifest: Parts) -> Parts:
    """Whoever writes his own file leaves the signature out."""
    return {name: value for name, value in manifest.items() if name != "signature"}


def spoilt(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A sentence that would be two gigabytes of blanks on the page of the plan."""
    rows[0]["report"]["sentences"] = [{"text": "{a:>2000000000}", "values": {"a": 1}}]
    return rows


def test_parts_that_hold_no_rows_are_refused(parts):
    for rows in ({}, "x", 7, [7], [[]], [None]):
        with pytest.raises(Misshapen):
            taken(parts | {part_name("tournaments.PrizePlan"): rows})


def mutated(parts: Parts, pick: random.Random, value: Any) -> None:
    """Some value inside of some column of JSON becomes another."""
    rows = [
        (row, column)
        for label in TAKEN
        for row in parts[part_name(label)]
        for column in columns_of(label)
        if row.get(column)
    ]
    row, column = pick.choice(rows)
    holder, key = pick.choice([(row, column), *places_in(row[column])])
    holder[key] = value


@pytest.mark.slow
@settings(max_examples=12)
@given(choice=st.integers(0, 2**32), value=JSON | st.sampled_from([DEEP, [0] * 100_000, *SOUND.values()]))
@seed(14)
def test_any_value_anywhere_is_refused_or_does_no_harm(content, choice, value):
    parts = copy.deepcopy(read_tournament(content))
    mutated(parts, random.Random(choice), value)
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


@pytest.mark.parametrize(
    ("column", "later"),
    [
        ("request", {"wishes": {"weights": {"same_town": "never"}, "order": ["same_town"]}}),
        ("request", {"byes": [3, 4]}),
        ("series", [SOUND["tournaments.SeatingPlan.series"][0] | {"mode": "by_town"}]),
    ],
    ids=["a wish", "a name", "a mode"],
)
def test_words_of_a_newer_version_are_called_so(column, later):
    """A plan with a wish that came later was called damaged: whoever reads that looks for another stick, not for an update."""
    label = "tournaments.SeatingPlan"
    sound = SOUND[f"{label}.{column}"]
    refuse_misshapen(label, [{column: sound}])
    with pytest.raises(Newer, match="neueres Programm"):
        refuse_misshapen(label, [{column: sound | later if isinstance(sound, dict) else later}])
    with pytest.raises(Misshapen, match="beschädigt"):
        refuse_misshapen(label, [{column: {"so": "7" * 5_000}}])
