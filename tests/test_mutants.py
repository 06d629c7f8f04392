"""The mutation tester knows every module that runs without Django, and explains only mutants that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.changes import HOUSE, mutants
from tests.mutants.equal import EQUAL
from tests.mutants.modules import LEFT_OUT, TESTS, changed, pure


def test_every_pure_module_is_changed_or_left_out_with_a_reason():
    """By the one list of pure modules in pyproject.toml: a new one is under test without being named anywhere."""
    left_out = {one for one in pure() if one.startswith(tuple(LEFT_OUT))}
    assert sorted([*changed(), *left_out]) == pure()
    assert len(changed()) > 100
    for folder, why in LEFT_OUT.items():
        assert len(why) > 40, folder
        assert any(one.startswith(folder) for one in pure()), f"{folder} is no longer there"


def test_the_tests_that_hold_them_exist():
    assert all((HOUSE / one).exists() for one in TESTS)


@pytest.mark.parametrize("module", sorted({module for module, _where, _what in EQUAL}))
def test_only_mutants_that_there_are_are_explained(module):
    there = {one.name for one in mutants(module)}
    assert {name for name in EQUAL if name[0] == module} <= there
    assert all(EQUAL[name] for name in EQUAL if name[0] == module)


def test_a_mutant_differs_in_one_place():
    before = (HOUSE / "scoring/standings.py").read_text(encoding="utf-8")
    found = mutants("scoring/standings.py")
    assert found
    assert len({one.name for one in found}) > len(found) // 2
    assert Path(HOUSE / "scoring/standings.py").read_text(encoding="utf-8") == before
