"""Reconciling a typed list with the totals on its paper: which single misread row explains every difference.

Values in, values out. One cell or one row is changed in thought; what it would do to points, Augen and crosses of all
seats must be exactly what is missing, or it explains nothing. The likeliest slip comes first, then the first row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from scoring.points import HandLeft, ImpossibleResult, Result, Score, check_result, possible_finishes, score
from scoring.rules import RuleSet
from scoring.sheets import SeatTotals, playing_seats
from scoring.verification import findings


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTotal:
    """What stands at the foot of one column on the paper; None where nobody wrote or typed it."""

    points: int | None = None  # net
    augen: int | None = None
    crosses: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Paper minus typed for one seat; None where the paper says nothing."""

    points: int | None = None
    augen: int | None = None
    crosses: int | None = None

    @property
    def none(self) -> bool:
        return not (self.points or self.augen or self.crosses)

    def fits(self, points: int, augen: int, crosses: int) -> bool:
        """Whether a change by so much is what the paper asks for, as far as it says anything."""
        known = ((self.points, points), (self.augen, augen), (self.crosses, crosses))
        return all(asked is None or asked == changed for asked, changed in known)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedGame:
    """A row as it was typed."""

    number: int
    dealer: int
    result: Result


class Slip(IntEnum):
    """What may have gone wrong in one row; the smaller number happens more often."""

    AUGEN_SWAPPED_DIGITS = 1  # 52 for 25
    AUGEN_ONE_DIGIT = 2  # 85 for 35
    OPENED = 3
    FINISH = 4
    AUGEN_LOST_DIGIT = 5  # 5 for 15, 115 for 15
    HANDS_EXCHANGED = 6  # two losers in each other's column
    WINNER_EXCHANGED = 7  # the winner in a loser's column
    ROW_MISSING = 8
    ROW_TOO_MANY = 9
    AUGEN_OTHER = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One row that explains every difference when it is read differently. `instead` is None for a row too many."""

    slip: Slip
    number: int
    seat: int | None
    instead: Result | None
    doubtful: bool  # what it would become is itself doubtful

    @property
    def order(self) -> tuple[bool, int, int, int]:
        return self.doubtful, self.slip, self.number, self.seat or 0


def differences(
    totals: Mapping[int, SeatTotals], paper: Mapping[int, PaperTotal]
) -> Mapping[int, Difference]:
    """Paper minus typed, for every seat of the list."""

    def between(written: int | None, typed: int) -> int | None:
        return None if written is None else written - typed

    empty = PaperTotal()
    return {
        seat: Difference(
            points=between(paper.get(seat, empty).points, total.net_points),
            augen=between(paper.get(seat, empty).augen, total.augen),
            crosses=between(paper.get(seat, empty).crosses, total.crosses),
        )
        for seat, total in totals.items()
    }


def agrees(asked: Mapping[int, Difference]) -> bool:
    """Whether the typed games explain every sum on the paper: no difference is left."""
    return all(difference.none for difference in asked.values())


def explain(
    rules: RuleSet,
    games: Sequence[TypedGame],
    asked: Mapping[int, Difference],
    *,
    missing: Sequence[tuple[int, int]] = (),
) -> tuple[Explanation, ...]:
    """The rows that explain everything alone, the likeliest first; empty when no single slip does.

    `missing` are numbers and dealers of games that nobody has typed yet.
    """
    if agrees(asked):
        return ()
    found: list[Explanation] = []
    for game in games:
        before = score(rules, game.result)
        for slip, seat, instead in other_readings(rules, game, asked):
            if fits(before, score(rules, instead), asked):
                found.append(explanation(rules, slip, game.number, seat, instead))
        if fits(before, {}, asked):
            found.append(explanation(rules, Slip.ROW_TOO_MANY, game.number, None, None))
    if missing:
        number, dealer = missing[0]
        found += [
            explanation(rules, Slip.ROW_MISSING, number, None, result)
            for result in missing_rows(rules, dealer, asked)
            if fits({}, score(rules, result), asked)
        ]
    return tuple(sorted(found, key=lambda one: one.order))


def explanation(
    rules: RuleSet, slip: Slip, number: int, seat: int | None, instead: Result | None
) -> Explanation:
    doubtful = instead is not None and bool(findings(rules, instead))
    return Explanation(slip=slip, number=number, seat=seat, instead=instead, doubtful=doubtful)


def fits(before: Mapping[int, Score], after: Mapping[int, Score], asked: Mapping[int, Difference]) -> bool:
    """Whether one row read so instead of so moves every seat by exactly what is asked for."""
    nothing = Score(points=0, augen=0, cross=False)
    return all(
        difference.fits(
            after.get(seat, nothing).points - before.get(seat, nothing).points,
            after.get(seat, nothing).augen - before.get(seat, nothing).augen,
            after.get(seat, nothing).cross - before.get(seat, nothing).cross,
        )
        for seat, difference in asked.items()
    )


# What a row may have been instead ---------------------------------------------------------------------------


def other_readings(
    rules: RuleSet, game: TypedGame, asked: Mapping[int, Difference]
) -> Iterator[tuple[Slip, int | None, Result]]:
    """Every row that differs from the typed one by a single slip and that the rules can have."""
    result = game.result
    playing = sorted({*result.hands, *([result.winner] if result.winner is not None else [])})
    for slip, seat, instead in (
        *other_augen(result, asked),
        *other_openings(rules, result),
        *other_finishes(rules, result),
        *exchanged(result),
    ):
        try:
            check_result(rules, instead, playing=playing)
        except ImpossibleResult:
            continue
        yield slip, seat, instead


def with_hand(result: Result, seat: int, hand: HandLeft) -> Result:
    return Result(finish=result.finish, winner=result.winner, hands={**result.hands, seat: hand})


def other_augen(result: Result, asked: Mapping[int, Difference]) -> Iterator[tuple[Slip, int | None, Result]]:
    """Another number in one cell: the one that the paper's Augen ask for, or every likely one where it has none."""
    for seat, hand in result.hands.items():
        wanted = asked[seat].augen
        likely = misreadings(hand.augen)
        numbers = likely if wanted is None else {hand.augen + wanted: Slip.AUGEN_OTHER}
        for augen in sorted(numbers):
            if augen >= 0 and augen != hand.augen:
                slip = likely.get(augen, Slip.AUGEN_OTHER)
                yield slip, seat, with_hand(result, seat, HandLeft(augen=augen, opened=hand.opened))


