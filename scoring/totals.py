"""Sums without games: what the foot of a paper list can and cannot be, and the list that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.points import finish_value, possible_finishes
from scoring.rules import PointsTable, RuleSet
from scoring.sentence import Refusal, Sentence, gettext_noop
from scoring.sheets import PenaltyLine, SeatColumn, SheetTally, dealer_of_game, playing_seats
from scoring.standings import rank, sum_up
from scoring.verification import Finding, Limits, limits


class ImpossibleTotals(Refusal):
    """Sums that no games can have; the value `seat` says whose, 0 when it is about all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSum:
    """The foot of one column as it stands on the paper, before penalties. By the basic rules nobody adds Augen up."""

    points: int
    crosses: int = 0
    augen: int | None = None


def games_of_seats(rules: RuleSet, size: int, games: int) -> dict[int, int]:
    """How many of so many games each seat plays: at a table of four the dealer sits out."""
    played = dict.fromkeys(range(1, size + 1), 0)
    for number in range(1, games + 1):
        for seat in playing_seats(rules, size, dealer_of_game(number, size)):
            played[seat] += 1
    return played


def has_crosses(table: PointsTable | None) -> bool:
    """Whether any hand costs points."""
    return table is not None and any(row.points < 0 for row in (*table.opened, *table.unopened))


def cross_cost(table: PointsTable) -> tuple[int, int]:
    """The least and the most points that one cross takes, as positive numbers."""
    costs = [-row.points for row in (*table.opened, *table.unopened) if row.points < 0]
    return min(costs, default=0), max(costs, default=0)


def cross_augen(table: PointsTable) -> int:
    """The fewest Augen that make a cross."""
    return min((row.first for row in (*table.opened, *table.unopened) if row.points < 0), default=0)


def minus_of(rules: RuleSet, crosses: int) -> int | None:
    """What so many crosses take, where every cross costs the same; None where nobody can know."""
    if rules.points is None:
        return 0
    least, most = cross_cost(rules.points)
    return crosses * least if least == most or not crosses else None


# What cannot be ---------------------------------------------------------------------------------------------


def check_totals(rules: RuleSet, sums: Mapping[int, SeatSum], *, games: int) -> None:
    """Refuse sums that the points table cannot give, with a sentence that says what to look at."""
    played = games_of_seats(rules, len(sums), games)
    for seat in sorted(sums):
        check_seat(rules, seat, sums[seat], played[seat])
    if rules.points is None:
        return
    best = max(values_of_wins(rules.points, rules))
    rest = max(row.points for row in (*rules.points.opened, *rules.points.unopened))
    losers = sum(played.values()) // games - 1
    most = games * (best + losers * rest)
    points = sum(one.points for one in sums.values())
    if points > most:
        raise ImpossibleTotals(
            gettext_noop(
                "Alle zusammen haben {points} Punkte; in {games} Spielen sind höchstens {most} möglich. Bitte die Summen noch einmal ansehen."
            ),
            seat=0,
            points=points,
            games=games,
            most=most,
        )


def check_seat(rules: RuleSet, seat: int, one: SeatSum, played: int) -> None:
    values = {"seat": seat, "points": one.points, "crosses": one.crosses, "played": played}
    if one.crosses < 0 or (one.augen is not None and one.augen < 0):
        raise ImpossibleTotals(
            gettext_noop("Platz {seat}: Augen und Kreuze können nicht kleiner als 0 sein."), **values
        )
    if one.crosses > played:
        raise ImpossibleTotals(
            gettext_noop("Platz {seat}: Es sind mehr Kreuze ({crosses}) als gespielte Spiele ({played})."),
            **values,
        )
    if not has_crosses(rules.points) and (one.points < 0 or one.crosses):
        raise ImpossibleTotals(
            gettext_noop("Platz {seat}: Nach diesen Regeln gibt es weder Kreuze noch Minuspunkte."),
            **values,
        )
    if rules.points is None:
        return
    if one.augen is None:
        raise ImpossibleTotals(gettext_noop("Platz {seat}: Es fehlt die Summe der Augen."), **values)
    cheap, dear = cross_cost(rules.points)
    best = max(values_of_wins(rules.points, rules))
    least = -one.crosses * dear
    most = (played - one.crosses) * best - one.crosses * cheap
    if not least <= one.points <= most:
        raise ImpossibleTotals(
            gettext_noop(
                "Platz {seat}: Die Punkte ({points}) gehen nicht. Möglich sind {least} bis {most} (Spiele: {played}, Kreuze: {crosses})."
            ),
            **values,
            least=least,
            most=most,
        )
    fewest = one.crosses * cross_augen(rules.points)
    if one.augen < fewest:
        raise ImpossibleTotals(
            gettext_noop(
                "Platz {seat}: Die Kreuze ({crosses}) bringen mindestens {fewest} Augen, eingetragen sind {augen}. Bitte beides noch einmal ansehen."
            ),
            **values,
            fewest=fewest,
            augen=one.augen,
        )


