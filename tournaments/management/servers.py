"""The servers: granian everywhere, in one process or several; waitress where granian has no wheel (Windows on ARM)."""

import logging
import os
import shutil
import signal
import socket
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import waitress
from django.conf import settings
from django.core.servers.basehttp import get_internal_wsgi_application

from tournaments.management.runtime import give_memory_back, settled, with_room
from tournaments.pages.measured import MANY

try:
    from granian import Granian
    from granian.http import HTTP1Settings
except ImportError:  # no wheel for Windows on ARM: there waitress is all that is needed
    Granian = None  # type: ignore[assignment]

if sys.platform != "win32":
    import resource

THREADS = 8
_CONNECTIONS = 1_000 if sys.platform != "win32" else 480  # select() on Windows ends at 512
_IDLE_SECONDS = 30
_FILES = 8_192
SPARE_FILES = 64  # that are no connections
HEAD_SECONDS = 10  # within which the head of a request has to be there, however it trickles


def many_processes_possible() -> bool:
    """Whether granian is installed here (it is everywhere but on Windows for ARM)."""
    return Granian is not None


def serve_in_threads(listener: socket.socket) -> None:
    """Serve with waitress, in this process, until interrupted."""
    allow_many_files()
    _stop_in_order()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a queue is what a queue is for
    options: dict[str, Any] = {}
    if settings.SECURE_PROXY_SSL_HEADER:
        options = {
            "trusted_proxy": "127.0.0.1",
            "trusted_proxy_count": settings.BEHIND_PROXY,
            "trusted_proxy_headers": "x-forwarded-proto x-forwarded-for",
        }
    settled()
    waitress.serve(
        partial(
            with_room, get_internal_wsgi_application()
        ),  # the one that WSGI_APPLICATION names, as granian takes it
        sockets=[listener],
        threads=THREADS,
        connection_limit=_CONNECTIONS,
        channel_timeout=_IDLE_SECONDS,
        asyncore_use_poll=sys.platform != "win32",
        ident=None,
        _quiet=True,
        **options,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Secured:
    """The files that https needs."""

    certificate: Path
    key: Path


def serve_in_processes(host: str, port: int, *, workers: int, secured: Secured | None = None) -> None:
    """Serve with granian until interrupted: the first process starts workers and replaces dead ones."""
    allow_many_files()
    give_memory_back()
    if settings.METRICS_TOKEN:
        _count_together()
    Granian(
        settings.WSGI_APPLICATION.replace(".wsgi.application", ".rsgi:application"),
        address=host,
        port=port,
        interface="rsgi",  # type: ignore[arg-type]
        workers=workers,
        runtime_mode="st",  # type: ignore[arg-type]
        loop="asyncio",  # type: ignore[arg-type]
        http="1",  # type: ignore[arg-type]
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000),
        websockets=False,
        backlog=2048,
        backpressure=2048,  # what waits is a phone's question; the door decides what gets a thread
        respawn_failed_workers=True,
        workers_kill_timeout=10,
        log_level="warning",  # type: ignore[arg-type]
        ssl_cert=secured.certificate if secured else None,
        ssl_key=secured.key if secured else None,
    ).serve()


def _count_together() -> None:
    """Make an empty folder into which all processes of this host write their counters for `/-/metrics`."""
    folder = Path(settings.DATA_DIR) / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
    os.environ[MANY] = str(folder)


def _stop_in_order() -> None:
    """Treat Ctrl-C, a closed window and the stop of a service alike: requests that run are finished first."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a script's background job would ignore it
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform == "win32":
        signal.signal(signal.SIGBREAK, signal.default_int_handler)


def allow_many_files(wanted: int = _FILES) -> int:
    """Raise the number of open files; returns how many connections that allows.

    Each connection is a file, and macOS allows 256, which a hall of phones exceeds.
    """
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft - SPARE_FILES
