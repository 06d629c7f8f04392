"""A small mutation tester: changes one thing in a module, runs the tests that hold it, and names what nobody noticed.

    python -m tests.mutants                         every module of HELD_BY
    python -m tests.mutants scoring/points.py       one of them
    python -m tests.mutants scoring/points.py --list
    python -m tests.mutants --sample 12 --seed 7    so many of each module of SAMPLED, drawn by this seed

Why not mutmut or cosmic-ray: decision 0173. A mutant is a compare operator turned, a sum made a difference, a number one
higher, a truth made its opposite, an `and` made an `or`, a `not` left out. Each runs in a process of its own, with the
changed module compiled in place of the file; nothing is written. A test that fails, hangs or cannot be collected kills it.
Who survives is printed with its line; those that change nothing are explained in EQUAL.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType

import pytest

HOUSE = Path(__file__).parent.parent
LONGEST = 90  # seconds
HELD_BY: dict[str, tuple[str, ...]] = {
    "scoring/points.py": (
        "tests/scoring/test_points.py",
        "tests/scoring/test_points_cases.py",
        "tests/scoring/test_offences.py",
        "tests/scoring/test_sheets.py",
    ),
    "scoring/offences.py": ("tests/scoring/test_offences.py",),
    "scoring/standings.py": ("tests/scoring/test_standings.py",),
    "scoring/seasons.py": ("tests/scoring/test_seasons.py",),
    "scoring/sheets.py": ("tests/scoring/test_sheets.py", "tests/scoring/test_totals.py"),
    "scoring/totals.py": ("tests/scoring/test_totals.py",),
    "scoring/verification.py": ("tests/scoring/test_verification.py",),
    "scoring/reconcile.py": ("tests/scoring/test_reconcile.py",),
    "scoring/shorthand.py": ("tests/scoring/test_shorthand.py",),
    "scoring/rules/consistency.py": ("tests/scoring/test_rules.py",),
    "scoring/rules/loader.py": ("tests/scoring/test_rules.py",),
    "tournaments/money/core/amounts.py": ("tests/tournaments/money/test_core.py",),
    "tournaments/money/core/prizes.py": ("tests/tournaments/money/test_core.py",),
    "tournaments/money/core/spelling.py": (
        "tests/tournaments/money/test_core.py",
        "tests/tournaments/money/test_amounts.py",
    ),
    "tournaments/event/core/course.py": ("tests/tournaments/seating/core/test_course.py",),
    "tournaments/event/core/sizes.py": (
        "tests/tournaments/event/test_sizes.py",
        "tests/tournaments/seating/core/test_course.py",
    ),
    "tournaments/lists/core/life.py": ("tests/tournaments/lists/test_life.py",),
    "tournaments/desk/core/day.py": ("tests/tournaments/desk/test_day.py",),
}
SAMPLED: dict[str, tuple[str, ...]] = {
    **{
        f"scoring/engine/{name}.py": (
            "tests/scoring/test_cards.py",
            "tests/scoring/test_melds.py",
            "tests/scoring/test_notation.py",
            "tests/scoring/engine/test_cases.py",
            "tests/scoring/engine/test_best.py",
            "tests/scoring/play/test_rule_sheet.py",
            "tests/scoring/play/test_wrong_count.py",
            "tests/scoring/play/test_records.py",
            "tests/scoring/play/test_classify.py",
            "tests/scoring/play/test_games.py",
        )
        for name in ("cards", "melds", "claim", "classify", "layoffs", "solver", "play_board", "play_piles", "state")
    },
    **{
        f"tournaments/seating/core/{name}.py": (
            "tests/tournaments/seating/core/test_counting.py",
            "tests/tournaments/seating/core/test_lots.py",
            "tests/tournaments/seating/core/test_plans.py",
            "tests/tournaments/seating/core/test_standing.py",
            "tests/tournaments/seating/core/test_changes.py",
            "tests/tournaments/seating/core/test_validator.py",
        )
        for name in ("lots", "plans", "standing", "changes", "counting", "report")
    },
}  # fmt: skip
"""Large modules with dear tests: so many mutants of each, drawn by a printed seed (--sample)."""

EQUAL: dict[tuple[str, str], str] = {
    ("scoring/points.py", "rule is None or table is None  →  rule is None and table is None"): (
        "a rule set has both sections or none"
    ),
    ("scoring/offences.py", "surplus > 0  →  surplus >= 0"): "a surplus of 0 was refused before",
    (
        "scoring/seasons.py",
        "True  →  False  in  pairs = zip(by, values[above], values[one], strict=True)",
    ): "strict of a zip of two tuples made alike",
    ("scoring/reconcile.py", "1  →  2  in  for at in range(len(digits) + 1):"): (
        "a digit put in behind the last place is one put in at the last place"
    ),
    (
        "scoring/rules/consistency.py",
        "what.least is not None and what.most is not None  →  what.least is not None or what.most is not None",
    ): "a value is described with both ends or with none",
    (
        "scoring/verification.py",
        "1  →  2  in  ways = [self.together(unopened=count - opened, opened=opened) for opened in range(count + 1)]",
    ): "one more hand that has opened and one less than none that has not hold no card more",
    ("scoring/verification.py", "1  →  2  in  for cards in range(1, hand + 1):"): "one card is no meld",
    (
        "scoring/verification.py",
        "1  →  2  in  best[cards - size] + meld_most(law, size) for size in range(3, cards + 1) if cards - size in best",
    ): "a meld of more cards than there are leaves less than none",
    (
        "scoring/verification.py",
        "1  →  2  in  runs = [sum(line[start : start + size]) for start in range(len(line) - size + 1)]",
    ): "a run that is cut off counts less",
    (
        "tournaments/event/core/course.py",
        "before < size * (change - round_number)  →  before <= size * (change - round_number)",
    ): "the first game of the Runde of a change is the same, counted from before or from behind it",
    ("tournaments/lists/core/life.py", "3  →  4  in  DIRECTOR = 3"): (
        "only the order of those who may do something counts"
    ),
}
"""Mutants that change nothing anybody could see: (module, what) → why."""

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change: where, what, and the whole module with it."""

    module: str
    number: int  # among those of the module
    line: int
    what: str
    tree: ast.Module
    inside: bool  # a function's body: its code can be exchanged after everything was imported

    @property
    def name(self) -> tuple[str, str]:
        return self.module, self.what


