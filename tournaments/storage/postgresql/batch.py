"""Several statements in one way there and back: libpq's pipeline."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import count
from typing import Any

from psycopg import Connection, OperationalError
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.waiting import Ready, Wait

from tournaments.storage.postgresql.letters import Rows, letters_of, rows_read

KNOWN = "statements_of_batches"  # of one connection of the driver: names by words
NUMBERS = count()  # no name is given twice
Statement = tuple[str, Sequence[Any]]  # words with $1, $2 …, and values


def sent(connection: Connection[Any], statements: Sequence[Statement]) -> list[Rows]:
    """Send all of them and wait once; the rows of each. The first one that is refused is raised, and none after it is done.

    Each sees what was committed before its own turn, as if it had been sent alone: a row that the first one waits for is
    read by the second as it is then.
    """
    server = connection.pgconn
    given = [[letters_of(connection, value) for value in row] for _words, row in statements]
    known: dict[str, bytes] = vars(connection).setdefault(KNOWN, {})
    fresh: dict[str, bytes] = {}
    server.enter_pipeline_mode()
    try:
        for words, _row in statements:
            if words not in known and words not in fresh:
                fresh[words] = b"batch_%d" % next(NUMBERS)
                server.send_prepare(fresh[words], words.encode())
        for (words, _row), row in zip(statements, given, strict=True):
            server.send_query_prepared(known.get(words) or fresh[words], row)
        server.pipeline_sync()
        results = connection.wait(received(server))
        server.exit_pipeline_mode()
    except BaseException:  # half-way nobody knows what the next answer belongs to
        connection.close()
        raise
    for result in results:
        if result.status not in {ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK}:
            known.clear()
            raise error_from_result(result)
    known.update(fresh)
    return [rows_read(connection, result) if result.ntuples else [] for result in results[len(fresh) :]]


def received(server: Any) -> Generator[Wait, Ready | int, list[Any]]:
    """What the server answers to everything that was sent, for psycopg's way of waiting."""
    while server.flush():
        if (yield Wait.RW) & Ready.R:
            server.consume_input()
    results: list[Any] = []
    while True:
        while server.is_busy():
            if (yield Wait.R) & Ready.R:
                server.consume_input()
        result = server.get_result()
        if result is None:
            if server.status != ConnStatus.OK:
                raise OperationalError("the server closed the connection")
        elif result.status == ExecStatus.PIPELINE_SYNC:
            return results
        else:
            results.append(result)
