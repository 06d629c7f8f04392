"""Prepares a serving process: loads the site before the first visitor, and collects garbage seldom."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import multiprocessing
import os
import sys
import threading
from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils import translation

TRIM, OWN_MAPPING, ARENAS = -1, -3, -8  # options of glibc's mallopt
LARGE_PIECE = 128 * 1024  # bytes from which memory is asked of the system and given back to it
THRESHOLDS = (5_000, 20, 20)  # of the garbage collector; Python begins with 700, 10, 10
SETTLED_AFTER = 60.0  # seconds after which what is made at the first request has been made


def freeze_objects() -> None:
    """Collect garbage once, then exempt every object that is alive now from later collections."""
    gc.collect()
    gc.freeze()


def load_everything() -> None:
    """Load views, catalogues and templates, so that the first visitors need not wait for it."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            get_resolver().reverse("home")
            translation.gettext("Turnier")
    folder = Path(settings.BASE_DIR) / "templates"
    for path in folder.rglob("*.html"):
        get_template(path.relative_to(folder).as_posix())


def give_memory_back(*, large: int = LARGE_PIECE) -> None:
    """Make the C library (glibc) return freed pieces of this size to the system at once.

    Call it before threads are started. Otherwise each thread keeps what its largest picture or file needed: after an
    afternoon of refused files a server was twice as large as before.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError, AttributeError):  # another C library
        set_option = ctypes.CDLL(None).mallopt
        for option, value in ((ARENAS, 2), (OWN_MAPPING, large), (TRIM, large)):
            set_option(option, value)


def collect_seldom() -> None:
    """Raise the thresholds of the garbage collector."""
    gc.set_threshold(*THRESHOLDS)


def prepare_process() -> None:
    """Load everything and freeze it, now and once more a minute later."""
    collect_seldom()
    load_everything()
    freeze_objects()
    later = threading.Timer(SETTLED_AFTER, freeze_objects)
    later.daemon = True
    later.start()


def end_with_parent() -> None:
    """In a child process: end as soon as the parent has ended, so that no port and no memory stays taken."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, name="end with the parent", daemon=True).start()
