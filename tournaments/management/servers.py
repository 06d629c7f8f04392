"""Serves the site with uvicorn: in this process on a laptop, in several on a host."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from tournaments.management.connections import Connection
from tournaments.management.runtime import give_memory_back
from tournaments.pages.measured import MANY

if sys.platform != "win32":
    import resource

FILES = 16_384  # open files at most, most of them connections
SPARE_FILES = 256  # that are no connections
KEEP_ALIVE_SECONDS = 30
HEALTH_SECONDS = 30  # within which one of several processes has to answer, or it is replaced
STOP_SECONDS = 10  # within which requests that run are finished when the server is stopped


@dataclass(frozen=True, slots=True, kw_only=True)
class Secured:
    """The files that https needs."""

    certificate: Path
    key: Path


def serve(listener: socket.socket, *, workers: int = 1, secured: Secured | None = None) -> None:
    """Serve on a bound socket until interrupted: finish what runs, then return. Dead workers are replaced."""
    give_memory_back()
    if settings.METRICS_TOKEN:
        share_counters()
    config = Config(
        settings.WSGI_APPLICATION.replace(".wsgi.application", ".asgi:application"),
        http=Connection,
        loop="asyncio",
        ws="none",
        lifespan="off",
        workers=workers,
        backlog=2_048,
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,  # the site itself knows how many proxies are ours
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_worker_healthcheck=HEALTH_SECONDS,
        ssl_certfile=secured.certificate if secured else None,
        ssl_keyfile=secured.key if secured else None,
    )
    stop_in_order()
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises the signal again that ended it
        if workers == 1:
            Server(config).run(sockets=[listener])
        else:
            Multiprocess(config, sockets=[listener]).run()


def stop_in_order() -> None:
    """Treat Ctrl-C, a closed window and the stop of a service alike: requests that run are finished first."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a script's background job would ignore it
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform == "win32":
        signal.signal(signal.SIGBREAK, signal.default_int_handler)


def share_counters() -> None:
    """Make an empty folder into which all processes of this host write their counters for `/-/metrics`."""
    folder = Path(settings.DATA_DIR) / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
    os.environ[MANY] = str(folder)


def allow_many_files(wanted: int = FILES) -> int:
    """Raise the number of open files; return how many connections that allows.

    Each connection is a file, and macOS allows 256, which a hall of phones exceeds.
    """
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft) - SPARE_FILES
