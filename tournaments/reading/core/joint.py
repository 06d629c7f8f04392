"""A whole list weighed together: columns pass what they know to the rows, rows (one winner, one finish) pass it back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from scoring.engine.law import Finish
from scoring.points import possible_finishes
from scoring.rules import RuleSet
from tournaments.reading.core.chances import Reading, log
from tournaments.reading.core.column import Passed, Step, column_sums, passed
from tournaments.reading.core.evidence import (
    BLIND,
    EMPTY,
    MOST_AUGEN,
    Cells,
    Confusions,
    Habits,
    Way,
    blurred,
    habits_of,
    likely_numbers,
    results_of,
    ways,
    with_lost_first,
)
from tournaments.reading.core.takings import row_weights

TURNS = 3  # how often columns and rows ask each other
USUAL = {
    Finish.PLAIN: 0.82,
    Finish.HAND: 0.06,
    Finish.HAND_WITH_LAYOFF: 0.05,
    Finish.SUPER: 0.02,
    Finish.EXHAUSTED: 0.05,
}
LOST_USUALLY = 0.08  # the share of ones in front that is not seen, of writers of whom any is
LOST_LEAST, LOST_MOST = 0.2, 3.0
NEVER_WRITTEN = 0.98  # whoever leaves so many cells of a column empty does not keep it
FAINT = -30.0  # a message says no more than this against anything: columns must be able to answer

FEET = ("foot_augen", "foot_plus", "foot_points")  # what adds a column up

Place = tuple[int, int]  # game, seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A list as its cells were seen."""

    cells: Mapping[Place, Cells]  # only where somebody plays and wrote
    finishes: Mapping[int, Reading]
    feet: Mapping[tuple[int, str], Reading]
    begins: bool = True  # the first game is there: sums begin at nought
    struck: tuple[int, ...] = ()  # printed rows that are crossed out
    printed: Mapping[int, int] = field(default_factory=dict)  # game → printed row, where they differ


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One game as it was understood."""

    game: int
    finish: Finish
    winner: int | None
    p: float
    ways: Mapping[int, Way]
    chances: Mapping[int, float]
    others: Mapping[int, tuple[tuple[Way, float], ...]]  # of each seat what else it may be
    misscored: Mapping[int, float]  # of each seat how likely its points were looked up wrongly
    contradicted: Mapping[
        int, float
    ]  # and how likely they do not follow from Augen and tick as they are written


@dataclass(slots=True)
class Exchange:
    """The state of the conversation between columns and rows."""

    rules: RuleSet
    written: Written
    habits: Habits
    ways: dict[Place, list[Way]]
    messages: dict[Place, np.ndarray]
    known: dict[Place, Passed]
    steps: dict[int, list[Step]] = field(default_factory=dict)  # of each seat, once


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A list that was weighed: its rows, what each column said last, and the habits of its writer."""

    rows: tuple[Row, ...]
    passed: Mapping[Place, Passed]
    habits: Habits
    table: Exchange  # for what an answer would settle


def understood(rules: RuleSet, written: Written) -> Understood:
    """Twice if the writer's own confusions show: the second time each is known."""
    first = weighed(rules, with_ones(rules, written, 1.0))
    confusions, lost = confused(written, first), ones_lost(written, first)
    if not confusions and lost <= 1.0:
        return first
    return weighed(rules, with_confusions(with_ones(rules, written, lost), confusions))


def with_ones(rules: RuleSet, written: Written, often: float) -> Written:
    """Numbers of several digits may have a 1 in front that the net did not see, with this writer so often."""
    long = {"augen", "augen_sum", "points_sum", *FEET} | (set() if rules.family.by_table else {"points"})
    cells = {
        place: {
            column: with_lost_first(reading, often) if column in long else reading
            for column, reading in columns.items()
        }
        for place, columns in written.cells.items()
    }
    feet = {
        (seat, column): with_lost_first(reading, often) if column in long else reading
        for (seat, column), reading in written.feet.items()
    }
    return replace(written, cells=cells, feet=feet)


def weighed(rules: RuleSet, written: Written) -> Understood:
    habits = habits_of(rules, written.cells, ("augen", "augen_sum", "points", "points_sum"))
    table = Exchange(rules=rules, written=written, habits=habits, ways={}, messages={}, known={})
    for place, cells in written.cells.items():
        table.ways[place] = ways(
            rules,
            cells,
            habits,
            suggested(written, place, "augen_sum", MOST_AUGEN),
            [] if rules.family.by_table else suggested(written, place, "points_sum", 5 * MOST_AUGEN),
        )
        table.messages[place] = np.zeros(len(table.ways[place]))
    games = sorted({game for game, _seat in written.cells})
    for _turn in range(TURNS):
        ask_columns(table)
        for game in games:
            ask_row(table, game)
    ask_columns(table)
    return Understood(
        rows=tuple(row_of(table, game) for game in games),
        passed=dict(table.known),
        habits=habits,
        table=table,
    )


