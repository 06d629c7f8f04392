"""Each door under attack, eight at once: memory of the server and p95 of three who only read (docs/budgets.md).

Beside the figures it says on stderr how each attack was answered (an attack that never came in shows nothing) and, at the
end, the table as docs/budgets.md has it, with what is beyond the promise: 600 MB, a second. About four minutes.
"""

from __future__ import annotations

import http.client
import itertools
import math
import os
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.harness import FOLDER, Figure, note
from benchmarks.hostile import attribute, brackets, flood, jpeg, png, scan, stack, swollen, webp

AT_ONCE = 8
READERS = ("stranger", "stranger, not kept", "signed in")
SLOW, LARGE = 1_000, 600  # milliseconds, megabytes: what is promised
NUMBER = itertools.count()
PROCESSES = {"site": b"", "files": b"draw_files", "jobs": b"work", "reading": b"read_queue"}
SECRET = "a" * 32  # of a form: cookie and field alike
PEOPLE = """
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.auth import SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY
from tournaments.models import Role, Tournament, User
one = User.objects.create_superuser("budget", password="Kreuz-Bube-11-Herz")
made = Tournament.objects.order_by("pk").first()
Role.objects.create(tournament=made, user=one, kind="director")
kept = SessionStore()
kept[SESSION_KEY], kept[BACKEND_SESSION_KEY] = str(one.pk), "django.contrib.auth.backends.ModelBackend"
kept[HASH_SESSION_KEY] = one.get_session_auth_hash()
kept.create()
print(made.slug, kept.session_key)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A server of its own with the demo, somebody who leads there, and who is who in the process table."""

    port: int
    pid: int
    slug: str
    session: str
    data: Path


def figures(*, quick: bool) -> Iterable[Figure]:
    """Memory and p95 while nobody attacks, and through every door."""
    seconds = 2.0 if quick else 12.0
    rows: list[Row] = []
    with serving() as house:
        prepared = (
            png(5000, 3000),
            png(12000, 12000),
            jpeg(4700, 3500),
            webp(),
            attribute(),
            flood(),
            scan(30000),
            swollen(),
        )
        note(f"what is sent: {', '.join(f'{len(one) // 1024} kB' for one in prepared)}")
        for name, attack in {"nobody": lambda: time.sleep(0.2), **attacks(house)}.items():
            rows.append(through(house, name, attack, seconds))
            note(rows[-1].told())
            yield from rows[-1].figures()
            time.sleep(1)
    note(table_of(rows))


