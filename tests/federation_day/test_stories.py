"""Short forms of `python -m tests.federation_day`: what failed in the middle of the entries, and no confirmed game did."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.federation_day.engines import MISSING
from tests.federation_day.hall import Told
from tests.federation_day.stories import Size, failover, full_disk, rolling_update, small_disks

SHORT = Size(tables=24, pause=3.0)  # so that no list is full before a busy machine has made ready twice
pytestmark = [
    pytest.mark.postgres,
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING) or os.name == "nt", reason=f"not installed: {', '.join(MISSING)}"),
]


@pytest.mark.parametrize("story", [failover, rolling_update])
def test_every_confirmed_game_is_there_once(story: Callable[[Size], Told]):
    assert story(SHORT).games >= SHORT.tables


@pytest.mark.skipif(
    not small_disks(),
    reason="a small disk of its own wants a mount namespace: as root, and not in a chroot",
)
def test_a_full_disk_loses_nothing():
    assert full_disk(SHORT).games >= SHORT.tables
