"""A large value that was written is not kept by the statement that wrote it."""

from __future__ import annotations

import os
import sys
from subprocess import run

import pytest

from tests.rooms import HOUSE

WORK = """
import os, resource, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "rommé_club.settings"
os.environ["DATA_DIR"] = sys.argv[1]
import django
django.setup()
from django.db import close_old_connections, connection
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE held (content blob)")
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4 // 1024
before = resident()
for megabytes in (58, 1):
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO held VALUES (%s)", [bytes(megabytes * 1024 * 1024)])
    close_old_connections()
    print(resident() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is told by the kernel there")
def test_what_was_large_is_not_kept_by_the_statement_that_wrote_it(tmp_path):
    """Sixteen threads that had each taken a stack of scans kept nearly a gigabyte."""
    told = run(
        [sys.executable, "-c", WORK, str(tmp_path)],
        cwd=HOUSE,
        env={
            name: value for name, value in os.environ.items() if name != "DATABASE_URL"
        },  # SQLite keeps them
        capture_output=True,
        text=True,
        check=True,
    )
    assert max(map(int, told.stdout.split())) < 40
