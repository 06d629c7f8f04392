"""JSON lines in and out, and the two commands: every line has its answer, and none stops the others."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.lines import LONGEST_LINE, answer, answers
from scoring.engine.notation import read_cards, read_melds
from tests.laws import FAMILIES

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "hands-schema.json").read_text(encoding="utf-8"))


def asked(**question: object) -> dict[str, object]:
    """The answer, after it went through JSON and was held against the schema."""
    question = {"rules": "club_2018", **question}
    [line] = answers([json.dumps(question)], FAMILIES)
    found = json.loads(line)
    assert isinstance(found, dict)
    check(found, SCHEMA["$defs"]["error" if "error" in found else question["ask"]])
    return found


def check(value: Any, schema: dict[str, Any]) -> None:
    """As much of a JSON schema as ours uses."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rsplit("/", 1)[-1]
        check(value, SCHEMA["$defs"][name])
        return
    if "enum" in schema:
        assert value in schema["enum"]
    kinds = schema.get("type")
    if kinds:
        names = {
            dict: "object",
            list: "array",
            str: "string",
            int: "integer",
            bool: "boolean",
            type(None): "null",
        }
        assert names[type(value)] in ([kinds] if isinstance(kinds, str) else kinds), (value, schema)
    if isinstance(value, dict):
        assert set(schema.get("required", ())) <= set(value)
        known = schema.get("properties", {})
        more = schema.get("additionalProperties")
        for key, part in value.items():
            assert more or key in known, f"{key} is not in the schema"
            check(part, known.get(key) or more or {})
    if isinstance(value, list):
        for part in value:
            check(part, schema.get("items", {}))


def test_the_first_question_is_fixed():
    hand = "♥7 ♥8 ★ ♣D ♠D ♥D ♣A ♠A ♦2 ♦5 ♣9 ♠4 ♥2 ♦K"
    found = asked(id=1, ask="best", hand=hand)
    assert {key: found[key] for key in ("id", "opening", "least_opened", "goes_out")} == {
        "id": 1,
        "opening": 63,
        "least_opened": 37,
        "goes_out": False,
    }
    assert found["melds"] == ["♣D ♠D ♥D", "♣A ★ ♠A"]
    assert found["discard"] == "♦K"


def test_every_question_in_every_family_fits_the_schema():
    for rules in FAMILIES:
        joker = "" if rules == "basic" else " ★"
        asked(rules=rules, ask="best", hand="♥7 ♥8 ♥9 ♣2" + joker)
        asked(rules=rules, ask="augen", hand=["♥7", "Kreuz Dame"])
        asked(rules=rules, ask="deadwood", hand="7h 8h 9h")
        asked(rules=rules, ask="census", shown=["♥7 ♥8", ["♥7", "♣2"]], count=9)
        asked(rules=rules, ask="claim", melds="♥7 ♥8 ♥9 | ♣2 ♠3 ♦2", hand="♥7 ♥8 ♥9 ♣2 ♠3 ♦2 ♦9")
        asked(rules=rules, ask="claim", melds=["♥D ♥K" + (joker or " ♥B"), "♣3 ♠3 ♦3"], as_laid=True)
        asked(rules=rules, ask="table", table="♥7 ♥8 ♥9", hand="♥10 ♥B ♣2", open="♥6", opened=True)
        asked(rules=rules, ask="table", table="", hand="♥10 ♥B ♣2", opened=False)
        asked(rules=rules, ask="best", hand="★ ★")  # no turn; in the basic rules an error
        asked(rules=rules, ask="table", table="♣7 ♠7 ♥7 ♦7", hand="★ ★")


def test_the_claim_says_which_rule_decides_and_what_was_possible():
    found = asked(id="x", ask="claim", melds="♥7 ★ ♥9 | ♣5 ♠5 ♦6")
    assert [ground["paragraph"] for ground in found["grounds"]] == ["Regel 8", "Regel 6"]
    assert found["instead"] == {
        "melds": ["♥7 ★ ♥9"],
        "value": 24,
        "text": "Höchstens 24 Augen möglich: ♥7 ★ ♥9.",
    }
    assert found["melds"][0]["jokers"] == [["♥8"]]


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("quatsch", "bad_question", "kein JSON"),
        ("[1, 2]", "bad_question", "keine Frage"),
        ("[" * 5_000, "bad_question", "kein JSON"),
        ('{"id": 7, "ask": "best"}', "bad_question", "rules"),
        ('{"id": 7, "rules": ["x"], "ask": "best"}', "bad_question", "Vorhanden: basic"),
        ('{"id": 7, "rules": "basic", "ask": ["best"]}', "bad_question", "best, claim, table"),
        ('{"id": 7, "rules": "basic", "ask": "best"}', "bad_question", "„hand“ fehlt"),
        ('{"id": 7, "rules": "basic", "ask": "best", "hand": 7}', "bad_question", "„hand“ fehlt"),
        ('{"id": 7, "rules": "basic", "ask": "best", "hand": ""}', "no_cards", "Keine Karten"),
        ('{"id": 7, "rules": "basic", "ask": "best", "hand": "♥7 ♥7"}', "not_this_deck", "2-mal"),
        ('{"id": 7, "rules": "basic", "ask": "best", "hand": "♥7 ♥1"}', "not_a_card", "♥10 / ♥A"),
        ('{"id": 7, "rules": "basic", "ask": "table", "hand": "♥7", "table": "♥7 ♥9 ♥8"}', "not_a_meld", "Ordnung"),
        ('{"id": 7, "rules": "basic", "ask": "claim", "melds": "♥7", "opened": 1}', "bad_question", "„opened“"),
        ('{"id": 7, "rules": "basic", "ask": "census", "shown": "♥7"}', "bad_question", "Liste"),
        ("x" * (LONGEST_LINE + 1), "bad_question", "zu lang"),
        ('{"idx": 1e999, "ask": "best"}', "bad_question", "kein JSON"),
        ('{"idx": NaN, "ask": "best"}', "bad_question", "kein JSON"),
    ],
)  # fmt: skip
def test_a_bad_line_says_what_to_mend(line, kind, words):
    found = answer(line, FAMILIES)
    assert found["error"]["kind"] == kind
    assert words in found["error"]["text"]
    assert found["id"] == (7 if '"id"' in line else None)


