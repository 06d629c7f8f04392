"""Every value of JSON in a tournament file has a shape: what this house writes fits, and nothing else does."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests import factories
from tests.factories import NOON
from tests.tournaments.files.test_tournament_files import another_machine
from tests.tournaments.lists.test_random_life import FULL, SUMS_ONLY, live, tables
from tournaments.files.core.shapes import AnySmall, Object, Saying, Whole, wrong_in
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.selectors.belongings import TAKEN
from tournaments.files.selectors.deed_shapes import DEEDS, UNKNOWN
from tournaments.files.selectors.stored_shapes import FACTS, SHAPES, WISH, columns_of, shape_of
from tournaments.files.services.file_shapes import refuse_misshapen
from tournaments.files.services.tournament_files import part_name, take_over
from tournaments.journal.words.journal import DEEDS as TOLD
from tournaments.models import Tournament
from tournaments.seating.core import Wish

__all__ = ["tables"]  # a fixture

GAME = {"game": 7, "finish": "R", "winner": 2, "hands": {"1": [25, True], "3": [0, False]}}
TALL: dict[str, Any] = {"text": "Nach {count} Spielen: {why}", "values": {"count": 3, "why": {"text": "so"}}}
# One sound value of every column, with everything in it that there can be.
SOUND: dict[str, Any] = {
    "tournaments.PrizePlan.document": {
        "step": 50,
        "rest": "first",
        "ties": "share",
        "rows": [
            {
                "category": "players",
                "scope": "each",
                "share": 5000,
                "cents": 0,
                "scheme": "percent",
                "values": [5000, 3000],
                "one_in": 0,
            }
        ],
    },
    "tournaments.PrizeAnnouncement.rankings": [["players", None], ["pairs", 2]],
    "tournaments.SeatingSetup.weights": {"rematch": "never"},
    "tournaments.SeatingSetup.order": ["rematch", "partners"],
    "tournaments.SeatingSetup.modes": ["plan", "standing"],
    "tournaments.SeatingSetup.closed_tables": [4, 7],
    "tournaments.SeatingPlan.request": {
        "players": [{"start_number": 1, "club": "Ass", "team": "1", "pair": "2", "seeded": True, "table": 3}],
        "size": None,
        "wishes": {"weights": {"seeded": "indifferent"}, "order": ["seeded"]},
        "closed_tables": [2],
        "filling": "up",
        "groups_apart": False,
        "last_series_only": True,
        "standing": {"2": [3, 1, 2], "3": [[1, 2], [3, 4]]},
        "method": 1,
        "drawn": 1,
    },
    "tournaments.SeatingPlan.series": [
        {"number": 1, "mode": "lots", "tables": [{"number": 1, "players": [2, 4, 7]}]},
        {"number": 2, "mode": "plan", "tables": []},
    ],
    "tournaments.SeatingPlan.report": {
        "rematches": [1, 0],
        "three_repeats": [0, 0, 1, 2],
        "met_again": [[1, 2, 2]],
        "threes": [[9, 1]],
        "mates": [["club_mates", [[1, 0], [0, 0]]]],
        "seat_imbalance": 0,
        "sentences": [TALL],
    },
    "tournaments.SeatingPlan.moved": [
        {"series": 1, "chairs": [{"player": 4, "before": None, "after": [2, 1]}]}
    ],
    "tournaments.SeatingPlan.sentence": TALL,
    "tournaments.Signature.strokes": [[[0, 0], [500, 360]], [[7, 7]]],
    "tournaments.PaperTyping.rows": [GAME, GAME | {"winner": None}],
    "tournaments.PaperTyping.paper_totals": {"1": [47, None, 1]},
    "tournaments.Penalty.prescribed": {"points": -1, "augen": 6, "voids_series": False},
    "tournaments.FairCopy.words": {
        "form": 1,
        **dict.fromkeys(
            [
                "event",
                "where",
                "series",
                "table",
                "rules",
                "length",
                "begins",
                "ends",
                "accepted",
                "state",
                "sealed",
            ],
            "x",
        ),
        "seats": [
            {
                "number": 1,
                "start_number": "7",
                "name": "x",
                "belongs": "",
                "keeper": True,
                "signed": ["x"],
                "ink": [],
            }
        ],
        "columns": [{"heading": "Augen", "share": 10.5, "digits": 3, "bold": False, "soft": True}],
        "rows": [
            {
                "number": 1,
                "round_number": 1,
                "dealer": "1",
                "finish": "R",
                "cells": [{"rests": False, "won": True, "ruled": False, "texts": ["0"]}],
                "closes_round": True,
                "struck": "",
            }
        ],
        "totals": [{"name": "Summe", "texts": ["5"], "main": True}],
        "remarks": ["x"],
        "legend": ["x"],
        "code": None,
        "counter": False,
        "check": {"code": "abc", "typed": "/pruefen/", "link": ""},
        "cards": 0,
        "endless": False,
    },
    "tournaments.JournalEntry.written_elsewhere": {"list": 3, "account": None},
}
PUBLISHED: dict[str, Any] = {
    "format": "romme-club-rankings",
    "version": 1,
    "tournament": "2026-11-14T08:00:00+00:00",
    "rules": "ab",
    "lot": "",
    "games": 20,
    "open_lists": 0,
    "days": {"1": "2026-11-14"},
    "people": [
        {
            "number": 7,
            "given_name": "x",
            "family_name": "y",
            "club": "",
            "team": "",
            "pair": None,
            "guest": False,
            "withdrawn": "",
            "series": {
                "1": {
                    "plus_points": 4,
                    "minus_points": 1,
                    "crosses": 1,
                    "penalty_points": -2,
                    "augen": 140,
                    "games_played": 20,
                    "totals_only": False,
                    "voided": False,
                    "wins": {"R": 3},
                }
            },
        }
    ],
    "rankings": [
        {
            "category": "players",
            "series": None,
            "day": None,
            "seed": "",
            "games": 20,
            "unsaid": 0,
            "rows": [
                {
                    "of": [7],
                    "rank": 1,
                    "shared": False,
                    "parted_by": None,
                    "points": 1,
                    "augen": 140,
                    "games": 20,
                    "lot": None,
                    "key": "Ass",
                    "name": "Ass",
                    "remarks": [{"code": "late", "text": "ab Serie {series}", "values": {"series": 2}}],
                }
            ],
        }
    ],
}
DEEP: list[Any] = []
for _level in range(60):
    DEEP = [DEEP]
HORRORS: dict[str, Any] = {
    "NaN": float("nan"),
    "without end": float("inf"),
    "half": 0.5,
    "huge": 2**60,
    "deep": DEEP,
    "wide": [0] * 200_000,
    "many names": {str(number): 0 for number in range(30_000)},
    "long": "x" * 100_000,
}


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place inside a value: what holds it, and where."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places_in(value[key])


def with_horrors(value: Any, horror: Any) -> Iterator[Any]:
    """The value with the horror at every place, one after the other."""
    yield horror
    for number, _place in enumerate(places_in(value)):
        other = copy.deepcopy(value)
        holder, key = list(places_in(other))[number]
        if not (holder is not None and key == "share" and horror == 0.5):  # a column may be so narrow
            holder[key] = horror
            yield other


def known_facts(deed: str) -> frozenset[str]:
    """The facts that the shape of a deed names."""
    shape = DEEDS[deed]
    return frozenset(shape.maybe) if isinstance(shape, Object) else frozenset()


def test_every_column_of_json_that_travels_has_a_shape():
    """A new one is written into tournaments/files/selectors/stored_shapes.py, with a sound value here."""
    travelling = {f"{label}.{column}" for label in TAKEN for column in columns_of(label)}
    assert travelling == {*SHAPES, FACTS}
    assert {*SOUND, "tournaments.Publication.document"} == set(SHAPES)


def test_every_deed_of_the_journal_has_a_shape():
    """A new deed is written into tournaments/files/selectors/deed_shapes.py."""
    assert set(DEEDS) == set(TOLD)
    assert WISH.words == {wish.value for wish in Wish}


@pytest.mark.parametrize("column", SOUND)
def test_what_is_sound_fits_and_every_horror_anywhere_in_it_is_refused(column):
    shape = SHAPES[column]
    assert wrong_in(shape, SOUND[column]) is None
    for name, horror in HORRORS.items():
        if name == "half" and column == "tournaments.SeatingPlan.report":
            continue  # an imbalance may have parts
        for value in with_horrors(SOUND[column], horror):
            assert wrong_in(shape, value) is not None, (name, value)


PUBLISHED_SHAPE = SHAPES["tournaments.Publication.document"]


def test_what_was_published_is_a_text_that_has_a_shape():
    shape = PUBLISHED_SHAPE
    assert wrong_in(shape, json.dumps(PUBLISHED)) is None
    for text in ("{", "[" * 100_000, "null", "NaN", PUBLISHED, None):
        assert wrong_in(shape, text) == ""
    other = copy.deepcopy(PUBLISHED)
    other["rankings"][0]["rows"][0]["remarks"][0]["text"] = "{series:>2000000000}"
    assert wrong_in(shape, json.dumps(other)) == "rankings.1.rows.1.remarks.1.text"


@pytest.mark.parametrize(
    "names", [["NaN", "deep"], pytest.param([*HORRORS], marks=pytest.mark.slow)], ids=["two", "each"]
)
def test_no_horror_hides_anywhere_in_what_was_published(names):
    for name in names:
        for value in with_horrors(PUBLISHED, HORRORS[name]):
            assert wrong_in(PUBLISHED_SHAPE, json.dumps(value)) is not None, name


@pytest.mark.parametrize("deed", DEEDS)
def test_no_fact_of_a_deed_is_of_another_kind(deed):
    assert wrong_in(DEEDS[deed], {}) is None, "what an older version did not write may be missing"
    for name in known_facts(deed) if deed != "tournament_changed" else ("place",):
        for what in ("NaN", "half", "deep", "wide", "long"):
            assert wrong_in(DEEDS[deed], {name: HORRORS[what]}) is not None, (name, what)
    for facts in ([], None, 7, "x"):
        assert wrong_in(DEEDS[deed], facts) is not None
    for horror in ("NaN", "deep", "wide", "many names", "long", "huge"):
        assert wrong_in(DEEDS[deed], {"of_another_version": HORRORS[horror]}) is not None
    assert wrong_in(DEEDS[deed], {f"fact {number}": 1 for number in range(60)}) is not None


def test_a_deed_of_another_version_is_small_and_a_forgotten_line_tells_one_number():
    def shape(row: dict[str, Any]) -> Any:
        return shape_of("tournaments.JournalEntry", "facts", row)

    assert shape({"deed": "danced"}) is shape({"deed": ["x"]}) is UNKNOWN
    assert wrong_in(UNKNOWN, {"with": ["whom", 3]}) is None
    assert wrong_in(UNKNOWN, {"with": DEEP}) is not None
    forgotten = shape({"deed": "game_reported", "digest": "0" * 64})
    assert wrong_in(forgotten, {"start_number": 3}) is wrong_in(forgotten, {}) is None
    assert wrong_in(forgotten, {"name": "x"}) is not None


@pytest.mark.parametrize(
    "text",
    [
        "{count:>2000000000}",
        "{count.real}",
        "{count[0]}",
        "{count!r}",
        "{gone}",
        "{}",
        "{0}",
        "{",
        "{count:{count}}",
    ],
)
def test_a_sentence_names_its_values_and_does_nothing_else(text):
    """A width would be two gigabytes of blanks, a missing name a page that breaks."""
    assert wrong_in(Saying(), {"text": text, "values": {"count": 1}}) == "text"
    assert wrong_in(Saying(), {"text": "{{{count}}}", "values": {"count": 1}}) is None


def test_the_way_to_the_fault_is_named():
    plan = copy.deepcopy(SOUND["tournaments.SeatingPlan.series"])
    plan[0]["tables"][0]["players"][2] = "7"
    assert wrong_in(SHAPES["tournaments.SeatingPlan.series"], plan) == "1.tables.1.players.3"
    assert wrong_in(Whole(), True) == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(value=JSON, column=st.sampled_from(sorted(SOUND)), place=st.integers(0, 10_000))
def test_any_value_anywhere_gets_an_answer_and_breaks_nothing(value, column, place):
    other = copy.deepcopy(SOUND[column])
    found = list(places_in(other))
    holder, key = found[place % len(found)]
    holder[key] = value
    for shape in (SHAPES[column], *DEEDS.values(), UNKNOWN, AnySmall(), Saying()):
        for one in (value, other, {"facts": value}):
            way = wrong_in(shape, one)
            assert way is None or isinstance(way, str)


# What this house writes ----------------------------------------------------------------------------------------


def unnamed(parts: dict[str, Any]) -> set[tuple[str, str]]:
    """Every part of a file fits; the facts that no shape names."""
    for label in TAKEN:
        refuse_misshapen(label, parts[part_name(label)])
    lines = parts[part_name("tournaments.JournalEntry")]
    return {
        (line["deed"], name)
        for line in lines
        if not line["digest"] and known_facts(line["deed"])
        for name in line["facts"]
        if name not in known_facts(line["deed"])
    }


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("few_pages_rehearsed")
def test_the_demo_goes_there_and_back():
    call_command("load_demo", verbosity=0)
    files = [tournament_file(one, now=NOON) for one in Tournament.objects.order_by("pk")]
    assert len(files) == 3
    another_machine()
    for content in files:
        assert unnamed(read_tournament(content)) == set()
        taken = take_over(read_tournament(content), by=factories.administrator(), now=NOON)
        again = read_tournament(tournament_file(taken, now=NOON))
        assert unnamed(again) == set()
        assert again["standings.json"] == read_tournament(content)["standings.json"]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("life", [FULL, SUMS_ONLY], ids=["games", "sums"])
def test_every_deed_that_a_list_can_have_fits(tables, life):
    lived, _told = tables
    with transaction.atomic():
        live(lived, life)
        content = tournament_file(Tournament.objects.get(pk=lived.table.series.tournament_id), now=NOON)
        transaction.set_rollback(True)
    assert unnamed(read_tournament(content)) == set()
