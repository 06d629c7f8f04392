"""Django on an empty database of its own, for benchmarks that need tables: import it before any model.

A process that a benchmark starts finds the same database.
"""

import atexit
import os
import shutil
import tempfile

import django
from django.conf import settings
from django.core.management import call_command
from django.test.utils import override_settings

if not settings.configured:
    if "BENCHMARK_DATA" not in os.environ:
        os.environ["BENCHMARK_DATA"] = tempfile.mkdtemp(prefix="romme-club-benchmark-")
        atexit.register(shutil.rmtree, os.environ["BENCHMARK_DATA"], ignore_errors=True)
    os.environ["DATA_DIR"] = os.environ["BENCHMARK_DATA"]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rommé_club.settings")
    django.setup()


def empty_tables() -> None:
    """All tables as the migrations leave them, in a file with the same promises as in the hall."""
    call_command("migrate", interactive=False, verbosity=0)


def plain_static_files() -> override_settings:
    """Pages without collected static files: a context for what renders them."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    return override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain})
