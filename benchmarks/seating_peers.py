"""Other ways to seat a tournament, for comparison: a plain hill climb, CP-SAT, a golfer solver for Node."""

from __future__ import annotations

import importlib
import json
import os
import random
import shutil
import subprocess
import time
from itertools import combinations
from typing import Any

from benchmarks.harness import note
from tournaments.event.core.sizes import table_sizes

Series = list[list[list[int]]]


def hill_climb(players: int, series: int, *, seconds: float, seed: int) -> Series:
    """Swap two players if it is not worse; begin again when nothing has improved for long. Keeps the best."""
    rng, end = random.Random(seed), time.monotonic() + seconds
    best: tuple[int, Series] | None = None
    while best is None or (best[0] > 0 and time.monotonic() < end):
        found = _one_climb(players, series, rng, end)
        if best is None or found[0] < best[0]:
            best = found
    return best[1]


def _one_climb(players: int, series: int, rng: random.Random, end: float) -> tuple[int, Series]:
    sizes = table_sizes(players)
    small = {t for t, size in enumerate(sizes) if size == 3}
    plan: Series = []
    for _unused in range(series):
        chairs = iter(rng.sample(range(players), players))
        plan.append([[next(chairs) for _unused in range(size)] for size in sizes])
    met = [[0] * players for _unused in range(players)]
    threes = [0] * players
    for tables in plan:
        for t, table in enumerate(tables):
            for a, b in combinations(table, 2):
                met[a][b] += 1
                met[b][a] += 1
            for p in table if t in small else ():
                threes[p] += 1
    cost = sum(max(0, met[a][b] - 1) for a, b in combinations(range(players), 2)) + sum(
        max(0, k - 1) for k in threes
    )

    def shift(me: int, others: list[int], by: int) -> int:
        change = 0
        for a in others:
            change += (met[me][a] > 0) if by > 0 else -(met[me][a] > 1)
            met[me][a] += by
            met[a][me] += by
        return change

    idle, patience = 0, 3_000 + 200 * players
    while cost > 0 and idle < patience and time.monotonic() < end:
        tables = rng.choice(plan)
        t, u = rng.sample(range(len(tables)), 2) if len(tables) > 1 else (0, 0)
        i, j = rng.randrange(len(tables[t])), rng.randrange(len(tables[u]))
        p, q = tables[t][i], tables[u][j]
        of_p, of_q = [a for a in tables[t] if a != p], [b for b in tables[u] if b != q]
        delta = shift(p, of_p, -1) + shift(q, of_q, -1) + shift(p, of_q, 1) + shift(q, of_p, 1)
        if (t in small) != (u in small):
            rises, sits = (p, q) if t in small else (q, p)
            delta += (threes[sits] > 0) - (threes[rises] > 1)
        if delta > 0:
            shift(p, of_q, -1), shift(q, of_p, -1), shift(p, of_p, 1), shift(q, of_q, 1)
            idle += 1
            continue
        if (t in small) != (u in small):
            threes[rises] -= 1
            threes[sits] += 1
        tables[t][i], tables[u][j] = q, p
        cost += delta
        idle = 0 if delta < 0 else idle + 1
    return cost, plan


def cp_sat(players: int, series: int, *, seconds: float, seed: int) -> Series | None:
    """Series by series with OR-tools' CP-SAT, the time shared out; None if OR-tools is not installed."""
    try:
        cp: Any = importlib.import_module("ortools.sat.python.cp_model")
    except ImportError:
        note("OR-tools is not installed (pip install ortools): left out.")
        return None
    sizes = table_sizes(players)
    met: set[tuple[int, int]] = set()
    sat_small: set[int] = set()
    plan: Series = []
    for number in range(series):
        model = cp.CpModel()
        at = [[model.NewBoolVar(f"{p}@{t}") for t in range(len(sizes))] for p in range(players)]
        for row in at:
            model.AddExactlyOne(row)
        for t, size in enumerate(sizes):
            model.Add(sum(row[t] for row in at) == size)
        again = []
        for a, b in met:
            both = model.NewBoolVar(f"{a}+{b}")
            for t in range(len(sizes)):
                model.Add(at[a][t] + at[b][t] <= 1 + both)
            again.append(both)
        again += [at[p][t] for p in sat_small for t, size in enumerate(sizes) if size == 3]
        model.Minimize(sum(again))
        solver = cp.CpSolver()
        solver.parameters.max_time_in_seconds = seconds / series
        solver.parameters.random_seed = seed + number
        solver.parameters.num_workers = 1
        if solver.Solve(model) not in (cp.OPTIMAL, cp.FEASIBLE):
            note(f"CP-SAT found nothing for {players}/{series} in time.")
            return None
        tables = [[p for p in range(players) if solver.Value(at[p][t])] for t in range(len(sizes))]
        met |= {two for table in tables for two in combinations(table, 2)}
        sat_small |= {p for table in tables if len(table) == 3 for p in table}
        plan.append(tables)
    return plan


def golfer(players: int, series: int, *, seconds: float, seed: int) -> Series | None:
    """A golfer solver for Node: GOLFER_SOLVER names a script that gets N, S, seconds, seed and prints JSON."""
    script = os.environ.get("GOLFER_SOLVER")
    if not script or not shutil.which("node"):
        return None
    told = subprocess.run(
        ["node", script, str(players), str(series), str(seconds), str(seed)],
        capture_output=True, check=False, timeout=20 * seconds + 60, encoding="utf-8",
    )  # fmt: skip
    if told.returncode:
        note(f"The golfer solver stopped with {told.returncode} at {players}/{series}.")
        return None
    plan: Series = json.loads(told.stdout)
    return plan
