"""What befalls a federation in the middle of a Saturday, one function each: whoever calls it says how large the hall is."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from tests.federation_day.engines import (
    AS_ROOT,
    BIN,
    STANDBY,
    Database,
    Host,
    Pooler,
    Proxy,
    SharedCache,
    status_of,
)
from tests.federation_day.hall import Hall, Told, every_game_once, laid, nothing_lost_yet
from tests.power_cut import HOUSE, wait_until

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".data", "node_modules", ".mypy_cache", ".ruff_cache", ".pytest_cache", "docs", "shared"
)


@dataclass(frozen=True)
class Size:
    """How many tables enter, with so many seconds between two games of one."""

    tables: int = 24
    pause: float = 1.5


@dataclass
class Federation:
    """A primary, a pooler, two hosts behind the proxy; a standby where a story wants one."""

    folder: Path
    primary: Database
    pooler: Pooler
    hosts: list[Host]
    proxy: Proxy
    cache: SharedCache
    standby: Database | None = None

    @property
    def first(self) -> Host:
        return self.hosts[0]

    def with_standby(self) -> Database:
        """Attached, and named: from now on COMMIT waits for it."""
        self.standby = Database(self.folder / "standby", settings=shipped_settings())
        self.standby.copy_of(self.primary)
        self.standby.start()
        wait_for_standby(self.primary, STANDBY)
        return self.standby

    def hall(self, size: Size) -> Hall:
        """Hosts and proxy run; the phones wait for their `begin`."""
        for host in self.hosts:
            host.start()
        self.proxy.start()
        return Hall(self.proxy.url, laid_out(size.tables, self.first.tree).tables, size.pause)


def shipped_settings() -> list[str]:
    """`deploy/postgresql-primary.conf`, as words of the command line; without its archive, which has a story of its own."""
    said = (HOUSE / "deploy" / "postgresql-primary.conf").read_text(encoding="utf-8")
    lines = re.findall(r"^(\w+) = (.+)$", said, re.MULTILINE)
    return [f"{name}={value}" for name, value in lines if not name.startswith("archive")]


def wait_for_standby(primary: Database, name: str) -> None:
    wait_until(
        lambda: primary.asked("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'") != [],
        "a standby",
    )
    primary.asked(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
    primary.asked("SELECT pg_reload_conf()")
    wait_until(
        lambda: primary.asked("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'") != [], "its name"
    )


@dataclass(frozen=True)
class LaidOut:
    """A database with its hall, made once for all stories of a size: its folder, its static files, its tables."""

    data: Path
    static: Path
    tables: list[dict[str, Any]]


@cache
def laid_out(tables: int, tree: Path) -> LaidOut:
    """By `prepare` of this tree, on an empty database; stopped when it is handed over, and copied by each story."""
    folder = Path(tempfile.mkdtemp(prefix="romme-hall-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o755)
    one = Database(folder / "pg", settings=["fsync=off"])
    one.make()
    one.start()
    try:
        one.asked("CREATE DATABASE romme")
        address = one.server.rpartition("/")[0] + "/romme"
        host = Host(folder / "host", address, tree=tree, more={"STATIC_ROOT": str(folder / "static")})
        made = laid(host, tables)
    finally:
        one.stop("fast")
    return LaidOut(one.data, folder / "static", made)


@contextmanager
def federation(
    size: Size, *, hosts: int = 2, tree: Path = HOUSE, primary: Database | None = None
) -> Iterator[Federation]:
    """Everything but the standby runs when it is handed over, and is gone afterwards."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="romme-day-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        made_before = laid_out(size.tables, tree)
        primary = primary or Database(folder / "primary", settings=shipped_settings())
        primary.take(made_before.data)
        primary.start()
        pooler = Pooler(folder / "pooler", target=primary.port)
        pooler.start()
        cache = SharedCache()
        cache.start()
        # Static files are collected once for all: every host has its own otherwise.
        more = {"STATIC_ROOT": str(made_before.static), "CACHE_URL": cache.address}
        made = [Host(folder / f"host-{n}", pooler.address, tree=tree, more=more) for n in range(hosts)]
        one = Federation(folder, primary, pooler, made, Proxy(folder / "proxy", made), cache)
        try:
            yield one
        finally:
            one.proxy.stop()
            for host in made:
                host.kill()
            cache.kill()
            pooler.stop()
            for database in (one.standby, one.primary):
                if database is not None:
                    database.stop()