def values_of_wins(table: PointsTable, rules: RuleSet) -> list[int]:
    return [value for way in possible_finishes(rules) if (value := finish_value(table, way)) is not None]


# What is unlikely -------------------------------------------------------------------------------------------


def doubts_of_totals(rules: RuleSet, sums: Mapping[int, SeatSum], *, games: int) -> tuple[Finding, ...]:
    """What a human should look at again: Augen that the cards of so many games cannot come to."""
    if rules.points is None:
        return ()
    played = games_of_seats(rules, len(sums), games)
    at_once = sum(played.values()) // games
    known = limits(rules.law, players=at_once)
    seats = tuple(doubts_of_seat(rules.points, sums, played, known))
    return seats or tuple(doubts_of_all(sums, games, known.any_hands(at_once).most))


def doubts_of_seat(
    table: PointsTable, sums: Mapping[int, SeatSum], played: Mapping[int, int], known: Limits
) -> Iterator[Finding]:
    """A cross holds at most a whole hand; every other game what an opening leaves, or an unopened hand without a cross."""
    cross = max(known.unopened.most, known.opened.most)
    whole = known.unopened.most  # the last bracket ends where the cards end
    ends = [whole if row.last is None else row.last for row in table.unopened if row.points >= 0]
    plain = max(known.opened.most, *ends)
    for seat, one in sorted(sums.items()):
        most = one.crosses * cross + (played[seat] - one.crosses) * plain
        if one.augen is not None and one.augen > most:
            text = gettext_noop(
                "Platz {seat}: {augen} Augen in {played} Spielen sind mehr, als Karten haben können ({most}). Bitte nachsehen."
            )
            values = {"seat": seat, "augen": one.augen, "played": played[seat], "most": most}
            yield Finding(code="totals_too_many_augen", seat=seat, sentence=Sentence(text, values))


def doubts_of_all(sums: Mapping[int, SeatSum], games: int, hands: int) -> Iterator[Finding]:
    augen = sum(one.augen for one in sums.values() if one.augen is not None)
    if augen > games * hands:
        text = gettext_noop(
            "Alle zusammen haben {augen} Augen; in {games} Spielen sind höchstens {most} möglich. Bitte nachsehen."
        )
        values = {"augen": augen, "games": games, "most": games * hands}
        yield Finding(code="totals_together", seat=None, sentence=Sentence(text, values))


# The list that follows --------------------------------------------------------------------------------------


def tally_of_totals(
    rules: RuleSet,
    sums: Mapping[int, SeatSum],
    *,
    games: int,
    seats: Sequence[int],
    penalties: Iterable[PenaltyLine] = (),
) -> SheetTally:
    """A list without rows: its totals as they stand on the paper, and the penalties beside them."""
    played = games_of_seats(rules, len(seats), games)
    columns = {seat: SeatColumn() for seat in seats}
    for seat, one in sums.items():
        column = columns[seat]
        column.minus = minus_of(rules, one.crosses) or max(-one.points, 0)
        column.plus = one.points + column.minus
        column.crosses, column.augen, column.games = one.crosses, one.augen or 0, played[seat]
    for line in penalties:
        columns[line.seat].add_penalty(line)
    totals = {seat: column.totals(rules.loss_money) for seat, column in columns.items()}
    places = rank([sum_up(seat, [total]) for seat, total in totals.items()], rules.measures)
    return SheetTally(rows=(), totals=totals, ranks={int(place.entry.key): place for place in places})
