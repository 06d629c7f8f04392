"""Settings of the Python interpreter in a serving process: stack space for calls, fewer garbage collections.

Without them, a hall spent half of its processor time on these two
(docs/decisions/0199-room-on-the-stack.md, 0271-what-is-there-for-good.md).
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import translation

R = TypeVar("R")

TRIM, OWN_MAPPING, ARENAS = -1, -3, -8  # options of glibc's mallopt
LARGE_PIECE = 128 * 1024  # bytes from which memory is asked of the system and given back to it

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
    """Call `work` from a frame with a very large stack, so that all its calls share one piece of memory."""
    return work(*given)


with_room.__code__ = with_room.__code__.replace(co_stacksize=ROOM)


def for_good() -> None:
    """Collect garbage once, then exempt every object that is alive now from all later collections."""
    gc.collect()
    gc.freeze()


def everything_loaded() -> None:
    """Load views, catalogues and templates at the start, so that the first visitors need not wait for it."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            get_resolver().reverse("home")
            translation.gettext("Turnier")
    folder = Path(settings.BASE_DIR) / "templates"
    for path in folder.rglob("*.html"):
        get_template(path.relative_to(folder).as_posix())


def give_memory_back(*, large: int = LARGE_PIECE) -> None:
    """Make the C library (glibc) return freed pieces of this size to the system at once.

    Each process of the site calls it before it makes threads or workers. Otherwise each of eight threads keeps
    what its largest picture or file needed: after an afternoon of refused files a server was twice as large as
    before.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError, AttributeError):  # another library of C
        set_option = ctypes.CDLL(None).mallopt
        for option, value in ((ARENAS, 2), (OWN_MAPPING, large), (TRIM, large)):
            set_option(option, value)


def collected_seldom() -> None:
    """Look for garbage less often than Python does by itself."""
    gc.set_threshold(NEW, MIDDLE, OLD)


def settled() -> None:
    """Prepare a serving process: load everything and call `for_good`, now and once more a minute later."""
    collected_seldom()
    everything_loaded()
    for_good()
    later = threading.Timer(SETTLED_AFTER, for_good)
    later.daemon = True
    later.start()
