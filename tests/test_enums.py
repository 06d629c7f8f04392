"""Enums are complete: a mapping keyed by one names every member, and a `match` over one ends in `assert_never`.

So a new member fails here or in the type check, and never on a page.
"""

from __future__ import annotations

import ast
import enum
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

from scoring.rules import Measure
from scoring.standings import MEASURES
from tests.rooms import HOUSE
from tournaments.api.shapes.tournaments import State
from tournaments.desk.core.day import Act
from tournaments.desk.words.acts import KINDS, SENT
from tournaments.lists.core.life import Life

# Mappings that leave members out on purpose: module and name, then the members. A new member is in neither place and fails.
PARTIAL: dict[tuple[str, str], set[str]] = {
    # there is nothing to say: the usual case, or no value
    ("scoring.forms.variants", "failed_opening"): {"NONE"},
    ("scoring.wording.values", "rule"): {"NONE"},
    ("scoring.offences", "SAID"): {"CARD_BACK"},
    ("scoring.offences", "BARRED_FOR_THE_GAME"): {"CARD_BACK COUNT_ALL DRAW_UP NEW_DEAL"},
    ("scoring.wording.scale", "FINISH_PLACES"): {"EXHAUSTED"},
    ("scoring.wording.scale", "explained"): {"EXHAUSTED"},
    ("tournaments.field.formats.columns", "WORDS"): {"NOTHING"},
    ("tournaments.management.demo.games", "OPENED"): {"SUPER"},
    ("tournaments.seating.selectors.proposals", "_draw"): {"HAND LOTS STANDING"},
    # what SQL returns from a trigger: NEW unless it says otherwise
    ("scoring.guards", "goes_on"): {"INSERT UPDATE"},
    # together they name every act: the test below
    ("tournaments.desk.words.acts", "SENT"): {
        "BACKUP CASH CERTIFICATES CLOCK CLOSE CODES COME_AND_GO HANG_OUT LOT POST PRINT PRIZES REGISTER SCREENS STANDINGS WORKBOOK"
    },
    ("tournaments.desk.words.acts", "KINDS"): {
        "ACCEPT_ALL HANG_AGAIN HANG_OUT SEAT SEAT_ANEW SIGN_ALL TAKE_DOWN TYPE"
    },
    # the lives in which a deed is allowed are refused nothing
    ("tournaments.lists.core.life", "TABLE.refused"): {"OPEN", "COMPLETE OPEN", "COMPLETE", "SIGNED"},
    # of rankings of one kind alone; the `match` beside them names all
    ("tournaments.rankings.selectors.members", "AGES"): {"CLUBS LADIES MIXED_PAIRS PAIRS PLAYERS TEAMS"},
    ("tournaments.rankings.selectors.members", "FORMED_BY"): {"JUNIORS LADIES PLAYERS SENIORS YOUTH"},
    ("tournaments.rankings.selectors.members", "groups_of.full"): {
        "JUNIORS LADIES MIXED_PAIRS PAIRS PLAYERS SENIORS YOUTH"
    },
    # views that are long, short, or come by themselves
    ("tournaments.screens.selectors", "PROGRAMMES"): {"AUTO OWN"},
    ("tournaments.screens.views.cards", "words"): {"CALLS CLOCK MESSAGES STANDINGS START"},
    ("tournaments.screens.views.cards", "brief"): {"CALLS CLOCK MESSAGES NAMES PROGRESS STANDINGS TABLES"},
    ("tournaments.screens.views.cards", "ICONS"): {"MESSAGES"},
    ("tournaments.screens.views.letters", "ROWS"): {"CALLS CLOCK MESSAGES PROGRESS START TABLES"},
    # wishes about company at a table
    ("tournaments.seating.core.board", "_TOGETHER"): {"REMATCH SECOND_THREE"},
    ("tournaments.seating.core.problem", "REASON"): {"REMATCH SECOND_THREE"},
    ("tournaments.seating.core.report", "_MATES_SENTENCES"): {"REMATCH SECOND_THREE"},
}
Found = tuple[str, str, type[enum.Enum], frozenset[str]]


