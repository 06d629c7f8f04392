"""Guards the doors that are dear, and says 503 where a request cannot be answered now: too many at once, or no database.

Whoever gets 503 has lost nothing and is told when to come again; phones wait and send again by themselves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import resolve
from django.utils.translation import gettext as _
from django.views import defaults

from scoring.speech import say
from tournaments.access.core import budgets
from tournaments.access.core.budgets import ConcurrencyLimit, Crowded

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
WRITING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
BOTH = SAFE | WRITING
# Which address is behind which door, and how it is asked when it is dear. tests/attacks/test_budgets.py knows every name.
DEAR: dict[str, tuple[ConcurrencyLimit, frozenset[str]]] = {
    "login": (budgets.LOGIN, WRITING),
    "new_password": (budgets.LOGIN, WRITING),
    "account_new": (budgets.LOGIN, WRITING),
    "prove": (budgets.LOGIN, WRITING),
    "second_step": (budgets.LOGIN, WRITING),
    "own_codes": (budgets.LOGIN, WRITING),
    "photos": (budgets.PHOTO, WRITING),
    "emblem": (budgets.PHOTO, WRITING),
    "paper_send": (budgets.PHOTO, WRITING),
    "paper_queue": (budgets.PICTURES, WRITING),
    "player_upload": (budgets.PLAYERS, WRITING),
    "player_file": (budgets.PLAYERS, BOTH),
    "tournament_import": (budgets.TOURNAMENT, WRITING),
    "tournament_zip": (budgets.TOURNAMENT, BOTH),
    "standings_xlsx": (budgets.WORKBOOK, BOTH),
    "hand": (budgets.HAND, BOTH),
    "game_record": (budgets.HAND, BOTH),
    "hand_of_game": (budgets.HAND, WRITING),
    "count_hands": (budgets.HAND, WRITING),
    "check_file": (budgets.SEALED, WRITING),
    "series_sealed": (budgets.PAPER, BOTH),
    "sheets_pdf": (budgets.PAPER, BOTH),
    "series_lists": (budgets.PAPER, BOTH),
    "record_pdf": (budgets.PAPER, BOTH),
    "start_cards_pdf": (budgets.PAPER, BOTH),
    "badges_pdf": (budgets.PAPER, BOTH),
    "certificates_pdf": (budgets.PAPER, BOTH),
    "place_cards_pdf": (budgets.PAPER, BOTH),
    "slips_pdf": (budgets.PAPER, BOTH),
    "journal_check": (budgets.PAPER, BOTH),
    "backup": (budgets.TOURNAMENT, WRITING),
    "machine_restore": (budgets.TOURNAMENT, WRITING),
}
AWAY = (OperationalError, InterfaceError)  # locked, restarting, gone
API = "/api/v1/"
LONG = 200  # signs of an address that is not remembered
MEDIA_TYPE = "application/problem+json"


class DoorMiddleware:
    """The last middleware before the view: bounds how many are inside dear views, and answers 503 while the database is away."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        door = door_of(request)
        try:
            if door is not None:
                with door.passing():
                    return self.get_response(request)
            return self.get_response(request)
        except Crowded as refusal:
            return later(request, say(refusal))

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, AWAY):
            return later(request, no_database())
        return None


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What could not be understood, or was too large to be looked at: two sentences, because two things help."""
    if not isinstance(exception, RequestDataTooBig):
        return defaults.bad_request(request, exception)
    return HttpResponse(render_to_string("errors/400.html", {"too_large": True}), status=413)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler of uncaught errors; a database that went away between two middlewares becomes 503 here too."""
    fault = sys.exc_info()[1]
    if isinstance(fault, AWAY):
        return later(request, no_database())
    if request.path_info.startswith(API):
        document = {"type": "about:blank", "title": "Internal error", "status": 500, "detail": ""}
        return HttpResponse(json.dumps(document), status=500, content_type=MEDIA_TYPE)
    return defaults.server_error(request)


def door_of(request: HttpRequest) -> ConcurrencyLimit | None:
    """The door that this request goes through."""
    door, methods = behind(request.path_info)
    return door if request.method in methods else None


def is_dear(path: str, method: str) -> bool:
    """Return whether a request goes through one of the dear doors."""
    door, methods = behind(path)
    return door is not None and method in methods


def takes_files(path: str) -> bool:
    """Whether a large body may come to this address. Asked before a byte of it is read."""
    door, _methods = behind(path)
    return door is not None and door.most_bytes > 0


def behind(path: str) -> tuple[ConcurrencyLimit | None, frozenset[str]]:
    name = (known_name if len(path) < LONG else name_at)(path, settings.ROOT_URLCONF)
    return DEAR.get(name, (None, frozenset()))


def name_at(path: str, _addresses: str) -> str:
    """The name of the view at this address, or nothing."""
    try:
        return resolve(path).url_name or ""
    except Http404:
        return ""


known_name = lru_cache(maxsize=4_096)(name_at)  # a hall asks for the same addresses all day


def no_database() -> str:
    return _(
        "Die Datenbank antwortet gerade nicht. Was bestätigt war, ist gespeichert: "
        "In ein paar Sekunden geht es weiter."
    )


def later(request: HttpRequest, sentence: str, *, seconds: int = budgets.RETRY_AFTER) -> HttpResponse:
    """503 with the moment to come again; for programs as a problem document. Asks no database."""
    if request.path_info.startswith(API):
        document = {
            "type": "/api/#problem-later",
            "title": "Not now",
            "status": 503,
            "detail": sentence,
        }
        response = HttpResponse(json.dumps(document), status=503, content_type=MEDIA_TYPE)
    else:
        again = request.get_full_path() if request.method in SAFE else ""
        words = {"sentence": sentence, "seconds": seconds, "again": again}
        response = HttpResponse(render_to_string("errors/503.html", words), status=503)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response
