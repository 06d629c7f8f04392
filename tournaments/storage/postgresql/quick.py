"""A plain statement on PostgreSQL's own terms: prepared once for a connection, then a name and its values, one way there and back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from psycopg import Connection
from psycopg.pq import ExecStatus, TransactionStatus

from tournaments.storage.postgresql.letters import Rows, rows_read, value_sent

KNOWN = "plain_statements"  # of one connection of the driver: their names by their words
NUMBERS = count()  # no name is given twice


def rows_answered(connection: Connection[Any], words: str, values: Sequence[Any]) -> Rows | None:
    """What the server answers; None where the driver had better be asked in the ordinary way.

    Within a transaction nothing is tried: a statement that the server has forgotten would end it.
    """
    server = connection.pgconn
    if server.transaction_status != TransactionStatus.IDLE:
        return None
    sent = [one for value in values if (one := value_sent(value)) is not None]
    if len(sent) != len(values):
        return None
    known: dict[str, bytes | None] = vars(connection).setdefault(KNOWN, {})
    if words not in known:
        known[words] = prepared(server, words)
    name = known[words]
    if name is None:
        return None
    result = server.exec_prepared(name, sent)
    if result.status != ExecStatus.TUPLES_OK:  # forgotten after a rollback, or made for a table of yesterday
        del known[words]
        return None
    return rows_read(connection, result)


def prepared(server: Any, words: str) -> bytes | None:
    """The statement's name on this connection; None where the server does not take it."""
    name = b"plain_%d" % next(NUMBERS)
    return name if server.prepare(name, words.encode()).status == ExecStatus.COMMAND_OK else None
