"""PostgreSQL with a standby, PgBouncer, nginx and hosts of the site: Debian's programs, in a folder of their own, on free ports.

Each can be started, stopped, killed; what `deploy/` ships is what runs here, with other ports.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import psycopg

from tests.power_cut import HOUSE, free_port, wait_until

BIN = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda path: float(path.parent.name))
MISSING = [
    name
    for name, there in (
        ("PostgreSQL", BIN),
        ("PgBouncer", shutil.which("pgbouncer")),
        ("nginx", shutil.which("nginx")),
        ("Redis", shutil.which("redis-server")),
        ("redis for Python (start.py federation)", find_spec("redis")),
    )
    if not there
]
AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
KEY = "eine Probe, lang genug, und nirgends sonst gebraucht: 0123456789"
STANDBY = "standby"  # its application_name, as deploy/postgresql-primary.conf names it


def unprivileged(*words: str | Path) -> list[str]:
    """A command that PostgreSQL and PgBouncer agree to: neither runs as root."""
    user = ["runuser", "-u", "postgres", "--"] if AS_ROOT else []
    return [*user, *map(str, words)]


def called(*words: str | Path, inside: list[str] | None = None) -> None:
    command = [*(inside or []), *unprivileged(*words)]
    done = subprocess.run(
        command, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, f"{words}: {done.stdout[-1500:]}"


def roomy(folder: Path) -> Path:
    """A folder that PostgreSQL's own user may write."""
    folder.mkdir(parents=True, exist_ok=True)
    if AS_ROOT:
        shutil.chown(folder, "postgres")
    return folder


