"""`prepare` and `serve`: a machine made ready twice loses nothing; the server finds a port, answers and stops in order."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path

import ifaddr
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.rooms import HOUSE
from tests.test_settings import PRODUCTION, manage
from tournaments.access.selectors import phones
from tournaments.management import network


@pytest.fixture
def machine(tmp_path) -> dict[str, str]:
    """A laptop's variables: a folder for its data and one for its static files."""
    return {"DATA_DIR": str(tmp_path / "data"), "STATIC_ROOT": str(tmp_path / "static")}


@contextmanager
def serving(machine: dict[str, str], *words: str):
    """A server and what it says; ended as Ctrl-C ends it."""
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", *words],
        cwd=HOUSE,
        env={**os.environ, **machine, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as server:
        assert server.stdout
        said: list[str] = []
        try:
            for line in server.stdout:
                said.append(line)
                if "Strg+C" in line:
                    break
            yield server, said
        finally:
            server.kill()


def address_in(said: list[str]) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+/", "".join(said))
    assert found, said
    return found[0]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments):
        return None


def answers(address: str | urllib.request.Request, trusting: ssl.SSLContext | None = None) -> int:
    """The status; a server that has just begun may need a moment."""
    browser = urllib.request.build_opener(NoRedirect, urllib.request.HTTPSHandler(context=trusting))
    for _attempt in range(100):
        try:
            with closing(browser.open(address, timeout=20)) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            with closing(refused):
                return refused.code
        except urllib.error.URLError as nobody:
            last = nobody
            time.sleep(0.05)
    raise last


def taken_port(listener: socket.socket) -> int:
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return int(listener.getsockname()[1])


@pytest.mark.slow
def test_a_machine_made_ready_twice_keeps_its_key_and_its_data(machine):
    """It begins with tables of an older version: they are copied before the update, and only then."""
    folder = Path(machine["DATA_DIR"])
    manage("migrate", "scoring", "0001", **machine)
    first = manage("prepare", "--no-demo", **machine)
    assert first.returncode == 0, first.stderr
    assert [line.split("…")[0].strip() for line in first.stdout.splitlines()] == [
        "Schlüssel",
        "Rechte",
        "Siegel",
        "Datenbank",
        "Regelwerke",
        "Bilder und Schriften",
    ]
    kept = ("secret-key", "seal.pem")
    keys = [(folder / name).read_text(encoding="utf-8") for name in kept]
    assert len(keys[0]) > 50
    assert "PRIVATE KEY" in keys[1]
    if sys.platform != "win32":
        assert not any((folder / name).stat().st_mode & 0o077 for name in kept)
    (copy,) = (folder / "backups").iterdir()
    assert copy.stat().st_size > 0
    again = manage("prepare", "--no-demo", **machine)
    assert again.returncode == 0, again.stderr
    assert [(folder / name).read_text(encoding="utf-8") for name in kept] == keys
    assert list((folder / "backups").iterdir()) == [copy]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to whole consoles only")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_taken_port_is_told_and_the_next_one_answers_until_it_is_stopped(machine, stop):
    with closing(socket.socket()) as somebody:
        port = taken_port(somebody)
        with serving({**machine, "DEBUG": "1"}, "--port", str(port)) as (server, said):
            assert said[0].startswith(f"Port {port} ist belegt, also gilt ")
            assert answers(address_in(said) + "gibt-es-nicht/") == 404
            server.send_signal(stop)
            assert server.wait(timeout=20) == 0
            assert server.stdout.read().strip() == "Angehalten. Alles ist gespeichert."


@pytest.mark.postgres
@pytest.mark.skipif(sys.platform == "win32", reason="one process is all that Windows gets")
def test_on_postgresql_several_processes_answer_and_stop_together(machine):
    with serving({**machine, "DEBUG": "1"}, "--port", "8480", "--workers", "2") as (server, said):
        assert answers(address_in(said) + "gibt-es-nicht/") == 404
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=20) == 0
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", int(address_in(said).split(":")[2].strip("/"))), timeout=5)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a host is no Windows laptop")
def test_in_production_a_taken_port_is_refused_and_the_proxy_is_believed(machine):
    host = {**machine, **PRODUCTION, "BEHIND_PROXY": "1"}
    page = Path(machine["STATIC_ROOT"]) / "page.txt"
    page.parent.mkdir()
    page.write_text("here", encoding="utf-8")
    with closing(socket.socket()) as somebody:
        refused = manage("serve", "--port", str(taken_port(somebody)), **host)
        assert refused.returncode == 1
        assert "keiner frei" in refused.stderr
    with serving(host, "--port", "8490") as (_server, said):
        bare = urllib.request.Request(
            address_in(said) + "static/page.txt", headers={"Host": "turnier.example.org"}
        )
        through = urllib.request.Request(
            bare.full_url, headers={**bare.headers, "X-Forwarded-Proto": "https"}
        )
        assert answers(through) == 200
        assert answers(bare) == 301  # to HTTPS


