"""Whose turn it is on a screen: reckoned from the hour alone, so that all screens, the desk and a reload agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

AFTER = 3  # a message comes again after so many other pages


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One page that a screen shows for some seconds. static/js/screen.js reckons the same."""

    view: str
    title: str
    template: str
    seconds: int
    page: int = 1
    of: int = 1
    span: str = ""
    until: int | None = None  # from this hour on it is not shown any more; milliseconds since 1970
    urgent_until: int | None = None  # so long nothing else is shown
    facts: dict[str, Any] = field(default_factory=dict)
    body: str = ""  # what the template made of them, where it was drawn before

    def on(self, now: int) -> bool:
        return self.until is None or now < self.until

    def urgent(self, now: int) -> bool:
        return self.urgent_until is not None and now < self.urgent_until


def with_messages(slots: Sequence[Slot], messages: Sequence[Slot]) -> list[Slot]:
    """The messages first, and again after every few pages."""
    if not messages or not slots:
        return [*messages, *slots]
    found: list[Slot] = []
    for start in range(0, len(slots), AFTER):
        found += [*messages, *slots[start : start + AFTER]]
    return found


def ahead_of(slots: Sequence[Slot], at: int, of: int) -> int:
    """How many seconds the screen number `at` of so many is ahead, so that neighbours do not show the same page.

    >>> pages = [Slot(view="a", title="", template="", seconds=4)] * 6
    >>> [ahead_of(pages, at, 3) for at in range(3)]
    [0, 8, 16]
    """
    return sum(slot.seconds for slot in slots[: at * len(slots) // of])


def slot_now(slots: Sequence[Slot], now: int, *, ahead: int = 0) -> tuple[int, int]:
    """Which slot is shown at this millisecond, and for how many seconds more; by so many seconds ahead of the others.

    >>> pages = [Slot(view="a", title="", template="", seconds=4), Slot(view="b", title="", template="", seconds=6)]
    >>> slot_now(pages, 3_000), slot_now(pages, 4_000), slot_now(pages, 12_500)
    ((0, 1), (1, 6), (0, 2))
    """
    playing = [n for n, slot in enumerate(slots) if slot.on(now)]
    urgent = next((n for n in playing if slots[n].urgent(now)), None)
    if urgent is not None:
        until = slots[urgent].urgent_until or now
        return urgent, max(1, -(-(until - now) // 1000))
    if not playing:
        return 0, 10
    at = (now + 1000 * ahead) % (1000 * sum(slots[n].seconds for n in playing))
    for n in playing:
        length = 1000 * slots[n].seconds
        if at < length:
            return n, max(1, -(-(length - at) // 1000))
        at -= length
    raise AssertionError("a moment beyond the cycle")
