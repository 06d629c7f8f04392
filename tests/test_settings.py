"""Settings: strict in production, simple on a laptop, and a database that loses nothing."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from datetime import date

import pytest
from django.conf import settings
from django.core.servers.basehttp import get_internal_wsgi_application
from django.db import connection
from django.utils import formats, translation

from tests.rooms import HOUSE

PRODUCTION = {
    "PRODUCTION": "1",
    "SECRET_KEY": "a-key-of-this-test-only-long-enough-and-with-äöü-1234567890-abcdefg",
    "ALLOWED_HOSTS": "turnier.example.org",
}


def manage(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """One of our commands in a process of its own, with exactly these variables on top."""
    ours = {"PRODUCTION", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "DATA_DIR"}
    surroundings = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *words],
        cwd=HOUSE,
        env=surroundings | {"PYTHONUTF8": "1"} | variables,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.slow
def test_production_passes_every_deployment_check(tmp_path):
    run = manage("check", "--deploy", "--fail-level", "WARNING", DATA_DIR=str(tmp_path), **PRODUCTION)
    assert run.returncode == 0, run.stderr
    assert "no issues" in run.stdout


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_production_asks_for_what_is_missing_in_a_sentence(name, tmp_path):
    run = manage("check", DATA_DIR=str(tmp_path), **{**PRODUCTION, name: ""})
    assert run.returncode == 1
    assert run.stderr.startswith(f"PRODUCTION=1 braucht {name} in der Umgebung")
    assert len(run.stderr.strip().splitlines()) == 1


def test_a_database_that_stands_there_empty_is_the_usual_one(tmp_path):
    run = manage(
        "shell",
        "--no-imports",
        "--command",
        "from django.db import connection; print(connection.vendor, connection.settings_dict['NAME'])",
        DATA_DIR=str(tmp_path),
        DATABASE_URL="",
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["sqlite", str(tmp_path / "romme-club.sqlite3")]


def test_production_and_debug_exclude_each_other(tmp_path):
    run = manage("check", DATA_DIR=str(tmp_path), DEBUG="1", **PRODUCTION)
    assert run.returncode == 1
    assert "schließen sich aus" in run.stderr


@pytest.mark.slow
def test_a_laptop_needs_no_variable_and_keeps_its_key(tmp_path):
    show = (
        "from django.conf import settings; print(settings.SECRET_KEY, settings.DEBUG, settings.ALLOWED_HOSTS)"
    )
    (tmp_path / "secret-key").write_text(
        "the-key-in-the-folder-that-is-long-enough-for-a-laptop-0123456789\n", encoding="utf-8"
    )
    run = manage("shell", "--no-imports", "-c", show, DATA_DIR=str(tmp_path))
    key = "the-key-in-the-folder-that-is-long-enough-for-a-laptop-0123456789"
    assert run.stdout.strip() == f"{key} False ['*']"


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own promises")
def test_sqlite_promises_what_a_hall_needs():
    def pragma(name: str) -> object:
        with connection.cursor() as cursor:
            return cursor.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2  # FULL: confirmed means on the disk
    assert pragma("foreign_keys") == 1
    assert pragma("recursive_triggers") == 1
    assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_luxembourg_reads_dates_and_numbers_as_germany_does():
    day, amount = date(2026, 11, 14), 1234.5
    with translation.override("de"):
        german = formats.date_format(day, "SHORT_DATE_FORMAT"), formats.localize(amount, use_l10n=True)
    with translation.override("lb"):
        assert (
            formats.date_format(day, "SHORT_DATE_FORMAT"),
            formats.localize(amount, use_l10n=True),
        ) == german
    assert german == ("14.11.2026", "1234,5")


def test_english_pages_are_european():
    with translation.override("en"):
        assert formats.date_format(date(2026, 11, 14), "SHORT_DATE_FORMAT") == "14/11/2026"


@pytest.mark.django_db
def test_a_page_tells_the_browser_to_load_nothing_from_elsewhere(client):
    policy = client.get("/verwaltung/login/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.django_db(transaction=True)  # a whole request, as the server runs it, closes its connection
@pytest.mark.parametrize(
    ("method", "charset"),
    [("GET", "base64"), ("POST", "utf-8"), ("POST", "unicode_escape"), ("POST", "utf-7")],
)
def test_whatever_charset_a_browser_claims_forms_are_read_as_utf8(method, charset, rf):
    odd = "ä\\ud800+2AA-"
    parts = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in {"username": odd, "password": odd, "csrfmiddlewaretoken": "a" * 32}.items()
    )
    body = f"{parts}--x--\r\n".encode()
    environ = rf.get("/anmelden/", {"next": "/regeln/"}).environ | {
        "REQUEST_METHOD": method,
        "CONTENT_TYPE": f"multipart/form-data; boundary=x; charset={charset}",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_COOKIE": f"{settings.CSRF_COOKIE_NAME}={'a' * 32}",
        "wsgi.input": io.BytesIO(body),
    }
    answers = []
    page = get_internal_wsgi_application()(environ, lambda status, _headers: answers.append(status))
    assert answers == ["200 OK" if method == "GET" else "422 Unprocessable Entity"]
    assert b"".join(page)
