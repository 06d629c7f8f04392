"""The queue of what takes longer than a page: our commands as tasks in the database, and what becomes of a dead worker's job.

A job is a row (django-tasks with its database backend), so whoever asks and whoever works need not be on one machine. A
worker gives a sign every few seconds; a job whose worker is silent goes back into the queue, three times at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.core.management import call_command
from django.db.models import Q
from django.db.models.functions import Now
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from tournaments.event.services.processes import run_alone
from tournaments.models import TaskSign

COMMANDS = frozenset({"search_plan", "workbook", "read_queue"})  # nothing else is ever called from a row
BOUNDED = frozenset({"read_queue"})  # bounds its own process in memory and time: never that of the worker
BEAT = 3.0  # seconds between two signs of life
SILENT_FOR = timedelta(seconds=15)
WAITS_FOR = timedelta(seconds=4)  # after which somebody looks whether anybody works at all
TIMES = 3  # so often a job is begun
KEPT_FOR = timedelta(days=7)


class NotOurCommand(Exception):
    """A row that names something that no deed of ours would have asked for."""


class WorkerGone(Exception):
    """The worker of a job was not heard of again, three times."""


@task()
def call(command: str, words: Sequence[str]) -> None:
    """The task that a worker runs: one of our management commands with its words."""
    if command not in COMMANDS:
        raise NotOurCommand(command)
    if command in BOUNDED:
        run_alone(command, *words)
    else:
        call_command(command, *words)


def silent() -> Q:
    """Signs of life that are too old, by the clock of the database."""
    return Q(heard_at__lt=Now() - SILENT_FOR)


def take_back_the_dead() -> int:
    """Put jobs back into the queue whose worker has fallen silent; how many. Two who do it at once do it once."""
    count = 0
    alive = TaskSign.objects.exclude(silent()).values("task")
    for job in DBTaskResult.objects.running().filter(started_at__lt=Now() - SILENT_FOR).exclude(pk__in=alive):
        mine = DBTaskResult.objects.running().filter(pk=job.pk, started_at=job.started_at)
        TaskSign.objects.filter(silent(), task=job.pk).delete()
        if len(job.worker_ids) < TIMES:
            count += mine.update(status=TaskResultStatus.READY)
        elif mine.exists():
            job.set_failed(WorkerGone(job.worker_ids[-1]))
    return count


def needs_somebody() -> bool:
    """Whether a job lies there that nobody takes, or whose worker has died."""
    ready = DBTaskResult.objects.filter(status=TaskResultStatus.READY, enqueued_at__lt=Now() - WAITS_FOR)
    if ready.exists():
        return True
    alive = TaskSign.objects.exclude(silent()).values("task")
    running = DBTaskResult.objects.running().filter(started_at__lt=Now() - SILENT_FOR)
    return running.exclude(pk__in=alive).exists()


def is_under_way(command: str, *words: str) -> bool:
    """Whether exactly this was asked for and is not done yet."""
    asked = {"args": [command, list(words)], "kwargs": {}}
    return (
        DBTaskResult.objects.filter(args_kwargs=asked)
        .filter(status__in=[TaskResultStatus.READY, TaskResultStatus.RUNNING])
        .exists()
    )


def tidy_jobs() -> None:
    """Delete the rows of jobs that ended long ago."""
    over = DBTaskResult.objects.finished().filter(finished_at__lt=Now() - KEPT_FOR)
    over.delete()
    TaskSign.objects.filter(heard_at__lt=Now() - KEPT_FOR).delete()


def forget_finished_jobs() -> None:
    """Delete the rows of all jobs that have ended: the traceback of a failed one may quote what somebody typed."""
    DBTaskResult.objects.finished().delete()


def forget_jobs() -> None:
    """After a restore: what was asked for in another time is not done in this one."""
    DBTaskResult.objects.all().delete()
    TaskSign.objects.all().delete()
