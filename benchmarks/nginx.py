"""The shipped nginx before one host: answers a second of one core, and how many questions reach Django meanwhile (needs wrk)."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from benchmarks import database  # isort: skip  # before any model
from django.urls import reverse

from benchmarks.callers import processor, server
from benchmarks.hall_of_lists import hall
from benchmarks.harness import Figure, note
from tests.hosts import Federation

TABLES = 60
CONNECTIONS = 256
ASKED = re.compile(rb"^romme_requests_total\{.*\} ([\d.]+)$", re.MULTILINE)


def figures(*, quick: bool) -> Iterator[Figure]:
    """The numbers of a tournament and of a series, and the part of the standings that follows a moved number."""
    wrk = shutil.which("wrk")
    if wrk is None or not shutil.which("nginx"):
        note("left out: wrk and nginx are Debian's packages of these names")
        return
    database.empty_tables()
    slug = hall((8 if quick else TABLES) * 4, played=2).tournament.slug
    asked = {
        "numbers of a tournament": (reverse("revisions", args=[slug]), ""),
        "numbers of a series": (reverse("list_revisions", args=[slug, 1]), ""),
        "part of the standings": (reverse("standings", args=[slug]), "true"),
    }
    os.environ["METRICS_TOKEN"] = token = secrets.token_hex()
    with tempfile.TemporaryDirectory() as folder, server() as (port, _pid):
        proxy = Federation(folder=Path(folder), variables={}, limited=False)
        proxy.ports["a"] = proxy.ports["b"] = port
        proxy.proxy()
        try:
            for name, (path, part) in asked.items():
                yield from one_address(name, wrk, proxy, path, part, 2 if quick else 10, token)
        finally:
            proxy.end()


def one_address(
    name: str, wrk: str, proxy: Federation, path: str, part: str, seconds: int, token: str
) -> Iterator[Figure]:
    """Everybody asks one address for some seconds."""
    pid = proxy.running["proxy"].pid
    reached, busy = reached_django(proxy, token), processor(pid)
    words = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-H", "Accept-Encoding: gzip"]
    words += ["-H", f"HX-Request: {part}"] if part else []
    said = subprocess.run(
        [*words, f"{proxy.site('proxy')}{path}"], capture_output=True, text=True, check=True
    ).stdout
    busy = processor(pid) - busy
    found = re.search(r"(\d+) requests in ([\d.]+)s", said)
    assert found, said
    if wrong := re.search(r"Non-2xx or 3xx responses: \d+|Socket errors.*", said):
        note(f"{name}: {wrong[0]}")
    answers, took = int(found[1]), float(found[2])
    yield Figure(name=f"{name}: answers", value=answers / took, unit="a second")
    yield Figure(
        name=f"{name}: of one core", value=answers / busy, unit="answers a second of nginx's processor"
    )
    yield Figure(
        name=f"{name}: reached Django", value=(reached_django(proxy, token) - reached) / took, unit="a second"
    )


def reached_django(proxy: Federation, token: str) -> float:
    """Return how many requests Django has answered; its own figures are not counted."""
    request = urllib.request.Request(  # noqa: S310 - our own host
        f"{proxy.site('a')}/-/metrics", headers={"Authorization": f"Bearer {token}"}
    )
    with closing(urllib.request.urlopen(request, timeout=20)) as answer:  # noqa: S310
        return sum(map(float, ASKED.findall(answer.read())))
