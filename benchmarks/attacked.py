"""A machine of its own that is attacked: the demo and a federation's register, served as start.py does, and who is who of its processes."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import FOLDER, note

PROCESSES = {
    "site": b"",
    "files": b"--multiprocessing-fork",
    "jobs": b"work",
    "reading": b"read_queue",
}
ALIKE = 20_000  # entries of a federation's register that bear one name, as somebody could upload them
SEARCHED = 8  # tournaments of 200 players in which a plan can be searched for
PEOPLE = """
from datetime import UTC, datetime
from pathlib import Path
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.auth import SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY
from django.utils import timezone
from benchmarks.attacked import ALIKE, SEARCHED
from tests import factories
from tournaments.event.permissions import Actor
from tournaments.accounts.services.programs import grant_access
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.services.machine import hide, remove
from tournaments.models import Club, Player, Role, Tournament, User
one = User.objects.create_superuser("budget", password="Kreuz-Bube-11-Herz")
made, *others = Tournament.objects.order_by("pk")
for each in (made, *others):
    Role.objects.create(tournament=each, user=one, kind="director")
by = Actor(user=one)
away = Path(settings.DATA_DIR) / "taken-over.zip"
away.write_bytes(tournament_file(others[0], now=timezone.now()))
hide(tournament_id=others[0].pk, reason="it comes again as a file", by=by, now=timezone.now())
remove(tournament_id=others[0].pk, typed=others[0].name, reason="it comes again as a file", by=by, now=timezone.now())
club = Club.objects.order_by("pk").first()
Player.objects.bulk_create(
    Player(given_name="Alma", family_name="Doppelt", club=club) for _one in range(ALIKE)
)
searched = [factories.tournament(players=200, name=f"Suche {n}") for n in range(SEARCHED)]
for each in searched:
    Role.objects.create(tournament=each, user=one, kind="director")
_row, token = grant_access(
    tournament_id=made.pk, name="Programm", scope="lists", ends_at=None, by=by, now=timezone.now()
)
kept = SessionStore()
kept[SESSION_KEY], kept[BACKEND_SESSION_KEY] = str(one.pk), "django.contrib.auth.backends.ModelBackend"
kept[HASH_SESSION_KEY] = one.get_session_auth_hash()
kept.create()
print(made.slug, kept.session_key, token, *[each.slug for each in searched])
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A server of its own with the demo, somebody who leads there, and who is who in the process table."""

    port: int
    pid: int
    slug: str
    session: str
    data: Path
    token: str  # of a program that may write lists
    searched: tuple[str, ...]  # tournaments in which a plan can be searched for


@contextmanager
def serving() -> Iterator[House]:
    """A machine of its own, made ready and served as start.py does."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        data = Path(folder) / "data"
        words = {
            "DATA_DIR": str(data),
            "STATIC_ROOT": str(Path(folder) / "static"),
            "PYTHONUTF8": "1",
            "PYTHONPATH": str(FOLDER.parent),
        }
        surroundings = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | words
        note("making a machine ready …")
        manage = (sys.executable, "manage.py")
        subprocess.run(
            [*manage, "prepare"], cwd=FOLDER.parent, env=surroundings, check=True, capture_output=True
        )
        told = subprocess.run(
            [*manage, "shell", "--no-imports", "-c", PEOPLE],
            cwd=FOLDER.parent,
            env=surroundings,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        slug, session, token, *searched = told.stdout.splitlines()[-1].split()
        with subprocess.Popen(
            [*manage, "serve", "--port", str(port)],
            cwd=FOLDER.parent,
            env=surroundings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server:
            try:
                house = House(
                    port=port,
                    pid=server.pid,
                    slug=slug,
                    session=session,
                    data=data,
                    token=token,
                    searched=tuple(searched),
                )
                wait_for(port)
                yield house
            finally:
                server.send_signal(signal.SIGINT)
                try:
                    server.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    server.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, address: str = "/") -> None:
    for _attempt in range(300):
        with (
            suppress(OSError, http.client.HTTPException),
            closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as caller,
        ):
            caller.request("GET", address)
            if caller.getresponse().status == http.HTTPStatus.OK:
                return
        time.sleep(0.1)
    raise TimeoutError("the server does not answer")


def memory(pid: int) -> dict[str, int]:
    """Kilobytes of each process of the site, by what it does (Linux): what processes share is shared out (PSS)."""
    told = dict.fromkeys(PROCESSES, 0)
    for member in family(pid):
        with suppress(OSError, ValueError, StopIteration):
            place = Path("/proc") / str(member)
            words = (place / "cmdline").read_bytes().split(b"\0")
            does = next((name for name, word in PROCESSES.items() if word and word in words), "site")
            told[does] += next(
                int(line.split()[1])
                for line in (place / "smaps_rollup").read_text().splitlines()
                if line.startswith("Pss:")
            )
    return told


def family(pid: int) -> set[int]:
    """A process, its children and theirs; numbers begin again at the end, so a child's may be the smaller one."""
    children: dict[int, list[int]] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(place.name))
    found, new = {pid}, [pid]
    while new:
        new = [child for one in new for child in children.get(one, [])]
        found.update(new)
    return found
