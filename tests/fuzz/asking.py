"""A whole request as bytes: through the door and every layer of the site, to a view that looks at all that it brought."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import override_settings
from django.urls import path
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt

from tournaments.access.visitors import at_this_machine, client_address
from tournaments.api.asking import tags
from tournaments.management import bodies
from tournaments.management.asgi import environ_of
from tournaments.management.bodies import Body, DiskUse

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


def scope_of(head: str) -> dict[str, Any]:
    """A request as uvicorn describes it: names in small letters, several of one name possible."""
    first, *lines = head.split("\r\n")
    method, _blank, target = first.partition(" ")
    path, _mark, query = target.partition(" ")[0].partition("?")
    pairs = [line.partition(":") for line in lines if ":" in line]
    headers = [(name.strip().lower(), value.strip()) for name, _colon, value in pairs if name.strip()]
    return {
        "type": "http",
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": path,
        "query_string": query.encode("ascii", "ignore"),
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.7", 50000),
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
    }


@csrf_exempt
def looked_at(request: HttpRequest, **_more: str) -> HttpResponse:
    """Everything that some page or the API asks of a request."""
    try:
        said: list[Any] = [
            request.build_absolute_uri(),
            request.COOKIES,
            request.GET,
            request.POST,
            request.FILES,
        ]
        said += [
            client_address(request),
            at_this_machine(request),
        ]
        said += [tags(request.headers.get("If-None-Match", "")), request.content_type, request.accepted_types]
        said += list(CookieStorage(request))
        return HttpResponse(str(said))
    except UnicodeDecodeError:
        raise
    except SuspiciousOperation as refused:
        return HttpResponse(type(refused).__name__, status=400)


def shut(_request: HttpRequest, **_more: object) -> HttpResponse:
    """Instead of pages that want style sheets."""
    return HttpResponse(status=400)


handler400 = handler403 = handler404 = shut
urlpatterns = [path("", looked_at, name="nothing"), path("<path:anything>", looked_at, name="anything")]


@cache
def site() -> WSGIApplication:
    """Django behind the door that every server knocks on; without its signals, which would end the test's connection."""
    handler = WSGIHandler()

    def inside(environ: WSGIEnvironment, start_response: StartResponse) -> HttpResponseBase:
        answer = handler.get_response(WSGIRequest(environ))
        start_response(str(answer.status_code), [])
        return answer

    module = settings.WSGI_APPLICATION.rpartition(".")[0]
    door: WSGIApplication = import_string(f"{module}.in_utf8")(inside)
    return door


def request_sent(data: bytes) -> None:
    """What a server would make of these bytes, given to the site; an answer of 500 is a finding too."""
    head, _blank, body = data.partition(b"\r\n\r\n")
    said: list[str] = []

    def begun(
        status: str, _headers: list[tuple[str, str]], _fault: object = None
    ) -> Callable[[bytes], object]:
        said.append(status)
        return io.BytesIO().write

    sent = Body(DiskUse(), "")
    sent.add(body, kept=bodies.KEPT_BODY)
    sent.content.seek(0)
    environ = environ_of(scope_of(head.decode("latin-1")), sent)
    with closing(sent), override_settings(ROOT_URLCONF=__name__, DEBUG_PROPAGATE_EXCEPTIONS=True):
        for _piece in site()(environ, begun):
            pass
    assert said[0] < "500", said[0]
