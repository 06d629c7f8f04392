"""What machines ask of this one: does it live, may it get requests, how is it. Asked without a session, a host's name or HTTPS."""

from __future__ import annotations

import hmac
import shutil
from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse

from tournaments.pages.measured import RequestCounts

PREFIX = "/-/"
ROOM = 100 * 1024 * 1024  # on the disk: below it nothing can be written safely


class NotReady(Exception):
    """Why no requests should come here now."""


def health_answer(request: HttpRequest, counted: RequestCounts | None) -> HttpResponse:
    """The answer to `live`, `ready` or `metrics`; 404 for everything else under the prefix."""
    match request.path_info.removeprefix(PREFIX):
        case "live":
            return plain_answer("lives\n")
        case "ready":
            try:
                look_at_database()
            except NotReady as reason:
                return plain_answer(f"{reason}\n", status=503)
            return plain_answer("ready\n")
        case "metrics" if counted is not None and has_token(request):
            return HttpResponse(counted.text(), content_type="text/plain; version=0.0.4; charset=utf-8")
    return plain_answer("nothing here\n", status=404)


def plain_answer(text: str, *, status: int = 200) -> HttpResponse:
    said = HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
    said["Cache-Control"] = "no-store"
    return said


def has_token(request: HttpRequest) -> bool:
    """Return whether the request carries METRICS_TOKEN; without it the address answers 404."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").encode()
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(given, settings.METRICS_TOKEN.encode())


def look_at_database() -> None:
    """Database, tables, disk. A version whose tables are not there yet gets no requests; an older one goes on."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if missing := not_applied():
            raise NotReady(f"{missing} migrations are missing")
    except DatabaseError as away:
        connection.close()
        raise NotReady("the database does not answer") from away
    if shutil.disk_usage(settings.DATA_DIR).free < ROOM:
        raise NotReady("the disk is full")


def not_applied() -> int:
    """How many of this version's migrations the database has not seen. Once none is missing, none will be."""
    if all_applied.cache_info().currsize:
        return 0
    loader = MigrationLoader(connection)
    missing = sum(leaf not in loader.applied_migrations for leaf in loader.graph.leaf_nodes())
    if not missing:
        all_applied()
    return missing


@cache
def all_applied() -> bool:
    """Remembered for the life of the process."""
    return True
