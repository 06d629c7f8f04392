"""Who reads the answer of a request, and so whose full names stand in it: only those who lead that tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from tournaments.access.visitors import actor_of
from tournaments.event.permissions import Actor
from tournaments.models import Role
from tournaments.models.naming import MayReadNames, read_by


class ReaderMiddleware:
    """Say for the rest of the request who reads, so that `registration.player` answers with the name this reader may see."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        reader = reader_of(request)
        with read_by(reader):
            response = self.get_response(request)
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            response.streaming_content = read_on(response.streaming_content, reader)
        return response


def read_on(pieces: Any, reader: MayReadNames) -> Iterator[bytes]:
    """Produce a streamed file for the reader of its request: its pieces are made after the middleware has returned."""
    source = iter(pieces)
    while True:
        with read_by(reader):
            piece = next(source, None)
        if piece is None:
            return
        yield piece


def reader_of(request: HttpRequest) -> MayReadNames:
    """Whether who asks leads a tournament, looked up once for each, and only where somebody has a wish."""
    known: dict[int, bool] = {}

    def may(tournament: int) -> bool:
        if tournament not in known:
            known[tournament] = leads(caller_of(request), tournament)
        return known[tournament]

    return may


def caller_of(request: HttpRequest) -> Actor | None:
    """The actor of a request: the API's gate has stored it, pages take it from the session; None without a session."""
    through_the_gate: Actor | None = getattr(getattr(request, "_asked", None), "actor", None)
    if through_the_gate is not None:
        return through_the_gate
    return actor_of(request) if hasattr(request, "user") and hasattr(request, "session") else None


def leads(actor: Actor | None, tournament: int) -> bool:
    """Whether somebody leads this tournament: director, referee, treasurer, or a program that one of them let in."""
    if actor is None or actor.user is None or not actor.user.is_active:
        return False
    if actor.token is not None and actor.token.tournament_id != tournament:
        return False
    return Role.objects.filter(tournament=tournament, user=actor.user).exists()
