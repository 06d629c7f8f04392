"""Version 1 of the API: every operation behind the gate, under addresses that stay."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from ninja import NinjaAPI
from ninja.operation import Operation
from ninja.parser import Parser
from ninja.renderers import JSONRenderer
from ninja.types import DictStrAny

from tournaments.api import desk, lists, ranking, reading
from tournaments.api.asking import stamp
from tournaments.api.description import ABOUT, complete
from tournaments.api.gate import View, gated
from tournaments.api.problems import Wanted, known_of
from tournaments.storage.invisible_characters import without_format

MOST_DIGITS = 40  # of a number: more is nothing that anybody counts


class StrictParser(Parser):
    """JSON as the standard has it: no NaN, no number without end; what came in is kept for the answer."""

    def parse_body(self, request: HttpRequest) -> DictStrAny:
        try:
            document = json.loads(
                request.body, parse_constant=constant_refused, parse_int=short_number, parse_float=whole
            )
        except (ValueError, RecursionError):
            raise Wanted("malformed") from None
        document = without_format_everywhere(document)
        known_of(request).sent = document
        return document  # type: ignore[no-any-return]  # whatever it is, its shape judges


def without_format_everywhere(value: Any) -> Any:
    """Return a JSON value whose texts hold no invisible character; controls are left for the shapes, which refuse them."""
    match value:
        case str():
            return without_format(value)
        case list():
            return [without_format_everywhere(one) for one in value]
        case dict():
            return {name: without_format_everywhere(one) for name, one in value.items()}
        case _:
            return value


def constant_refused(constant: str) -> float:
    raise ValueError(constant)


def whole(digits: str) -> float:
    """12.0 is the number 12 in JSON."""
    number = float(digits)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def short_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(digits[:MOST_DIGITS])
    return int(digits)


class Plain(JSONRenderer):
    """Short, and names as they are written."""

    json_dumps_params = {"ensure_ascii": False, "separators": (",", ":")}


class Version1(NinjaAPI):
    """The operations, named as their functions; nothing of the package's own pages, which need the internet."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def set_default_exception_handlers(self) -> None:
        """Answer no exception here: the gate turns each into a problem document."""
        self.add_exception_handler(Exception, hand_on)


def hand_on(_request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    """Let every exception through: the gate turns it into a problem document."""
    raise error


api = Version1(
    title="Rommé-Club",
    version="1.0.0",
    description=ABOUT,
    openapi_url=None,
    docs_url=None,
    urls_namespace="api_v1",
    parser=StrictParser(),
    renderer=Plain(),
)
for router in (reading.router, ranking.router, lists.router, desk.router):
    api.add_router("", router)


# The description ----------------------------------------------------------------------------------------------


@cache
def document() -> Mapping[str, Any]:
    """The OpenAPI document."""
    return complete(dict(api.get_openapi_schema(path_prefix="api/v1/")))


@cache
def description() -> bytes:
    return json.dumps(document(), ensure_ascii=False, indent=1).encode()


@cache
def questions_by_path() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Address → method → the names that may stand behind the question mark."""
    return {
        address: {
            method.upper(): frozenset(
                one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"
            )
            for method, operation in operations.items()
        }
        for address, operations in document()["paths"].items()
    }


def openapi(request: HttpRequest) -> HttpResponse:
    """This description; it changes with the program alone."""
    stamp(request, f"openapi.{hashlib.sha256(description()).hexdigest()[:16]}", "")
    return HttpResponse(description(), content_type="application/json")


def nothing(_request: HttpRequest, rest: str = "") -> HttpResponse:
    """The problem document for an address that does not exist."""
    raise Wanted("not-found", rest[:0])


# The addresses ------------------------------------------------------------------------------------------------


def behind_the_gate(pattern: URLPattern) -> URLPattern:
    """An operation's address with the gate before it."""
    route = str(pattern.pattern)
    key = "/api/v1/" + route.replace("<slug:", "{").replace("<int:", "{").replace(">", "}")
    return path(route, gated(pattern.callback, lambda: questions_by_path()[key]), name=pattern.name)


def only_get() -> Mapping[str, frozenset[str]]:
    return {"GET": frozenset()}


def no_method() -> Mapping[str, frozenset[str]]:
    return {}


def plain_view(view: View, questions: Any) -> View:
    return gated(view, questions)


urlpatterns: list[URLPattern] = [
    *(
        behind_the_gate(pattern)
        for pattern in api.urls[0]
        if isinstance(pattern, URLPattern) and pattern.name != "api-root"
    ),
    path("openapi.json", plain_view(openapi, only_get), name="openapi"),
    path("", plain_view(nothing, no_method), name="root"),
    path("<path:rest>", plain_view(nothing, no_method), name="nothing"),
]
