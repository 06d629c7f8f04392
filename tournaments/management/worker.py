"""The worker that runs queued jobs: it gives signs of life, and takes back the jobs of dead workers."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
import time
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connections
from django.db.models.functions import Now
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from tournaments.event.services import jobs
from tournaments.models import TaskSign

log = logging.getLogger(__name__)
LOST = 75  # the exit code of a worker whose job somebody else has taken: it must not go on


def worker_id() -> str:
    """A name for this worker that no other has: host, process and a random word."""
    return f"{socket.gethostname()[:30]}-{os.getpid()}-{secrets.token_hex(4)}"


class LivingWorker(Worker):
    """The worker of django-tasks-db, extended by signs of life.

    Without them, a job whose worker was killed would count as running for ever.
    """

    def __init__(self, *, until_done: bool, interval: float = 1.0) -> None:
        super().__init__(
            queue_names=["*"],
            interval=interval,
            batch=until_done,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=worker_id(),
            excluded_queue_names=[],
        )

    def run(self) -> None:
        """Work through the queue, with a thread beside it that looks for dead workers."""
        jobs.tidy_jobs()
        jobs.take_back_the_dead()
        threading.Thread(target=self.look_after_the_dead, daemon=True).start()
        super().run()

    def look_after_the_dead(self) -> None:
        """Every few seconds, put jobs back into the queue whose worker gives no sign of life."""
        while True:
            time.sleep(jobs.BEAT)
            try:
                jobs.take_back_the_dead()
            except DatabaseError:
                log.warning("the database is away; trying again")
                connections.close_all()

    def run_task(self, db_task_result: DBTaskResult[Any, Any]) -> None:
        """Run one job, while a second thread writes a sign of life every few seconds."""
        sign = TaskSign.objects.update_or_create(
            task=db_task_result.pk, defaults={"worker": self.worker_id, "heard_at": Now()}
        )[0]
        over = threading.Event()
        beat = threading.Thread(target=self.beat, args=(sign.task, over), daemon=True)
        beat.start()
        try:
            super().run_task(db_task_result)
        finally:
            over.set()
            beat.join()
            TaskSign.objects.filter(task=sign.task, worker=self.worker_id).delete()

    def beat(self, task: UUID, over: threading.Event) -> None:
        """Write a sign of life every few seconds until `over` is set.

        If the job belongs to another worker by now, because this one was silent for too long, the process
        ends at once: two workers must not do the same job.
        """
        try:
            while not over.wait(jobs.BEAT):
                try:
                    mine = TaskSign.objects.filter(task=task, worker=self.worker_id)
                    if not mine.update(heard_at=Now()):
                        log.error("somebody else has this job by now: ending")
                        os._exit(LOST)
                except DatabaseError:
                    log.warning("no sign of life: the database is away")
                    connections.close_all()
        finally:
            connections.close_all()
