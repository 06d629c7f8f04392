"""A command of ours as a job of the queue, which outlives the request, the process and the host that asked for it."""

from __future__ import annotations

import subprocess
import threading

from django.conf import settings
from django.db import transaction

from tournaments.event.services import jobs, processes

MOST_OWN = (
    2  # workers that this process starts and that still live: whoever enters a game does not wait for them
)
own: list[subprocess.Popen[bytes]] = []
guard = threading.Lock()


def start_command(command: str, *words: str) -> None:
    """Ask for `manage.py command words` and do not wait. Part of the deed's transaction: no deed, no job."""
    jobs.call.enqueue(command, list(words))
    transaction.on_commit(wake_worker)


def look_after() -> None:
    """For pages that show a job under way: where nobody works, or a worker has died, somebody is woken here."""
    if settings.OWN_WORKER and jobs.needs_somebody():
        wake_worker()


def wake_worker() -> None:
    """Where no service works through the queue (`OWN_WORKER`), a process of our own does, and ends when it is empty."""
    if not settings.OWN_WORKER:
        return
    with guard:
        own[:] = [process for process in own if process.poll() is None]
        if len(own) < MOST_OWN:
            own.append(processes.let_run("work", "--until-done"))
