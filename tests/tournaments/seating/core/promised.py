"""What was drawn once and must be drawn again: "the same seed and wishes give the same plan as long as METHOD stays".

tests/cases/plans.txt has for each case below its tables, cost and report. Whoever changes the method on purpose raises METHOD
and writes the file anew: `python -m tests.tournaments.seating.core.promised`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from typing import Any

from tests.answers import CASES, keep_answers
from tests.tournaments.seating.core.fields import field
from tournaments.seating import core as seating
from tournaments.seating.core.settling import settle_in

FILE = CASES / "plans.txt"
LOTS = seating.series_by_lots


def asked(n, series, *, moves=4_000, of=None, **more):
    """A request for n players; `of` are functions of the number."""
    some = LOTS(series) if isinstance(series, int) else series
    budget = more.pop("budget", seating.Budget(moves=moves))
    return seating.Request(players=field(n, **(of or {})), series=some, budget=budget, **more)


def by_standing(draw, order):
    return (seating.AskedSeries(draw=draw, standing=tuple(order)),)


def played(n, series, seed=3):
    """Series that have been: a plain draw each."""
    ids = range(1, n + 1)
    return tuple(seating.draw_lots(ids, seed=f"{seed}-{s}") for s in range(series))


def ticking():
    """A clock that moves on by one whenever somebody looks."""
    return count().__next__


WISHED = seating.Wishes(
    weights={
        seating.Wish.REMATCH: seating.Weight.INDIFFERENT,
        seating.Wish.SEEDED: seating.Weight.NEVER,
        seating.Wish.PARTNERS: seating.Weight.RATHER_NOT,
    },
    order=(seating.Wish.CLUB_MATES, seating.Wish.SECOND_THREE),
)
TANDEMS = {n: tuple((i, n + i) for i in range(1, n + 1)) for n in range(2, 12)}


def plans() -> Mapping[str, seating.Request]:
    """By name, requests that go through every part of the method."""
    return {
        "14 in three series": asked(14, 3),
        "13, 20,000 moves, two of three": asked(13, 2, moves=20_000),
        "16 in six series, one more than a design has": asked(16, 6, seed="Saal"),
        "16 in nine series": asked(16, 9, moves=12_000),
        "15 in five series": asked(15, 5, moves=9_000),
        "27 in three series": asked(27, 3, moves=9_000),
        "18 in four series": asked(18, 4, moves=9_000),
        "19 in four series by another seed": asked(19, 4, seed=77),
        "19 in seven series": asked(19, 7),
        "22 in eight series": asked(22, 8),
        "31 in two series": asked(31, 2),
        "32 in seven series": asked(32, 7),
        "40 in two series": asked(40, 2),
        "7 in four series": asked(7, 4),
        "6 in two series": asked(6, 2),
        "3 in five series": asked(3, 5),
        "9 in twelve series": asked(9, 12),
        "81 in one series": asked(81, 1),
        "76 in two series, beyond the designs": asked(76, 2),
        "clubs": asked(20, 4, of={"club": lambda i: f"club{i % 5}" if i < 14 else None}),
        "clubs on a design": asked(20, 3, of={"club": lambda i: f"club{i % 7}"}, moves=60_000),
        "pairs on a design, without a rematch": asked(24, 3, of={"pair": lambda i: f"pair{i // 2}"}, moves=60_000),
        "few large clubs": asked(24, 3, of={"club": lambda i: f"club{i // 9}"}),
        "teams, pairs and seeded": asked(
            22, 3,
            of={
                "team": lambda i: f"team{i % 4}" if i < 13 else None,
                "pair": lambda i: f"pair{i // 2}" if i > 9 else None,
                "seeded": lambda i: i if i % 5 == 0 else None,
                "club": lambda i: f"club{i % 3}",
            },
        ),
        "other wishes": asked(
            18, 3, wishes=WISHED,
            of={
                "pair": lambda i: f"pair{i // 3}",
                "seeded": lambda i: i if i < 6 else None,
                "club": lambda i: f"club{i % 4}",
            },
        ),
        "strength groups": asked(
            21, 2, groups_apart=True, of={"group": lambda i: 1 + i % 2 if i < 18 else None},
            closed_tables=frozenset({2}),
        ),
        "strength groups by standing": asked(
            17, by_standing(seating.Draw.STANDING, range(17, 0, -1)), groups_apart=True, of={"group": lambda i: i % 2}
        ),
        "strength groups, tandem blocks": asked(
            16, by_standing(seating.Draw.TANDEM, TANDEMS[8]), groups_apart=True, of={"group": lambda i: (i - 1) % 8 // 4},
        ),
        "one strength group": asked(8, 2, groups_apart=True, of={"group": lambda _: 1}),
        "fixed tables and seats": asked(
            22, 3,
            of={
                "table": {3: 2, 4: 2, 9: 5, 10: 6, 11: 6}.get,
                "seat": {3: 1, 9: 3, 15: 2, 10: 4}.get,
            },
        ),
        "closed tables from the back of the hall": asked(
            19, 2, closed_tables=frozenset({1, 4}), filling=seating.Filling.DOWN,
            of={"table": lambda i: 7 if i == 2 else None},
        ),
        "tables of two": asked(9, 3, size=2),
        "tables of three": asked(14, 3, size=3),
        "tables of five": asked(23, 3, size=5),
        "tables of six": asked(20, 2, size=6, of={"club": lambda i: f"club{i % 7}"}),
        "two series have been": asked(18, 2, past=played(18, 2)),
        "three have been, some have left": asked(17, 2, past=played(22, 3), moves=8_000),
        "nobody new is left": asked(8, 2, past=played(8, 4)),
        "by standing": asked(11, by_standing(seating.Draw.STANDING, range(11, 0, -1)), past=played(11, 2)),
        "by standing, partners apart": asked(
            14, by_standing(seating.Draw.STANDING, range(1, 15)),
            of={"pair": lambda i: f"pair{i // 2}", "table": lambda i: 3 if i == 2 else None, "club": lambda _: "one"},
        ),
        "Swiss": asked(23, by_standing(seating.Draw.SWISS, range(1, 24)), past=played(23, 3)),
        "Swiss for forty": asked(40, by_standing(seating.Draw.SWISS, range(40, 0, -1)), past=played(40, 4), seed=5),
        "Swiss, tight": asked(12, by_standing(seating.Draw.SWISS, (*range(7, 13), *range(1, 7))), past=played(12, 3)),
        "lots, then Swiss later, then lots": asked(
            16, (*LOTS(2), seating.AskedSeries(draw=seating.Draw.SWISS), *LOTS(1), *by_standing(seating.Draw.SWISS, range(1, 17)))
        ),
        **{
            f"tandem blocks of {n}": asked(2 * n, by_standing(seating.Draw.TANDEM, pairs), of={"pair": lambda i, n=n: f"{i % n}"})
            for n, pairs in TANDEMS.items()
        },
        "time was up": asked(24, 8, budget=seating.Budget(moves=900_000, seconds=5, clock=ticking())),
    }  # fmt: skip


def repairs() -> Mapping[str, tuple[seating.Request, seating.Request, int]]:
    """By name: the plan before, the request after, and how many of its series have been played."""
    clubs = {"club": lambda i: f"club{i % 6}"}
    base, clubbed = asked(19, 4), asked(20, 3, of=clubs)
    five = asked(13, 3, size=5)
    two = asked(17, 2, groups_apart=True, of={"group": lambda i: i % 2})
    wheel = asked(
        17, 3, of={"table": lambda i: 2 if i == 5 else None, "seat": lambda i: 3 if i == 9 else None}
    )

    def later(before, n_or_players, done, **more):
        here = field(n_or_players) if isinstance(n_or_players, int) else n_or_players
        past = seating.plan(before).tables()[:done]
        return dataclasses.replace(before, players=here, past=past, series=before.series[done:], **more)

    def without(request, *gone):
        return tuple(player for player in request.players if player.id not in gone)

    return {
        "one comes": (base, later(base, 20, 1), 1),
        "two come": (base, later(base, 21, 2), 2),
        "one leaves": (base, later(base, without(base, 7), 1), 1),
        "three leave": (base, later(base, without(base, 7, 8, 12), 2), 2),
        "four leave at once": (base, later(base, without(base, 1, 2, 3, 4), 0), 0),
        "one leaves, two come": (base, later(base, (*without(base, 5), *field(2, start=50)), 1), 1),
        "clubs, two leave": (clubbed, later(clubbed, without(clubbed, 3, 9), 1), 1),
        "clubs, one comes": (clubbed, later(clubbed, (*clubbed.players, *field(1, start=77, club=lambda _: "club1")), 1), 1),
        "groups": (two, later(two, without(two, 4), 0), 0),
        "time was up": (
            base, later(base, without(base, 3), 1, budget=seating.Budget(seconds=6, clock=ticking())), 1,
        ),
        "tables of five, two come": (five, later(five, 15, 1), 1),
        "fixed table": (wheel, later(wheel, without(wheel, 1, 2), 1), 1),
    }  # fmt: skip


def settlings() -> Mapping[str, tuple[seating.Request, seating.Request, dict[str, Any]]]:
    """By name: the plan of one series, the request after, and how it is settled."""
    base = asked(15, 1, past=played(15, 2), of={"club": lambda i: f"club{i % 5}"})
    two = asked(17, 1, groups_apart=True, of={"group": lambda i: i % 2})
    wheel = asked(15, 1, of={"table": lambda i: 2 if i in (5, 6) else None, "pair": lambda i: f"{i // 2}"})

    def now(before, gone=(), come=()):
        here = tuple(player for player in before.players if player.id not in gone)
        return dataclasses.replace(before, players=(*here, *come))

    guest = seating.AskedPlayer(id=90, club="club1", group=1)
    other = seating.AskedPlayer(id=91, club="club1", pair="2")
    return {
        "one more": (base, now(base, come=[guest]), {}),
        "one less": (base, now(base, gone=[8]), {}),
        "two less, one more": (base, now(base, gone=[8, 9], come=[guest]), {}),
        "three less, posted": (base, now(base, gone=[1, 2, 3]), {"posted": True}),
        "three less, not posted": (base, now(base, gone=[1, 2, 3]), {"posted": False}),
        "two more of one club": (base, now(base, come=[guest, other]), {}),
        "a table breaks up": (base, now(base, gone=[4]), {"without_table": 2}),
        "a table breaks up with nowhere to go": (base, base, {"without_table": 1}),
        "groups, one less": (two, now(two, gone=[3]), {}),
        "groups, one more": (two, now(two, come=[guest]), {}),
        "groups, a table breaks up": (two, now(two, gone=[3, 4]), {"without_table": 1}),
        "fixed tables, two less": (wheel, now(wheel, gone=[1, 7]), {}),
        "fixed tables, one more": (wheel, now(wheel, come=[other]), {}),
        "another takes the place of each of three": (
            base, now(base, gone=[5, 10, 15], come=[guest, other, seating.AskedPlayer(id=92, club="club0")]), {},
        ),
    }  # fmt: skip


# --- as text ---------------------------------------------------------------------------------------------


def tables_of(series: seating.PlannedSeries) -> str:
    rows = (f"{t.number}: {' '.join(map(str, t.players))}" for t in series.tables)
    return " | ".join(rows) or f"open, {series.draw.value}"


def told(plan: seating.Plan) -> Iterator[str]:
    yield from map(tables_of, plan.series)
    yield f"cost {plan.cost}{', cut' if plan.cut else ''}"
    yield from (f'"{sentence}"' for sentence in plan.report.sentences)


def told_plan(request: seating.Request) -> Iterator[str]:
    yield from told(seating.plan(request))


def told_repair(before: seating.Request, after: seating.Request, done: int) -> Iterator[str]:
    repaired = seating.repair(after, seating.plan(before).series[done:])
    yield from told(repaired.plan)
    yield f"{repaired.way.value}: {repaired.sentence}"


def told_settling(before: seating.Request, after: seating.Request, how: dict[str, Any]) -> Iterator[str]:
    printed = seating.plan(before).series[0]
    settled = settle_in(after, printed, **how)
    yield tables_of(printed)
    yield tables_of(settled)
    yield ", ".join(
        f"{chair.player} {chair.before or '-'} {chair.after or '-'}"
        for chair in seating.moved_chairs(printed, settled)
    )


def cases() -> dict[str, Callable[[], Iterator[str]]]:
    """Every case with what tells its result."""
    return {
        **{f"plan: {name}": partial(told_plan, one) for name, one in plans().items()},
        **{f"repair: {name}": partial(told_repair, *some) for name, some in repairs().items()},
        **{f"settle: {name}": partial(told_settling, *some) for name, some in settlings().items()},
    }


def main() -> None:
    head = f"Plans by method {seating.METHOD}; written by python -m tests.tournaments.seating.core.promised"
    keep_answers(FILE, head, {name: tell() for name, tell in cases().items()})


if __name__ == "__main__":
    main()