# A standby, a primary that dies, a pooler that is restarted ----------------------------------------------------


def failover(size: Size) -> Told:
    """The cache dies, the pooler is restarted, the standby goes and comes back, the primary dies and the standby is promoted."""
    with federation(size) as day:
        standby = day.with_standby()
        with psycopg.connect(day.pooler.address, autocommit=True) as one:
            said = one.execute("SHOW lock_timeout").fetchone()
        assert said == ("8s",), "the pooler says what the site may not say itself"
        hall = day.hall(size)
        hall.begin()
        hall.goes_on()
        day.cache.kill()
        hall.goes_on()
        assert not hall.refusals(), f"without the cache: {hall.refusals()}"
        day.pooler.stop()
        day.pooler.start()
        hall.goes_on()
        standby_away(day, standby, hall)
        hall.goes_on()
        day.primary.kill()
        told = hall.confirmed()
        promoted(standby)
        day.pooler.turn_to(standby.port)
        nothing_lost_yet(standby, told)
        hall.end()
        told_at_the_end = every_game_once(day.first, hall)
        confirms_nothing(day.primary)
        return told_at_the_end


def standby_away(day: Federation, standby: Database, hall: Hall) -> None:
    """Nothing is confirmed that only one disk has; one command lets them go on alone, and back again."""
    standby.stop()
    time.sleep(1.0)  # what the standby had in hand is answered
    before = len(hall.confirmed())
    time.sleep(2.0)
    assert len(hall.confirmed()) == before, "confirmed, and on one disk only"
    day.primary.asked("ALTER SYSTEM SET synchronous_standby_names = ''")
    day.primary.asked("SELECT pg_reload_conf()")
    wait_until(lambda: len(hall.confirmed()) > before, "entries without a standby")
    standby.start()
    wait_for_standby(day.primary, STANDBY)


