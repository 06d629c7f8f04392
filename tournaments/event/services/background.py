"""A command of ours in a process of its own, which outlives the request and the worker that asked for it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from django.conf import settings


def start(command: str, *words: str) -> int:
    """Call `manage.py command words` and do not wait; the number of its process."""
    options: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        options = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    process = subprocess.Popen(  # noqa: S603 - our own command, words that we have made
        [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), command, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=settings.BASE_DIR,
        env={**os.environ, "PYTHONUTF8": "1"},
        **options,
    )
    threading.Thread(target=process.wait, daemon=True).start()  # so that it leaves no zombie behind
    return process.pid
