"""Each door under attack, N at once: memory of the server and p95 of somebody who only reads (docs/budgets.md)."""

from __future__ import annotations

import hashlib
import http.client
import io
import json
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
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from benchmarks.harness import FOLDER, Figure, note

AT_ONCE = 8
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
    seconds = 2.0 if quick else 6.0
    with serving() as house:
        prepared = png(5000, 3000), png(12000, 12000), attribute(), flood()
        note(f"what is sent: {', '.join(f'{len(one) // 1024} kB' for one in prepared)}")
        yield from through(house, "nobody", lambda: time.sleep(0.2), seconds)
        for name, attack in attacks(house).items():
            yield from through(house, name, attack, seconds)
            time.sleep(1)


def attacks(house: House) -> dict[str, Callable[[], object]]:
    """What eight do at once, again and again."""
    desk = f"/turnier/{house.slug}/leitung/"
    first = f"/turnier/{house.slug}/liste/1/1/"
    return {
        "log-in": lambda: post(house, "/anmelden/", {"username": "x", "password": "y" * 40}),
        "photo, PNG of 15 million pixels": lambda: upload(house, f"{first}fotos/", "photo", png(5000, 3000)),
        "photo, PNG of 144 million pixels": lambda: upload(
            house, f"{first}fotos/", "photo", png(12000, 12000)
        ),
        "pictures at the desk, PNG of 49 million pixels": lambda: upload(
            house, f"{desk}papier/", "pictures", png(7000, 7000)
        ),
        "pictures at the desk, PDF of 900 million pixels": lambda: upload(
            house, f"{desk}papier/", "pictures", scan(30000)
        ),
        "players, one long attribute": lambda: upload(
            house, f"{desk}anmeldungen/datei/", "file", attribute()
        ),
        "tournament, a flood of values": lambda: upload(house, "/turniere/uebernehmen/", "file", flood()),
        "workbook": lambda: get(house, f"/turnier/{house.slug}/rangliste.xlsx"),
        "lists for the printer": lambda: get(house, f"/turnier/{house.slug}/serie/1/listen.pdf"),
        "hand": lambda: get(house, "/blatt/?frage=best&regeln=club_2018&karten=★★★★♥7♥8♥9♠7♠8♠9♦D♦K♦A"),
        "500 half headers": lambda: half_headers(house, 500 // AT_ONCE),
        "database held": lambda: hold(house),
    }


def through(house: House, name: str, attack: Callable[[], object], seconds: float) -> Iterator[Figure]:
    """Eight who attack and one who reads, for so long."""
    until = time.monotonic() + seconds
    waits: dict[str, list[float]] = {"reader": [], "reader who is signed in": []}
    most = [0]

    def attacking() -> None:
        while time.monotonic() < until:
            with suppress(OSError, http.client.HTTPException):
                attack()

    def reading(who: str) -> None:
        """Strangers get a page that is kept (decision 0193); for whoever is signed in it is drawn anew each time."""
        while time.monotonic() < until:
            begun = time.monotonic()
            with suppress(OSError, http.client.HTTPException):
                get(house, f"/turnier/{house.slug}/rangliste/", session="" if who == "reader" else None)
            waits[who].append(time.monotonic() - begun)
            time.sleep(0.05)

    def watching() -> None:
        while time.monotonic() < until:
            most[0] = max(most[0], memory(house.pid))
            time.sleep(0.05)

    readers: list[Callable[[], None]] = [partial(reading, who) for who in waits]
    works = [*readers, watching, *[attacking] * (1 if name == "nobody" else AT_ONCE)]
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for who, waited in waits.items():
        ordered = sorted(waited) or [seconds]
        yield Figure(name=f"{name}: {who}, median", value=statistics.median(ordered) * 1000, unit="ms")
        yield Figure(name=f"{name}: {who}, p95", value=ordered[int(len(ordered) * 0.95)] * 1000, unit="ms")
    yield Figure(name=f"{name}: server", value=most[0] / 1024, unit="MB")


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


@cache
def png(width: int, height: int) -> bytes:
    """A picture of one colour: some kilobytes for any number of pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    packer = zlib.compressobj(9)
    row = b"\0" + b"\xff" * width * 3
    pixels = b"".join(packer.compress(row) for _row in range(height)) + packer.flush()
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@cache
def scan(side: int) -> bytes:
    """A PDF of one page that is one picture of so many pixels each way: a hundred kilobytes."""
    packer = zlib.compressobj(9)
    pixels = b"".join(packer.compress(b"\0" * (side // 8)) for _row in range(side)) + packer.flush()
    shape = b"/Width %d/Height %d/BitsPerComponent 1/ColorSpace/DeviceGray" % (side, side)
    drawn = b"595 0 0 842 0 0 cm /I Do"
    parts = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Type/XObject/Subtype/Image%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream"
        % (shape, len(pixels), pixels),
    )
    made, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(made))
        made += b"%d 0 obj%sendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Root 1 0 R/Size 6>>\nstartxref\n%d\n%%%%EOF" % len(made)
    return made + b"xref\n0 6\n0000000000 65535 f \n" + table + end


def packed(**parts: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return target.getvalue()


@cache
def attribute() -> bytes:
    """A workbook whose only sheet is one attribute of forty million letters."""
    sheet = b'<worksheet><sheetData><row r="' + b"a" * 40_000_000 + b'"/></sheetData></worksheet>'
    book = b'<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'
    links = b'<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
    kinds = b"<Types/>"
    names = {
        "[Content_Types].xml": kinds,
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": links,
        "xl/worksheets/sheet1.xml": sheet,
    }
    return packed(**names)


@cache
def flood() -> bytes:
    """A tournament of a hundred kilobytes whose one table has thirty million rows."""
    part = b"[" + b"{}," * 30_000_000 + b"{}]"
    name = "rows/tournaments.line.json"
    manifest = {
        "format": "romme-club-tournament",
        "version": 1,
        "parts": {name: {"sha256": hashlib.sha256(part).hexdigest(), "size": len(part)}},
    }
    return packed(**{"manifest.json": json.dumps(manifest).encode(), name: part})


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


def memory(pid: int) -> int:
    """Kilobytes of the process and of its children (Linux)."""
    total, family = 0, {pid}
    for place in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        with suppress(OSError, ValueError, IndexError):
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if int(place.name) in family or parent in family:
                family.add(int(place.name))
                resident = next(
                    line for line in (place / "status").read_text().splitlines() if line.startswith("VmRSS")
                )
                total += int(resident.split()[1])
    return total
