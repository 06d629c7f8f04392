"""What one answer settles: doubts that exclude each other are asked once, and what follows is what the paper says."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

from scoring.engine.law import Finish
from scoring.rules.loader import built_in
from scoring.speech import say
from tests.tournaments.reading import made
from tournaments.reading.core import takings
from tournaments.reading.core.chances import Reading
from tournaments.reading.core.evidence import BY, SPREAD, Way
from tournaments.reading.core.proposal import proposal
from tournaments.reading.core.reader import read
from tournaments.reading.services.queue import told


def lost(augen: int, weight: float) -> Way:
    return Way(finish=None, augen=augen, opened=True, points=0, cross=False, weight=weight)


def won(points: int, weight: float) -> Way:
    return Way(finish=Finish.PLAIN, augen=0, opened=True, points=points, cross=False, weight=weight)


def fits(points: int, augen: int) -> float:
    wrong = takings.SUM_WRONG
    if points == augen:
        chance = 1 - wrong
    elif abs(points - augen) in BY:
        chance = wrong * takings.BY_LITTLE / (2 * len(BY))
    else:
        chance = 0.0
    return chance + wrong * (1 - takings.BY_LITTLE) / SPREAD


@pytest.mark.parametrize("seed", range(6))
def test_a_row_says_what_every_combination_of_its_hands_says(seed):
    """Forwards and backwards it comes to the same as trying each hand with each."""
    rng = np.random.default_rng(seed)
    ways = {
        seat: [
            *(lost(int(one), 0.0) for one in rng.choice(60, 4, replace=False)),
            *(won(int(one), 0.0) for one in rng.choice(120, 3, replace=False)),
        ]
        for seat in (1, 2, 3, 4)
    }
    words = {seat: rng.normal(0, 1.5, len(of)) for seat, of in ways.items()}
    chances = {seat: np.zeros(len(of)) for seat, of in ways.items()}
    for chosen in itertools.product(*(range(len(of)) for of in ways.values())):
        row = {seat: ways[seat][place] for seat, place in zip(ways, chosen, strict=True)}
        winners = [way for way in row.values() if way.won]
        if len(winners) != 1:
            continue
        weight = fits(winners[0].points, sum(way.augen for way in row.values()))
        weight *= np.exp(sum(words[seat][place] for seat, place in zip(ways, chosen, strict=True)))
        for seat, place in zip(ways, chosen, strict=True):
            chances[seat][place] += weight
    said = takings.row_weights(ways, words)
    for seat in ways:
        mine = np.exp(words[seat] + said[seat])
        assert mine / mine.sum() == pytest.approx(chances[seat] / chances[seat].sum(), rel=1e-6)


def two_doubts():
    """Two losers of a game of the basic rules; one of two cells is taken for another number, by the same amount."""
    form, list_ = made.list_of("basic", 5, 12, seed=3)
    (page,) = made.pages(form, list_)
    game, losers, augen = next(
        (number, sorted(result.hands), {seat: held.augen for seat, held in result.hands.items()})
        for number, result in list_.results.items()
        if result.winner and all(15 <= held.augen <= 80 for held in result.hands.values())
    )
    first, second = losers[:2]
    cells = dict(page.cells)
    for cell in page.cells:
        if (cell.game, cell.column) == (game, "augen") and cell.seat in (first, second):
            other = augen[cell.seat] + (10 if cell.seat == first else -10)
            cells[cell] = Reading({str(augen[cell.seat]): 0.6, str(other): 0.4})
    return list_, (game, first, second, augen), replace(page, cells=cells)


def test_an_answer_settles_the_doubt_that_excludes_it():
    _list, (game, first, second, augen), page = two_doubts()
    result = read(built_in("basic"), [page])
    assert {(one.game, one.seat) for one in result.asked} == {(game, first), (game, second)}
    said = proposal(built_in("basic"), result)["settles"][f"{game}-{first}"]
    assert said == {
        str(augen[first]): {f"{game}-{second}": str(augen[second])},
        str(augen[first] + 10): {f"{game}-{second}": str(augen[second] - 10)},
    }


def test_the_journal_says_what_followed_from_an_answer():
    _list, (game, first, second, augen), page = two_doubts()
    result = proposal(built_in("basic"), read(built_in("basic"), [page]))
    typed = {f"{one['game']}-{one['seat']}": one["text"] for one in result["entries"]}
    typed |= {f"{game}-{first}": str(augen[first] + 10), f"{game}-{second}": str(augen[second] - 10)}
    facts = told(result, typed)
    assert [(one[1], one[3]) for one in facts["asked"]] == [(first, str(augen[first] + 10))]
    assert [(one[1], one[3]) for one in facts["followed"]] == [(second, str(augen[second] - 10))]
    facts = told(result, typed | {f"{game}-{second}": "99"})
    assert [one[1] for one in facts["asked"]] == [first, second]
    assert not facts["changed"]


def test_a_winner_who_added_wrongly_is_told():
    """By the basic rules his points are the others' Augen together."""
    form, list_ = made.list_of("basic", 4, 12, seed=5)
    (page,) = made.pages(form, list_)
    game = next(number for number, result in list_.results.items() if result.winner)
    winner = list_.results[game].winner
    augen = sum(held.augen for held in list_.results[game].hands.values())
    cells = dict(page.cells)
    for cell, reading in page.cells.items():
        if cell.seat == winner and (
            (cell.game, cell.column) == (game, "points")
            or (
                (cell.game >= game or not cell.game)
                and cell.column in ("points_sum", "foot_points")
                and reading.best.isdigit()
            )
        ):
            cells[cell] = Reading({str(int(reading.best) + 10): 1.0})
    result = read(built_in("basic"), [replace(page, cells=cells)])
    assert [(one.game, one.seat, one.column) for one in result.slips] == [(game, winner, "points")]
    assert f"ergeben {augen}, als Punkte steht {augen + 10} da" in say(result.slips[0].sentence)
    assert {one.way.augen for one in result.entries if one.game == game} == {
        0,
        *(held.augen for held in list_.results[game].hands.values()),
    }
