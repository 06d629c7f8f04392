"""`prepare` and `serve`: a machine made ready twice loses nothing; the server finds a port, answers and stops in order."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path

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


def answers(address: str | urllib.request.Request) -> int:
    """The status; a server that has just begun may need a moment."""
    browser = urllib.request.build_opener(NoRedirect)
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


def test_addresses_that_neighbours_cannot_open_are_not_offered(monkeypatch):
    monkeypatch.setattr(phones, "_NOBODY", "127.0.0.1")
    monkeypatch.setattr(
        phones, "_of_interfaces", lambda: ["127.0.0.1", "169.254.3.4", "192.168.137.1", "10.42.0.1"]
    )
    monkeypatch.setattr(phones, "_of_the_name", lambda: ["127.0.1.1", "10.42.0.1"])
    assert phones.addresses_for_phones() == ["192.168.137.1", "10.42.0.1"]


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
