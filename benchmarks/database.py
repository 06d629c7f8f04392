"""Django on an empty database of its own, for benchmarks that need tables: import it before any model.

Without DATABASE_URL that is SQLite in a folder that is gone afterwards; with a PostgreSQL server in DATABASE_URL a
database of its own there, dropped afterwards. A process that a benchmark starts finds the same database.
"""

import atexit
import os
import shutil
import tempfile

import django
import psycopg
from django.conf import settings
from django.core.management import call_command
from django.test.utils import override_settings


def own_database(server: str) -> str:
    """A fresh database on this PostgreSQL server, dropped when this process ends; returns its address."""
    name = f"romme_club_benchmark_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as desk:
        desk.execute(f"CREATE DATABASE {name}")
    atexit.register(drop, server, name)
    return f"{server.rpartition('/')[0]}/{name}"


def drop(server: str, name: str) -> None:
    with psycopg.connect(server, autocommit=True) as desk:
        desk.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


if not settings.configured:
    if "BENCHMARK_DATA" not in os.environ:
        os.environ["BENCHMARK_DATA"] = tempfile.mkdtemp(prefix="romme-club-benchmark-")
        atexit.register(shutil.rmtree, os.environ["BENCHMARK_DATA"], ignore_errors=True)
        if os.environ.get("DATABASE_URL", "").startswith("postgres"):
            os.environ["DATABASE_URL"] = own_database(os.environ["DATABASE_URL"])
    os.environ["DATA_DIR"] = os.environ["BENCHMARK_DATA"]
    os.environ.setdefault("SECRET_KEY", "the codes of tables are the same in every process of a benchmark")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    django.setup()


def empty_tables() -> None:
    """All tables as the migrations leave them, in a file with the same promises as in the hall."""
    call_command("migrate", interactive=False, verbosity=0)


def plain_static_files() -> override_settings:
    """Pages without collected static files: a context for what renders them."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    return override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain})
