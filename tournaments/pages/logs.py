"""What the log of a host says: one JSON object a line, with the request's id, and nobody's name.

Names, addresses with names in them and what people typed come into a log by what is put into its sentences. So the sentence
stays as it stands in the code, of what is put into it only numbers remain, and of an error its kind and where it happened.
"""

from __future__ import annotations

import json
import logging
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

REQUEST: ContextVar[str] = ContextVar("request id", default="")
PLACES = 12  # of a traceback, the innermost
OURS = (
    "view",
    "method",
    "status",
    "milliseconds",
)  # what the front says of a request; none of it is anybody's


class JsonLines(logging.Formatter):
    """One line for each record; for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": str(record.msg),
        }
        if request := REQUEST.get():
            said["request"] = request
        if numbers := numbers_in(record.args):
            said["numbers"] = numbers
        said |= {name: getattr(record, name) for name in OURS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            said["error"] = f"{record.exc_info[0].__module__}.{record.exc_info[0].__qualname__}"
            frames = traceback.extract_tb(record.exc_info[2])[-PLACES:]
            said["where"] = [f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in frames]
        return json.dumps(said, ensure_ascii=False)


def numbers_in(args: object) -> list[int | float]:
    values = args.values() if isinstance(args, dict) else args if isinstance(args, tuple) else ()
    return [one for one in values if isinstance(one, int | float) and not isinstance(one, bool)]


class QuietLines(logging.Formatter):
    """One line for people at a terminal: of an address only its beginning, of an error its kind and its way, never its words.

    The addresses of tables and own pages are keys, and the words of a database's error repeat the row that it refused.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        record.message = str(record.msg) % quiet(record.args) if record.args else str(record.msg)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        told: list[str] = []
        fault: traceback.TracebackException | None = traceback.TracebackException(*ei)
        while fault is not None:
            told.append("".join([*fault.stack.format(), fault_name(fault)]))
            fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
        return "\n".join(reversed(told))


def fault_name(fault: traceback.TracebackException) -> str:
    """The name of an error's class, without its message."""
    return next(fault.format_exception_only(), "").partition(":")[0].strip()


def quiet(args: Any) -> Any:
    """The arguments of a log line without what is secret or personal: addresses are cut after their first part."""
    if isinstance(args, dict):
        return {name: without_secrets(one) for name, one in args.items()}
    return tuple(without_secrets(one) for one in args)


def without_secrets(one: object) -> object:
    """As "/s/…" for "/s/7K3P…/daten/"."""
    if isinstance(one, str) and one.startswith("/"):
        return f"/{one.split('/')[1].partition('?')[0]}/…"
    return type(one).__name__ if isinstance(one, BaseException) else one
