"""A WSGI application that the worker process of a test loads by name."""

from __future__ import annotations

import os
from typing import Any


def site(environ: dict[str, Any], begin: Any) -> list[bytes]:
    """Answer with the process's number; some addresses end it."""
    if environ["PATH_INFO"] == "/dies.pdf" or (
        environ["PATH_INFO"] == "/dies-once.pdf" and not os.path.exists(environ["HTTP_MARK"])  # noqa: PTH110
    ):
        with open(environ["HTTP_MARK"], "w"):  # noqa: PTH123
            os._exit(3)
    begin("200 OK", [("Content-Type", "application/pdf")])
    return [f"{os.getpid()} {environ['HTTP_COOKIE']} ".encode(), b"x" * 300_000]
