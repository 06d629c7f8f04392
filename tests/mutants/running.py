"""The tests are collected once and each is followed once; then every mutant gets a fork that runs those that reach it."""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import accumulate
from types import FunctionType, ModuleType

import coverage
import hypothesis
import pytest

from tests.mutants.changes import HOUSE, Mutant

OPTIONS = ["-n", "0", "-p", "no:cacheprovider", "--tb=no", "--assert=plain", "-x"]
NEEDS_A_DATABASE = {"db", "transactional_db", "django_db_setup", "client", "live_server", "page"}
BY_LAW = {"_KNOWN", "_MEMORIES"}  # what the engine has worked out for a law
NO_TEST = 65_535  # it broke down before, between or behind tests
hypothesis.settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=15,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],  # whoever failed is not made smaller
)


class End(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    UNSEEN = "reached by no test"


class Tester:
    """A pytest plugin: instead of running the tests once, it runs those that reach a mutant, for each mutant."""

    def __init__(
        self, found: Sequence[Mutant], told: Callable[[Mutant, End], None], *, within: float, jobs: int
    ) -> None:
        self.mutants = found
        self.jobs = jobs
        self.told = told
        self.within = within
        self.failed = False
        self.ran = False
        self.kept: list[Callable[[], object]] = []
        self.reached: dict[str, dict[int, set[pytest.Item]]] = {}
        self.cost: dict[pytest.Item, float] = {}
        self.kills: dict[str, Counter[pytest.Item]] = {}

    def pytest_collection(self) -> None:
        hypothesis.settings.load_profile("mutants")  # after conftest, before the tests

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        silenced(session.config)
        items = [one for one in session.items if not needs_a_database(one)]
        assert items, "no test was collected"
        self.follow(session, items)
        self.ran = True
        gc.freeze()  # so that a fork shares what is there
        self.try_all(session)
        return True

    def follow(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Run each test once: what it costs, and which lines it reaches with nothing remembered."""
        watched = sorted({one.module for one in self.mutants})
        eye = coverage.Coverage(
            data_file=None, include=[str(HOUSE / one) for one in watched], config_file=False
        )
        self.kept = rememberers()
        eye.start()
        for number, item in enumerate(items):
            for forget in self.kept:
                forget()
            eye.switch_context(str(number))
            began = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=session)
            self.cost[item] = time.process_time() - began
            assert not self.failed, f"{item.nodeid} fails without any change"
        eye.stop()
        seen = eye.get_data()
        for module in watched:
            lines = seen.contexts_by_lineno(str(HOUSE / module))
            self.reached[module] = {
                line: {items[int(one)] for one in contexts if one} for line, contexts in lines.items()
            }

    def those_that_reach(self, mutant: Mutant) -> list[pytest.Item]:
        """Whoever killed beside it first, then the quickest, as many as the time allows."""
        lines = self.reached[mutant.module]
        found: set[pytest.Item] = set()
        for first, last in (mutant.lines, mutant.statement) if mutant.inside else ():
            if not found:
                found = set().union(*(lines.get(line, set()) for line in range(first, last + 1)))
        if not mutant.inside:  # a value may be compared by a test that runs no line of the module
            files = {one.path for items in lines.values() for one in items}
            found = {one for one in self.cost if one.path in files}
        killers = [
            one
            for beside in (mutant.module + mutant.where, mutant.module)
            for one, _times in self.kills.get(beside, Counter()).most_common(8)
            if one in found
        ]
        rest = sorted(found, key=lambda one: self.cost[one])
        wanted = list(dict.fromkeys([*killers, *rest]))
        spent = accumulate(self.cost[one] for one in wanted)
        return [
            one for one, sum_so_far in zip(wanted, spent, strict=True) if sum_so_far <= self.within
        ] or wanted[:1]

    def try_all(self, session: pytest.Session) -> None:
        """Each mutant in a fork of its own, so many at once."""
        running: dict[int, tuple[Fork, Mutant, list[pytest.Item]]] = {}
        for mutant in self.mutants:
            items = self.those_that_reach(mutant)
            if not items:
                self.told(mutant, End.UNSEEN)
                continue
            fork = Fork(partial(self.first_failure, session, mutant, items))
            running[fork.said] = fork, mutant, items
            while len(running) >= self.jobs:
                self.hear(running)
        while running:
            self.hear(running)

    def hear(self, running: dict[int, tuple[Fork, Mutant, list[pytest.Item]]]) -> None:
        """Wait for the next that has ended."""
        ready, _, _ = select.select(list(running), [], [])
        fork, mutant, items = running.pop(ready[0])
        killer = fork.answer()
        if killer is not None and killer < len(items):
            for beside in (mutant.module + mutant.where, mutant.module):
                self.kills.setdefault(beside, Counter())[items[killer]] += 1
        self.told(mutant, End.SURVIVED if killer is None else End.KILLED)

    def first_failure(self, session: pytest.Session, mutant: Mutant, items: list[pytest.Item]) -> int | None:
        gc.disable()
        exchange(mutant, self.kept)
        for number, item in enumerate(items):
            signal.setitimer(
                signal.ITIMER_VIRTUAL, 0.5 + 8 * self.cost[item]
            )  # whoever goes round in circles ends
            signal.setitimer(signal.ITIMER_REAL, 60 + 200 * self.cost[item])  # and whoever waits for ever
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=session)
            if self.failed:
                return number
        return None


def silenced(config: pytest.Config) -> None:
    config.pluginmanager.unregister(name="terminalreporter")


def needs_a_database(item: pytest.Item) -> bool:
    names = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(names & NEEDS_A_DATABASE)


class Fork:
    """Which test failed first, asked in a process of its own. Whoever hangs, eats or breaks down has failed."""

    def __init__(self, run: Callable[[], int | None]) -> None:
        self.said, writing = os.pipe()
        self.child = os.fork()
        if self.child:
            os.close(writing)
            return
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
        answer: int | None = NO_TEST
        try:
            answer = run()
        finally:
            os.write(writing, b"none" if answer is None else str(answer).encode())
            os._exit(0)

    def answer(self) -> int | None:
        """The number of the test; None if none failed."""
        with os.fdopen(self.said, "rb") as heard:
            said = heard.read().decode()
        os.waitpid(self.child, 0)
        return None if said == "none" else int(said or NO_TEST)


# --- changed code in place -------------------------------------------------------------------------------


def exchange(mutant: Mutant, kept: Iterable[Callable[[], object]]) -> None:
    """Put the changed code into the functions, and changed plain values under the names, that everybody has already."""
    dotted = mutant.module.removesuffix(".py").replace("/", ".")
    there = sys.modules[dotted]
    changed = dict(vars(there))
    exec(compile(mutant.tree(), mutant.module, "exec"), changed)
    if not mutant.inside:
        put_values(there, changed)
    put_in(vars(there), changed, dotted)
    for forget in kept:
        forget()


def rememberers() -> list[Callable[[], object]]:
    """Whatever was worked out before: a table of test cases may have asked the real module."""
    found: dict[int, Callable[[], object]] = {}
    for name, module in list(sys.modules.items()):
        if name.startswith(("scoring", "tournaments", "tests")):
            for called, one in list(vars(module).items()):
                if callable(clear := getattr(one, "cache_clear", None)):
                    found[id(one)] = clear
                elif called in BY_LAW and isinstance(one, dict):
                    found[id(one)] = one.clear
    return list(found.values())


def put_values(there: ModuleType, changed: Mapping[str, object]) -> None:
    own = dict(vars(there))
    for name, value in changed.items():
        before = own.get(name)
        if name.startswith("__") or not is_plain(value) or type(value) is not type(before) or value == before:
            continue
        for module in list(sys.modules.values()):
            for held, one in list(getattr(module, "__dict__", {}).items()):
                if one is before and (module is there or held == name):
                    setattr(module, held, value)


def is_plain(value: object) -> bool:
    """Numbers and words, and tables of them: nothing whose class was made anew."""
    match value:
        case range():
            return True
        case bool() | int() | str() | float() | None:
            return type(value) in {bool, int, str, float, type(None)}
        case tuple() | list() | set() | frozenset():
            return all(map(is_plain, value))
        case dict():
            return is_plain(tuple(value)) and is_plain(tuple(value.values()))
        case _:
            return False


def put_in(old: Mapping[str, object], new: Mapping[str, object], dotted: str) -> None:
    for name, one in old.items():
        before, after = plain(one), plain(new.get(name))
        if isinstance(before, FunctionType) and isinstance(after, FunctionType):
            if before.__module__ == dotted:
                before.__code__ = after.__code__
                put_defaults(before, after)
        elif isinstance(one, type) and one.__module__ == dotted and name in new:
            put_in(vars(one), vars(new[name]), dotted)


def put_defaults(before: FunctionType, after: FunctionType) -> None:
    """What an argument or a field is when nobody says it, where that is a plain value."""
    for name, value in (after.__kwdefaults__ or {}).items():
        if is_plain(value) and before.__kwdefaults__:
            before.__kwdefaults__[name] = value
    kept = zip(before.__defaults__ or (), after.__defaults__ or (), strict=False)
    if before.__defaults__:
        before.__defaults__ = tuple(new if is_plain(new) else old for old, new in kept)


def plain(one: object) -> object:
    """The function behind a property, a class method, a cached function."""
    for name in ("fget", "func", "__func__", "__wrapped__"):
        one = getattr(one, name, None) or one
    return one


# --- from the start --------------------------------------------------------------------------------------


class InPlace(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module its changed code while everything is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self.dotted = mutant.module.removesuffix(".py").replace("/", ".")
        self.code = compile(mutant.tree(), mutant.module, "exec")
        self.reached = False

    def find_spec(
        self, fullname: str, _path: object, _target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.dotted else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


class Quickest:
    """A pytest plugin: no database, no making smaller."""

    def pytest_collection(self) -> None:
        hypothesis.settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [one for one in items if not needs_a_database(one)]


def survives_from_the_start(mutant: Mutant, tests: Iterable[str]) -> bool:
    """Whether all tests pass where the changed module is imported; for a process in which nobody has imported it."""
    sys.meta_path.insert(0, InPlace(mutant))
    return pytest.main([*OPTIONS, *tests], plugins=[Quickest()]) == pytest.ExitCode.OK


def survivors(
    found: Sequence[Mutant],
    tests: Iterable[str],
    told: Callable[[Mutant, End], None],
    *,
    within: float,
    jobs: int,
) -> None:
    """Tell the end of each mutant."""
    plugin = Tester(found, told, within=within, jobs=jobs)
    pytest.main([*OPTIONS, *tests], plugins=[plugin])
    assert plugin.ran, "the tests cannot be collected, or fail without any change"
