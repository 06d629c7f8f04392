"""A laptop whose battery is empty starts on 1 January 1970: everything of the day can be opened, saved and printed all the same.

The process really has that clock: a library that answers for the system's is loaded before it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rooms import HOUSE

COMPILER = shutil.which("cc") or shutil.which("gcc")
pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or COMPILER is None, reason="needs a C compiler and LD_PRELOAD"
)
CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
#define BEGIN 3600
static int real(clockid_t which, struct timespec *now) {
    static int (*next)(clockid_t, struct timespec *);
    if (!next) next = dlsym(RTLD_NEXT, "clock_gettime");
    return next(which, now);
}
int clock_gettime(clockid_t which, struct timespec *now) {
    int done = real(which, now);
    if (which == CLOCK_REALTIME) {
        struct timespec since;
        real(CLOCK_MONOTONIC, &since);
        now->tv_sec = BEGIN + since.tv_sec % 1000;
    }
    return done;
}
time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}
int gettimeofday(struct timeval *where, void *zone) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    where->tv_sec = now.tv_sec;
    where->tv_usec = now.tv_nsec / 1000;
    return 0;
}
"""
STORY = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "rommé_club.settings"
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.utils import timezone
assert timezone.now().year == 1970, timezone.now()
from django.db import transaction
from django.test import Client
from django.urls import reverse
from scoring.services import publish_built_in
from tests import factories
from tournaments.files.services.rehearsal import pages_to_rehearse
from tournaments.models import User
publish_built_in(now=timezone.now())
factories.NOON = timezone.now()
sheet = factories.table_of(3, rounds=1)
made = sheet.table.series.tournament
factories.referee(made)
factories.accept(factories.sign_all(factories.play_all(sheet)))
User.objects.filter(username="leitung").update(is_superuser=True)
director = Client()
director.force_login(factories.user())
addresses = [
    *(reverse(name, kwargs=arguments) for name, arguments in pages_to_rehearse(made)),
    f"/turnier/{made.slug}/liste/1/1/siegel/1.pdf",
    f"/turnier/{made.slug}/serie/1/versiegelt.zip",
    reverse("seal_certificate"), reverse("own_account"), reverse("tournament_zip", args=[made.slug]),
]
for address in addresses[:: int(sys.argv[1])] + [one for one in addresses if one.endswith((".xlsx", ".zip"))]:
    answer = director.get(address)
    if answer.status_code >= 500 or address.endswith((".xlsx", ".zip")) and answer.status_code != 200:
        print(answer.status_code, address)
saved = director.post(reverse("backup", args=[made.slug]), follow=True)
print(saved.status_code, "Gesichert und geprüft" in saved.content.decode(), len(addresses) > 60)
"""


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clock")
    (folder / "clock.c").write_text(CLOCK, encoding="ascii")
    assert COMPILER
    subprocess.run(
        [COMPILER, "-shared", "-fPIC", "-o", "clock.so", "clock.c", "-ldl"], cwd=folder, check=True
    )
    return folder / "clock.so"


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "each"])
def test_a_whole_day_in_1970(clock, made_before, tmp_path, every):
    data = tmp_path / "data"
    data.mkdir()
    if made_before.exists():
        shutil.copyfile(made_before, data / "romme-club.sqlite3")
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DATA_DIR")}
    done = subprocess.run(
        [sys.executable, "-c", STORY, str(every)],
        cwd=HOUSE,
        env=kept | {"PYTHONUTF8": "1", "DEBUG": "1", "DATA_DIR": str(data), "LD_PRELOAD": str(clock)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.split() == ["200", "True", "True"], done.stdout + done.stderr[-4000:]