def attacks(house: House) -> dict[str, Callable[[], object]]:
    """What eight do at once, again and again."""
    desk = f"/turnier/{house.slug}/leitung/"
    first = f"/turnier/{house.slug}/liste/1/1/"
    return {
        "log-in": lambda: post(house, "/anmelden/", {"username": f"x{next(NUMBER)}", "password": "y" * 40}),
        "photo, PNG of 15 million pixels": lambda: upload(house, f"{first}fotos/", "photo", png(5000, 3000)),
        "photo, progressive JPEG of 16 million pixels": lambda: upload(
            house, f"{first}fotos/", "photo", jpeg(4700, 3500)
        ),
        "photo, WebP of 50 million pixels": lambda: upload(house, f"{first}fotos/", "photo", webp()),
        "photo, PNG of 144 million pixels": lambda: upload(
            house, f"{first}fotos/", "photo", png(12000, 12000)
        ),
        "players, one long attribute": lambda: upload(
            house, f"{desk}anmeldungen/datei/", "file", attribute()
        ),
        "tournament, a flood of values": lambda: upload(house, "/turniere/uebernehmen/", "file", flood()),
        "a backup that swells when it is unpacked": lambda: upload(
            house, "/rechner/sicherung/", "file", swollen()
        ),
        "sealed list, all brackets": lambda: upload(house, "/pruefen/datei/", "file", brackets()),
        "workbook": lambda: get(house, f"/turnier/{house.slug}/rangliste.xlsx"),
        "lists for the printer": lambda: get(house, f"/turnier/{house.slug}/serie/1/listen.pdf"),
        "hand": lambda: get(house, "/blatt/?frage=beste&regeln=club_2018&karten=★★♥7♥8♥9♠7♠8♠9♦D♦K♦A♣A♠A"),
        "500 half headers": lambda: half_headers(house, 500 // AT_ONCE),
        "database held": lambda: hold(house),
        # last: what they leave in the queue is read while others would attack
        "pictures at the desk, PNG of 15 million pixels": lambda: upload(
            house, f"{desk}papier/", "pictures", png(5000, 3000)
        ),
        "pictures at the desk, WebP of 50 million pixels": lambda: upload(
            house, f"{desk}papier/", "pictures", webp()
        ),
        "pictures at the desk, 58 MB of nothing": lambda: upload(
            house, f"{desk}papier/", "pictures", stack()
        ),
        "pictures at the desk, PDF of 900 million pixels": lambda: upload(
            house, f"{desk}papier/", "pictures", scan(30000)
        ),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one attack did to who read meanwhile, and how it was answered."""

    attack: str
    waits: dict[str, list[float]]
    together: float  # megabytes of all processes of the site at once
    apart: dict[str, float]  # of each kind of them, at its most
    answers: Counter[str]

    def p95(self, who: str) -> float:
        """Milliseconds."""
        ordered = sorted(self.waits[who]) or [math.inf]
        return ordered[int(len(ordered) * 0.95)] * 1000

    def figures(self) -> Iterator[Figure]:
        for who, waited in self.waits.items():
            median = statistics.median(waited) * 1000 if waited else math.inf
            yield Figure(name=f"{self.attack}: {who}, median", value=median, unit="ms")
            yield Figure(name=f"{self.attack}: {who}, p95", value=self.p95(who), unit="ms")
        yield Figure(name=f"{self.attack}: all processes", value=self.together, unit="MB")
        for does, most in self.apart.items():
            yield Figure(name=f"{self.attack}: {does}", value=most, unit="MB")

    def told(self) -> str:
        answered = ", ".join(f"{count} × {status}" for status, count in sorted(self.answers.items()))
        return f"{self.attack}: {answered or 'nothing came in'}"


def table_of(rows: Iterable[Row]) -> str:
    """As docs/budgets.md has it, and what is beyond the promise."""
    lines = [
        "",
        f"| attack | {' | '.join(f'{who}, p95' for who in READERS)} | together | {' | '.join(PROCESSES)} |",
        "|" + "---|" * (len(READERS) + len(PROCESSES) + 2),
    ]
    beyond = []
    for row in rows:
        told = " | ".join(f"{row.p95(who):,.0f} ms" for who in READERS)
        apart = " | ".join(f"{row.apart[does]:.0f} MB" if row.apart[does] else "" for does in PROCESSES)
        lines.append(f"| {row.attack} | {told} | **{row.together:.0f} MB** | {apart} |")
        beyond += [f"{row.attack}: {who} {row.p95(who):,.0f} ms" for who in READERS if row.p95(who) >= SLOW]
        beyond += [f"{row.attack}: {row.together:.0f} MB"] if row.together >= LARGE else []
    return "\n".join(
        [*lines, "", *(f"BEYOND {one}" for one in beyond)]
        if beyond
        else [*lines, "", "nothing beyond 600 MB and 1 s"]
    )


def through(house: House, name: str, attack: Callable[[], object], seconds: float) -> Row:
    """Eight who attack and three who read, for so long."""
    until = time.monotonic() + seconds
    waits: dict[str, list[float]] = {who: [] for who in READERS}
    answers: Counter[str] = Counter()
    most = dict.fromkeys(("together", *PROCESSES), 0)

    def attacking() -> None:
        while time.monotonic() < until:
            try:
                said = attack()
            except (OSError, http.client.HTTPException) as cut:
                said = type(cut).__name__
            answers[str(said or "done")] += 1

    def reading(who: str) -> None:
        while time.monotonic() < until:
            begun = time.monotonic()
            address = f"/turnier/{house.slug}/rangliste/"
            with suppress(OSError, http.client.HTTPException):
                match who:
                    case "stranger":  # gets a page that is kept between answers (decision 0193)
                        get(house, address, session="")
                    case "stranger, not kept":  # nobody has asked for this very address before
                        get(house, f"{address}?suche=&n={next(NUMBER)}", session="")
                    case _:  # drawn for whoever is signed in each time
                        get(house, address)
            waits[who].append(time.monotonic() - begun)
            time.sleep(0.05)

    readers: list[Callable[[], None]] = [partial(reading, who) for who in READERS]
    works: list[Callable[[], object]] = [
        *readers,
        partial(watch, house, most, until),
        *[attacking] * (1 if name == "nobody" else AT_ONCE),
    ]
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    apart = {does: most[does] / 1024 for does in PROCESSES}
    return Row(attack=name, waits=waits, together=most["together"] / 1024, apart=apart, answers=answers)


def watch(house: House, most: dict[str, int], until: float) -> None:
    """Keep the most that each kind of process takes, and all of them at one moment."""
    while time.monotonic() < until:
        now = memory(house.pid)
        for does, kilobytes in [*now.items(), ("together", sum(now.values()))]:
            most[does] = max(most[does], kilobytes)
        time.sleep(0.1)


# The attacks ------------------------------------------------------------------------------------------------------


def get(house: House, address: str, *, session: str | None = None) -> int:
    return asked(house, "GET", address, b"", {}, house.session if session is None else session)


def post(house: House, address: str, fields: dict[str, str]) -> int:
    body = "&".join(f"{name}={value}" for name, value in (fields | {"csrfmiddlewaretoken": SECRET}).items())
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return asked(house, "POST", address, body.encode(), kind, "")


def upload(house: House, address: str, field: str, content: bytes) -> int:
    head = f'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{SECRET}\r\n'
    head += f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="a"\r\n\r\n'
    body = head.encode() + content + b"\r\n--x--\r\n"
    return asked(
        house, "POST", address, body, {"Content-Type": "multipart/form-data; boundary=x"}, house.session
    )


def asked(house: House, method: str, address: str, body: bytes, headers: dict[str, str], session: str) -> int:
    cookie = f"rommeclub_csrf={SECRET}" + (f"; rommeclub_session={session}" if session else "")
    with closing(http.client.HTTPConnection("127.0.0.1", house.port, timeout=90)) as caller:
        quoted = "".join(
            sign if sign.isascii() else "".join(f"%{byte:02X}" for byte in sign.encode()) for sign in address
        )
        caller.request(method, quoted, body, {"Cookie": cookie, **headers})
        answer = caller.getresponse()
        answer.read()
        return answer.status


def half_headers(house: House, many: int) -> None:
    """Connections that begin a request and never end it."""
    callers = []
    with suppress(OSError):
        for _one in range(many):
            caller = socket.create_connection(("127.0.0.1", house.port), timeout=5)
            caller.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            callers.append(caller)
    time.sleep(2)
    for caller in callers:
        caller.close()


def hold(house: House) -> None:
    """One of the eight holds the database, the others want to write."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(house.data / "romme-club.sqlite3", timeout=0)) as held,
    ):
        held.execute("BEGIN EXCLUSIVE")
        time.sleep(2)
        held.rollback()
        return
    post(house, "/anmelden/", {"username": "x", "password": "y"})


# The server ---------------------------------------------------------------------------------------------------------


@contextmanager
def serving() -> Iterator[House]:
    """A machine of its own, made ready and served as start.py does."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        data = Path(folder) / "data"
        words = {"DATA_DIR": str(data), "STATIC_ROOT": str(Path(folder) / "static"), "PYTHONUTF8": "1"}
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
            capture_output=True,
            text=True,
        )
        slug, session = told.stdout.split()
        with subprocess.Popen(
            [*manage, "serve", "--port", str(port)],
            cwd=FOLDER.parent,
            env=surroundings,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server:
            try:
                house = House(port=port, pid=server.pid, slug=slug, session=session, data=data)
                wait_for(house)
                yield house
            finally:
                server.send_signal(signal.SIGINT)
                try:
                    server.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    server.kill()


def wait_for(house: House) -> None:
    for _attempt in range(300):
        with suppress(OSError, http.client.HTTPException):
            if get(house, "/") == http.HTTPStatus.OK:
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
