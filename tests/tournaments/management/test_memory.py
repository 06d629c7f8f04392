"""After a flood of large things that were all let go, a process is about as small as before."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.rooms import HOUSE

FLOOD = """
import os, sys, threading, django
os.environ["DJANGO_SETTINGS_MODULE"] = "rommé_club.settings"
django.setup()
from tournaments.management.runtime import give_memory_back
if sys.argv[1] == "gives":
    give_memory_back()
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4
def work():
    for _turn in range(3):
        kept, held = [], []
        for size in range(200):
            held.append(bytearray(b"x") * (150_000 + 7_000 * size))
            if not size % 20:
                kept.append(bytearray(b"y") * 90_000)
        held.clear()
    last.append(kept)
last, before = [], resident()
threads = [threading.Thread(target=work) for _n in range(4)]
[one.start() for one in threads]
[one.join() for one in threads]
print((resident() - before) // 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="options of glibc")
def test_what_is_freed_goes_back():
    def left(how: str) -> int:
        """Megabytes more than before."""
        told = subprocess.run(
            [sys.executable, "-c", FLOOD, how], cwd=HOUSE, capture_output=True, text=True, check=True
        )
        return int(told.stdout)

    assert left("gives") < 30