@dataclass
class Database:
    """A server of PostgreSQL that may lose its power, be copied, and be promoted."""

    folder: Path
    settings: list[str] = field(default_factory=list)
    inside: list[str] = field(
        default_factory=list
    )  # words that lead to its disk, where that is one of its own
    port: int = field(default_factory=free_port)

    def __post_init__(self) -> None:
        roomy(self.folder)
        if AS_ROOT and self.inside:
            subprocess.run([*self.inside, "chown", "postgres", str(self.folder)], check=True)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def server(self) -> str:
        return f"postgres://romme@127.0.0.1:{self.port}/postgres"

    def program(self, name: str) -> Path:
        assert BIN is not None
        return BIN / name

    def make(self) -> None:
        called(
            self.program("initdb"), "-D", self.data, "-U", "romme", "--auth=trust",
            "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", inside=self.inside,
        )  # fmt: skip

    def take(self, data: Path) -> None:
        """Begin with a copy of this folder, which no server uses."""
        for command in (["cp", "-a", data, self.data], ["rm", "-f", self.data / "postmaster.pid"]):
            subprocess.run([*self.inside, *map(str, command)], check=True)

    def copy_of(self, primary: Database) -> None:
        """A standby by pg_basebackup, as docs/operating-federation.md does it."""
        source = f"host=127.0.0.1 port={primary.port} user=romme dbname=postgres application_name={STANDBY}"
        called(
            self.program("pg_basebackup"), "-D", self.data, "-d", source, "-R", "-X", "stream",
            "-C", "-S", STANDBY, "-c", "fast", "--no-sync",
        )  # fmt: skip

    def start(self) -> None:
        said = [
            f"-p {self.port}",
            "-c listen_addresses=127.0.0.1",
            f"-c unix_socket_directories={self.folder}",
        ]
        said += [f"-c {one}" for one in ("max_connections=100", *self.settings)]
        called(
            self.program("pg_ctl"), "-D", self.data, "-w", "-t", "60", "-l", self.folder / "log",
            "-o", " ".join(said), "start", inside=self.inside,
        )  # fmt: skip

    def stop(self, how: str = "immediate") -> None:
        with suppress(AssertionError):
            called(self.program("pg_ctl"), "-D", self.data, "-w", "-m", how, "stop", inside=self.inside)

    def lives(self) -> bool:
        """Whether it answers, given a while for its own recovery."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            with suppress(psycopg.OperationalError):
                return self.asked("SELECT 1") != []
            time.sleep(0.3)
        return False

    def kill(self) -> None:
        """As if its host had lost its power: every process at once, nothing is written any more."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        group = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in (first, *map(int, group)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        wait_until(lambda: not Path(f"/proc/{first}").exists(), "the database to be gone")

    def promote(self) -> None:
        called(self.program("pg_ctl"), "-D", self.data, "-w", "-t", "60", "promote")

    def asked(self, question: str, *, of: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(f"{self.server.rpartition('/')[0]}/{of}", autocommit=True) as desk:
            cursor = desk.execute(question.encode())
            return cursor.fetchall() if cursor.description else []

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")


@dataclass
class Pooler:
    """`deploy/pgbouncer.ini` with other ports and without passwords."""

    folder: Path
    target: int
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def write(self) -> None:
        roomy(self.folder)
        said = (HOUSE / "deploy" / "pgbouncer.ini").read_text(encoding="utf-8")
        for shipped, here in (
            ("port=5432", f"port={self.target}"),
            ("listen_port = 6432", f"listen_port = {self.port}"),
            ("dbname=romme", "dbname=romme user=romme"),
            ("auth_type = scram-sha-256", "auth_type = any"),
            ("auth_file = /etc/pgbouncer/userlist.txt", f"unix_socket_dir =\npidfile = {self.folder}/pid"),
        ):
            assert shipped in said, shipped
            said = said.replace(shipped, here)
        target = self.folder / "pgbouncer.ini"
        target.write_text(said, encoding="utf-8")
        if AS_ROOT:
            shutil.chown(target, "postgres")
            target.chmod(0o644)

    def start(self) -> None:
        self.write()
        with (self.folder / "log").open("ab") as log:
            command = unprivileged(shutil.which("pgbouncer") or "pgbouncer", self.folder / "pgbouncer.ini")
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        wait_until((self.folder / "pid").exists, "the pooler")

    def stop(self, how: int = signal.SIGTERM) -> None:
        """SIGTERM is at once: whoever is in the middle of something is cut off."""
        if self.process is not None:
            with suppress(FileNotFoundError, ProcessLookupError, ValueError):
                os.kill(int((self.folder / "pid").read_text()), how)
            self.process.wait(timeout=30)
            (self.folder / "pid").unlink(missing_ok=True)
            self.process = None

    def turn_to(self, port: int) -> None:
        """Another database from now on: the line is changed and read again."""
        self.target = port
        self.write()
        os.kill(int((self.folder / "pid").read_text()), signal.SIGHUP)

    @property
    def address(self) -> str:
        return f"postgres://romme@127.0.0.1:{self.port}/romme"


@dataclass
class SharedCache:
    """Redis as the cache that hosts share; it stores nothing on a disk."""

    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(["redis-server", *words], cwd="/", stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(timeout=30)
            self.process = None


@dataclass
class Host:
    """One host of the site: a tree of code, a folder of its own, a port."""

    folder: Path
    database: str
    tree: Path = HOUSE
    more: dict[str, str] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)  # words in front of the command
    keeps_log_in: Path | None = None  # where its own folder may be full
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
            "DATABASE_URL": self.database,
            "DATABASE_POOLER": "1",
            "CONN_MAX_AGE": "0",
            "DATA_DIR": str(self.folder),
            "STATIC_ROOT": str(self.folder / "static"),
            "SECRET_KEY": KEY,
            "BEHIND_PROXY": "1",
            "OWN_WORKER": "0",
            "PYTHONUTF8": "1",
            **self.more,
        }

    def manage(self, *words: str) -> str:
        done = subprocess.run(
            [*self.before, sys.executable, str(self.tree / "manage.py"), *words],
            cwd=self.tree,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]
        return done.stdout

    def start(self, *, ready: bool = True) -> None:
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self.before,
                    sys.executable,
                    str(self.tree / "manage.py"),
                    "serve",
                    "--port",
                    str(self.port),
                ],
                cwd=self.tree,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_until(lambda: status_of(f"{self.url}/-/{'ready' if ready else 'live'}") == 200, "a host")

    def stop(self) -> None:
        """As systemd stops it: what it is doing is finished."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=60)
            self.process = None

    def kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(timeout=30)
            self.process = None

    @property
    def log_file(self) -> Path:
        return (self.keeps_log_in or self.folder) / f"{self.folder.name}.log"

    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")


@dataclass
class Proxy:
    """`deploy/nginx.conf` with other ports."""

    folder: Path
    hosts: list[Host]
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        said = (HOUSE / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        ports = [one.port for one in self.hosts]
        for shipped, port in (("8001", ports[0]), ("8002", ports[-1]), ("8080", self.port)):
            said = said.replace(f"127.0.0.1:{shipped}", f"127.0.0.1:{port}")
        said = re.sub(r"127\.0\.0\.1:80\d\d\b", f"127.0.0.1:{free_port()}", said)  # what does not run here
        said = said.replace("/var/cache/romme-club", f"{self.folder}/cache")
        (self.folder / "site.conf").write_text(said, encoding="utf-8")
        folders = " ".join(
            f"{kind}_temp_path {self.folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        whole = (
            f"pid {self.folder}/pid; error_log {self.folder}/error.log; daemon off; worker_processes 1;"
            f"events {{ worker_connections 2048; }} http {{ access_log {self.folder}/access.log; {folders}"
            f" include {self.folder}/site.conf; }}"
        )
        (self.folder / "nginx.conf").write_text(whole, encoding="utf-8")
        command = ["nginx", "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "error.log")]
        if AS_ROOT:
            command += ["-g", "user root;"]
        self.process = subprocess.Popen(command)
        wait_until(lambda: status_of(f"{self.url}/t/") == 200, "the proxy")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=30)
            self.process = None


def status_of(address: str) -> int:
    """What this address answers; 0 when nobody does."""
    try:
        with closing(urllib.request.urlopen(address, timeout=10)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with closing(refused):
            return refused.code
    except (OSError, ValueError):
        return 0
