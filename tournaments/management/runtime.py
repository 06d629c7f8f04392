"""How Python itself runs in a process of the site: with room on its stack, and with a collector that looks at what is new.

Both were half of the hall's processor time (docs/decisions/0199-room-on-the-stack.md, 0271-what-is-there-for-good.md).
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import translation

R = TypeVar("R")

# Python 3.11 keeps the frames of a thread in pieces of 16 kB. A loop whose frames lie just beyond the end of one fetches the
# next piece from the system and gives it back in every single round: a page of a thousand rows then takes twice as long,
# or not, as the depth of the call happens to be. A frame that asks for this much gets one piece of half a megabyte, and all
# that it calls lies in the same one. Only what is touched takes memory.
ROOM = 40_000  # places on the stack, eight bytes each

NEW, MIDDLE, OLD = (
    5_000,
    20,
    20,
)  # things made since, before the collector looks at the young, the older, all of them
SETTLED_AFTER = 60.0  # seconds after which what is made at the first question has been made


def with_room(work: Callable[..., R], *given: Any) -> R:
    """The work, called from a frame with so much room that its own calls find theirs beside it."""
    return work(*given)


with_room.__code__ = with_room.__code__.replace(co_stacksize=ROOM)


def for_good() -> None:
    """Whatever lives now is there for good: the collector, which stops every thread, never looks at it again."""
    gc.collect()
    gc.freeze()


def everything_loaded() -> None:
    """Views, languages and templates: before somebody comes, and not while a whole hall comes in and waits for it."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            get_resolver().reverse("home")
            translation.gettext("Turnier")
    folder = Path(settings.BASE_DIR) / "templates"
    for path in folder.rglob("*.html"):
        get_template(path.relative_to(folder).as_posix())


def settled() -> None:
    """For a process that serves: now, and once more when everything has been asked for a first time."""
    gc.set_threshold(NEW, MIDDLE, OLD)
    everything_loaded()
    for_good()
    later = threading.Timer(SETTLED_AFTER, for_good)
    later.daemon = True
    later.start()
