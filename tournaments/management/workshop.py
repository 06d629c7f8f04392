"""Draws PDFs, workbooks and archives in a second process, so that phones at tables do not wait for them.

Threads of one Python share one interpreter: beside a thread that draws, the others get their turn only now
and then, and one game needs many turns. The second process (`manage.py draw_files`) runs with low priority.
It is started with the first file and ends with the site. It is replaced after `FILES` files, and ends when nobody has
asked for one for `IDLE` seconds: either gives its memory back.
"""

from __future__ import annotations

import io
import os
import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from django.conf import settings

PATIENCE = 150.0  # seconds for one file; budgets keep every one far below
FILES = 40  # after so many the process is made anew
IDLE = 30.0  # seconds without a file after which it ends; the next one waits two seconds for another
PIECE = 64 * 1024
IN_MEMORY = 8 * 1024 * 1024  # larger files lie on the disk until they are handed over
LENGTH = struct.Struct("!Q")

BEHIND = 0x4000 if sys.platform == "win32" else 0  # Windows: below the normal priority
NICE = 10  # elsewhere, and from its very start: what it imports takes longer than a small file
# Ctrl-C is for the site, which closes the pipe. A group and not a session of its own: Linux gives each session the same
# share of the machine, however modest its processes are.
GROUP: dict[str, Any] = {} if sys.platform == "win32" else {"process_group": 0}

Headers = list[tuple[str, str]]


class Broken(Exception):
    """The second process has ended in the middle of an answer."""


def write_object(out: IO[bytes], what: object) -> None:
    """Write one object into a pipe: its length, then the pickled bytes."""
    packed = pickle.dumps(what)
    out.write(LENGTH.pack(len(packed)) + packed)
    out.flush()


def read_object(source: IO[bytes]) -> Any:
    """Read the next object from a pipe; raises `Broken` at its end.

    Unpickling is safe here: the bytes come from our own process, through a pipe that nobody else can write
    to.
    """
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise Broken
    packed = source.read(LENGTH.unpack(head)[0])
    try:
        return pickle.loads(packed)  # noqa: S301 - written by ourselves at the other end of our own pipe
    except (EOFError, pickle.UnpicklingError) as cut:
        raise Broken from cut


def sendable(environ: dict[str, Any]) -> dict[str, Any]:
    """The part of a WSGI environment that can be pickled: texts, numbers and tuples, but no streams."""
    return {name: value for name, value in environ.items() if isinstance(value, str | bool | tuple)}


class Workshop:
    """The site's side: sends requests to the second process and reads the answers, one at a time."""

    def __init__(
        self, command: list[str] | None = None, *, patience: float = PATIENCE, idle: float = IDLE
    ) -> None:
        script = str(Path(settings.BASE_DIR) / "manage.py")
        self.command = command or [sys.executable, script, "draw_files"]
        self.patience = patience
        self.idle = idle
        self.turn = threading.Lock()  # a file is drawn, or the process is ended
        self.process: subprocess.Popen[bytes] | None = None
        self.drawn = 0
        self.rest: threading.Timer | None = None

    def answer(
        self,
        environ: dict[str, Any],
        begin: Callable[[str, Headers], object],
        write: Callable[[bytes], object],
    ) -> None:
        """Have the request answered by the second process.

        `begin` gets status and headers, `write` the content. The process is killed when it takes longer
        than `patience` seconds; then, and when it ends by itself, `Broken` is raised.
        """
        with self.turn:
            if self.rest is not None:
                self.rest.cancel()
            self._answer(environ, begin, write)
            self.rest = threading.Timer(self.idle, self._end_if_idle)
            self.rest.daemon = True
            self.rest.start()

    def _end_if_idle(self) -> None:
        """End the process, unless the next file is being drawn already: then its timer does that."""
        if self.turn.acquire(blocking=False):
            try:
                self.close()
            finally:
                self.turn.release()

    def _answer(
        self,
        environ: dict[str, Any],
        begin: Callable[[str, Headers], object],
        write: Callable[[bytes], object],
    ) -> None:
        process = self._ready()
        assert process.stdin
        assert process.stdout
        watch = threading.Timer(self.patience, process.kill)
        watch.daemon = True
        watch.start()
        try:
            write_object(process.stdin, sendable(environ))
            status, headers, length = read_object(process.stdout)
            begin(status, headers)
            while length:
                piece = process.stdout.read(min(PIECE, length))
                if not piece:
                    raise Broken
                write(piece)
                length -= len(piece)
        except (OSError, Broken) as gone:
            self.close()
            raise Broken from gone
        finally:
            watch.cancel()
        self.drawn += 1
        if self.drawn >= FILES:
            self.close()
            self._ready()  # it loads the site meanwhile: the next file need not wait for that

    def _ready(self) -> subprocess.Popen[bytes]:
        """The running second process; started if there is none."""
        if self.process is None or self.process.poll() is not None:
            self.process, self.drawn = (
                subprocess.Popen(  # noqa: S603 - our own command
                    self.command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    cwd=settings.BASE_DIR,
                    env={**os.environ, "PYTHONUTF8": "1"},
                    creationflags=BEHIND,
                    **GROUP,
                ),
                0,
            )
            behind_everybody(self.process.pid)
        return self.process

    def close(self) -> None:
        """Kill the second process; the next file starts a new one."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()  # it only reads, or fails as a whole: a deed is one transaction
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.wait()


def behind_everybody(pid: int) -> None:
    """Give a process low priority."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already, or the system does not let us
            os.setpriority(os.PRIO_PROCESS, pid, NICE)


def work_loop(application: Any, source: IO[bytes], out: IO[bytes]) -> None:
    """The loop of the second process: read a request, answer it, until the pipe is closed."""
    while True:
        try:
            environ = read_object(source)
        except Broken:
            return
        said: list[Any] = []

        def begin(status: str, headers: Headers, _exc_info: Any = None, said: list[Any] = said) -> None:
            said[:] = [status, headers]

        whole = {**environ, "wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr}
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as content:
            pieces = application(whole, begin)
            try:
                content.writelines(pieces)
            finally:
                if hasattr(pieces, "close"):
                    pieces.close()
            write_object(out, (*said, content.tell()))
            content.seek(0)
            shutil.copyfileobj(content, out, PIECE)
            out.flush()
