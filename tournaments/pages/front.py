"""The first one that a request meets: it gets an id and a stopwatch; machines that ask how this one is are answered at once."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from tournaments.pages import health
from tournaments.pages.logs import REQUEST
from tournaments.pages.measured import counted

log = logging.getLogger("romme.requests")
ID = re.compile(r"[A-Za-z0-9-]{8,64}")
HEADER = "X-Request-ID"


class FrontMiddleware:
    """The outermost middleware: gives each request its id, measures it, and answers health checks itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.counted = counted()
        if settings.ERROR_HOOK:
            got_request_exception.connect(tell_the_hook, dispatch_uid="error hook")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(health.PREFIX):
            return health.health_answer(request, self.counted)
        number = id_of(request)
        token = REQUEST.set(number)
        begun = time.monotonic()
        try:
            answer = self.get_response(request)
            self.note(request, answer, seconds=time.monotonic() - begun)
        finally:
            REQUEST.reset(token)
        answer[HEADER] = number
        return answer

    def note(self, request: HttpRequest, answer: HttpResponse, *, seconds: float) -> None:
        """For figures and log: the name of the view, never the address, which may hold a name or a code."""
        if self.counted is None and not settings.JSON_LOGS:
            return
        found = request.resolver_match
        room = answering_room(found.func) if found else "none"
        method = request.method if request.method in {"GET", "HEAD", "POST"} else "other"
        if self.counted is not None:
            self.counted.note(room=room, method=str(method), status=answer.status_code, seconds=seconds)
        if settings.JSON_LOGS:
            said: dict[str, Any] = {"view": (found.url_name or room) if found else "none", "method": method}
            said |= {"status": answer.status_code, "milliseconds": round(seconds * 1000)}
            log.info("answered", extra=said)


def id_of(request: HttpRequest) -> str:
    """The proxy's id, so that its log and ours tell of the same thing; one of our own for whoever comes directly."""
    sent = request.headers.get(HEADER, "") if settings.BEHIND_PROXY else ""
    return sent if ID.fullmatch(sent) else secrets.token_hex(8)


def answering_room(view: Any) -> str:
    """The room whose view answers, for the figures."""
    names = str(getattr(view, "__module__", "")).split(".")
    return names[1] if names[0] == "tournaments" and len(names) > 1 else names[0]


def tell_the_hook(request: HttpRequest | None = None, **_more: object) -> None:
    """Report an error that nobody caught to the configured hook, with the request's id and the view's name."""
    found = request.resolver_match if request is not None else None
    try:
        import_string(settings.ERROR_HOOK)(request_id=REQUEST.get(), view=found.url_name if found else "")
    except Exception:
        log.exception("the error hook has failed itself")