def suggested(written: Written, place: Place, column: str, most: int) -> list[int]:
    """What follows from the sums before and after, where both can be read."""
    game, seat = place
    here = likely_numbers(written.cells[place].get(column, EMPTY), 9999)
    earlier = [number for number, other in written.cells if other == seat and number < game]
    before = {0: 1.0}
    if earlier:
        before = likely_numbers(written.cells[max(earlier), seat].get(column, EMPTY), 9999)
    elif not written.begins:
        return []
    likely = [likeliest(one) for one in (before, here)]
    return [after - first for first, after in product(*likely) if 0 <= after - first <= most]


def likeliest(numbers: Mapping[int, float]) -> list[int]:
    return sorted(numbers, key=lambda number: -numbers[number])[:3]


def ask_columns(table: Exchange) -> None:
    for seat in sorted({seat for _game, seat in table.written.cells}):
        for game, said in column_said(table, seat, table.messages).items():
            table.known[game, seat] = said


def column_said(table: Exchange, seat: int, messages: Mapping[Place, np.ndarray]) -> dict[int, Passed]:
    """What a seat's column says about each of its games, with what its rows have told it."""
    habits = (table.habits.left_out("augen_sum"), table.habits.left_out("points_sum"))
    games = sorted(game for game, other in table.written.cells if other == seat)
    if seat not in table.steps:
        table.steps[seat] = [sum_step(table, (game, seat), habits) for game in games]
    said = passed(
        table.steps[seat],
        [messages[game, seat] for game in games],
        habits,
        first=(0, 0) if table.written.begins else None,
        feet=feet_of(table, seat),
    )
    return dict(zip(games, said, strict=True))


def sum_step(table: Exchange, place: Place, habits: tuple[float, float]) -> Step:
    """A sum that neither the rows nor the foot tell is not followed: it would only multiply what is."""
    said = []
    for column, left_out, foot in zip(
        ("augen_sum", "points_sum"), habits, feet_of(table, place[1]), strict=True
    ):
        told_anywhere = column in table.written.cells[place] and left_out < NEVER_WRITTEN
        cell = table.written.cells[place].get(column)
        said.append(column_sums(cell, left_out) if told_anywhere or foot is not None else None)
    return Step(ways=table.ways[place], augen_sum=said[0], points_sum=said[1])


def feet_of(table: Exchange, seat: int) -> tuple[Reading | None, Reading | None]:
    """The sums at the foot: Augen and plus points; an empty one says nothing."""
    columns = ("foot_augen", "foot_plus") if table.rules.family.by_table else (None, "foot_points")
    found = [table.written.feet.get((seat, column)) if column else None for column in columns]
    return tuple(one if one is not None and one.empty < 0.5 else None for one in found)  # type: ignore[return-value]


# Rows ---------------------------------------------------------------------------------------------------------


def own_words(table: Exchange, place: Place) -> np.ndarray:
    """What a column says about a game without what the row has told it before."""
    return table.known[place].ways - table.messages[place]


def together(values: Sequence[float] | np.ndarray) -> float:
    return float(np.logaddexp.reduce(values)) if len(values) else -60.0


def art_said(table: Exchange, game: int, finish: Finish) -> float:
    """What the column „Art“ says: some leave it empty for a plain Rommé."""
    reading = table.written.finishes.get(game, EMPTY)
    left_out = min(0.98, 0.03 + np.mean([one.empty for one in table.written.finishes.values()] or [1.0]))
    sign = "-" if finish is Finish.EXHAUSTED else finish.value
    seen = sum(chance for text, chance in reading.texts.items() if text == sign)
    wrong = 0.006 / 4
    return log((1 - left_out) * ((1 - BLIND) * seen + BLIND / 20) + left_out * reading.empty + wrong) + log(
        USUAL[finish]
    )


def by_class(table: Exchange, place: Place) -> dict[Finish | None, float]:
    words = own_words(table, place)
    groups: dict[Finish | None, list[float]] = defaultdict(list)
    for way, word in zip(table.ways[place], words, strict=True):
        groups[way.finish].append(float(word))
    return {finish: together(values) for finish, values in groups.items()}


def row_cases(
    table: Exchange, game: int
) -> tuple[list[tuple[Finish, int | None]], np.ndarray, dict[int, dict[Finish | None, float]]]:
    """Every way a game can have ended, each with its weight."""
    seats = [seat for number, seat in table.written.cells if number == game]
    classes = {seat: by_class(table, (game, seat)) for seat in seats}
    all_lost = sum(one.get(None, -60.0) for one in classes.values())
    cases: list[tuple[Finish, int | None]] = []
    weights: list[float] = []
    for finish in possible_finishes(table.rules):
        art = art_said(table, game, finish)
        if not finish.has_winner:
            cases.append((finish, None))
            weights.append(art + all_lost)
            continue
        for seat in seats:
            cases.append((finish, seat))
            weights.append(art + all_lost - classes[seat].get(None, -60.0) + classes[seat].get(finish, -60.0))
    return cases, np.array(weights), classes


