"""Completes the OpenAPI document: every answer of every operation, who may ask, which headers come and go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.api.problems import KINDS, MEDIA_TYPE
from tournaments.api.shapes.base import Page, Problem

ABOUT = """\
Tournaments of Rommé: who plays, who sits where, what was reported, who leads. Reading what is public needs nothing; \
writing needs a token that a director makes for one tournament („Andere Programme“), the code of a table for its own list, \
or a session of the site with its `X-CSRFToken`.

**Versions.** The version stands in the address. Within version 1 fields, operations, query parameters and kinds of problems are only added; \
nothing is renamed, removed or given another meaning or type. What cannot be done like this becomes version 2 beside it, and version 1 stays for at least two years.

**State.** Every answer about a tournament has an `ETag`; `If-None-Match` is answered with 304 while nothing has happened. `If-Match` on a write \
is answered with 412 when the tournament has moved on. Lists have a `version` of their own: send the one you have read as `seen_version`.

**Problems** are documents of RFC 9457, `detail` in the language of `Accept-Language` (de, lb, en). 409 means: as things stand it is not possible, look at `current`; 422: sent again it fails again.

**Pages.** Long lists come in pieces of `limit` (at most 500); `next` is the address of the following one.

**Other origins.** Browsers of any origin may read (CORS `*`, without cookies); they may not write."""

TAG = {
    "description": "Names this state; send it as If-None-Match, or as If-Match with a write.",
    "schema": {"type": "string"},
    "example": '"1.7.128.de"',
}
WAYS = {
    "Token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of the desk, or the code of a table.",
    },
    "Session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "rommeclub_session",
        "description": "Signed in at the site; writing also needs the header X-CSRFToken.",
    },
}
TAGS = [
    {
        "name": "Tournaments",
        "description": "What everybody may read: what is played, who plays, who sits where.",
    },
    {"name": "Standings", "description": "Who leads, and what was announced."},
    {"name": "Lists", "description": "The lists of the tables: read by everybody, written by those who may."},
    {"name": "Desk", "description": "What stands behind the desk."},
]
PROTECTED = frozenset(
    {"lists", "all_registrations", "registration", "journal"}
)  # beside everything that writes


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """The document of the package, with what it cannot know."""
    components = document["components"]
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    components["schemas"] |= schema.pop("$defs") | {"Problem": schema}
    components["securitySchemes"] = WAYS
    for name, shape in components["schemas"].items():
        if name.startswith("Page_"):
            shape["description"] = Page.__doc__
    components["responses"] = {str(status): said for status, said in problem_responses()}
    document["paths"] = dict(document["paths"])
    for method, operation in operations(document):
        operation["parameters"] = [*operation.get("parameters", []), *headers_in(method)]
        operation["responses"] = dict(answers(method, operation))
        operation["security"] = [{"Token": []}, {"Session": []}]
        if method == "get" and operation["operationId"] not in PROTECTED:
            operation["security"].insert(0, {})
    document["tags"] = TAGS
    document.pop("servers", None)
    return document


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for methods in document["paths"].values():
        yield from methods.items()


def headers_in(method: str) -> list[dict[str, Any]]:
    """The headers that a program may send."""
    name = "If-None-Match" if method == "get" else "If-Match"
    what = "An ETag: 304 while it holds." if method == "get" else "An ETag: 412 when it no longer holds."
    text = {"type": "string"}
    return [
        {"in": "header", "name": name, "required": False, "description": what, "schema": text},
        {
            "in": "header",
            "name": "Accept-Language",
            "required": False,
            "description": "The language of sentences: de, lb or en.",
            "schema": text,
            "example": "en",
        },
    ]


def answers(method: str, operation: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Everything that can come back."""
    reads = method == "get"
    for status, said in operation["responses"].items():
        headers = {"ETag": TAG} if reads else {}
        if status == 201 and operation["operationId"] in ("report_game", "register"):
            headers["Location"] = {"description": "Where the new thing is.", "schema": {"type": "string"}}
        yield str(status), {**said, "headers": headers} if headers else said
    if reads:
        yield "304", {"description": "Nothing has happened since.", "headers": {"ETag": TAG}}
    possible = (
        [401, 403, 404, 406, 422, 429] if reads else [400, 401, 403, 404, 406, 409, 412, 413, 415, 422, 429]
    )
    for code in possible:
        yield str(code), {"$ref": f"#/components/responses/{code}"}


def problem_responses() -> Iterator[tuple[int, dict[str, Any]]]:
    """One answer for each status; several kinds may share it."""
    for status in sorted({kind.status for kind in KINDS.values()}):
        kinds = [kind for kind in KINDS.values() if kind.status == status]
        said: dict[str, Any] = {
            "description": " ".join(f"`{kind.sign}`: {kind.advice}" for kind in kinds),
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        match status:
            case 401:
                said["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}, "required": True}}
            case 429:
                said["headers"] = {"Retry-After": {"schema": {"type": "string"}, "required": True}}
        yield status, said
