"""Made-up evenings and what their writers put on the list: habits, corrections, and slips that are carried on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from benchmarks.reading_paper import Written
from scoring.engine.law import Finish
from scoring.points import HandLeft, Result, possible_finishes, score
from scoring.rules import RuleSet
from scoring.sheets import dealer_of_game, playing_seats
from tournaments.reading.core.form import Form, FormCell


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """Where the writer was wrong: game (0: the foot), seat, column."""

    game: int
    seat: int
    column: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A list as it was played and as it was written."""

    results: dict[int, Result]
    texts: dict[FormCell, Written]
    slips: tuple[Slip, ...]
    struck: tuple[int, ...] = ()  # rows that are crossed out; the games after them stand lower
    penalties: Mapping[int, int] = field(default_factory=dict)  # at the foot, by seat


def played(rules: RuleSet, seats: int, games: int, rng: np.random.Generator) -> dict[int, Result]:
    ends = list(possible_finishes(rules))
    share = np.array([{Finish.PLAIN: 0.82, Finish.EXHAUSTED: 0.05}.get(way, 0.05) for way in ends])
    found = {}
    for number in range(1, games + 1):
        playing = sorted(playing_seats(rules, seats, dealer_of_game(number, seats)))
        finish = ends[rng.choice(len(ends), p=share / share.sum())]
        winner = int(rng.choice(playing)) if finish.has_winner else None
        found[number] = Result(
            finish=finish, winner=winner, hands={seat: hand(rules, rng) for seat in playing if seat != winner}
        )
    return found


