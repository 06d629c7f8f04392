"""A hall for some minutes against the true `start.py`: phones, readers, screens, a desk that prints; nothing may be lost.

    python -m benchmarks.the_hall                       250 phones, 1,000 readers, 6 screens, ten minutes
    python -m benchmarks.the_hall --club                15 tables, 60 readers, 2 screens: an evening of a club, five minutes
    python -m benchmarks.the_hall --burst               250 phones send a game that has waited for the network within two seconds
    python -m benchmarks.the_hall --minutes 60          the soak
    python -m benchmarks.the_hall --minutes 0.5 --tables 24 --readers 60 --game-seconds 8 --slow 20 --counts-only    as CI does

Phones and readers do as their pages do (static/js/polling.js): they ask for revision numbers and fetch a part when its number
has moved. Slow clients send half of a head or of a form. Everybody comes within the first minute (or fifth of a shorter time).
At the end the lists are compared with what was confirmed; a line for each aim of decision 0376 says whether it was met, and the
command ends with 1 when one was not. Linux: processor and memory are read from /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from uuid import uuid4

from django.urls import reverse

from benchmarks import database  # before any model
from benchmarks.browsers import Browser, Seen
from benchmarks.callers import free_port, memory, open_files, processor
from benchmarks.hall_of_lists import Hall, cookies_of, desk, hall
from benchmarks.harness import FOLDER
from tournaments.access.selectors.codes import code_of
from tournaments.event.core.dealing import players_of_game
from tournaments.models import Game, ScoreSheet, Screen

GAMES = 20  # of a list
# Seconds within which 95 of 100 answers come, by kind; and what the server may take.
P95, P95_OF = 0.300, {"game": 0.150, "file": 5.0}
CORES, MEGABYTES, GROWTH = 0.8, 450, 1.25
CLUB_P95, CLUB_CORES = 0.100, 0.1
BURST_SECONDS, BURST_READERS = 15.0, 1.0  # until all waiting games are confirmed; 95 of 100 readers meanwhile
LEFT_OPEN = 80  # files more than before anybody came, once everybody has gone: the database in each thread, and a pipe
PATIENCE = 600  # seconds for start.py to answer
JUDGED_FROM = 5  # minutes from which memory is judged: before, everything is loaded for the first time
PARTS = re.compile(r"<[^>]*data-revisions[^>]*>")


def typed(number: int, version: int) -> dict[str, str]:
    """A game without doubts at a table of four, as its page sends it."""
    winner, *losers = players_of_game(number, 4, True)
    fields = {"submission": str(uuid4()), "seen_version": str(version), "winner": str(winner), "finish": "R"}
    for seat, (opened, augen) in zip(losers, (("ja", "25"), ("nein", "88")), strict=True):
        fields |= {f"opened_{seat}": opened, f"augen_{seat}": augen}
    return fields


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, math.ceil(share * len(values)) - 1)]


@dataclass(slots=True)
class Part:
    """A part of a page that follows revision numbers."""

    address: str
    revisions: str
    follows: list[str]
    seen: str

    def moved(self, numbers: dict[str, int]) -> bool:
        return " ".join(str(numbers.get(name, 0)) for name in self.follows) != self.seen


def parts_of(html: str) -> list[Part]:
    """The parts of a page, each address once."""
    found = {}
    for tag in PARTS.findall(html):
        address, revisions, follows, seen = (
            tag.partition(f'{name}="')[2].partition('"')[0].replace("&amp;", "&")
            for name in ("data-poll", "data-revisions", "data-follows", "data-seen")
        )
        found[address] = Part(address=address, revisions=revisions, follows=follows.split(), seen=seen)
    return list(found.values())


async def follow(browser: Browser, parts: list[Part], *, kind: str) -> list[Part]:
    """Ask for the numbers once, and fetch what has moved; returns the parts as they are now."""
    for revisions in {part.revisions for part in parts}:
        status, said = await browser.ask(f"{kind} asks", revisions)
        if status != 200:
            continue
        numbers = json.loads(said)
        for part in [one for one in parts if one.revisions == revisions and one.moved(numbers)]:
            status, fresh = await browser.ask(f"{kind} fetches", part.address, part=True)
            if status == 200:
                parts = [one for one in parts if one.address != part.address] + parts_of(fresh)
    return parts


async def phone(
    made: Hall,
    sheet: ScoreSheet,
    token: str,
    port: int,
    seen: Seen,
    chance: random.Random,
    wishes: argparse.Namespace,
) -> None:
    """Comes by its code, enters its games one after the other, and asks for news in between."""
    browser, every = Browser(port, seen), wishes.game_seconds
    await asyncio.sleep(chance.uniform(0, arrival(wishes)))
    await browser.ask("code", f"/t/{token}/", good=(302,))
    number, version = 1, 0
    while not seen.over() and number <= GAMES:
        _status, page = await browser.ask("entry page", made.address("game", sheet, number))
        if "am-tisch" not in page:
            await asyncio.sleep(2)
            continue
        parts = parts_of(page)
        until = time.monotonic() + chance.uniform(0.6, 1.4) * every
        while not seen.over() and time.monotonic() < until:
            await asyncio.sleep(2 * chance.uniform(0.75, 1.25))
            parts = await follow(browser, parts, kind="phone")
        if seen.over():
            break
        game = typed(number, version)
        while True:  # as the page does: the same submission again until it is confirmed
            status, _said = await browser.ask("game", made.address("send_game", sheet, number), fields=game)
            if status == 200:
                break
            await asyncio.sleep(2)
        seen.confirmed[sheet.pk] = number
        number, version = number + 1, version + 1
    browser.close()


def arrival(wishes: argparse.Namespace) -> float:
    """Seconds within which everybody comes."""
    return min(60.0, float(wishes.minutes) * 12)


async def reader(
    paths: list[str], port: int, seen: Seen, chance: random.Random, wishes: argparse.Namespace
) -> None:
    """Opens a page and follows it."""
    browser, path = Browser(port, seen), chance.choice(paths)
    await asyncio.sleep(chance.uniform(0, arrival(wishes)))
    _status, page = await browser.ask("page", path)
    pace = re.search(r'data-every="([\d.]+)"', page)
    parts = parts_of(page)
    while not seen.over():
        await asyncio.sleep(float(pace[1] if pace else 10) * chance.uniform(0.75, 1.25))
        parts = await follow(browser, parts, kind="reader")
    browser.close()


async def burst(made: Hall, lists: list[tuple[ScoreSheet, str]], port: int, seen: Seen) -> list[Verdict]:
    """Every phone was without a network and sends the game that waits within two seconds; readers read meanwhile."""
    chance, slug = random.Random("burst"), made.tournament.slug
    phones = []
    for sheet, token in lists:
        browser = Browser(port, seen)
        await browser.ask("code", f"/t/{token}/", good=(302,))
        await browser.ask("entry page", made.address("game", sheet, 1))
        phones.append((browser, sheet))
    over = False

    async def send(browser: Browser, sheet: ScoreSheet) -> float:
        await asyncio.sleep(chance.uniform(0, 2))
        begun, game = time.monotonic(), typed(1, 0)
        while (await browser.ask("game", made.address("send_game", sheet, 1), fields=game, good=(200, 503)))[
            0
        ] != 200:
            await asyncio.sleep(1)
        seen.confirmed[sheet.pk] = 1
        return time.monotonic() - begun

    async def read() -> None:
        browser = Browser(port, seen)
        while not over:
            await browser.ask("reader", reverse("standings", args=[slug]))
            await asyncio.sleep(chance.uniform(0.5, 1.5))
        browser.close()

    readers = [asyncio.create_task(read()) for _reader in range(50)]
    await asyncio.sleep(3)
    seen.waits.pop("reader", None)
    waits = await asyncio.gather(*(send(browser, sheet) for browser, sheet in phones))
    over = True
    await asyncio.gather(*readers)
    slowest, late = max(waits), percentile(seen.waits["reader"], 0.95)
    refused = sum(count for status, count in seen.statuses.items() if status == "game 503")
    return [
        Verdict(
            f"all confirmed within {BURST_SECONDS:.0f} s", f"{slowest:.1f} s", slowest <= BURST_SECONDS, True
        ),
        Verdict("nobody refused", f"{refused} told to come again", refused == 0, True),
        Verdict(f"readers within {BURST_READERS:.0f} s", f"{late:.2f} s", late <= BURST_READERS, True),
    ]


async def screen(code: str, port: int, seen: Seen, chance: random.Random) -> None:
    browser, known = Browser(port, seen), ""
    while not seen.over():
        _status, page = await browser.ask("screen asks", f"/saal/{code}/", seen=known)
        if stamp := re.search(r'data-state="([^"]*)"', page):
            known = stamp[1]
        await asyncio.sleep(2 * chance.uniform(0.75, 1.25))
    browser.close()


async def director(made: Hall, cookies: str, port: int, seen: Seen) -> None:
    """The desk: looks, prints and exports, one thing after the other."""
    slug, browser = made.tournament.slug, Browser(port, seen, cookies)
    files = [
        reverse("sheets_pdf", args=[slug, 2]),
        reverse("standings_pdf", args=[slug]),
        reverse("standings_xlsx", args=[slug]),
        reverse("standings_csv", args=[slug]),
    ]
    at = 0
    while not seen.over():
        await browser.ask("desk", reverse("desk", args=[slug]))
        await browser.ask("file", files[at % len(files)])
        at += 1
        await asyncio.sleep(4)
    browser.close()


async def slow_client(port: int, seen: Seen, request: bytes, trickle: bytes) -> None:
    """Sends the half, then a spoonful now and then; comes again when it was let go."""
    while not seen.over():
        try:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            for _spoon in range(30):
                await asyncio.sleep(1)
                if seen.over():
                    break
                writer.write(trickle)
                await writer.drain()
            writer.close()
        except OSError:
            await asyncio.sleep(1)


def slow_clients(port: int, seen: Seen, how_many: int) -> list[asyncio.Task[None]]:
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    form = b"POST /anmelden/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\nuser"
    both = [(head, b"X-More: x\r\n"), (form, b"x")]
    return [asyncio.create_task(slow_client(port, seen, *both[n % 2])) for n in range(how_many)]


async def run(
    made: Hall,
    lists: list[tuple[ScoreSheet, str]],
    codes: list[str],
    port: int,
    pid: int,
    seen: Seen,
    wishes: argparse.Namespace,
    cookies: str,
) -> list[Verdict]:
    """Everybody at once for so many minutes; one line of figures for every tenth of the time."""
    slug = made.tournament.slug
    paths = [reverse("standings", args=[slug])] * 3 + [
        reverse("tournament", args=[slug]),
        reverse("seating", args=[slug]),
    ]

    def chance(kind: str, number: int) -> random.Random:
        return random.Random(f"{wishes.seed}/{kind}/{number}")

    tasks = [
        *(
            asyncio.create_task(phone(made, sheet, token, port, seen, chance("phone", n), wishes))
            for n, (sheet, token) in enumerate(lists)
        ),
        *(
            asyncio.create_task(reader(paths, port, seen, chance("reader", n), wishes))
            for n in range(wishes.readers)
        ),
        *(asyncio.create_task(screen(code, port, seen, chance("screen", n))) for n, code in enumerate(codes)),
        asyncio.create_task(director(made, cookies, port, seen)),
        *slow_clients(port, seen, wishes.slow),
    ]
    open_before = open_files(pid)
    marks, used, begun = [], processor(pid), time.monotonic()
    print(
        f"{'minute':>6} {'cores':>6} {'MB':>6} {'files':>6} {'games':>6} {'errors':>6} {'MB of the file process':>23}"
    )
    for _tenth in range(10):
        before, since = processor(pid), time.monotonic()
        await asyncio.sleep(wishes.minutes * 6)
        cores = (processor(pid) - before) / (time.monotonic() - since)
        marks.append(memory(pid))
        games, errors = sum(seen.confirmed.values()), sum(seen.errors.values())
        line = f"{(time.monotonic() - begun) / 60:6.1f} {cores:6.2f} {marks[-1]:6.0f} {open_files(pid):6} {games:6} {errors:6}"
        print(f"{line} {memory(pid, files=True):23.0f}", flush=True)
    took, cores = time.monotonic() - begun, (processor(pid) - used) / (time.monotonic() - begun)
    seen.stop = True
    _done, still = await asyncio.wait(tasks, timeout=90)
    for task in still:
        task.cancel()
    await asyncio.sleep(15)
    left = open_files(pid) - open_before
    print(f"\n{seen.received / 1e6 / took * 8:.1f} Mbit/s to the hall")
    wrong = ", ".join(f"{count} × {what}" for what, count in seen.errors.items())
    verdicts = [
        Verdict("no error", wrong or "none", not wrong),
        Verdict(
            f"at most {wishes.cores} of a core", f"{cores:.2f} on average", cores <= wishes.cores, timed=True
        ),
        Verdict("files closed", f"{left} more than before anybody came", left <= LEFT_OPEN),
    ]
    if wishes.minutes >= JUDGED_FROM:
        grown = marks[-1] / marks[2]
        said = f"{marks[2]:.0f} MB after three tenths, {marks[-1]:.0f} MB at the end"
        verdicts.append(Verdict("memory flat", said, grown <= GROWTH, timed=True))
        held = max(marks)
        verdicts.append(Verdict(f"at most {MEGABYTES} MB", f"{held:.0f} MB", held <= MEGABYTES, timed=True))
    return verdicts


@dataclass(frozen=True)
class Verdict:
    """One aim, what came of it, and whether it was met; `timed` depends on how busy the machine was."""

    aim: str
    figure: str
    met: bool
    timed: bool = False

    def line(self) -> str:
        return f"{'met   ' if self.met else 'MISSED'}  {self.aim}: {self.figure}"


def told(seen: Seen, limit: float) -> list[Verdict]:
    """Print the waits by kind, and judge each."""
    verdicts = []
    print(f"\n{'':16} {'answers':>8} {'p50 ms':>8} {'p95 ms':>8} {'p99 ms':>8} {'max ms':>8}")
    for kind, waits in sorted(seen.waits.items()):
        p50, p95, p99 = (percentile(waits, share) * 1e3 for share in (0.5, 0.95, 0.99))
        print(f"{kind:16} {len(waits):8} {p50:8.1f} {p95:8.1f} {p99:8.1f} {max(waits) * 1e3:8.0f}")
        most = P95_OF.get(kind, limit) * 1e3
        verdicts.append(
            Verdict(f"{kind}: 95 of 100 within {most:.0f} ms", f"{p95:.0f} ms", p95 <= most, True)
        )
    print("\n" + ", ".join(f"{what}: {count}" for what, count in sorted(seen.statuses.items())))
    return verdicts


def compared(lists: list[ScoreSheet], seen: Seen) -> Verdict:
    """Whether every confirmed game stands on its list, once, and no other."""
    wrong = []
    for sheet in lists:
        numbers = list(Game.objects.filter(sheet=sheet).order_by("number").values_list("number", flat=True))
        confirmed = seen.confirmed.get(sheet.pk, 0)
        if numbers not in (list(range(1, confirmed + 1)), list(range(1, confirmed + 2))):
            wrong.append(f"table {sheet.table.number}: {confirmed} confirmed, on the list {numbers}")
    stand = Game.objects.filter(sheet__in=lists).count()
    said = f"{sum(seen.confirmed.values())} games confirmed, {stand} on the lists"
    return Verdict("nothing lost, nothing doubled", "; ".join([said, *wrong]), not wrong)


def hall_with(tables: int, screens: int) -> Hall:
    database.empty_tables()
    made = hall(tables * 4, played=0)
    Screen.objects.bulk_create(
        Screen(
            tournament=made.tournament,
            number=n,
            code=str(50_000 + n),
            programme=Screen.Programme.AUTO,
            added_at=made.tournament.created_at,
        )
        for n in range(2, screens + 1)
    )
    return made


def wishes_of() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.the_hall", description="A hall against start.py."
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--readers", type=int, default=1_000)
    parser.add_argument("--screens", type=int, default=6)
    parser.add_argument("--slow", type=int, default=40, help="clients that send half of a head or a form")
    parser.add_argument(
        "--game-seconds",
        type=float,
        default=0,
        help="between two games of a table: 120, and more where the lists would be full before the end",
    )
    parser.add_argument("--seed", default="Pik 7")
    parser.add_argument(
        "--club", action="store_true", help="an evening of a club: 15 tables, 60 readers, 2 screens"
    )
    parser.add_argument(
        "--burst", action="store_true", help="every phone sends one waiting game within two seconds"
    )
    parser.add_argument(
        "--counts-only", action="store_true", help="judge what was lost, not how long it took (CI)"
    )
    wishes = parser.parse_args()
    wishes.cores, wishes.p95 = CORES, P95
    if wishes.club:
        wishes.tables, wishes.readers, wishes.screens, wishes.slow, wishes.minutes = 15, 60, 2, 0, 5
        wishes.cores, wishes.p95 = CLUB_CORES, CLUB_P95
    return wishes


def main() -> None:
    wishes = wishes_of()
    wishes.game_seconds = wishes.game_seconds or max(120.0, wishes.minutes * 60 / (GAMES - 2))
    begun = time.monotonic()
    made = hall_with(wishes.tables, wishes.screens)
    cookies, port, seen = cookies_of(desk(made)), free_port(), Seen()
    lists = [(sheet, code_of(sheet).token) for sheet in made.lists()]
    codes = list(Screen.objects.values_list("code", flat=True))
    print(f"the hall is there after {time.monotonic() - begun:.0f} s", flush=True)
    words = ["start.py", "--no-demo", "--no-browser", "--host", "127.0.0.1", "--port", str(port)]
    with tempfile.TemporaryDirectory() as static:
        surroundings = {**os.environ, "STATIC_ROOT": static, "DJANGO_SETTINGS_MODULE": "rommé_club.settings"}
        with subprocess.Popen(
            [sys.executable, *words], cwd=FOLDER.parent, env=surroundings, stdout=subprocess.DEVNULL
        ) as child:
            try:
                wait_for(port)
                work = (
                    burst(made, lists, port, seen)
                    if wishes.burst
                    else run(made, lists, codes, port, child.pid, seen, wishes, cookies)
                )
                verdicts = asyncio.run(work)
            finally:
                child.send_signal(signal.SIGINT)
                child.wait(timeout=60)
    waits = told(seen, wishes.p95)
    verdicts += [*([] if wishes.burst else waits), compared([sheet for sheet, _token in lists], seen)]
    print("\n" + "\n".join(verdict.line() for verdict in verdicts))
    judged = [verdict for verdict in verdicts if not (verdict.timed and wishes.counts_only)]
    sys.exit(0 if all(verdict.met for verdict in judged) else 1)


def wait_for(port: int) -> None:
    from_now = time.monotonic()
    while time.monotonic() - from_now < PATIENCE:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(f"nobody answers on port {port}")


if __name__ == "__main__":
    main()
