"""What every test stands on: no network, a database like the one in the hall, quick passwords, guards lifted to clean up."""

from __future__ import annotations

import functools
import gc
import hashlib
import importlib
import os
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import django
import hypothesis
import pytest
import pytest_django
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management import call_command
from django.db import connections, transaction
from django.db.models import Model
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from scoring import guards
from scoring.models import RuleSet
from scoring.services import publish_built_in
from tests import factories
from tournaments.accounts.core import codes
from tournaments.backups.services import encryption
from tournaments.files.services import rehearsal
from tournaments.management import catalogues

HOUSE = Path(__file__).resolve().parent.parent
MAKES_TABLES = (  # whatever decides how an empty database looks
    "requirements.txt",
    "rommé_club/settings.py",
    "scoring/**/*.py",
    "scoring/**/*.toml",
    "tournaments/models/*.py",
    "tournaments/migrations/*.py",
    "tournaments/storage/**/*.py",
)

# What an empty database holds all the same, as this process found it: rule sets, and what Django keeps of its models.
AT_THE_BEGINNING: dict[type[Model], list[dict[str, Any]]] = {ContentType: [], Permission: [], RuleSet: []}

MOST_SECONDS_FOR_TABLES = 60  # that a worker waits for another one to make them; then it makes its own

catalogues.compile_stale()  # before Django reads one

# The same examples every time, so that what was green stays green; `--hypothesis-profile=search` looks for new ones.
hypothesis.settings.register_profile("house", deadline=None, derandomize=True, database=None, max_examples=15)
hypothesis.settings.register_profile("long", deadline=None, derandomize=True, database=None, max_examples=200)
hypothesis.settings.register_profile("search", deadline=None, max_examples=1_000, print_blob=True)
hypothesis.settings.load_profile("house")

# Everything read here stays to the end, so nothing is looked through for rubbish until all is collected (pytest_collection_finish).
# Where nothing is compiled yet it would be a third of the beginning.
gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """`house` draws by its seed alone: what hypothesis adds, constants of whichever modules are loaded, differs with every change."""
    if hypothesis.settings.get_current_profile_name() == "house":
        none = Constants()
        providers._get_local_constants = lambda: none  # reads 750 modules in each worker


# A wrong word on the command line ------------------------------------------------------------------------------


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    """When nothing ran, say why: with several processes pytest itself does not."""
    if exitstatus not in {pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.USAGE_ERROR}:
        return
    missing = [path for word in config.args if not Path(path := word.split("::")[0]).exists()]
    for path in missing:
        terminalreporter.write_line(
            f"There is no file or folder {path}: rooms have their tests under tests/."
        )
    if not missing:
        chosen = [
            f"-{sign} {config.getoption(name)!r}" for sign, name in (("k", "keyword"), ("m", "markexpr"))
        ]
        terminalreporter.write_line(
            f"Nothing fits {' '.join(config.args)} with {', '.join(chosen)}: names and markers come from the tests."
        )


# No network ---------------------------------------------------------------------------------------------------


class NetworkTouched(Exception):
    """A test wanted to leave this machine."""


_OWN = {"localhost", "127.0.0.1", "::1", "0.0.0.0", "::", "", socket.gethostname()}


