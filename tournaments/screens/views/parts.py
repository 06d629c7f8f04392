"""The long lists of the screens, drawn once for all that show them: six screens ask every two seconds, and games come in.

A list is drawn anew for a new revision; a large one (a field of some hundred players) at most a thirtieth of the time, and
meanwhile screens show the one before. What is short, and what must be seen at once (messages, calls, the clock), is never
kept. Names in it are those that everybody may see.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.pages.kept import SECONDS, rest_after
from tournaments.screens.views.turns import Slot

MOST = 60  # lists of this process

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPages:
    """The pages of one list, as they were drawn."""

    slots: tuple[Slot, ...]
    revision: int
    drawn_at: float
    took: float  # seconds of processor time

    def good(self, revision: int) -> bool:
        age = time.monotonic() - self.drawn_at
        if age > SECONDS:
            return False
        size = sum(len(slot.body) for slot in self.slots)
        return self.revision == revision or age < rest_after(self.took, size)


class Parts:
    """Cache of drawn pages in this process, by list and language; the oldest entry is dropped first."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.kept: OrderedDict[Key, DrawnPages] = OrderedDict()
        self.drawn_now: set[Key] = set()

    def of(self, key: Key, revision: int, draw: Callable[[], list[Slot]]) -> DrawnPages:
        """This list; while somebody draws it anew, the one before."""
        key = (*key, get_language())
        with self.guard:
            found = self.kept.get(key)
            if found is not None and (found.good(revision) or key in self.drawn_now):
                return found
            self.drawn_now.add(key)
        try:
            part = drawn_cards(revision, draw)
            with self.guard:
                self.kept[key] = part
                self.kept.move_to_end(key)
                while len(self.kept) > MOST:
                    self.kept.popitem(last=False)
            return part
        finally:
            with self.guard:
                self.drawn_now.discard(key)

    def clear(self) -> None:
        with self.guard:
            self.kept.clear()


def drawn_cards(revision: int, draw: Callable[[], list[Slot]]) -> DrawnPages:
    """The pages with their bodies drawn, and nothing else of what they were made of."""
    begun = time.thread_time()
    slots = tuple(
        replace(slot, body=render_to_string(slot.template, {"facts": slot.facts}), facts={})
        for slot in draw()
    )
    return DrawnPages(
        slots=slots, revision=revision, drawn_at=time.monotonic(), took=time.thread_time() - begun
    )


PARTS = Parts()
