"""What systemd hears of the stream: that it is ready, a sign of life each second, and nothing more when its loop hangs."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import pytest

from tests.rooms import HOUSE
from tournaments.management import watched

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="sockets of systems that have systemd")


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setattr(watched, "EVERY", 0.01)
        yield ear


def heard(ear: socket.socket) -> list[bytes]:
    said = []
    while True:
        try:
            said.append(ear.recv(100))
        except BlockingIOError:
            return said


def test_it_is_ready_and_goes_on_until_its_loop_hangs(systemd):
    async def story() -> tuple[list[bytes], list[bytes]]:
        living = asyncio.create_task(watched.signs_of_life())
        lively: list[bytes] = []
        while len(lively) < 4:
            await asyncio.sleep(0.05)
            lively += heard(systemd)
        heard(systemd)
        time.sleep(0.2)  # the loop hangs
        hanging = heard(systemd)
        living.cancel()
        return lively, hanging

    lively, hanging = asyncio.run(story())
    assert lively[0] == b"READY=1"
    assert set(lively[1:]) == {b"WATCHDOG=1"}
    assert hanging == []


def test_an_ear_that_is_gone_stops_nothing(systemd, tmp_path):
    (tmp_path / "notify").unlink()

    async def story() -> bool:
        living = asyncio.create_task(watched.signs_of_life())
        await asyncio.sleep(0.05)
        return living.done()

    assert not asyncio.run(story())


def test_without_systemd_nothing_is_said(monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert asyncio.run(asyncio.wait_for(watched.signs_of_life(), 5)) is None
    monkeypatch.setenv("NOTIFY_SOCKET", "@romme")
    assert watched.listening_address() == "\0romme"


def test_the_unit_kills_what_hangs_before_a_page_would_poll_too_late():
    unit = (HOUSE / "deploy" / "romme-stream.service").read_text(encoding="utf-8")
    said = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line and not line.startswith("#"))
    assert (said["Type"], said["WatchdogSignal"]) == ("notify", "SIGKILL")
    assert watched.EVERY * 3 < float(said["WatchdogSec"]) <= 4
