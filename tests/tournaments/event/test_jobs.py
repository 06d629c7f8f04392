"""The queue of what takes longer than a page: who asks need not be who works, and a dead worker's job is not lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tests import factories
from tests.rooms import HOUSE
from tournaments.event.services import background, jobs
from tournaments.management.worker import LivingWorker
from tournaments.models import PlanSearch, TaskSign
from tournaments.seating.services import searches
from tournaments.storage.clock import database_now

LONG_AGO = timedelta(minutes=2)


def asked(command: str = "read_queue") -> DBTaskResult[Any, Any]:
    background.start_command(command)
    return DBTaskResult.objects.latest("enqueued_at")


def begun(job: DBTaskResult[Any, Any], *, worker: str, ago: timedelta = LONG_AGO) -> DBTaskResult[Any, Any]:
    """A worker took it some time ago and was not heard of since."""
    job.claim(worker)
    DBTaskResult.objects.filter(pk=job.pk).update(started_at=timezone.now() - ago)
    TaskSign.objects.update_or_create(
        task=job.pk, defaults={"worker": worker, "heard_at": timezone.now() - ago}
    )
    job.refresh_from_db()
    return job


@pytest.mark.django_db
def test_a_dead_workers_job_goes_back_into_the_queue_three_times_at_most():
    job = asked()
    for time_ in (1, 2):
        begun(job, worker=f"host-{time_}")
        assert jobs.needs_somebody()
        assert jobs.take_back_the_dead() == 1
        assert jobs.take_back_the_dead() == 0, "whoever comes second finds it done"
        job.refresh_from_db()
        assert job.status == TaskResultStatus.READY
    begun(job, worker="host-3")
    assert jobs.take_back_the_dead() == 0
    job.refresh_from_db()
    assert job.status == TaskResultStatus.FAILED
    assert job.exception_class_path.endswith("WorkerGone")
    assert not jobs.needs_somebody()


@pytest.mark.django_db
def test_a_worker_that_is_heard_of_keeps_its_job_however_long_it_takes():
    job = begun(asked(), worker="host-1")
    TaskSign.objects.update(heard_at=database_now())
    assert jobs.take_back_the_dead() == 0
    assert not jobs.needs_somebody()
    assert DBTaskResult.objects.get().status == TaskResultStatus.RUNNING == job.status


@pytest.mark.django_db
def test_what_nobody_takes_is_noticed():
    job = asked()
    assert not jobs.needs_somebody(), "it has only just been asked for"
    assert jobs.is_under_way("read_queue")
    assert not jobs.is_under_way("read_queue", "more")
    DBTaskResult.objects.filter(pk=job.pk).update(enqueued_at=timezone.now() - LONG_AGO)
    assert jobs.needs_somebody()


@pytest.mark.django_db(transaction=True)
def test_a_row_calls_nothing_but_our_three_commands():
    """Whoever can write a row of the queue (a foreign backup, say) gets no command of his own out of it."""
    for command in ("flush", "shell", "restore"):
        asked(command)
    worker = LivingWorker(until_done=True, interval=0)
    super(LivingWorker, worker).run()  # without the thread that looks after others
    done = DBTaskResult.objects.all()
    assert {job.status for job in done} == {TaskResultStatus.FAILED}
    assert {job.exception_class_path.rpartition(".")[2] for job in done} == {"NotOurCommand"}
    assert not TaskSign.objects.exists()


@pytest.mark.django_db
def test_what_ended_long_ago_is_forgotten():
    for days in (8, 6):
        job = begun(asked(), worker=f"host-{days}", ago=timedelta(days=days))
        job.set_failed(jobs.NotOurCommand("x"))
        DBTaskResult.objects.filter(pk=job.pk).update(finished_at=timezone.now() - timedelta(days=days))
    asked()
    jobs.tidy_jobs()
    assert [job.worker_ids for job in DBTaskResult.objects.order_by("enqueued_at")] == [["host-6"], []]
    assert [sign.worker for sign in TaskSign.objects.all()] == ["host-6"]


# Two hosts ----------------------------------------------------------------------------------------------------


def host(folder, *words: str) -> subprocess.Popen[bytes]:
    """A worker with its own folder of data on the database of this test."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        database = f"sqlite:///{found['NAME']}"
    else:
        who = f"{found['USER']}:{found['PASSWORD']}@" if found["PASSWORD"] else f"{found['USER']}@"
        database = f"postgres://{who}{found['HOST']}:{found['PORT']}/{found['NAME']}"
    return subprocess.Popen(
        [sys.executable, "manage.py", "work", *words],
        cwd=HOUSE,
        env={**os.environ, "DATABASE_URL": database, "DATA_DIR": str(folder), "PYTHONUTF8": "1"},
    )


def until(said, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not said():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.1)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_job_whose_host_was_killed_ends_on_the_other(tmp_path, monkeypatch):
    """A search of six seconds is begun on one host; its plug is pulled; the other brings it to its end."""
    made = factories.tournament(players=12, series=3)
    search = searches.ask_for_search(
        tournament_id=made.pk, seconds=6, seed="Suche", by=factories.director(), now=database_now()
    )
    one = host(tmp_path / "one")
    try:
        until(lambda: PlanSearch.objects.get(pk=search.pk).tries > 0)
    finally:
        one.kill()
        one.wait()
    other = host(tmp_path / "other")
    try:
        until(lambda: DBTaskResult.objects.get().status == TaskResultStatus.SUCCESSFUL)
        other.terminate()
        assert other.wait(timeout=60) == 0, "told to end, it ends in order"
    finally:
        other.kill()
        other.wait()
    search.refresh_from_db()
    assert search.state == "found"
    assert len(DBTaskResult.objects.get().worker_ids) == 2