def mutants(module: str) -> Iterator[Mutant]:
    """Every module that differs from this one in one thing."""
    source = (HOUSE / module).read_text(encoding="utf-8")
    for number in range(len(list(changes(ast.parse(source))))):
        tree = ast.parse(source)
        inside = {id(one) for one in in_functions(tree)}
        node, what, change = list(changes(tree))[number]
        before, line = ast.unparse(node), getattr(node, "lineno", 0)
        change()
        where = f"  in  {source.splitlines()[line - 1].strip()}" if isinstance(node, ast.Constant) else ""
        yield Mutant(
            module=module,
            number=number,
            line=line,
            what=f"{before}  →  {what or ast.unparse(node)}{where}",
            tree=ast.fix_missing_locations(tree),
            inside=id(node) in inside,
        )


def in_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """Everything in the bodies of functions, without what is evaluated where they are defined."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                yield from ast.walk(statement)


def changes(tree: ast.Module) -> Iterator[tuple[ast.AST, str, Callable[[], object]]]:
    """Each thing that can be changed, with the change as a function without arguments."""
    skipped = {id(inner) for outer in ast.walk(tree) for inner in annotations_of(outer)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            yield node, "", partial(setattr, node, "ops", [TURNED[type(node.ops[0])](), *node.ops[1:]])
        elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
            yield node, "", partial(setattr, node, "op", SWAPPED[type(node.op)]())
        elif isinstance(node, ast.BoolOp):
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield node, "", partial(setattr, node, "op", other())
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, "without not", partial(bare, node)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield node, "without minus", partial(setattr, node, "op", ast.UAdd())
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, "", partial(setattr, node, "value", node.value + 1)
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield node, "", partial(setattr, node, "value", not node.value)


def bare(node: ast.UnaryOp) -> None:
    """`not x` becomes `+bool(x)`."""
    node.op = ast.UAdd()
    node.operand = ast.Call(func=ast.Name(id="bool", ctx=ast.Load()), args=[node.operand], keywords=[])


def annotations_of(node: ast.AST) -> Iterator[ast.AST]:
    """What is no code that runs: annotations, and the arguments of dataclass decorators."""
    held: list[ast.AST] = []
    if isinstance(node, ast.AnnAssign):
        held.append(node.annotation)
    if isinstance(node, ast.arg) and node.annotation is not None:
        held.append(node.annotation)
    if isinstance(node, ast.FunctionDef) and node.returns is not None:
        held.append(node.returns)
    if isinstance(node, ast.ClassDef):
        held += node.decorator_list
    for one in held:
        yield from ast.walk(one)


# --- running ------------------------------------------------------------------------------------------


class InPlace(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module its changed code."""

    def __init__(self, mutant: Mutant) -> None:
        self.dotted = mutant.module.removesuffix(".py").replace("/", ".")
        self.code = compile(mutant.tree, mutant.module, "exec")

    def find_spec(
        self, fullname: str, _path: object, _target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.dotted else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def in_a_fork(run: Callable[[], bool]) -> bool:
    """What a function says in a process of its own; whoever hangs has failed."""
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        try:
            passed = run()
        except BaseException:  # a child that went on would be a second tester
            passed = False
        os._exit(0 if passed else 1)
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def held_by(module: str) -> tuple[str, ...]:
    return HELD_BY.get(module) or SAMPLED[module]


def imported_anew(mutant: Mutant) -> bool:
    """Whether all tests pass where the changed module is imported from the start."""
    sys.meta_path.insert(0, InPlace(mutant))
    options = ["-x", "-n", "0", "-p", "no:cacheprovider"]
    return pytest.main([*options, *held_by(mutant.module)]) == pytest.ExitCode.OK


class Exchanged:
    """A pytest plugin: instead of running the tests once, it runs them for each mutant, in forks."""

    def __init__(self, found: list[Mutant]) -> None:
        self.mutants = found
        self.survivors: list[Mutant] = []
        self.failed = False
        self.ran = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        assert session.items, "no test was collected"
        assert in_a_fork(partial(self.all_pass, session)), "the tests fail without any change"
        self.ran = True
        for mutant in self.mutants:
            if in_a_fork(partial(self.passes, session, mutant)):
                self.survivors.append(mutant)
        return True

    def passes(self, session: pytest.Session, mutant: Mutant) -> bool:
        exchange(mutant)
        return self.all_pass(session)

    def all_pass(self, session: pytest.Session) -> bool:
        for item, after in zip(session.items, [*session.items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                return False
        return True


def exchange(mutant: Mutant) -> None:
    """Put the changed code into the functions that everybody has imported already."""
    dotted = mutant.module.removesuffix(".py").replace("/", ".")
    there = sys.modules[dotted]
    changed = dict(vars(there))
    exec(compile(mutant.tree, mutant.module, "exec"), changed)
    put_in(vars(there), changed, dotted)
    forget()


def forget() -> None:
    """Whatever was worked out while tests were collected: a table of their cases may have asked the real module."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("scoring", "tournaments", "tests")):
            for one in list(vars(module).values()):
                if callable(clear := getattr(one, "cache_clear", None)):
                    clear()


def put_in(old: Mapping[str, object], new: Mapping[str, object], dotted: str) -> None:
    for name, one in old.items():
        before, after = plain(one), plain(new.get(name))
        if isinstance(before, FunctionType) and isinstance(after, FunctionType):
            if before.__module__ == dotted:
                before.__code__ = after.__code__
        elif isinstance(one, type) and one.__module__ == dotted:
            put_in(vars(one), vars(new[name]), dotted)


def plain(one: object) -> object:
    """The function behind a property, a class method, a cached function."""
    for name in ("fget", "func", "__func__", "__wrapped__"):
        one = getattr(one, name, None) or one
    return one


def survivors_of(module: str, found: list[Mutant]) -> list[Mutant]:
    """Who is noticed by no test. Modules are imported anew first, as long as nobody has imported them."""
    outside = [one for one in found if not one.inside and in_a_fork(partial(imported_anew, one))]
    plugin = Exchanged([one for one in found if one.inside])
    pytest.main(["-n", "0", "-p", "no:cacheprovider", *held_by(module)], plugins=[plugin])
    assert plugin.ran, "the tests cannot be collected, or fail without any change"
    inside = [one for one in plugin.survivors if one.name in EQUAL or survives_anew(one)]
    return sorted([*outside, *inside], key=lambda one: one.line)


def survives_anew(mutant: Mutant) -> bool:
    """A second chance in a new process: what a module does with its own functions while it is imported shows there only."""
    asked = [sys.executable, "-m", "tests.mutants", mutant.module, "--anew", str(mutant.number)]
    return (
        subprocess.run(asked, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        == 0
    )


def main() -> int:
    """Print who survived, and how many were killed; one module a process, so that none knows another's tests."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants of each module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--anew", type=int, help="this one mutant, in a process that imports it from the start"
    )
    options = parser.parse_args()
    if options.anew is not None:
        [one] = (found for found in mutants(options.modules[0]) if found.number == options.anew)
        return 0 if in_a_fork(partial(imported_anew, one)) else 1
    options.modules = options.modules or list(SAMPLED if options.sample else HELD_BY)
    drawn = ["--sample", str(options.sample), "--seed", str(options.seed)] if options.sample else []
    alive = 0
    for module in options.modules:
        found = list(mutants(module))
        if options.sample:
            found = Random(f"{module} {options.seed}").sample(found, min(options.sample, len(found)))
        if options.list:
            for one in found:
                print(f"{module}:{one.line}  {one.what}")
            continue
        if len(options.modules) > 1:
            alive += bool(
                subprocess.run(
                    [sys.executable, "-m", "tests.mutants", module, *drawn], check=False
                ).returncode
            )
            continue
        survivors = survivors_of(module, found)
        for one in survivors:
            print(f"survived  {module}:{one.line}  {one.what}  {EQUAL.get(one.name, '')}", flush=True)
            alive += one.name not in EQUAL
        explained = sum(one.name in EQUAL for one in survivors)
        print(
            f"{module}: {len(found) - len(survivors)} of {len(found)} killed, {explained} explained"
            + (f", drawn by seed {options.seed}" if drawn else ""),
            flush=True,
        )
    return int(alive > 0)


if __name__ == "__main__":
    sys.exit(main())
