"""Somebody does something dreadful at half past two: the database as it was just before, by what `deploy/` ships."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.federation_day.engines import AS_ROOT, BIN, Database, called, unprivileged
from tests.power_cut import HOUSE, free_port, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BIN is None or os.name == "nt", reason="PostgreSQL's own programs are not installed"),
]


def script(name: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """What `deploy/` ships, run as PostgreSQL's own user."""
    surroundings = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "PGUSER": "romme"}
    return subprocess.run(
        unprivileged("sh", name, *words),
        cwd="/",
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def place() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="romme-moment-"))
    folder.chmod(0o755)
    for name in ("wal", "bases", "new"):
        (folder / name).mkdir()
    for name in ("wal-keep", "base-backup", "restore-until"):
        shutil.copy(HOUSE / "deploy" / name, folder / name)
    if AS_ROOT:
        for one in folder.iterdir():
            shutil.chown(one, "postgres")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def living(place: Path) -> Iterator[Database]:
    keep = f"sh {place}/wal-keep {place}/wal %p %f"
    one = Database(place / "living", settings=["archive_mode=on", f"archive_command='{keep}'", "fsync=off"])
    one.make()
    one.start()
    yield one
    one.stop()


def now_of(database: Database) -> str:
    return str(database.asked("SELECT clock_timestamp()::text")[0][0])


def test_back_to_just_before_the_deed_of_horror(place: Path, living: Database):
    living.asked("CREATE TABLE game (number int PRIMARY KEY, points int)")
    living.asked("INSERT INTO game SELECT n, 10 * n FROM generate_series(1, 100) n")
    base = script(place / "base-backup", place / "bases", living.server)
    assert base.returncode == 0, base.stderr
    copy = Path(base.stdout.split()[-1])
    living.asked("INSERT INTO game SELECT n, 10 * n FROM generate_series(101, 200) n")  # after the copy
    living.asked("SELECT pg_sleep(0.05)")
    moment = now_of(living)
    living.asked("SELECT pg_sleep(0.05)")
    living.asked("DELETE FROM game WHERE number > 7")
    living.asked("INSERT INTO game VALUES (999, 0)")
    piece = str(living.asked("SELECT pg_walfile_name(pg_switch_wal())")[0][0])
    wait_until((place / "wal" / piece).exists, "the archive")

    port, new = free_port(), place / "new" / "data"
    restored = Database(place / "new", port=port)
    told = script(place / "restore-until", copy, place / "wal", new, str(port), moment)
    try:
        assert told.returncode == 0, told.stderr
        assert "recovery stopping before commit" in told.stdout
        assert restored.asked("SELECT count(*), sum(points) FROM game") == [(200, 201_000)]
        restored.asked("INSERT INTO game VALUES (201, 0)")  # it may be written again
        assert living.asked("SELECT count(*) FROM game") == [(8,)], "what is there was not touched"
    finally:
        restored.stop()


@pytest.mark.skipif(not shutil.which("pgbackrest"), reason="pgBackRest is not installed")
def test_the_same_by_pgbackrest(place: Path):
    """With the file that `deploy/` ships, but for its places."""
    living = Database(place / "living", settings=["archive_mode=on", "fsync=off", "archive_command='false'"])
    said = (HOUSE / "deploy" / "pgbackrest.conf").read_text(encoding="utf-8")
    for shipped, here in (
        ("/srv/romme-repository", f"{place}/wal"),
        ("/var/log/pgbackrest", f"{place}/new"),
        ("/run/pgbackrest", f"{place}/new/lock"),
        ("/var/lib/postgresql/15/main", str(living.data)),
        ("pg1-port=5432", f"pg1-port={living.port}\npg1-user=romme\npg1-database=postgres"),
        ("/var/run/postgresql", str(living.folder)),
    ):
        assert shipped in said, shipped
        said = said.replace(shipped, here)
    conf = place / "pgbackrest.conf"
    conf.write_text(said, encoding="utf-8")
    conf.chmod(0o644)

    def pgbackrest(*words: str) -> None:
        called("pgbackrest", f"--config={conf}", "--stanza=romme", *words)

    living.settings[-1] = f"archive_command='pgbackrest --config={conf} --stanza=romme archive-push %p'"
    living.make()
    living.start()
    restored = Database(place / "new" / "then")
    try:
        pgbackrest("stanza-create")
        living.asked("CREATE TABLE game (number int PRIMARY KEY)")
        pgbackrest("--type=full", "backup")
        living.asked("SELECT pg_sleep(1.1)")  # it counts backups by seconds
        living.asked("INSERT INTO game SELECT n FROM generate_series(1, 200) n")
        living.asked("SELECT pg_sleep(0.05)")
        moment = now_of(living)
        living.asked("SELECT pg_sleep(0.05)")
        living.asked("DELETE FROM game")
        living.asked("SELECT pg_switch_wal()")
        wait_until(
            lambda: living.asked("SELECT last_archived_wal FROM pg_stat_archiver") != [(None,)], "archive"
        )
        living.stop("fast")  # what was written last goes into the archive
        point = [f"--target={moment}", "--target-exclusive", "--target-action=promote", "--archive-mode=off"]
        pgbackrest(f"--pg1-path={restored.data}", "--type=time", *point, "restore")
        restored.start()
        wait_until(lambda: restored.asked("SELECT pg_is_in_recovery()") == [(False,)], "the end of recovery")
        assert restored.asked("SELECT count(*) FROM game") == [(200,)]
    finally:
        living.stop()
        restored.stop()


def test_what_cannot_be_restored_is_said_and_nothing_written_over(place: Path, living: Database):
    taken = script(place / "restore-until", place / "bases", place / "wal", living.data, "1", "now")
    assert (taken.returncode, "another folder" in taken.stderr) == (1, True)
    empty = script(
        place / "restore-until", place / "bases", place / "wal", place / "new" / "data", "1", "now"
    )
    assert (empty.returncode, "no base backup" in empty.stderr) == (1, True)
    for content, kept in (("one", True), ("one", True), ("two", False)):
        (place / "piece").write_text(content)
        (place / "piece").chmod(0o644)
        done = script(place / "wal-keep", place / "wal", place / "piece", "piece")
        assert (done.returncode == 0) is kept, "the same piece again is fine, another of its name never"
    assert (place / "wal" / "piece").read_text() == "one"
