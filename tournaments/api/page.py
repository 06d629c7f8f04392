"""The page about the API for people: every operation in one line, drawn from the description itself. Works offline."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.api.description import TAGS, operations
from tournaments.api.problems import KINDS
from tournaments.api.v1 import document


@require_safe
def api(request: HttpRequest) -> HttpResponse:
    """How other programs read and write."""
    groups = [{**tag, "operations": operations_of(tag["name"])} for tag in TAGS]
    return render(
        request,
        "tournaments/api/api.html",
        {
            "groups": groups,
            "kinds": [(kind, sign_pieces(kind.advice)) for kind in KINDS.values()],
            "site": request.build_absolute_uri("/").rstrip("/"),
        },
    )


def sign_pieces(text: str) -> list[tuple[str, bool]]:
    """A text with `signs` in it: each piece, and whether it is such a sign."""
    return [(piece, bool(n % 2)) for n, piece in enumerate(text.split("`"))]


def operations_of(tag: str) -> list[dict[str, Any]]:
    """The operations of a group."""
    return [
        {
            "id": operation["operationId"],
            "method": method.upper(),
            "path": path,
            "says": sign_pieces(operation["description"]),
            "free": {} in operation["security"],
            "query": [one["name"] for one in operation["parameters"] if one["in"] == "query"],
        }
        for path, methods in document()["paths"].items()
        for method, operation in operations({"paths": {path: methods}})
        if operation["tags"] == [tag]
    ]