def sources() -> Iterator[tuple[str, Path]]:
    """Yield the name and path of every module that is imported without doing anything."""
    for top in ("scoring", "tournaments"):
        for path in sorted((HOUSE / top).rglob("*.py")):
            if "migrations" in path.parts or path.name == "__main__.py":
                continue
            parts = path.relative_to(HOUSE).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def member_of(module: ModuleType, node: ast.expr) -> tuple[type[enum.Enum], str] | None:
    """Return the enum and the name of its member that `Enum.MEMBER` means in this module."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not names or not isinstance(node, ast.Name):
        return None
    thing = getattr(module, node.id, None)
    for name in reversed(names[1:]):
        thing = getattr(thing, name, None)
    if isinstance(thing, type) and issubclass(thing, enum.Enum) and names[0] in thing.__members__:
        return thing, names[0]
    return None


@cache
def parsed() -> list[tuple[str, ModuleType, ast.Module]]:
    return [
        (name, importlib.import_module(name), ast.parse(path.read_text(encoding="utf-8")))
        for name, path in sources()
    ]


def named(tree: ast.Module) -> Iterator[tuple[str, ast.Dict]]:
    """Yield every dictionary that is written out, with the name of what it stands in: an argument, a variable, a function."""

    def inside(node: ast.AST, name: str) -> Iterator[tuple[str, ast.Dict]]:
        match node:
            case ast.Assign(targets=[ast.Name(id=target)]) | ast.AnnAssign(target=ast.Name(id=target)):
                name = target
            case ast.FunctionDef(name=target) | ast.ClassDef(name=target):
                name = target
            case ast.keyword(arg=str(target)):
                name = f"{name}.{target}"
            case ast.Dict():
                yield name, node
        for child in ast.iter_child_nodes(node):
            yield from inside(child, name)

    yield from inside(tree, "")


def mappings() -> Iterator[Found]:
    """Yield every mapping keyed by one enum alone, with the members that it leaves out."""
    for name, module, tree in parsed():
        for where, node in named(tree):
            keys = [member_of(module, key) for key in node.keys if key is not None]
            enums = {key[0] for key in keys if key is not None}
            whole = len(keys) == len(node.keys) and None not in keys  # nothing is spread into it
            if keys and whole and len(enums) == 1:
                [of] = enums
                there = {of[key[1]].name for key in keys if key is not None}
                yield name, where, of, frozenset(of.__members__) - there


def patterns(pattern: ast.pattern) -> Iterator[ast.pattern]:
    if isinstance(pattern, ast.MatchOr):
        for one in pattern.patterns:
            yield from patterns(one)
    else:
        yield pattern


def test_a_mapping_keyed_by_an_enum_names_every_member():
    found: dict[tuple[str, str], set[str]] = {}
    for name, where, _of, missing in mappings():
        if missing:
            found.setdefault((name, where), set()).add(" ".join(sorted(missing)))
    assert found == PARTIAL, "name every member, or say here which are left out on purpose"


def test_a_match_over_an_enum_ends_in_assert_never():
    open_ones = []
    for name, module, tree in parsed():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Match):
                continue
            values = [one for case in node.cases for one in patterns(case.pattern)]
            over = any(isinstance(one, ast.MatchValue) and member_of(module, one.value) for one in values)
            if over and "assert_never(" not in ast.unparse(node.cases[-1]):
                open_ones.append(f"{name}:{node.lineno}")
    assert not open_ones, "name the members that are left, then `case unknown: assert_never(unknown)`"


def test_the_check_sees_what_is_there():
    assert len(list(mappings())) > 50
    assert any(of is Measure for _name, _where, of, _missing in mappings())


def test_every_act_of_the_desk_has_its_button():
    assert SENT.keys() | KINDS.keys() | {Act.HANG_OUT} == set(Act)


def test_the_api_calls_a_state_as_the_lists_do():
    assert set(get_args(State)) == {life.value for life in Life} - {Life.FINAL.value}


@pytest.mark.parametrize("measure", Measure)
def test_every_measure_has_its_words(measure):
    kind = MEASURES[measure]
    assert all((kind.title, kind.order, kind.most, kind.rule, kind.decides_now))
    assert bool(kind.in_file) == bool(kind.on_wall) == (measure is not Measure.POINTS_HIGH)