def test_a_number_of_an_id_comes_back_as_it_was():
    assert asked(id=7.25, ask="augen", hand="♥7") == {"id": 7.25, "augen": 7, "cards": 1}


def test_an_id_that_no_file_can_hold_is_written_all_the_same():
    half = '{"id": "\\ud800", "ask": "augen", "rules": "basic", "hand": "♥7"}'
    deep = '{"id": ' + "[" * 900 + "]" * 900 + ', "ask": "augen", "rules": "basic", "hand": "♥7"}'
    for line in answers([half, deep], FAMILIES):
        line.encode("utf-8")
        assert json.loads(line)["augen"] == 7


@given(st.text(max_size=60) | st.dictionaries(
    st.sampled_from(["id", "ask", "rules", "hand", "melds", "table", "open", "opened", "shown", "count"]),
    st.sampled_from(["best", "claim", "table", "census", "club_2018", "basic", "♥7 ♥8 ★", "7h 8h 9h|★", "As", ""])
    | st.integers(-1, 60) | st.booleans() | st.none() | st.lists(st.sampled_from(["♥7", "★ ★", "x"]), max_size=3),
    max_size=8,
).map(json.dumps))  # fmt: skip
def test_whatever_the_line_there_is_an_answer_or_an_error(line):
    found = answer(line, FAMILIES)
    assert isinstance(json.dumps(found), str)
    assert "id" in found


def test_the_command_answers_line_by_line_and_goes_on_after_a_bad_one():
    lines = [
        json.dumps({"id": 1, "ask": "augen", "rules": "club_2018", "hand": "♥7 ★"}),
        "",
        "nonsense",
        json.dumps({"id": 3, "ask": "augen", "rules": "basic", "hand": "♥A"}),
    ]
    out = io.StringIO()
    call_command("hands", stdin=io.BytesIO("\n".join(lines).encode() + b'\n{"id": "\xff'), stdout=out)
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one.get("augen") for one in found] == [27, None, 1, None]
    assert [one["id"] for one in found] == [1, None, 3, None]


def test_the_command_reads_files_too(tmp_path):
    file = tmp_path / "questions.jsonl"
    file.write_text('{"ask": "augen", "rules": "basic", "hand": "♥K"}\n' * 3, encoding="utf-8")
    out = io.StringIO()
    call_command("hands", str(file), stdout=out)
    assert out.getvalue().splitlines() == ['{"id": null, "augen": 10, "cards": 1}'] * 3
    with pytest.raises(CommandError, match="missing"):
        call_command("hands", str(tmp_path / "missing.jsonl"))


def said(*words: str) -> str:
    out = io.StringIO()
    call_command("hand", *words, stdout=out)
    return out.getvalue()


def test_one_hand_in_words():
    text = said("♥7 ♥8 ★ Kreuz B Pik B ♦B ♥A H2 ♣4 ♣9")
    assert "10 Karten, 91 Augen" in text
    assert "Höchstens 54 Augen auslegen: ♣B ♠B ♦B | ♥7 ♥8 ★" in text
    assert "Der Joker steht für ♥9." in text
    assert "Eröffnen geht (Regel 6)." in text


def test_one_hand_that_cannot_open_and_one_that_goes_out():
    text = said("♥7", "♥8", "♥9", "♣2", "♣K")
    assert "Eröffnen geht nicht: 40 Augen sind nötig, höchstens 24 möglich (Regel 6)." in text
    assert "Hand-Rommé: ♥7 ♥8 ♥9" in said("♥7 ♥8 ♥9 ♣2")
    assert "Superrommé: ♥7 ♥8 ♥9" in said("♥7 ♥8 ♥9", "--rules", "federation")
    assert "Keine Auslage möglich." in said("♥7 ♥8", "--rules", "basic")
    assert "Kein Zug möglich" in said("★ ★")


def test_one_hand_that_cannot_be_read():
    with pytest.raises(CommandError, match="Gemeint ist vielleicht ♥8"):
        said("♥8x")
    with pytest.raises(CommandError, match="Dieses Regelwerk gibt es nicht"):
        said("♥8", "--rules", "poker")


def test_what_is_answered_can_be_read_again():
    found = asked(ask="best", hand="♥7 ♥8 ★ ♣D ♠D ♥D ♦2")
    assert read_melds(" | ".join(found["melds"]))
    assert read_cards(found["discard"])