def _stay_here(deed: str, host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name is not None and name not in _OWN and not str(name).startswith("127."):
        raise NetworkTouched(f"{deed} to {name}")


def _address_first(deed: str) -> None:
    """A call of a socket that leaves for an address. By its type's method: an audit hook would be asked at every `id()` of Django's too."""
    plain = getattr(socket.socket, deed)

    @functools.wraps(plain)
    def asked(caller: socket.socket, *given: Any) -> Any:
        # A datagram socket that connects sends no packet: it asks which of our own addresses looks outwards.
        stays = deed == "connect" and caller.type == socket.SOCK_DGRAM
        for address in () if stays else given:
            if isinstance(address, tuple):  # other addresses are Unix sockets
                _stay_here(deed, address[0])
        return plain(caller, *given)

    setattr(socket.socket, deed, asked)


def _name_first(deed: str) -> None:
    """A question for the address behind a name."""
    plain = getattr(socket, deed)

    @functools.wraps(plain)
    def asked(host: Any, *given: Any, **more: Any) -> Any:
        _stay_here(deed, host)
        return plain(host, *given, **more)

    setattr(socket, deed, asked)


for _deed in ("connect", "connect_ex", "sendto", "sendmsg"):
    if hasattr(socket.socket, _deed):  # Windows has no sendmsg
        _address_first(_deed)
for _deed in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
    _name_first(_deed)


@pytest.fixture(autouse=True)
def in_german():
    """Every test starts in the language of the source; a request in another one leaves its language behind."""
    with translation.override("de"):
        yield


# Settings and database ----------------------------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def quick_and_tidy(tmp_path_factory: pytest.TempPathFactory):
    """Cheap hashes of passwords and passphrases, static files without fingerprints, and nothing written beside the tests."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "static").mkdir()
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(
            PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
            STORAGES={**settings.STORAGES, "staticfiles": plain},
            STATIC_ROOT=folder / "static",
            MEDIA_ROOT=folder / "media",
            DATA_DIR=folder,
            AUTOMATIC_BACKUPS=False,  # tests of backups switch them on
            SEALED_LISTS=False,  # tests of seals switch them on
            OWN_WORKER=False,  # tests of jobs switch it on: nothing runs on beside another test
        ),
    ):
        patch.setattr(codes, "ROUNDS", 10)
        patch.setattr(encryption, "PASSES", 1)
        patch.setattr(encryption, "KIBIBYTES", 1_024)
        yield


@pytest.fixture(scope="session")
def made_before() -> Path:
    """Where a database with every table and rule set lies, from an earlier run of the same models and rules."""
    mark = hashlib.sha256(f"{sys.version} {django.__version__} {sqlite3.sqlite_version}".encode())
    for path in sorted(path for place in MAKES_TABLES for path in HOUSE.glob(place)):
        mark.update(path.read_bytes())
    return HOUSE / ".pytest_cache" / f"database-{mark.hexdigest()[:16]}.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(made_before: Path, tmp_path_factory: pytest.TempPathFactory) -> bool:
    """Whether the tables are there: then no migration runs, which takes three of four seconds of a worker's beginning."""
    if connections["default"].vendor != "sqlite":
        return False
    if not made_before.exists() and "PYTEST_XDIST_WORKER" in os.environ:
        try:
            (tmp_path_factory.getbasetemp().parent / "one-makes-the-tables").mkdir()
        except FileExistsError:  # another worker of this run
            patience = time.monotonic() + MOST_SECONDS_FOR_TABLES
            while not made_before.exists() and time.monotonic() < patience:
                time.sleep(0.05)
    return made_before.exists()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_keepdb: bool,
    made_before: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """SQLite in a file, as in the hall: threads see one database, and WAL is really on."""
    database = connections["default"]
    if database.vendor == "sqlite":
        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        if django_db_keepdb:
            shutil.copyfile(made_before, path)
        database.settings_dict["TEST"]["NAME"] = str(path)


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,
    django_db_keepdb: bool,
    made_before: Path,
    django_db_blocker: pytest_django.DjangoDbBlocker,
) -> None:
    """The built-in rule sets are published once for all, as `prepare` does on every machine."""
    with django_db_blocker.unblock():
        publish_built_in(now=factories.NOON)
        for model, rows in AT_THE_BEGINNING.items():
            rows[:] = [dict(row) for row in model._default_manager.order_by("pk").values()]
        if connections["default"].vendor == "sqlite" and not django_db_keepdb:
            keep_for_next_time(made_before)


