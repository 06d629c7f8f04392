"""Questions that tell a changed planner from the right one: tests/cases/apart_plans.txt, a question and its answer in two lines each.

A mutation tester found them: it changed one thing in the planner and asked until one was answered otherwise; that one
is kept. A question is a seed: the request comes out of it. Whoever changes the method on
purpose writes the answers anew: `python -m tests.tournaments.seating.core.apart`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from scoring.sentence import Refusal
from tests.answers import CASES, keep_pairs, kept_pairs
from tests.tournaments.seating.core.promised import asked, told, told_repair, told_settling
from tournaments.event.core.sizes import table_sizes
from tournaments.seating import core as seating
from tournaments.seating.core.problem import compile_request

FILE = CASES / "apart_plans.txt"
Question = dict[str, Any]


def attributes(chance: Random, n: int) -> dict[str, Any]:
    """Clubs, teams, pairs, groups, fixed tables and seats, of some or of all."""
    found: dict[str, Any] = {}
    for name, likely in (("club", 0.5), ("team", 0.2), ("pair", 0.25), ("seeded", 0.2)):
        if chance.random() < likely:
            kinds, share = chance.randint(1, max(2, n // 2)), chance.choice((0.5, 1, 1))
            drawn = {i: chance.randrange(kinds) for i in range(1, n + 200) if chance.random() < share}
            found[name] = drawn.get if name == "seeded" else {i: f"{name}{k}" for i, k in drawn.items()}.get
    return found


def request_of(chance: Random, *, series: int) -> seating.Request:
    n = chance.choice((chance.randint(3, 9), chance.randint(8, 17), chance.randint(12, 24)))
    size = chance.choice((None, None, None, None, 2, 3, 5, 6))
    more: dict[str, Any] = {"size": size, "seed": chance.randrange(1000)}
    of = attributes(chance, n)
    tables = len(table_sizes(n, size=size))
    if chance.random() < 0.2:
        more["closed_tables"] = frozenset(chance.sample(range(1, tables + 2), chance.choice((1, 2))))
    if chance.random() < 0.15:
        more["filling"] = seating.Filling.DOWN
    if chance.random() < 0.25:
        of["table"] = {
            i: chance.randint(1, tables + 1) for i in chance.sample(range(1, n + 1), chance.choice((1, 2, 3)))
        }.get
    if chance.random() < 0.15:
        of["seat"] = {
            i: chance.randint(1, size or 4) for i in chance.sample(range(1, n + 1), chance.choice((1, 2)))
        }.get
    if chance.random() < 0.2:
        kinds = chance.choice((2, 3))
        drawn = {i: chance.randrange(kinds) for i in range(1, n + 1) if chance.random() < 0.8}
        more |= {"groups_apart": True}
        of["group"] = drawn.get
    if chance.random() < 0.25:
        weights = {wish: chance.choice(list(seating.Weight)) for wish in chance.sample(list(seating.Wish), 3)}
        more["wishes"] = seating.Wishes(weights=weights)
    if chance.random() < 0.35:
        there = list(range(1, n + chance.choice((1, 3))))
        chance.shuffle(there)
        past = []
        for _unused in range(chance.choice((1, 2, 3))):
            chairs = iter(chance.sample(there, len(there)))
            sizes = table_sizes(len(there), size=size)
            past.append(tuple(tuple(next(chairs) for _unused in range(wide)) for wide in sizes))
        more["past"] = tuple(past)
    return asked(n, series, of=of, moves=chance.choice((2_500, 5_000, 9_000)), **more)


def by_standing(chance: Random, request: seating.Request) -> seating.Request:
    ids = [player.id for player in request.players]
    chance.shuffle(ids)
    draw = chance.choice((seating.Draw.STANDING, seating.Draw.SWISS, seating.Draw.TANDEM))
    standing: tuple[Any, ...] = tuple(ids)
    if draw is seating.Draw.TANDEM:
        half = len(ids) // 2
        standing = tuple(zip(ids[:half], ids[half : 2 * half], strict=True))
    return replace(request, series=(seating.AskedSeries(draw=draw, standing=standing),))


def changed(chance: Random, request: seating.Request) -> seating.Request:
    """Some have left, some have come."""
    gone = chance.sample(request.players, min(len(request.players) - 2, chance.choice((0, 0, 1, 1, 2, 3, 4))))
    new = [
        replace(chance.choice(request.players), id=100 + number, table=None, seat=None)
        for number in range(chance.choice((0, 0, 1, 1, 2, 4)))
    ]
    return replace(request, players=(*(one for one in request.players if one not in gone), *new))


def compiled(request: seating.Request) -> Iterator[str]:
    """The numbers that the search begins with, and its bound."""
    if not request.groups_apart:
        problem = compile_request(request, request.players, series=len(request.series), past=request.past)
        yield f"{problem.sizes} {problem.slot} {problem.seat} {problem.mates_floor} {problem.floor()} {problem.seat_counts}"
        draft = problem.draft()
        for number in range(len(request.series)):
            chairs = iter(range(problem.n))
            draft.seat(number, [[next(chairs) for _unused in range(size)] for size in problem.sizes])
        yield f"{draft.cost}"


def tell(question: Question) -> Iterator[str]:
    chance = Random(question["seed"])
    match question["ask"]:
        case "plan":
            request = request_of(chance, series=chance.choice((1, 2, 2, 3, 4, 6)))
            yield from compiled(request)
            yield from told(seating.plan(request))
        case "standing":
            request = by_standing(chance, request_of(chance, series=1))
            yield from told(seating.plan(request))
        case "repair":
            before = request_of(chance, series=chance.choice((1, 2, 3)))
            yield from told_repair(before, changed(chance, before), 0)
        case "settle":
            before = request_of(chance, series=1)
            how: Question = {"posted": chance.random() < 0.5}
            if chance.random() < 0.3:
                how["without_table"] = chance.randint(1, 4)
            yield from told_settling(before, changed(chance, before), how)


def answered(question: str) -> str:
    try:
        return " / ".join(tell(json.loads(question)))
    except Refusal as refusal:
        return str(refusal)


def keep(questions: Sequence[str]) -> None:
    head = "Requests that tell a changed planner from the right one; written by python -m tests.tournaments.seating.core.apart"
    keep_pairs(FILE, head, questions, answered)


if __name__ == "__main__":
    keep([question for question, _answer in kept_pairs(FILE)])