def hand(rules: RuleSet, rng: np.random.Generator) -> HandLeft:
    if not rules.family.by_table:
        return HandLeft(augen=int(np.clip(rng.gamma(2.0, 18), 2, 200)), opened=False)
    opened = bool(rng.random() < 0.78)
    augen = int(np.clip(rng.gamma(1.7, 17), 2, 130)) if opened else int(np.clip(rng.normal(88, 27), 31, 195))
    return HandLeft(augen=augen, opened=opened)


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What this writer does where the form leaves a choice."""

    sums: bool
    nought: str  # the winner's Augen
    no_points: str
    cross: str
    winner_ticked: bool
    plain_sign: str
    feet: bool
    ditto: bool  # the same sign as above is a mark


def style_of(rng: np.random.Generator, *, sums: bool) -> Style:
    return Style(
        sums=sums,
        nought=str(rng.choice(["0", "0", "-", ""])),
        no_points=str(rng.choice(["0", "0", "0", "-"])),
        cross=str(rng.choice(["X", "X", "-1"])),
        winner_ticked=bool(rng.random() < 0.75),
        plain_sign=str(rng.choice(["R", "R", "R", ""])),
        feet=bool(rng.random() < 0.8),
        ditto=bool(rng.random() < 0.1),
    )


class Writing:
    """Fills one list in, cell by cell."""

    def __init__(
        self,
        rules: RuleSet,
        form: Form,
        rng: np.random.Generator,
        *,
        sums: bool = True,
        slips: float = 0.4,
        struck: int = 0,
    ) -> None:
        self.rules, self.form, self.rng = rules, form, rng
        self.style = style_of(rng, sums=sums)
        self.cells = {(cell.game, cell.seat, cell.column): cell for cell in form.cells}
        self.texts: dict[FormCell, Written] = {}
        self.slips: list[Slip] = []
        self.basic = not rules.family.by_table
        self.rate = slips / max(form.games * form.seats, 1)
        self.struck = struck  # the row that is crossed out; 0: none
        self.mended = int(rng.integers(1, form.games + 1)) if rng.random() < 0.12 else 0
        self.penalties: dict[int, int] = {}

    def put(self, game: int, seat: int, column: str, text: str) -> None:
        cell = self.cells.get((game + (0 < self.struck <= game), seat, column))
        if cell is None:
            return
        struck = ""
        often = 0.7 if game and game == self.mended else 0.008
        if text and column != "opened" and self.rng.random() < often:
            struck = str(self.rng.integers(2, 99))
        self.texts[cell] = Written(text=text, struck=struck)

    def fill(self, results: dict[int, Result]) -> Filled:
        sums = {seat: [0, 0, 0] for seat in range(1, self.form.seats + 1)}  # Augen, points, crosses
        above = ""
        for number, result in results.items():
            sign = (
                self.style.plain_sign
                if result.finish is Finish.PLAIN
                else "-"
                if result.finish is Finish.EXHAUSTED
                else result.finish.value
            )
            self.put(number, 0, "finish", '"' if self.style.ditto and sign == above else sign)
            above = sign
            for seat, value in score(self.rules, result).items():
                self.seat(number, seat, result, value.points, value.augen, value.cross, sums[seat])
        if self.style.feet:
            self.feet(sums)
        if self.struck:
            self.cross_out(self.struck)
        return Filled(
            results=results,
            texts=self.texts,
            slips=tuple(self.slips),
            struck=(self.struck,) if self.struck else (),
            penalties=self.penalties,
        )

    def cross_out(self, row: int) -> None:
        """What stood in the row before it was crossed out: anything."""
        for (game, _seat, column), cell in self.cells.items():
            if game == row and column not in ("opened", "finish"):
                self.texts[cell] = Written(text=str(self.rng.integers(1, 99)))

    def seat(
        self, number: int, seat: int, result: Result, points: int, augen: int, cross: bool, sums: list[int]
    ) -> None:
        won = seat == result.winner
        self.put(number, seat, "augen", self.style.nought if won else str(augen))
        if not self.basic:
            opened = self.style.winner_ticked if won else result.hands[seat].opened
            self.put(number, seat, "opened", "V" if opened else "")
        wrong = points
        if not self.basic and not won and self.rng.random() < self.rate:
            wrong = int(self.rng.choice([one for one in (0, 1, 2, 3) if one != points]))
            self.slips.append(Slip(game=number, seat=seat, column="points"))
        if self.basic and won and self.rng.random() < self.rate * self.form.seats:
            wrong = max(0, points + int(self.rng.choice([1, -1, 10, -10, 2, 100])))
            self.slips.append(Slip(game=number, seat=seat, column="points"))
        if self.basic:
            self.put(
                number,
                seat,
                "points",
                str(wrong) if won else str(self.rng.choice(["", self.style.no_points])),
            )
        elif cross and wrong == points:
            self.put(number, seat, "points", self.style.cross)
        else:
            self.put(number, seat, "points", self.style.no_points if wrong == 0 else str(wrong))
        sums[0] += augen
        sums[1] += max(wrong, 0)
        sums[2] += cross and wrong == points
        if not self.style.sums:
            return
        for place, column in ((0, "augen_sum"), (1, "points_sum")):
            if column == "points_sum" or not self.basic:
                if self.rng.random() < self.rate:
                    right = sums[place]
                    sums[place] = max(0, right + int(self.rng.choice([1, -1, 10, -10, 2, 100])))
                    if sums[place] != right:
                        self.slips.append(Slip(game=number, seat=seat, column=column))
                self.put(number, seat, column, str(sums[place]))

    def feet(self, sums: dict[int, list[int]]) -> None:
        order = sorted(sums, key=lambda seat: -sums[seat][1])
        if not self.basic and self.rng.random() < 0.2:
            self.penalties[int(self.rng.choice(list(sums)))] = int(self.rng.choice([1, 2, 3, 5, 10]))
        for seat, (augen, points, crosses) in sums.items():
            self.put(0, seat, "foot_points", str(points))
            self.put(0, seat, "foot_plus", str(points))
            self.put(0, seat, "foot_crosses", str(crosses))
            penalty = self.penalties.get(seat, 0)
            self.put(0, seat, "foot_penalties", str(penalty) if penalty else "")
            self.put(0, seat, "foot_net", str(points - crosses - penalty))
            self.put(0, seat, "foot_augen", str(augen))
            self.put(0, seat, "foot_rank", str(order.index(seat) + 1))


def filled(
    rules: RuleSet,
    form: Form,
    rng: np.random.Generator,
    *,
    sums: bool = True,
    slips: float = 0.4,
    struck: bool = False,
) -> Filled:
    """An evening and how it was written down; with `struck` one row is crossed out, and a game fewer has room."""
    row = int(rng.integers(2, form.games)) if struck else 0
    writing = Writing(rules, form, rng, sums=sums, slips=slips, struck=row)
    return writing.fill(played(rules, form.seats, form.games - struck, rng))