def misreadings(augen: int) -> dict[int, Slip]:
    """Numbers that are easily read or typed for this one."""
    digits = str(augen)
    found: dict[int, Slip] = {}

    def add(text: str, slip: Slip) -> None:
        if text and text == str(int(text)) and int(text) != augen:  # nobody writes 05
            found.setdefault(int(text), slip)

    for at in range(len(digits) - 1):
        add(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :], Slip.AUGEN_SWAPPED_DIGITS)
    for at in range(len(digits)):
        for digit in "0123456789":
            add(digits[:at] + digit + digits[at + 1 :], Slip.AUGEN_ONE_DIGIT)
    for at in range(len(digits)):
        add(digits[:at] + digits[at + 1 :], Slip.AUGEN_LOST_DIGIT)
    for at in range(len(digits) + 1):
        for digit in "0123456789":
            add(digits[:at] + digit + digits[at:], Slip.AUGEN_LOST_DIGIT)
    return found


def other_openings(rules: RuleSet, result: Result) -> Iterator[tuple[Slip, int | None, Result]]:
    """The mark for „eröffnet“ read the other way."""
    if not rules.family.by_table:
        return
    for seat, hand in result.hands.items():
        flipped = HandLeft(augen=hand.augen, opened=not hand.opened)
        yield Slip.OPENED, seat, with_hand(result, seat, flipped)


def other_finishes(rules: RuleSet, result: Result) -> Iterator[tuple[Slip, int | None, Result]]:
    """Another sign for the same winner."""
    if result.winner is None:
        return
    for finish in possible_finishes(rules):
        if finish.has_winner and finish is not result.finish:
            instead = Result(finish=finish, winner=result.winner, hands=result.hands)
            yield Slip.FINISH, result.winner, instead


def exchanged(result: Result) -> Iterator[tuple[Slip, int | None, Result]]:
    """Two cells in each other's column."""
    losers = sorted(result.hands)
    for step, one in enumerate(losers):
        for other in losers[step + 1 :]:
            if result.hands[one] != result.hands[other]:
                hands = {**result.hands, one: result.hands[other], other: result.hands[one]}
                instead = Result(finish=result.finish, winner=result.winner, hands=hands)
                yield Slip.HANDS_EXCHANGED, one, instead
    if result.winner is None:
        return
    for seat in losers:
        hands = {other: hand for other, hand in result.hands.items() if other != seat}
        hands[result.winner] = result.hands[seat]
        yield Slip.WINNER_EXCHANGED, seat, Result(finish=result.finish, winner=seat, hands=hands)


def missing_rows(rules: RuleSet, dealer: int, asked: Mapping[int, Difference]) -> Iterator[Result]:
    """Whole rows that the differences themselves describe, for the next game that nobody has typed.

    Only where the paper has the Augen of everybody: otherwise any number of rows would fit.
    """
    playing = playing_seats(rules, len(asked), dealer)
    augen = {seat: asked[seat].augen for seat in playing}
    if any(one is None or one < 0 for one in augen.values()):
        return
    known = {seat: one for seat, one in augen.items() if one is not None}
    for winner in [*(seat for seat in playing if known[seat] == 0), None]:
        losers = [seat for seat in playing if seat != winner]
        ways = [way for way in possible_finishes(rules) if way.has_winner is (winner is not None)]
        for finish in ways:
            for opened in opening_marks(rules, losers):
                hands = {seat: HandLeft(augen=known[seat], opened=opened[seat]) for seat in losers}
                result = Result(finish=finish, winner=winner, hands=hands)
                try:
                    check_result(rules, result, playing=playing)
                except ImpossibleResult:
                    continue
                yield result


def opening_marks(rules: RuleSet, losers: Sequence[int]) -> Iterator[dict[int, bool]]:
    """Every way in which these seats may have opened or not."""
    if not rules.family.by_table:
        yield dict.fromkeys(losers, False)
        return
    for bits in range(2 ** len(losers)):
        yield {seat: bool(bits >> step & 1) for step, seat in enumerate(losers)}
