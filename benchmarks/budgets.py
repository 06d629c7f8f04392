"""Each door under attack, eight at once: memory of the server and p95 of three who only read (docs/budgets.md).

Beside the figures it says on stderr how each attack was answered (an attack that never came in shows nothing) and, at the
end, the table as docs/budgets.md has it, with what is beyond the promise: 600 MB, a second. About five minutes.
"""

from __future__ import annotations

import http.client
import math
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from benchmarks.attacked import PROCESSES, House, memory, serving
from benchmarks.attacks import AT_ONCE, NUMBER, Attack, attacks, get
from benchmarks.harness import Figure, note
from benchmarks.hostile import attribute, flood, jpeg, png, scan, stack, swollen, webp

READERS = ("stranger", "stranger, not kept", "signed in")
SLOW, LARGE = 1_000, 600  # milliseconds, megabytes: what is promised
NOBODY = Attack(name="nobody", doors=(), does=lambda _house: time.sleep(0.2))
PREPARED: tuple[Callable[[], bytes], ...] = (
    partial(png, 5000, 3000),
    partial(png, 12000, 12000),
    partial(jpeg, 4700, 3500),
    webp,
    attribute,
    flood,
    partial(scan, 30000),
    swollen,
    stack,
)


def figures(*, quick: bool) -> Iterable[Figure]:
    """Memory and p95 while nobody attacks, and through every door."""
    seconds = 2.0 if quick else 8.0
    rows: list[Row] = []
    with serving() as house:
        note(f"what is sent: {', '.join(f'{len(one()) // 1024} kB' for one in PREPARED)}")
        for attack in (NOBODY, *attacks(house)):
            rows.append(through(house, attack, seconds))
            note(rows[-1].told())
            yield from rows[-1].figures()
            time.sleep(1)
    note(table_of(rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one attack did to who read meanwhile, and how it was answered."""

    attack: str
    waits: dict[str, list[float]]
    together: float  # megabytes of all processes of the site at once
    apart: dict[str, float]  # of each kind of them, at its most
    answers: Counter[str]

    def p95(self, who: str) -> float:
        """Milliseconds."""
        ordered = sorted(self.waits[who]) or [math.inf]
        return ordered[int(len(ordered) * 0.95)] * 1000

    def figures(self) -> Iterator[Figure]:
        for who, waited in self.waits.items():
            median = statistics.median(waited) * 1000 if waited else math.inf
            yield Figure(name=f"{self.attack}: {who}, median", value=median, unit="ms")
            yield Figure(name=f"{self.attack}: {who}, p95", value=self.p95(who), unit="ms")
        yield Figure(name=f"{self.attack}: all processes", value=self.together, unit="MB")
        for does, most in self.apart.items():
            yield Figure(name=f"{self.attack}: {does}", value=most, unit="MB")

    def told(self) -> str:
        answered = ", ".join(f"{count} × {status}" for status, count in sorted(self.answers.items()))
        return f"{self.attack}: {answered or 'nothing came in'}"


def table_of(rows: Iterable[Row]) -> str:
    """As docs/budgets.md has it, and what is beyond the promise."""
    lines = [
        "",
        f"| attack | {' | '.join(f'{who}, p95' for who in READERS)} | together | {' | '.join(PROCESSES)} |",
        "|" + "---|" * (len(READERS) + len(PROCESSES) + 2),
    ]
    beyond = []
    for row in rows:
        told = " | ".join(f"{row.p95(who):,.0f} ms" for who in READERS)
        apart = " | ".join(f"{row.apart[does]:.0f} MB" if row.apart[does] else "" for does in PROCESSES)
        lines.append(f"| {row.attack} | {told} | **{row.together:.0f} MB** | {apart} |")
        beyond += [f"{row.attack}: {who} {row.p95(who):,.0f} ms" for who in READERS if row.p95(who) >= SLOW]
        beyond += [f"{row.attack}: {row.together:.0f} MB"] if row.together >= LARGE else []
    return "\n".join(
        [*lines, "", *(f"BEYOND {one}" for one in beyond)]
        if beyond
        else [*lines, "", "nothing beyond 600 MB and 1 s"]
    )


def through(house: House, attack: Attack, seconds: float) -> Row:
    """Eight who attack and three who read, for so long."""
    until = time.monotonic() + seconds
    waits: dict[str, list[float]] = {who: [] for who in READERS}
    answers: Counter[str] = Counter()
    most = dict.fromkeys(("together", *PROCESSES), 0)

    def attacking() -> None:
        while time.monotonic() < until:
            try:
                said = attack.does(house)
            except (OSError, http.client.HTTPException) as cut:
                said = type(cut).__name__
            answers[str(said or "done")] += 1

    def reading(who: str) -> None:
        while time.monotonic() < until:
            begun = time.monotonic()
            address = f"/turnier/{house.slug}/rangliste/"
            with suppress(OSError, http.client.HTTPException):
                match who:
                    case "stranger":  # gets a page that is kept between answers (decision 0193)
                        get(house, address, session="")
                    case "stranger, not kept":  # nobody has asked for this very address before
                        get(house, f"{address}?suche=&n={next(NUMBER)}", session="")
                    case _:  # drawn for whoever is signed in each time
                        get(house, address)
            waits[who].append(time.monotonic() - begun)
            time.sleep(0.05)

    readers: list[Callable[[], None]] = [partial(reading, who) for who in READERS]
    works: list[Callable[[], object]] = [
        *readers,
        partial(watch, house.pid, most, until),
        *[attacking] * (1 if attack is NOBODY else AT_ONCE),
    ]
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    apart = {does: most[does] / 1024 for does in PROCESSES}
    return Row(
        attack=attack.name, waits=waits, together=most["together"] / 1024, apart=apart, answers=answers
    )


def watch(pid: int, most: dict[str, int], until: float) -> None:
    """Keep the most that each kind of process takes, and all of them at one moment."""
    while time.monotonic() < until:
        now = memory(pid)
        for does, kilobytes in [*now.items(), ("together", sum(now.values()))]:
            most[does] = max(most[does], kilobytes)
        time.sleep(0.1)
