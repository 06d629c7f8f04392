"""What is counted over lists that were read, and what the counts are worth."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from benchmarks.harness import Figure
from benchmarks.reading_games import Filled
from scoring.points import Result
from scoring.rules import RuleSet
from tournaments.reading.core.reader import ListRead, ReadEntry
from tournaments.reading.core.slips import NOTES, SUMS_AT_FOOT

EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.9995, 1.0)
LIMITS = (0.98, 0.985, 0.99, 0.993, 0.995, 0.997, 0.998, 0.999)


@dataclass(slots=True)
class Score:
    """What was counted over a set."""

    lists: int = 0
    found: int = 0
    refused: int = 0
    entries: int = 0
    right: int = 0
    unasked: int = 0
    unasked_right: int = 0
    worst_list: int = 0  # unasked wrong entries of the worst list
    whole: int = 0  # lists right without a question
    asked: list[int] = field(default_factory=list)  # one after the other, as the desk is asked
    doubtful: list[int] = field(default_factory=list)  # before anything is answered
    slips: int = 0
    told: int = 0
    false_alarms: int = 0
    notes: int = 0  # rows crossed out, penalties
    notes_told: int = 0
    notes_false: int = 0
    seconds: list[float] = field(default_factory=list)
    chances: list[list[tuple[float, bool, bool]]] = field(
        default_factory=list
    )  # of each list: how sure, right, in a column whose foot differs


COUNTS = [
    one.name for one in fields(Score) if one.name != "worst_list"
]  # what is added up, lists of figures too


def right(rules: RuleSet, result: Result | None, entry: ReadEntry) -> bool:
    if result is None:
        return False
    if entry.seat == result.winner:
        return entry.way.won and entry.way.finish is result.finish
    held = result.hands.get(entry.seat)
    if held is None or entry.way.won:
        return False
    return held.augen == entry.way.augen and (not rules.family.by_table or held.opened == entry.way.opened)


def count(score: Score, rules: RuleSet, results: dict[int, Result], read_: ListRead) -> None:
    if read_.refused is not None:
        score.refused += 1
        return
    wrong = silent = 0
    asked, followed = answered(rules, results, read_)
    alarmed = {slip.seat for slip in read_.slips if slip.column in SUMS_AT_FOOT}
    own = []
    for entry in read_.entries:
        good = right(rules, results.get(entry.game), entry)
        score.entries += 1
        score.right += good
        known = good if not entry.asked else followed.get((entry.game, entry.seat))
        score.unasked += known is not None
        score.unasked_right += known is True
        own.append((entry.p, good, entry.seat in alarmed))
        wrong += not good
        silent += known is False
    missing = sum(len(one.hands) + (one.winner is not None) for one in results.values()) - len(read_.entries)
    score.chances.append(own)
    score.entries += max(missing, 0)
    score.worst_list = max(score.worst_list, silent + max(missing, 0))
    score.whole += not wrong and not read_.asked and not missing
    score.asked.append(asked)
    score.doubtful.append(len(read_.asked))


def answered(
    rules: RuleSet, results: dict[int, Result], read_: ListRead
) -> tuple[int, dict[tuple[int, int], bool]]:
    """How many questions somebody who knows the answers is asked, and what the others come to: right or wrong."""
    settles = {(one.place, one.answer.result): one.then for one in read_.settles}
    asked, followed = 0, {}
    for entry in read_.asked:
        place = (entry.game, entry.seat)
        if place in followed:
            continue
        asked += 1
        for way in (entry.way, *(way for way, _p in entry.others)):
            if right(rules, results.get(entry.game), replace(entry, way=way)):
                for other, then in settles.get((place, way.result), {}).items():
                    target = next(one for one in read_.entries if (one.game, one.seat) == other)
                    followed[other] = right(rules, results.get(other[0]), replace(target, way=then))
    return asked, followed


def count_slips(score: Score, list_: Filled, read_: ListRead) -> None:
    """Slips told, and what is told beside them; of lists that are handed to typing nothing is told."""
    if read_.refused is not None:
        return
    told = {(slip.game, slip.seat, slip.column) for slip in read_.slips if slip.column not in NOTES}
    true = {(slip.game, slip.seat, slip.column) for slip in list_.slips}
    score.slips += len(true)
    score.told += len(told & true)
    score.false_alarms += len(told - true)
    noted = {(slip.game, slip.seat, slip.column) for slip in read_.slips if slip.column in NOTES}
    worth = {(row, 0, "row") for row in list_.struck} | {
        (0, seat, "foot_penalties") for seat in list_.penalties
    }
    score.notes += len(worth)
    score.notes_told += len(noted & worth)
    score.notes_false += len(noted - worth)


def together(scores: Sequence[Score]) -> Score:
    """One score of several sets."""
    whole = Score(worst_list=max(one.worst_list for one in scores))
    for score in scores:
        for name in COUNTS:
            setattr(whole, name, getattr(whole, name) + getattr(score, name))
    return whole


def shown(name: str, score: Score) -> Iterator[Figure]:
    asked = score.asked or [0]
    read_ = max(score.found - score.refused, 1)
    yield Figure(name=f"{name}: pages found", value=100 * score.found / score.lists, unit="%")
    yield Figure(name=f"{name}: lists handed to typing", value=score.refused, unit=f"of {score.lists}")
    yield Figure(
        name=f"{name}: entries right",
        value=100 * score.right / max(score.entries, 1),
        unit=f"% of {score.entries}",
    )
    yield Figure(name=f"{name}: lists right, nothing asked", value=100 * score.whole / score.lists, unit="%")
    yield Figure(name=f"{name}: asked a list, median", value=float(np.median(asked)), unit="entries")
    yield Figure(name=f"{name}: asked a list, p90", value=float(np.percentile(asked, 90)), unit="entries")
    yield Figure(
        name=f"{name}: doubtful before anything is answered, p90",
        value=float(np.percentile(score.doubtful or [0], 90)),
        unit="entries",
    )
    yield Figure(
        name=f"{name}: unasked right",
        value=100 * score.unasked_right / max(score.unasked, 1),
        unit=f"% of {score.unasked}",
    )
    yield Figure(name=f"{name}: unasked wrong, worst list", value=score.worst_list, unit="entries")
    if score.slips:
        yield Figure(
            name=f"{name}: slips told", value=100 * score.told / score.slips, unit=f"% of {score.slips}"
        )
    yield Figure(name=f"{name}: false alarms", value=score.false_alarms / read_, unit="a list")
    if score.notes:
        yield Figure(
            name=f"{name}: penalties and crossed-out rows told",
            value=100 * score.notes_told / score.notes,
            unit=f"% of {score.notes}",
        )
    if score.notes or score.notes_false:
        yield Figure(name=f"{name}: told where none is", value=score.notes_false, unit="notes")
    yield Figure(
        name=f"{name}: processor time, median", value=float(np.median(score.seconds)), unit="s a list"
    )
    yield Figure(name=f"{name}: processor time, slowest", value=max(score.seconds), unit="s a list")


def calibration(scores: Sequence[Score]) -> Iterator[Figure]:
    """Of the entries with such a probability, how many are right, and how many should be."""
    every = [one for score in scores for list_ in score.chances for one in list_]
    for low, high in itertools.pairwise(EDGES):
        these = [(p, good) for p, good, _alarmed in every if low <= p < high]
        if these:
            said = 100 * sum(p for p, _good in these) / len(these)
            yield Figure(
                name=f"right where p is {low} to {high} (said: {said:.2f} %)",
                value=100 * sum(good for _p, good in these) / len(these),
                unit=f"% of {len(these)}",
            )


def limits(scores: Sequence[Score], in_alarm: float) -> Iterator[Figure]:
    """What each limit of asking would have cost and saved: for the choice, on validation sets only."""
    lists = [list_ for score in scores for list_ in score.chances]
    for limit in LIMITS:
        asked = [sum(p < (in_alarm if alarm else limit) for p, _good, alarm in list_) for list_ in lists]
        wrong = [
            sum(not good and p >= (in_alarm if alarm else limit) for p, good, alarm in list_)
            for list_ in lists
        ]
        whole = sum(map(len, lists)) - sum(asked)
        yield Figure(
            name=f"limit {limit}: asked p90 {np.percentile(asked, 90):.0f}, worst list {max(wrong)} wrong, unasked wrong",
            value=sum(wrong),
            unit=f"of {whole}",
        )