def promoted(standby: Database) -> None:
    """By the script that we ship."""
    assert BIN is not None
    script = shutil.copy(HOUSE / "deploy" / "promote", standby.folder)
    user = ["runuser", "-u", "postgres", "--"] if AS_ROOT else []
    surroundings = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "PGUSER": "romme"}
    done = subprocess.run(
        [*user, "sh", script, str(standby.data), str(standby.port)],
        cwd="/",
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def confirms_nothing(old: Database) -> None:
    """The old primary comes back by mistake: it waits for a standby that it no longer has."""
    (old.data / "postmaster.pid").unlink(missing_ok=True)
    old.start()
    with closing(psycopg.connect(old.server, autocommit=True)) as desk:
        waiting = desk.pgconn
        waiting.send_query(b"CREATE TABLE forgotten_by_all (number int)")
        time.sleep(1.0)
        waiting.consume_input()
        assert waiting.is_busy(), "an old primary that confirms"


# An update while people play -----------------------------------------------------------------------------------


def next_version(folder: Path) -> Path:
    """This tree with one more column in a table that is written all day: what the version after this one might be."""
    tree = folder / "next"
    shutil.copytree(HOUSE, tree, ignore=LEFT_OUT)
    migrations = tree / "tournaments" / "migrations"
    last = max(path.stem for path in migrations.glob("[0-9]*.py"))
    (migrations / f"{int(last[:4]) + 1:04}_of_the_next_version.py").write_text(
        "from django.db import migrations, models\n\n\nclass Migration(migrations.Migration):\n"
        f"    dependencies = [('tournaments', '{last}')]\n"
        "    operations = [migrations.AddField('game', 'later', models.CharField(max_length=20, db_default='', default=''))]\n",
        encoding="utf-8",
    )
    models = tree / "tournaments" / "models" / "__init__.py"
    more = (
        "\nfrom django.db import models as _columns\n"
        "Game.add_to_class('later', _columns.CharField(max_length=20, db_default='', default='new'))\n"
    )
    models.write_text(models.read_text(encoding="utf-8") + more, encoding="utf-8")
    return tree


def earlier_version(folder: Path, commit: str) -> Path:
    """The tree of an earlier commit, by git."""
    tree = folder / "earlier"
    subprocess.run(
        ["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], cwd=HOUSE, check=True
    )
    return tree


def rolling_update(size: Size, *, before: str = "") -> Told:
    """One host after the other is stopped and started with the next version; the tables change in between."""
    with ExitStack() as stack:
        trees = Path(tempfile.mkdtemp(prefix="romme-trees-"))
        stack.callback(shutil.rmtree, trees, ignore_errors=True)
        old, new = (earlier_version(trees, before), HOUSE) if before else (HOUSE, next_version(trees))
        if before:
            stack.callback(subprocess.run, ["git", "worktree", "remove", "--force", str(old)], cwd=HOUSE)
        day = stack.enter_context(federation(size, tree=old))
        hall = day.hall(size)
        hall.begin()
        hall.goes_on()
        for host in day.hosts:
            host.tree = new
            host.manage("prepare", "--no-demo")  # the tables change with the first one, under entries
            host.stop()
            host.start()
            time.sleep(2.5)  # the proxy's fail_timeout, as docs/operating-federation.md says
            hall.goes_on()
        hall.end()
        said = every_game_once(day.first, hall)
        assert not said.refused, said
        if not before:
            told = day.primary.asked(
                "SELECT later, count(*) FROM tournaments_game GROUP BY later", of="romme"
            )
            assert {str(word) for word, _many in told} == {"", "new"}, "both versions have written"
        return said


# A disk that is full -------------------------------------------------------------------------------------------


@cache
def small_disks() -> bool:
    """Whether this machine lets us mount in a namespace of our own: not in a chroot, nor where root is nobody."""
    if not AS_ROOT or not shutil.which("unshare"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        words = ["unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=1m", "none", folder]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[list[str]]:
    """A file system of its own in a mount namespace of its own: the words that lead into it. Nothing is mounted out here."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = f"mount -t tmpfs -o size={megabytes}m,mode=755 none {folder} && exec sleep 3600"
    keeper = subprocess.Popen(["unshare", "-m", "sh", "-c", mount])
    inside = ["nsenter", "-t", str(keeper.pid), "-m", "--"]
    try:
        wait_until(
            lambda: "tmpfs" in subprocess.run(
                [*inside, "stat", "-f", "-c", "%T", str(folder)], capture_output=True, text=True, check=False
            ).stdout,
            "a small disk",
        )  # fmt: skip
        yield inside
    finally:
        keeper.kill()
        keeper.wait()


def fill(inside: list[str], folder: Path) -> None:
    subprocess.run([*inside, "sh", "-c", f"cat /dev/zero >{folder}/full"], capture_output=True, check=False)


def make_room(inside: list[str], folder: Path) -> None:
    subprocess.run([*inside, "rm", "-f", f"{folder}/full"], check=True)


def full_disk(size: Size) -> Told:
    """First one host's own disk, then the database's: entries go on or are told to come again, and none is lost."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="romme-disk-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        disk = folder / "primary"
        inside = stack.enter_context(small_disk(disk, 400))
        primary = Database(disk, settings=["max_wal_size=64MB", "min_wal_size=32MB"], inside=inside)
        day = stack.enter_context(federation(size, primary=primary))
        own = day.folder / "host-1"
        host_inside = stack.enter_context(small_disk(own, 160))
        day.hosts[1].before = host_inside
        day.hosts[1].keeps_log_in = day.folder
        hall = day.hall(size)
        hall.begin()
        hall.goes_on()
        fill(host_inside, own)
        wait_until(
            lambda: status_of(f"{day.hosts[1].url}/-/ready") == 503, "a host that says that it is full"
        )
        hall.goes_on()
        assert not hall.refusals(), hall.refusals()
        make_room(host_inside, own)
        hall.goes_on()
        fill(inside, disk)
        wait_until(lambda: bool(hall.refusals()), "somebody who is told to come again")
        time.sleep(2)
        told = hall.confirmed()
        make_room(inside, disk)
        if not primary.lives():
            primary.start()
        nothing_lost_yet(primary, told)
        hall.end()
        said = every_game_once(day.first, hall)
        assert not [status for status in said.refused if status.startswith("4") or status == "500"], said
        return said


STORIES = {"failover": failover, "update": rolling_update, "disk": full_disk}