@pytest.mark.slow
def test_phones_get_an_address_and_a_code(machine):
    with serving({**machine, "LC_ALL": "C"}, "--host", "0.0.0.0", "--port", "8460") as (_server, said):
        told = "".join(said)
        assert "Handys" in told
        assert ("Handys im selben Netz:  http://" in told) == ("█" in told)


def test_the_code_is_dark_on_light_in_a_coloured_terminal():
    plain = network.qr_code("http://192.168.178.20:8000/", colours=False)
    coloured = network.qr_code("http://192.168.178.20:8000/", colours=True)
    assert "\033" not in plain
    assert [line.removeprefix("\033[97;40m").removesuffix("\033[0m") for line in coloured.splitlines()] == (
        plain.splitlines()
    )


@pytest.mark.slow
def test_https_in_the_hall_by_a_certificate_of_the_laptops_own(machine):
    """Whoever trusts the authority gets in without a warning; nobody else does, and the keys are the owner's alone."""
    refused = manage("serve", "--https", "--port", "8495", **machine)
    assert refused.returncode == 1
    assert "hall_certificate" in refused.stderr
    made = manage("hall_certificate", "10.1.2.3", **machine)
    assert made.returncode == 0, made.stderr
    assert "10.1.2.3" in made.stdout
    folder = Path(machine["DATA_DIR"])
    if sys.platform != "win32":
        assert not any(
            (folder / name).stat().st_mode & 0o077 for name in ("hall-ca-key.pem", "hall-server-key.pem")
        )
    trusting = ssl.create_default_context(cafile=str(folder / "hall-ca.pem"))
    with serving({**machine, "DEBUG": "1"}, "--https", "--port", "8495") as (_server, said):
        here = re.search(r"https://127\.0\.0\.1:\d+/", "".join(said))[0]
        assert answers(here + "gibt-es-nicht/", trusting) == 404
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(here, context=ssl.create_default_context(), timeout=20)
    first = (folder / "hall-ca.pem").read_bytes()
    assert manage("hall_certificate", **machine).returncode == 0
    assert (folder / "hall-ca.pem").read_bytes() == first  # phones that trust it go on doing so


def network_of(monkeypatch, *cards: tuple[str, str], likely: str = "") -> None:
    """Let the machine be in these networks: pairs of card and address."""
    monkeypatch.setattr(phones, "_towards_the_router", lambda: likely)
    adapters = [ifaddr.Adapter(card, card, [ifaddr.IP(address, 24, card)]) for card, address in cards]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)


def test_addresses_that_neighbours_cannot_open_are_not_offered(monkeypatch):
    network_of(
        monkeypatch,
        ("lo", "127.0.0.1"),
        ("eth0", "169.254.3.4"),
        ("wlan0", "192.168.137.1"),
        ("docker0", "172.17.0.1"),
        ("hotspot", "10.42.0.1"),
        likely="10.42.0.1",
    )
    assert [(one.address, one.card) for one in phones.networks()] == [
        ("10.42.0.1", "hotspot"),
        ("192.168.137.1", "wlan0"),
    ]


TWO_LAPTOPS = """
from contextlib import ExitStack
from time import sleep
from tournaments.management.local_name import answering
from zeroconf import Zeroconf
with ExitStack() as hall:
    first = hall.enter_context(answering(["127.0.0.1"], 8000))
    sleep(1)  # nobody says the same aloud twice within a second
    second, nowhere = hall.enter_context(answering(["127.0.0.1"], 8001)), hall.enter_context(answering([], 1))
    asking = Zeroconf(interfaces=["127.0.0.1"])
    told = asking.get_service_info("_http._tcp.local.", second.replace("local", "_http._tcp.local."), timeout=5000)
    print(first, second, repr(nowhere), told and told.parsed_addresses(), told and told.port)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(socket, "SO_REUSEPORT"), reason="two responders on one machine share a port")
def test_a_laptop_answers_to_a_name_and_a_second_one_to_another():
    """In a process of its own: the library leaves its event loop to the end of the process."""
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", TWO_LAPTOPS],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    first, second, *found = told.stdout.split()
    name = re.compile(r"romme-club(-\d)?\.local")  # another test may have taken the shortest
    assert name.fullmatch(first)
    assert name.fullmatch(second)
    assert first != second
    assert found == ["''", "['127.0.0.1']", "8001"]


def test_no_free_port_is_a_sentence():
    with pytest.raises(CommandError, match="keiner frei"):
        call_command("serve", host="203.0.113.7", port=8000)  # not an address of this machine


@pytest.mark.skipif(connection.vendor == "postgresql", reason="there they may be started")
@pytest.mark.parametrize("workers", [0, 4])
def test_several_processes_are_for_postgresql(workers):
    with pytest.raises(CommandError, match="Prozess"):
        call_command("serve", workers=workers, port=8470)


@pytest.mark.parametrize("port", [0, -1, 70_000])
def test_an_impossible_port_is_a_sentence(port):
    with pytest.raises(CommandError, match="Port"):
        call_command("serve", port=port)
