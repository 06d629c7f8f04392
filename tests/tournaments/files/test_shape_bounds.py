"""Shapes of JSON at their bounds: the last value that fits, the first that does not, and the way to it."""

from __future__ import annotations

import pytest

from tournaments.files.core.shapes import (
    LARGEST,
    AnySmall,
    ByName,
    Flag,
    ListOf,
    Nothing,
    Number,
    Object,
    OneOf,
    Places,
    Saying,
    Text,
    Whole,
    Word,
    Written,
    places_stand,
    wrong_in,
)

DIGIT = Whole(1, 9)
GAME = Object({"game": DIGIT}, {"hands": ListOf(DIGIT, 2)})
OPEN = Object({"game": DIGIT}, others=DIGIT, most_others=2)


def nested(depth, inner=7):
    return inner if not depth else [nested(depth - 1, inner)]


@pytest.mark.parametrize(
    ("shape", "value", "way"),
    [
        (Text(3), "abc", None),
        (Text(3), "abcd", ""),
        (Text(3), 3, ""),
        (Text(), "x" * 200, None),
        (Text(), "x" * 201, ""),
        (Word(frozenset({"a"})), "a", None),
        (Word(frozenset({"a"})), "b", ""),
        (Word(frozenset({"a"})), ["a"], ""),
        (DIGIT, 1, None),
        (DIGIT, 9, None),
        (DIGIT, 0, ""),
        (DIGIT, 10, ""),
        (DIGIT, 1.0, ""),
        (DIGIT, True, ""),
        (Whole(), 2**53, None),
        (Whole(), -(2**53), None),
        (Whole(), 2**53 + 1, ""),
        (Whole(), -(2**53) - 1, ""),
        (Number(-1, 1), 1, None),
        (Number(-1, 1), -1.0, None),
        (Number(-1, 1), 1.01, ""),
        (Number(-1, 1), -1.01, ""),
        (Number(-1, 1), float("nan"), ""),
        (Number(-1, 1), True, ""),
        (Flag(), False, None),
        (Flag(), 0, ""),
        (Nothing(), None, None),
        (Nothing(), 0, ""),
        (OneOf((DIGIT, Nothing())), None, None),
        (OneOf((DIGIT, Nothing())), "x", ""),
        (OneOf((GAME, ListOf(GAME, 3))), [{"game": 1}, {"game": 10}], "2.game"),
        (OneOf(()), 1, ""),
        (ListOf(DIGIT, 2), [1, 2], None),
        (ListOf(DIGIT, 2), [1, 2, 3], ""),
        (ListOf(DIGIT, 2), [1, 0], "2"),
        (ListOf(DIGIT, 2), (1,), ""),
        (Places((DIGIT, Flag())), [1, True], None),
        (Places((DIGIT, Flag())), [1], ""),
        (Places((DIGIT, Flag())), [1, 1], "2"),
        (Places((DIGIT, Flag())), {1: 1, 2: 2}, ""),
        (GAME, {"game": 1}, None),
        (GAME, {"game": 1, "hands": [1, 2]}, None),
        (GAME, {"hands": [1]}, "game"),
        (GAME, {"game": 0}, "game"),
        (GAME, {"game": 1, "hands": [1, 0]}, "hands.2"),
        (GAME, {"game": 1, "x": 1}, ""),
        (GAME, [], ""),
        (OPEN, {"game": 1, "a": 1, "b": 2}, None),
        (OPEN, {"game": 1, "a": 1, "b": 2, "c": 3}, ""),
        (OPEN, {"game": 1, "a": 0}, ""),
        (OPEN, {"game": 1, "a" * 80: 1}, None),
        (OPEN, {"game": 1, "a" * 81: 1}, ""),
        (OPEN, {"game": 1, 7: 1}, ""),
        (Object(others=DIGIT), {f"n{n}": 1 for n in range(20)}, None),
        (Object(others=DIGIT), {f"n{n}": 1 for n in range(21)}, ""),
        (ByName(DIGIT, 2), {"1": 1, "-20": 2}, None),
        (ByName(DIGIT, 2), {"1": 1, "2": 2, "3": 3}, ""),
        (ByName(DIGIT, 2), {"01": 1}, ""),
        (ByName(DIGIT, 2), {"x": 1}, ""),
        (ByName(DIGIT, 2), {1: 1}, ""),
        (ByName(DIGIT, 2), {"1": 0}, "1"),
        (ByName(DIGIT, 2), [1], ""),
        (ByName(DIGIT, 2, Word(frozenset({"a"}))), {"a": 1}, None),
        (ByName(DIGIT, 2, Word(frozenset({"a"}))), {"1": 1}, ""),
        (AnySmall(), nested(4), None),
        (AnySmall(), nested(5), ""),
        (AnySmall(), [1] * 399, None),
        (AnySmall(), [1] * 400, ""),
        (AnySmall(), "x" * 2_000, None),
        (AnySmall(), "x" * 2_001, ""),
        (AnySmall(), [None, True, 1, 1.5, "x", {"a": []}], None),
        (AnySmall(), {"a" * 80: {"b": {"c": {"d": 1}}}}, None),
        (AnySmall(), {"b": {"c": {"d": {"e": {"f": 1}}}}}, ""),
        (AnySmall(), {"a" * 81: 1}, ""),
        (AnySmall(), {1: 1}, ""),
        (AnySmall(), {"a": object()}, ""),
        (AnySmall(), LARGEST, None),
        (AnySmall(), -LARGEST, None),
        (AnySmall(), LARGEST + 1, ""),
        (AnySmall(), float(LARGEST), None),
        (AnySmall(), float("nan"), ""),
        (AnySmall(), float("inf"), ""),
        (Saying(), {}, None),
        (Saying(), {"text": "{a}", "values": {"a": 1}}, None),
        (Saying(), {"text": "x" * 1_000}, None),
        (Saying(), {"text": "x" * 1_001}, "text"),
        (Saying(), {"text": 7}, "text"),
        (Saying(), {"text": "", "values": []}, "values"),
        (Saying(), {"text": "", "values": {f"v{n}": 1 for n in range(20)}}, None),
        (Saying(), {"text": "", "values": {f"v{n}": 1 for n in range(21)}}, "values"),
        (Saying(), {"text": "", "values": {"a" * 99: []}}, "values." + "a" * 80),
        (Saying(), {"text": "", "values": {"a": "x" * 500}}, None),
        (Saying(), {"text": "", "values": {"a": "x" * 501}}, "values.a"),
        (Saying(), {"text": "", "more": 1}, ""),
        (Saying(), [], ""),
        (Saying(), {"text": "{b}", "values": {"a": 1}}, "text"),
        (Saying(1), {"text": "", "values": {"a": {"text": "x"}}}, None),
        (Saying(1), {"text": "", "values": {"a": {"text": "", "values": {"b": {"text": "x"}}}}}, "values.a"),
        (Saying(0), {"text": "", "values": {"a": {"text": "x"}}}, "values.a"),
        (Saying(beside={"k": DIGIT}), {"text": "x", "k": 1}, None),
        (Saying(beside={"k": DIGIT}), {"text": "x", "k": 0}, "k"),
        (Saying(beside={"k": DIGIT}), {"text": "x"}, ""),
        (Saying(beside={"k": DIGIT}), {}, ""),
        (Written(DIGIT, 3), "7", None),
        (Written(DIGIT, 3), " 7 ", None),
        (Written(DIGIT, 3), "  7 ", ""),
        (Written(DIGIT, 3), "10", ""),
        (Written(DIGIT, 3), "{", ""),
        (Written(DIGIT, 3), 7, ""),
    ],
)
def test_what_fits_and_the_way_to_what_does_not(shape, value, way):
    assert wrong_in(shape, value) == way


@pytest.mark.parametrize("depth", [3])
def test_sentences_in_sentences_as_deep_as_the_house_tells_them(depth):
    value = {"text": "x"}
    for _step in range(depth):
        value = {"text": "", "values": {"a": value}}
    assert wrong_in(Saying(), value) is None
    assert wrong_in(Saying(), {"text": "", "values": {"a": value}}) == "values.a"


@pytest.mark.parametrize(
    ("text", "stand"),
    [("{a} und {a}", True), ("ohne", True), ("{b}", False), ("{a!r}", False), ("{a:9}", False), ("{a", False), ("{}", False), ("{a.b}", False)],
)  # fmt: skip
def test_places_are_plain_names_of_values(text, stand):
    assert places_stand(text, {"a": 1}) is stand
