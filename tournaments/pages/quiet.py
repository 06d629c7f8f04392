"""Answers "nothing new" before a request has gone through the whole house: sessions, languages, forms and names are for pages.

A view says by `answered_shortly` how its question is answered shortly. Whoever is not known here, may not ask, or has not seen
everything goes the ordinary way, as if nothing had been tried (tests/tournaments/pages/test_quiet.py).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import resolve
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override

from tournaments.pages.doors import AWAY, later, no_database
from tournaments.pages.fresh import polls

SHORT_ANSWER = "short_answer"  # of a view
Short = Callable[..., HttpResponse | None]
View = TypeVar("View", bound=Callable[..., Any])


def answered_shortly(by: Short) -> Callable[[View], View]:
    """Decorate a view that open pages ask all day: `by` answers where nothing is new, and says None otherwise.

    It asks the database once, knows of the session only what `presumed` and `confirmed` say, and writes nothing.
    """

    def decorated(view: View) -> View:
        setattr(view, SHORT_ANSWER, by)
        return view

    return decorated


class QuietMiddleware:
    """Just before the session: whatever stands further in is not asked where a short answer will do."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.store: Any = import_module(settings.SESSION_ENGINE).SessionStore

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.short(request) if polls(request) and request.method == "GET" else None
        return self.get_response(request) if answer is None else answer

    def short(self, request: HttpRequest) -> HttpResponse | None:
        """The answer "nothing new", if this address has one and the session is known."""
        request.get_host()  # a name that is not ours is refused here as everywhere
        try:
            found = resolve(request.path_info)
        except Http404:
            return None
        by: Short | None = getattr(found.func, SHORT_ANSWER, None)
        if by is None:
            return None
        session = self.store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        if session.session_key and session.presumed() is None:
            return None
        request.session = session
        try:
            answer = by(request, *found.args, **found.kwargs)
        except Http404:  # said further in, in the reader's language
            return None
        except AWAY:  # further in it would be asked, and waited for, once more
            with override(get_language_from_request(request)):
                return later(request, no_database())
        if answer is not None:
            request.resolver_match = found
            patch_vary_headers(answer, ("Cookie",))
        return answer
