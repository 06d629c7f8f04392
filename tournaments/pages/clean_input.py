"""Every text that a form sends is cleaned here, before any view or form reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.storage.invisible_characters import visible

WRITING = frozenset({"POST", "PUT", "PATCH"})
SECRETS = frozenset(
    {"password", "old", "new", "again", "passphrase"}
)  # kept to the sign: what was set must open


class CleanInputMiddleware:
    """Remove control and format characters from `request.POST` and from the names of uploaded files.

    In `process_view`, behind the CSRF check, which reads the body anyway. The API reads JSON and cleans it where it parses it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Replace what was sent by what is visible of it; most forms are left as they are."""
        if request.method not in WRITING:
            return
        changed = {
            name: cleaned
            for name, values in request.POST.lists()
            if name not in SECRETS and (cleaned := [visible(value) for value in values]) != values
        }
        if changed:
            sent = request.POST.copy()
            for name, cleaned in changed.items():
                sent.setlist(name, cleaned)
            request.POST = sent  # type: ignore[assignment]  # stubs want the immutable one; views only read it
        for file in (one for _name, files in request.FILES.lists() for one in files):
            if file.name and (name := visible(file.name)) != file.name:
                file.name = name
