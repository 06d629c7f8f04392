"""Searches questions that tell mutants of the engine, or of the seating, from the right one, and keeps them.

    python -m tests.mutants.apart scoring/engine/best.py --sample 60 --seed 12
    python -m tests.mutants.apart scoring/engine --left left.txt        of these only whose line is in the file: what
                                                                        `python -m tests.mutants` printed

Each mutant is asked what is kept, then questions drawn at random (tests/scoring/apart.py, tests/tournaments/seating/core/apart.py)
until one is answered otherwise, which is kept (tests/cases/apart.txt, apart_plans.txt). A mutant that answers all of them alike is printed: it changes nothing, or nothing that was asked.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
from itertools import islice
from pathlib import Path
from random import Random

from tests.answers import kept_pairs
from tests.mutants.changes import Mutant, mutants
from tests.mutants.equal import EQUAL
from tests.mutants.modules import changed
from tests.mutants.running import exchange, rememberers
from tests.scoring import apart as of_cards
from tests.scoring.engine import kept_answers
from tests.tournaments.seating.core import apart as of_plans

PLANS = {"plan", "standing", "repair", "settle"}
SECONDS = 5.0  # of processor time for one question: who takes longer goes round in circles


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--left", type=Path)
    parser.add_argument(
        "--kinds",
        nargs="+",
        required=True,
        help="hands, tables, melds, positions; plan, standing, repair, settle",
    )
    parser.add_argument("--count", type=int, default=20_000, help="so many questions at most")
    parser.add_argument("--drawn", type=int, default=1, help="the seed of the questions")
    parser.add_argument("--dry", action="store_true", help="keep nothing")
    return parser.parse_args()


def chosen(options: argparse.Namespace) -> list[Mutant]:
    found = []
    left = options.left.read_text(encoding="utf-8") if options.left else None
    for module in changed():
        if not module.startswith(tuple(options.modules)):
            continue
        own = mutants(module)
        if options.sample:
            own = Random(f"{module} {options.seed}").sample(own, min(options.sample, len(own)))
        found += [one for one in own if one.name not in EQUAL and (left is None or f"  {one}  " in left)]
    return found


def answered_or_broken(question: str) -> str:
    asker = of_plans if '"ask": "' in question and question.split('"')[3] in PLANS else of_cards
    try:
        return asker.answered(question)
    except Exception as broken:
        return f"{type(broken).__name__}: {broken}"


def told_apart_by(mutant: Mutant, questions: list[tuple[str, str]]) -> int | None:
    """The number of the first question that the mutant answers otherwise, asked in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        at = 0
        said: int | None = 0  # whoever cannot even be put in place
        try:
            resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
            signal.signal(signal.SIGVTALRM, lambda *_: (os.write(writing, str(at).encode()), os._exit(0)))
            exchange(mutant, rememberers())
            said = None
            for at, (question, answer) in enumerate(questions):
                signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
                if answered_or_broken(question) != answer:
                    said = at
                    break
        finally:
            os.write(writing, b"none" if said is None else str(said).encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as heard:
        words = heard.read().decode()
    os.waitpid(child, 0)
    return None if words == "none" else int(words)


def main() -> None:
    options = asked()
    asker = of_plans if set(options.kinds) <= PLANS else of_cards
    found = chosen(options)
    files = [asker.FILE] if asker is of_plans else [asker.FILE, kept_answers.FILE]
    before = [pair for file in files for pair in kept_pairs(file)]
    questions = [(one, answered_or_broken(one)) for one, _answer in before]
    more = [
        (one, answered_or_broken(one))
        for one in islice(asker.drawn(options.kinds, options.drawn), options.count)
    ]
    alike = 0
    for mutant in found:
        at = told_apart_by(mutant, [*questions, *more])
        if at is None:
            alike += 1
            print(f"alike  {mutant}  ", flush=True)
        elif at >= len(questions):
            questions.append(more[at - len(questions)])
            print(f"apart  {mutant}  {questions[-1][0]}", flush=True)
            if not options.dry:
                asker.keep(
                    list(dict.fromkeys(one for one, _answer in [*kept_pairs(asker.FILE), questions[-1]]))
                )
    print(f"{len(found) - alike} of {len(found)} told apart, {len(questions) - len(before)} questions more")


if __name__ == "__main__":
    main()
