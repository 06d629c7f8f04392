"""A small mutation tester: changes one thing in a module, runs the tests that reach it, and names what nobody noticed.

    python -m tests.mutants                                   every module that runs without Django, every mutant
    python -m tests.mutants scoring/points.py scoring/engine  some of them, folders too
    python -m tests.mutants --sample 60 --seed 7              at most so many of each module, drawn by this seed
    python -m tests.mutants scoring/points.py --list          only say what would be changed
    python -m tests.mutants scoring/points.py --tests tests/scoring/test_points.py    by these tests alone

Why not mutmut or cosmic-ray: decision 0173. A mutant is a compare operator turned, a sum made a difference, a number one
higher, a truth made its opposite, an `and` made an `or`, a `not` left out. Each runs in a process of its own, with the
changed code put in place; nothing is written. It is up to tests that take 1.5 s together (--within), so that whoever
is noticed by a long test alone counts as not noticed in the first round. A test that fails, hangs or cannot be run kills it. Who survives gets a second
chance where the changed module is imported from the start (not with --quick); those that change nothing are explained in
tests/mutants/equal.py, the others are printed with their line.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from random import Random

from tests.mutants.changes import Mutant, mutants
from tests.mutants.equal import EQUAL
from tests.mutants.modules import TESTS, changed
from tests.mutants.running import End, survives_from_the_start, survivors


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    parser.add_argument("--sample", type=int, default=0, help="at most so many mutants of each module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--within",
        type=float,
        default=1.5,
        help="so many seconds of tests for each mutant, the likeliest first",
    )
    parser.add_argument("--jobs", type=int, default=2, help="so many mutants at once")
    parser.add_argument("--quick", action="store_true", help="no second chance")
    parser.add_argument("--tests", nargs="*", default=list(TESTS))
    parser.add_argument("--anew", type=int, help="this one mutant, imported from the start")
    return parser.parse_args()


def chosen(options: argparse.Namespace) -> list[Mutant]:
    found = []
    for module in changed():
        if options.modules and not module.startswith(tuple(options.modules)):
            continue
        own = mutants(module)
        if options.sample:
            own = Random(f"{module} {options.seed}").sample(own, min(options.sample, len(own)))
        found += sorted(own, key=lambda one: one.number)
    return found


def survives_anew(mutant: Mutant, tests: Iterable[str]) -> bool:
    """What a module does with its own functions while it is imported shows only in a process of its own."""
    words = [mutant.module, "--anew", str(mutant.number), "--tests", *tests]
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants", *words], check=False, capture_output=True, timeout=600
    )
    return done.returncode == 0


def report(found: list[Mutant], ends: dict[Mutant, End]) -> int:
    """A line a module, and who is left."""
    by_module = Counter(one.module for one in found)
    explained = Counter(
        one.module for one, end in ends.items() if end is not End.KILLED and one.name in EQUAL
    )
    killed = Counter(one.module for one, end in ends.items() if end is End.KILLED)
    print()
    for module, count in by_module.items():
        left = count - killed[module] - explained[module]
        print(
            f"{module}: {killed[module]} of {count} killed"
            + (f", {explained[module]} explained" if explained[module] else "")
            + (f", {left} LEFT" if left else "")
        )
    left = len(found) - killed.total() - explained.total()
    print(f"{killed.total()} of {len(found)} killed, {explained.total()} explained, {left} left")
    return int(left > 0)


def main() -> int:
    options = asked()
    if options.anew is not None:
        [one] = (found for found in mutants(options.modules[0]) if found.number == options.anew)
        return 0 if survives_from_the_start(one, options.tests) else 1
    found = chosen(options)
    if options.list:
        print(*found, sep="\n")
        return 0
    if options.sample:
        print(f"at most {options.sample} of each module, drawn by seed {options.seed}")
    ends: dict[Mutant, End] = {}

    def told(mutant: Mutant, end: End) -> None:
        if end is End.SURVIVED and not options.quick and mutant.name not in EQUAL:
            end = End.SURVIVED if survives_anew(mutant, options.tests) else End.KILLED
        ends[mutant] = end
        if end is not End.KILLED:
            print(f"{end.value}  {mutant}  {EQUAL.get(mutant.name, '')}", flush=True)

    survivors(found, options.tests, told, within=options.within, jobs=options.jobs)
    return report(found, ends)


if __name__ == "__main__":
    sys.exit(main())
