"""Read-only: while a host is moved or a database takes over, readers go on and writers are told to come again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import InternalError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.pages.doors import WRITING, later

FLAG = "read-only"  # a file of this name in the folder of data switches it on, without a restart
SECONDS = 30
FREE = frozenset({"/sprache/"})  # writes a cookie, nothing else
REFUSED_BY_POSTGRESQL = "25006"  # read_only_sql_transaction: a standby, or a server that was told so


class ReadOnlyMiddleware:
    """Stands before whatever looks at a form: nobody's entry is half taken."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in WRITING and request.path_info not in FREE and is_read_only():
            return later(request, read_only_sentence(), seconds=SECONDS)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A database that takes no writes says the same thing in its own words."""
        if isinstance(exception, InternalError):
            state = getattr(exception.__cause__, "sqlstate", "")
            if state == REFUSED_BY_POSTGRESQL:
                return later(request, read_only_sentence(), seconds=SECONDS)
        return None


def is_read_only() -> bool:
    return bool(settings.READ_ONLY) or (Path(settings.DATA_DIR) / FLAG).exists()


def read_only_sentence() -> str:
    return _(
        "Gerade kann nichts eingetragen werden, weil der Server gewartet wird. Lesen geht weiter, "
        "und was bestätigt war, ist gespeichert. Bitte in einer Minute noch einmal."
    )