def ask_row(table: Exchange, game: int) -> None:
    if not table.rules.family.by_table:
        ask_basic_row(table, game)
        return
    cases, weights, classes = row_cases(table, game)
    for seat, own in classes.items():
        of_class: dict[Finish | None, list[float]] = defaultdict(list)
        for (finish, winner), weight in zip(cases, weights, strict=True):
            kind = finish if winner == seat else None
            of_class[kind].append(float(weight) - own.get(kind, -60.0))
        said = {kind: together(values) for kind, values in of_class.items()}
        top = max(said.values())
        table.messages[game, seat] = np.array(
            [max(said.get(way.finish, FAINT) - top, FAINT) for way in table.ways[game, seat]]
        )


def ask_basic_row(table: Exchange, game: int) -> None:
    """The winner's points are the others' Augen together: hands and points are tried with one another."""
    seats = [seat for number, seat in table.written.cells if number == game]
    said = row_weights(
        {seat: table.ways[game, seat] for seat in seats},
        {seat: own_words(table, (game, seat)) for seat in seats},
    )
    for seat, words in said.items():
        table.messages[game, seat] = np.maximum(words - words.max(), FAINT)


def row_of(table: Exchange, game: int) -> Row:
    """The likeliest end of the game, and of each seat the likeliest result that goes with it."""
    cases, weights, classes = row_cases(table, game)
    share = np.exp(weights - together(weights))
    best = int(share.argmax())
    finish, winner = cases[best]
    chosen, chances, others, misscored, contradicted = {}, {}, {}, {}, {}
    for seat in classes:
        found = results_of(table.ways[game, seat], np.exp(table.known[game, seat].ways))
        kind = finish if seat == winner else None
        mine = next((one for one in found if one.way.finish == kind), found[0])
        chosen[seat], chances[seat] = mine.way, mine.p
        misscored[seat] = mine.misscored / max(mine.p, 1e-9)
        contradicted[seat] = sum(one.contradicted for one in found)
        others[seat] = tuple((one.way, one.p) for one in found[:4] if one is not mine)
    return Row(
        game=game,
        finish=finish,
        winner=winner,
        p=float(share[best]),
        ways=chosen,
        chances=chances,
        others=others,
        misscored=misscored,
        contradicted=contradicted,
    )


# A writer's own confusions ------------------------------------------------------------------------------------


def texts_meant(understood: Understood) -> dict[tuple[int, int, str], str]:
    meant = {}
    for row in understood.rows:
        for seat, way in row.ways.items():
            after = understood.passed[row.game, seat].after
            if not way.won:
                meant[row.game, seat, "augen"] = str(way.augen)
            meant[row.game, seat, "augen_sum"], meant[row.game, seat, "points_sum"] = (
                str(after[0]),
                str(after[1]),
            )
    return meant


def confused(written: Written, understood: Understood) -> Confusions:
    """Pairs of digits that this writer's cells exchange: seen where a cell alone says another digit than the whole list."""
    pairs: Counter[tuple[str, str]] = Counter()
    digits: Counter[str] = Counter()
    for (game, seat, column), text in texts_meant(understood).items():
        reading = written.cells[game, seat].get(column)
        if reading is None or not reading.best.isdigit():
            continue
        if len(reading.best) != len(text):
            continue
        digits.update(text)
        off = [(meant, seen) for meant, seen in zip(text, reading.best, strict=True) if meant != seen]
        if len(off) == 1:
            pairs[off[0]] += 1
    return {pair: (count + 0.2) / (digits[pair[0]] + 2) for pair, count in pairs.items()}


def ones_lost(written: Written, understood: Understood) -> float:
    """How often this writer's 1 in front is not seen, beside what is usual with those of whom any is."""
    begun = lost = 0
    for (game, seat, column), text in texts_meant(understood).items():
        reading = written.cells[game, seat].get(column)
        if reading is not None and reading.best.isdigit() and text[0] == "1" and len(text) > 1:
            begun += 1
            lost += reading.best == text[1:]
    share = (lost + 0.2) / (begun + 2)
    return min(max(share / LOST_USUALLY, LOST_LEAST), LOST_MOST)


def with_confusions(written: Written, confusions: Confusions) -> Written:
    """The same list; each cell may also be what this writer's cells are often taken for."""
    cells = {
        place: {column: blurred(reading, confusions) for column, reading in columns.items()}
        for place, columns in written.cells.items()
    }
    feet = {place: blurred(reading, confusions) for place, reading in written.feet.items()}
    return replace(written, cells=cells, feet=feet)
