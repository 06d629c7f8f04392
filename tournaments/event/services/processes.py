"""Commands of ours in processes of their own: one that is waited for, one that outlives whoever started it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from django.conf import settings


def command_line(command: str, *words: str) -> list[str]:
    return [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), command, *words]


def surroundings() -> dict[str, str]:
    return {**os.environ, "PYTHONUTF8": "1"}


def run_alone(command: str, *words: str) -> None:
    """Run one of our commands in a process of its own and wait for it; raises where it fails."""
    subprocess.run(  # noqa: S603 - our own command, words that we have made
        command_line(command, *words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd=settings.BASE_DIR,
        env=surroundings(),
        check=True,
    )


def let_run(command: str, *words: str) -> subprocess.Popen[bytes]:
    """Start one of our commands in a process of its own that outlives the caller."""
    options: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        options = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    process = subprocess.Popen(  # noqa: S603 - our own command, words that we have made
        command_line(command, *words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=settings.BASE_DIR,
        env=surroundings(),
        **options,
    )
    threading.Thread(target=process.wait, daemon=True).start()  # so that it leaves no zombie behind
    return process
