"""Writers of one process take turns in the order in which they came, and a turn is handed on however a deed ends."""

from __future__ import annotations

import threading

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tournaments.models import LoginAttempt
from tournaments.storage.sqlite3.base import QUEUES
from tournaments.storage.turns import Queue


def test_whoever_has_waited_longest_is_next():
    queue, order = Queue(), []
    assert queue.take(1)
    threads = []
    for name in "abc":
        one = threading.Thread(target=lambda name=name: (queue.take(5), order.append(name), queue.hand_on()))
        one.start()
        threads.append(one)
        while len(queue.waiting) < len(threads):
            pass
    queue.hand_on()
    for one in threads:
        one.join()
    assert order == ["a", "b", "c"]
    assert queue.since is None


def test_who_cannot_wait_any_longer_leaves_the_queue():
    queue = Queue()
    assert queue.take(1)
    assert not queue.take(0.01)
    assert not queue.waiting
    queue.hand_on()
    assert queue.take(0.01)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own queues")
def test_a_turn_is_handed_on_after_a_deed_a_refusal_and_a_fault():
    queue = QUEUES[str(connection.settings_dict["NAME"])]

    def free() -> bool:
        return queue.since is None

    with transaction.atomic():
        assert not free()
        LoginAttempt.objects.create(who="x", at=timezone.now())
    assert free()
    with pytest.raises(ValueError, match="a fault"), transaction.atomic():
        raise ValueError("a fault")
    assert free()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert free()
    with transaction.atomic():
        connection.close()
    assert free()
