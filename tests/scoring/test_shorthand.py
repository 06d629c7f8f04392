"""What a cell of a paper list says in a few keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.law import Finish
from scoring.points import HandLeft, Result, possible_finishes
from scoring.rules import built_in
from scoring.shorthand import KEYS, SPELLED, Unreadable, Won, read_cell, read_row, written
from tests.scoring.support import run_doctests

CLUB, FEDERATION, BASIC = (built_in(key) for key in ("club_2018", "federation", "basic"))


def test_examples():
    run_doctests("scoring.shorthand")


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("", None),
        ("  ", None),
        ("25", HandLeft(augen=25, opened=True)),
        ("25e", HandLeft(augen=25, opened=True)),
        ("88-", HandLeft(augen=88, opened=False)),
        ("88 –", HandLeft(augen=88, opened=False)),
        ("88−", HandLeft(augen=88, opened=False)),
        ("88n", HandLeft(augen=88, opened=False)),
        ("0", HandLeft(augen=0, opened=True)),
        ("00025-", HandLeft(augen=25, opened=False)),
        ("+", Won(finish=Finish.PLAIN)),
        ("r", Won(finish=Finish.PLAIN)),
        ("*", Won(finish=Finish.HAND)),
        ("H", Won(finish=Finish.HAND)),
        ("/", Won(finish=Finish.HAND_WITH_LAYOFF)),
        ("ha", Won(finish=Finish.HAND_WITH_LAYOFF)),
        ("s", Won(finish=Finish.SUPER)),
    ],
)
def test_a_cell(text, means):
    assert read_cell(text, seat=1) == means


@pytest.mark.parametrize("text", ["-", "--", "25--", "2x5", "25+", "٢٥", "1234567", "R5", "1.5", "²"])
def test_what_cannot_be_read_says_where(text):
    with pytest.raises(Unreadable) as refused:
        read_cell(text, seat=3)
    assert refused.value.sentence.values["seat"] == 3
    assert "Platz 3" in str(refused.value)


def test_of_what_cannot_be_read_only_the_beginning_is_said():
    with pytest.raises(Unreadable) as refused:
        read_cell("ABCDEFGHIJKLMNOP", seat=1)
    assert refused.value.sentence.values["text"] == "ABCDEFGHIJKL"


def test_the_other_spellings_and_the_keys_that_pages_hand_to_their_scripts():
    assert SPELLED == {"+": "R", "*": "H", "/": "HA", "A": "HA"}
    assert KEYS == {"r": "R", "h": "H", "s": "S", "a": "HA"}


@pytest.mark.parametrize(
    ("rules", "cells", "seat", "words"),
    [
        (CLUB, {2: "+", 3: "25"}, 4, "fehlt"),
        (CLUB, {2: "+", 3: "*", 4: "25"}, 3, "Nur einer"),
        (CLUB, {2: "S", 3: "25", 4: "88-"}, 2, "Superrommé"),
        (CLUB, {2: "+", 3: "999", 4: "88-"}, 3, "mehr, als alle Karten"),
        (BASIC, {2: "+", 3: "25-", 4: "8"}, 3, "nicht eröffnet"),
        (BASIC, {2: "1", 3: "25", 4: "8"}, 0, "Ablagestapel"),
    ],
)
def test_a_row_that_cannot_be(rules, cells, seat, words):
    with pytest.raises(Unreadable, match=words) as refused:
        read_row(rules, cells, playing=(2, 3, 4))
    assert refused.value.sentence.values["seat"] == seat


def test_a_row_without_a_winner_is_an_empty_stock():
    result = read_row(CLUB, {2: "31-", 3: "20", 4: "150-"}, playing=(2, 3, 4))
    assert result is not None
    assert result.finish is Finish.EXHAUSTED
    assert result.winner is None


def test_an_empty_row_is_no_row():
    assert read_row(CLUB, {}, playing=(2, 3, 4)) is None


@given(data=st.data(), rules=st.sampled_from([CLUB, FEDERATION, BASIC]))
def test_what_is_written_is_read_again(data, rules):
    playing = tuple(data.draw(st.sampled_from([(2, 3, 4), (1, 3, 4), (1, 2, 3)])))
    finish = data.draw(st.sampled_from(possible_finishes(rules)))
    winner = data.draw(st.sampled_from(playing)) if finish.has_winner else None
    opens = st.just(False) if rules is BASIC else st.booleans()
    hands = {
        seat: HandLeft(augen=data.draw(st.integers(0, 300)), opened=data.draw(opens))
        for seat in playing
        if seat != winner
    }
    result = Result(finish=finish, winner=winner, hands=hands)
    assert read_row(rules, written(rules, result), playing=playing) == result
