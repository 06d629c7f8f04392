"""A call costs the same however deep it lies, and what is there for good is not looked through again."""

from __future__ import annotations

import gc
import sys
import threading
from functools import partial

import pytest
from django.template import engines
from django.urls import get_resolver
from django.utils import translation

from tournaments.management.runtime import everything_loaded, for_good, with_room

if sys.platform != "win32":
    import resource

DEEP, ROUNDS = 150, 300


def called(_number: int) -> list[int]:
    return [_number]


def looped() -> int:
    """How many pieces of memory the system has to find for so many calls."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for number in range(ROUNDS):
        called(number)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def at_depth(depth: int) -> int:
    return looped() if not depth else at_depth(depth - 1)


def worst(found: list[int]) -> None:
    """Wherever the loop happens to lie."""
    found.append(max(at_depth(depth) for depth in range(DEEP)))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not count them")
def test_no_depth_is_dear_in_a_thread_with_room():
    found: list[int] = []
    thread = threading.Thread(target=partial(with_room, worst, found))
    thread.start()
    thread.join()
    assert found[0] < ROUNDS / 3, "a piece of the stack is fetched and given back in each round"


@pytest.mark.slow
def test_what_is_there_for_good_is_not_looked_through_again():
    kept = [[] for _ in range(1000)]
    for_good()
    try:
        assert gc.get_freeze_count() > len(kept)
        assert gc.get_count()[2] == 0
        assert not any(one is kept for one in gc.get_objects())
    finally:
        gc.unfreeze()


@pytest.mark.slow
def test_every_template_can_be_loaded_before_anybody_comes():
    everything_loaded()
    [loader] = engines["django"].engine.template_loaders
    assert any("base.html" in str(key) for key in loader.get_template_cache)
    with translation.override("lb"):
        assert get_resolver()._populated
