"""Renders files (PDF, workbook, archive) in a second process, so that its two seconds do not hold up a table's phone.

Threads of one Python share one interpreter. A process pool of one worker answers the whole request with the same WSGI
application: cookies, language and rights are those of the request. The pool ends when nobody has asked for a file for
`IDLE_SECONDS`, and after `FILES` files, which gives its memory back.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import re
import signal
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from django.core.handlers.wsgi import WSGIRequest
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournaments.management.runtime import collect_seldom, end_with_parent, give_memory_back
from tournaments.pages.doors import SAFE, later

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication

# Backups are not among them: they lie on the disk and may be larger than memory.
RENDERED = re.compile(r"\.(pdf|xlsx|jsonl)$|/(turnier|versiegelt)\.zip$")
SECONDS = 150.0  # for one file; then the worker ends itself
FILES = 40
IDLE_SECONDS = 30.0
NICE = 10

Answer = tuple[str, list[tuple[str, str]], bytes]


class FileProcess:
    """A WSGI application in front of `site`, which it calls by its dotted name in the worker process."""

    def __init__(self, site: WSGIApplication, name: str) -> None:
        self.site, self.name = site, name
        self.lock = threading.Lock()
        self.pool: ProcessPoolExecutor | None = None
        self.files = 0
        self.idle: threading.Timer | None = None

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Have a file rendered by the worker; if that dies, once more by a new one; then say 503."""
        if environ["REQUEST_METHOD"] not in SAFE or not RENDERED.search(environ["PATH_INFO"]):
            return self.site(environ, start_response)
        for _attempt in range(2):
            pool, future = self.submitted(environ)
            try:
                status, headers, content = future.result()
            except BrokenProcessPool:
                self.end(pool)
                continue
            start_response(status, headers)
            return [content]
        return not_now(environ, start_response)

    def submitted(self, environ: dict[str, Any]) -> tuple[ProcessPoolExecutor, Future[Answer]]:
        """Submit a request to the pool, which is started if there is none, or if its worker died while idle."""
        with self.lock:
            if self.files >= FILES and self.pool is not None:
                self.pool.shutdown(wait=False)
                self.pool = None
            pool = self.pool or self.started()
            try:
                future = pool.submit(answer, sendable(environ))
            except BrokenProcessPool:
                pool = self.started()
                future = pool.submit(answer, sendable(environ))
            self.files += 1
            if self.idle is not None:
                self.idle.cancel()
            self.idle = threading.Timer(IDLE_SECONDS, self.end, [pool])
            self.idle.daemon = True
            self.idle.start()
            return pool, future

    def started(self) -> ProcessPoolExecutor:
        """Start a pool, which takes the place of the one before."""
        self.files = 0
        self.pool = ProcessPoolExecutor(
            1, multiprocessing.get_context("spawn"), initializer=prepare_worker, initargs=(self.name,)
        )
        return self.pool

    def end(self, pool: ProcessPoolExecutor) -> None:
        """End this pool once its files are rendered; the next file starts another one."""
        with self.lock:
            pool.shutdown(wait=False)
            if self.pool is pool:
                self.pool = None


def sendable(environ: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a WSGI environment that can be pickled: texts, numbers and tuples."""
    return {name: value for name, value in environ.items() if isinstance(value, str | bool | tuple)}


def not_now(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
    """Say that the file cannot be rendered just now, in the reader's language."""
    request = WSGIRequest(environ)
    with translation.override(translation.get_language_from_request(request)):
        sentence = _("Die Datei ließ sich gerade nicht erstellen. Bitte gleich noch einmal versuchen.")
        said = later(request, sentence)
    start_response("503 Service Unavailable", list(said.items()))
    return [said.content]


# In the worker ---------------------------------------------------------------------------------------------------

site: WSGIApplication


def prepare_worker(name: str) -> None:
    """Load the site. The worker has low priority, leaves Ctrl-C to the server and ends with it."""
    global site  # noqa: PLW0603 - a process pool hands over nothing but this
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    end_with_parent()
    give_memory_back()
    site = import_string(name)
    collect_seldom()


def answer(environ: dict[str, Any]) -> Answer:
    """Answer one request. Ends the process if it takes longer than `SECONDS`."""
    deadline = threading.Timer(SECONDS, os._exit, [1])
    deadline.daemon = True
    deadline.start()
    said: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], _fault: Any = None) -> Any:
        said[:] = [status, headers]

    pieces = site({**environ, "wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr}, start_response)
    try:
        content = b"".join(pieces)
    finally:
        deadline.cancel()
        if hasattr(pieces, "close"):
            pieces.close()
    return said[0], said[1], content
