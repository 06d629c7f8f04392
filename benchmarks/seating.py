"""Seating: quality and time beside a hill climb, CP-SAT and a golfer solver; large fields; growth."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterable

from benchmarks import seating_peers
from benchmarks.harness import Figure, note, side_by_side
from tests.tournaments.seating.core.validator import judge
from tournaments.seating import core as seating

TIGHT = ((24, 7), (28, 9), (32, 10), (36, 11), (40, 12), (44, 12), (48, 12), (27, 9), (30, 10), (24, 8))
ROOMY = ((16, 5), (20, 5), (100, 5), (101, 5), (203, 6))
PEER_SECONDS = float(os.environ.get("PEER_SECONDS", "10"))
PEERS: dict[str, Callable[..., seating_peers.Series | None]] = {
    "hill climb": seating_peers.hill_climb,
    "CP-SAT": seating_peers.cp_sat,
    "golfer solver": seating_peers.golfer,
}


def figures(*, quick: bool) -> Iterable[Figure]:
    """Quality is rematches + repeats at three; peers get PEER_SECONDS, usually 10 (quick: 1), the planner its usual budget."""
    if not os.environ.get("GOLFER_SOLVER"):
        note("No golfer solver: set GOLFER_SOLVER to a Node script (docs/seating.md). Left out.")
    for n, series in TIGHT[:3] if quick else (*TIGHT, *ROOMY):
        yield from _beside_peers(n, series, limit=1.0 if quick else PEER_SECONDS, rounds=1 if quick else 3)
    yield from _twenty_seeds(quick=quick)
    yield from _large(quick=quick)
    yield from _growth(quick=quick)


def _beside_peers(n: int, series: int, *, limit: float, rounds: int) -> Iterable[Figure]:
    runs: dict[str, list[tuple[int, float]]] = {name: [] for name in ("planner", *PEERS)}
    for turn in range(rounds):
        names = list(runs)
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            begun = time.perf_counter()
            if name == "planner":
                plan = _planned(n, series, seed=turn + 1).tables()
                worth = _worth(range(1, n + 1), plan)
            else:
                found = PEERS[name](n, series, seconds=limit, seed=turn + 1)
                if found is None:
                    continue
                worth = _worth(range(n), found)
            runs[name].append((worth, time.perf_counter() - begun))
    median = {name: statistics.median(w for w, _unused in some) for name, some in runs.items() if some}
    taken = {name: statistics.median(t for _unused, t in some) for name, some in runs.items() if some}
    peers = sorted((median[name], taken[name], name) for name in median if name != "planner")
    told = ", ".join(f"{name} {worth:.0f} in {spent:.2g} s" for worth, spent, name in peers)
    yield Figure(
        name=f"{n}/{series} rematches + repeats at three",
        value=median["planner"],
        unit="",
        compared_with=told,
    )
    yield Figure(
        name=f"{n}/{series} time", value=1000 * taken["planner"], unit="ms",
        ratio=peers[0][1] / taken["planner"], compared_with=f"best peer ({peers[0][2]})",
    )  # fmt: skip


def _twenty_seeds(*, quick: bool) -> Iterable[Figure]:
    """No luck needed: every seed on every instance."""
    for n, series in TIGHT[:3] if quick else (*TIGHT, *ROOMY, (102, 5), (103, 5), (1000, 4)):
        worst = max(
            _worth(range(1, n + 1), _planned(n, series, seed=s).tables())
            for s in range(1, 4 if quick else 21)
        )
        yield Figure(name=f"{n}/{series} worst of {3 if quick else 20} seeds", value=worst, unit="")


def _large(*, quick: bool) -> Iterable[Figure]:
    clubs = {
        "200 × 5, clubs and seats": lambda: _planned(200, 5, club=lambda i: f"club{i % 17}"),
        "1,000 × 12, clubs, teams, partners, seeded, seats": lambda: _planned(
            1000, 12, club=lambda i: f"club{i % 61}", team=lambda i: f"team{(i + 3) // 4}" if i <= 400 else None,
            pair=lambda i: f"pair{(i + 1) // 2}" if i > 700 else None, seeded=lambda i: i if i % 20 == 0 else None,
        ),
    }  # fmt: skip
    for name, median in side_by_side(clubs, rounds=1 if quick else 5).items():
        yield Figure(name=name, value=median, unit="s")


def _growth(*, quick: bool) -> Iterable[Figure]:
    for n in (100, 1_000) if quick else (100, 300, 1_000, 3_000, 10_000):
        taken = side_by_side({"plan": lambda n=n: _planned(n, 5)}, rounds=1)["plan"]  # type: ignore[misc]
        yield Figure(name=f"{n:,} × 5 with seats", value=taken, unit="s")


def _planned(n: int, series: int, *, seed: int = 1, **of: Callable[[int], object]) -> seating.Plan:
    players = tuple(
        seating.AskedPlayer(id=i, **{name: value(i) for name, value in of.items()})  # type: ignore[arg-type]
        for i in range(1, n + 1)
    )
    return seating.plan(seating.Request(players=players, series=seating.series_by_lots(series), seed=seed))


def _worth(players: Iterable[int], plan: object) -> int:
    verdict = judge(players, plan)
    assert verdict.clean, verdict.faults
    return int(verdict.rematches + verdict.three_repeats)
