"""What one answer settles: doubts of one row, or of one column down to its foot, often exclude each other.

For each question and each of its likely answers: which other questions are then as sure as anything that is not asked, and
what they say. The desk asks one after the other, and what an answer has settled is not asked any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.reading.core.evidence import Way, results_of
from tournaments.reading.core.joint import Exchange, Place, column_said, own_words
from tournaments.reading.core.takings import row_weights

ANSWERS = 3  # of each question: as many as there are keys
RULED_OUT = -200.0  # logarithm
MOST = 60  # questions of a list beyond which nothing is worked out: it is typed sooner


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: a place, its likely answers, and how sure others must become to be left alone."""

    place: Place
    ways: tuple[Way, ...]
    limit: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What follows from one answer to one question."""

    place: Place
    answer: Way
    then: Mapping[Place, Way]


def settlements(table: Exchange, questions: Sequence[Question]) -> tuple[Settled, ...]:
    """In the order of the questions; answers from which nothing follows are left out."""
    if len(questions) > MOST:
        return ()
    found = []
    for question in questions:
        later = [other for other in questions if other.place > question.place]
        for answer in question.ways[:ANSWERS]:
            then = dict(follows(table, question.place, answer, later))
            if then:
                found.append(Settled(place=question.place, answer=answer, then=then))
    return tuple(found)


def follows(
    table: Exchange, place: Place, answer: Way, later: Sequence[Question]
) -> Iterator[tuple[Place, Way]]:
    game, seat = place
    if not table.rules.family.by_table:
        others = {other.place: other for other in later if other.place[0] == game}
        chances = row_after(table, place, answer) if others else {}
    else:
        others = {other.place: other for other in later if other.place[1] == seat}
        chances = column_after(table, place, answer) if others else {}
    for other, question in others.items():
        best = results_of(table.ways[other], chances[other])[0]
        if best.p >= question.limit:
            yield other, best.way


def only(ways: Sequence[Way], answer: Way) -> np.ndarray:
    return np.array([0.0 if way.result == answer.result else RULED_OUT for way in ways])


def row_after(table: Exchange, place: Place, answer: Way) -> dict[Place, np.ndarray]:
    """How likely each way of each seat of a game is once this is known."""
    game, seat = place
    seats = [other for number, other in table.written.cells if number == game]
    words = {other: own_words(table, (game, other)) for other in seats}
    words[seat] = words[seat] + only(table.ways[place], answer)
    said = row_weights({other: table.ways[game, other] for other in seats}, words)
    return {(game, other): shares(words[other] + said[other]) for other in seats}


def column_after(table: Exchange, place: Place, answer: Way) -> dict[Place, np.ndarray]:
    """How likely each way of each game of a seat is once this is known."""
    _game, seat = place
    messages = dict(table.messages)
    messages[place] = messages[place] + only(table.ways[place], answer)
    return {(number, seat): np.exp(one.ways) for number, one in column_said(table, seat, messages).items()}


def shares(words: np.ndarray) -> np.ndarray:
    return np.asarray(np.exp(words - np.logaddexp.reduce(words)))
