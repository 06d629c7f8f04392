"""What each door of the site is attacked with, eight at once (`python -m benchmarks budgets`), and how it is sent."""

from __future__ import annotations

import http.client
import itertools
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass

from benchmarks.attacked import House
from benchmarks.hostile import attribute, brackets, flood, jpeg, png, scan, stack, swollen, webp

AT_ONCE = 8
NUMBER = itertools.count()
SECRET = "a" * 32  # of a form: cookie and field alike


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """What one of eight does again and again, and the doors through which it goes (docs/budgets.md)."""

    name: str
    doors: tuple[str, ...]  # as the budgets name them; none: no dear door, and it has to hold all the same
    does: Callable[[House], object]


def attacks(house: House) -> Iterator[Attack]:
    """All, in the order in which one server goes through them."""
    desk = f"/turnier/{house.slug}/leitung/"
    photos = f"/turnier/{house.slug}/liste/1/1/fotos/"
    api = f"/api/v1/tournaments/{house.slug}/"

    def sent(name: str, door: str, address: str, field: str, content: Callable[[], bytes]) -> Attack:
        return Attack(name=name, doors=(door,), does=lambda house: upload(house, address, field, content()))

    def asked_for(name: str, doors: tuple[str, ...], address: str) -> Attack:
        return Attack(name=name, doors=doors, does=lambda house: get(house, address))

    yield Attack(
        name="log-in",
        doors=("login",),
        does=lambda house: post(house, "/anmelden/", {"username": f"x{next(NUMBER)}", "password": "y" * 40}),
    )
    yield sent("photo, PNG of 15 million pixels", "photo", photos, "photo", lambda: png(5000, 3000))
    yield sent(
        "photo, progressive JPEG of 16 million pixels", "photo", photos, "photo", lambda: jpeg(4700, 3500)
    )
    yield sent("photo, WebP of 50 million pixels", "photo", photos, "photo", webp)
    yield sent("photo, PNG of 144 million pixels", "photo", photos, "photo", lambda: png(12000, 12000))
    yield sent("players, one long attribute", "players", f"{desk}anmeldungen/datei/", "file", attribute)
    yield sent("tournament, a flood of values", "tournament", "/turniere/uebernehmen/", "file", flood)
    yield sent("tournament, 58 MB of nothing", "tournament", "/turniere/uebernehmen/", "file", stack)
    yield Attack(
        name="tournament, a real one taken over",
        doors=("tournament",),
        does=lambda house: upload(
            house, "/turniere/uebernehmen/", "file", (house.data / "taken-over.zip").read_bytes()
        ),
    )
    yield sent(
        "a backup that swells when it is unpacked", "tournament", "/rechner/sicherung/", "file", swollen
    )
    yield sent("sealed list, all brackets", "sealed file", "/pruefen/datei/", "file", brackets)
    yield asked_for("workbook", ("workbook",), f"/turnier/{house.slug}/rangliste.xlsx")
    yield asked_for("lists for the printer", ("paper",), f"/turnier/{house.slug}/serie/1/listen.pdf")
    hand = "/blatt/?frage=beste&regeln=club_2018&karten=★★♥7♥8♥9♠7♠8♠9♦D♦K♦A♣A♠A"
    yield asked_for("hand", ("hand",), hand)
    yield asked_for("register, 20,000 entries of one name", (), "/verband/spieler/doppelt/")
    yield asked_for("register, leafed through and sought in", (), "/verband/spieler/?suche=a&seite=300")
    yield Attack(
        name="programs, 64 kB of brackets",
        doors=(),
        does=lambda house: programmed(house, f"{api}lists/1/1/games", b"[" * 65_000),
    )
    yield asked_for("programs, standings", (), f"{api}standings")
    yield Attack(
        name="58 MB to an address that takes no file",
        doors=(),
        does=lambda house: upload(house, "/sprache/", "language", stack(), session=""),
    )
    yield Attack(name="500 half headers", doors=(), does=lambda house: half_headers(house, 500 // AT_ONCE))
    yield Attack(name="half bodies of 58 MB, where no file is taken", doors=(), does=half_bodies)
    yield Attack(name="database held", doors=(), does=hold)
    # last: what they leave in the queue is worked at while others would attack
    yield Attack(name="jobs, a plan searched for in eight tournaments", doors=(), does=search)
    pictures, desk_of = "pictures", f"{desk}papier/"
    yield sent(
        "pictures at the desk, PNG of 15 million pixels",
        pictures,
        desk_of,
        pictures,
        lambda: png(5000, 3000),
    )
    yield sent("pictures at the desk, WebP of 50 million pixels", pictures, desk_of, pictures, webp)
    yield sent("pictures at the desk, 58 MB of nothing", pictures, desk_of, pictures, stack)
    yield sent(
        "pictures at the desk, PDF of 900 million pixels", pictures, desk_of, pictures, lambda: scan(30000)
    )


# How it is sent -----------------------------------------------------------------------------------------------------


def get(house: House, address: str, *, session: str | None = None) -> int:
    return asked(house, "GET", address, b"", {}, house.session if session is None else session)


def post(house: House, address: str, fields: dict[str, str], *, session: str = "") -> int:
    body = "&".join(f"{name}={value}" for name, value in (fields | {"csrfmiddlewaretoken": SECRET}).items())
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return asked(house, "POST", address, body.encode(), kind, session)


def upload(house: House, address: str, field: str, content: bytes, *, session: str | None = None) -> int:
    head = f'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{SECRET}\r\n'
    head += f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="a"\r\n\r\n'
    body = head.encode() + content + b"\r\n--x--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    return asked(house, "POST", address, body, kind, house.session if session is None else session)


def programmed(house: House, address: str, body: bytes) -> int:
    """As a program that a director has let in."""
    kind = {"Content-Type": "application/json", "Authorization": f"Bearer {house.token}"}
    return asked(house, "POST", address, body, kind, "")


def search(house: House) -> int:
    """Ask for a plan to be searched, in one tournament after the other."""
    slug = house.searched[next(NUMBER) % len(house.searched)]
    fields = {"deed": "suchen", "scope": "alles", "seed": "a", "seconds": "30"}
    return post(house, f"/turnier/{slug}/leitung/sitzplan/suche/", fields, session=house.session)


def half_bodies(house: House) -> None:
    """A body of which half comes, and then nothing more for two seconds."""
    with (
        suppress(OSError),
        closing(socket.create_connection(("127.0.0.1", house.port), timeout=5)) as caller,
    ):
        head = (
            "POST /anmelden/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\n"
        )
        caller.sendall(f"{head}Content-Length: {len(stack())}\r\n\r\n".encode())
        caller.sendall(stack()[: len(stack()) // 2])
        time.sleep(2)


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