def keep_for_next_time(made_before: Path) -> None:
    """One file, whole or not there at all, whichever worker is first; those of earlier models go."""
    made_before.parent.mkdir(exist_ok=True)
    for old in made_before.parent.glob("database-*.sqlite3"):
        if old != made_before:  # which another worker may be copying
            old.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(dir=made_before.parent) as folder:
        copy = Path(folder) / "copy.sqlite3"
        with connections["default"].cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])
        copy.replace(made_before)


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker):
    """What a file builds once for all its tests: each of them starts from it, and at the end it is gone."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def few_pages_rehearsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tournament is taken over on the way to something else: ten of its pages are opened before, not all 140."""
    monkeypatch.setattr(rehearsal, "MOST_PAGES", 10)


@pytest.fixture
def nothing_published(db: None) -> None:
    """A machine on which `publish_rules` was never called; the rule sets come back when the test is rolled back."""
    guards.drop_all(connections["default"])
    RuleSet.objects.all()._raw_delete("default")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Every second worker comes from the other end: where nothing is compiled yet, each compiles half and reads the other half."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if session.config.args != ["tests"] or int(worker.removeprefix("gw")) % 2 == 0:
        return
    for path in sorted((HOUSE / "tests").rglob("test_*.py"), reverse=True):
        if not left_out(path, session.config):
            importlib.import_module(".".join(path.relative_to(HOUSE).with_suffix("").parts))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Walks through a browser are not even read where none is taken: the library that leads it is a large one."""
    return True if left_out(collection_path, config) else None


def left_out(path: Path, config: pytest.Config) -> bool:
    """Whether nothing of this file can run, by the marks that were chosen; who names a file is told that by pytest."""
    walks = path.is_relative_to(HOUSE / "tests/browser")
    return walks and config.args == ["tests"] and "not browser" in str(config.getoption("markexpr"))


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was imported and collected stays to the end: the collector of rubbish need not look at it again and again."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 20, 20)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Chosen without a PostgreSQL server, its tests say what they wait for; with one, who asks no database was asked before."""
    if connections["default"].vendor != "postgresql":
        waiting = pytest.mark.skip(reason="DATABASE_URL names no PostgreSQL server")
        for item in items:
            if item.get_closest_marker("postgres"):
                item.add_marker(waiting)
        return
    others = [item for item in items if not asks_a_database(item)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if asks_a_database(item)]


def asks_a_database(item: pytest.Item) -> bool:
    """By its marks and fixtures (who has neither is kept from it by pytest-django), or through processes that it starts."""
    if item.get_closest_marker("django_db") or item.get_closest_marker("postgres"):
        return True
    if DATABASE & {*getattr(item, "fixturenames", ())}:
        return True
    met = vars(getattr(item, "module", None) or object).values()
    return any(getattr(one, "__module__", getattr(one, "__name__", "")) in PROCESSES for one in met)


DATABASE = {"db", "transactional_db", "django_db_setup"}
PROCESSES = {"subprocess", "multiprocessing", "tests.hosts", "tests.power_cut", "tests.power_cut_hall"}


def _empty_the_tables(case: TransactionTestCase) -> None:
    """Emptying tables is what the guards are there to refuse; afterwards they stand again, and so do the rows of the beginning.

    Put back, not made anew as after a migration: that asked Django for every permission again, after each test of two at once.
    """
    for alias in case._databases_names(include_mirrors=False):  # type: ignore[attr-defined]
        guards.drop_all(connections[alias])
        try:
            plain = {"reset_sequences": False, "inhibit_post_migrate": True}
            call_command("flush", verbosity=0, interactive=False, database=alias, **plain)
            for model, rows in AT_THE_BEGINNING.items():
                model._default_manager.using(alias).bulk_create(model(**row) for row in rows)
        finally:
            guards.install_all(connections[alias])


# An underscored name that the stubs do not know; the test of the guards in test_house.py notices a change.
TransactionTestCase._fixture_teardown = _empty_the_tables  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _empty_page_cache(settings):
    """Clear the pages of other tests, where the same revision means something else; show every game at once."""
    cache.clear()
    settings.PAGE_LAG_SECONDS = 0
