"""Commands that a person types at the machine, called as they are typed."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command


def said(*words: str) -> str:
    target = io.StringIO()
    call_command(*words, stdout=target)
    return target.getvalue()


def test_a_plan_without_a_database_is_printed_for_the_eye_and_as_json():
    assert "Tisch" in said("plan", "--players", "16", "--series", "2", "--seed", "Pik 7")
    plan = json.loads(said("plan", "--players", "16", "--series", "2", "--seed", "Pik 7", "--json"))
    assert (plan["players"], len(plan["series"])) == (16, 2)
    assert plan["rematches"] >= plan["rematch_bound"]


def test_a_field_that_cannot_be_seated_is_a_sentence():
    with pytest.raises(CommandError):
        said("plan", "--players", "1", "--series", "3")
