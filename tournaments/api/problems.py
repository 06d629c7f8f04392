"""Everything that can go wrong as a problem document (RFC 9457): one kind for each thing that a program does about it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.utils.translation import gettext as _
from ninja.errors import HttpError, ValidationError
from ninja.responses import NinjaJSONEncoder

from scoring.sentence import Refusal
from scoring.speech import say
from tournaments.access.core.budgets import RETRY_AFTER
from tournaments.access.services.tries import TooManyTries
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.lists.services.sheets import StaleSheet
from tournaments.pages.doors import no_database
from tournaments.seating.services.plans import StaleSeating

MEDIA_TYPE = "application/problem+json"
ADDRESS = "/api/#problem-"  # the page for people explains each kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of problem: its sign in the address, its status, its title, and what to do about it."""

    sign: str
    status: int
    title: str
    advice: str


KINDS: Mapping[str, Kind] = {
    kind.sign: kind
    for kind in (
        Kind(
            sign="malformed",
            status=400,
            title="Not to be read",
            advice="Send well-formed JSON in UTF-8: no NaN, no number of thousands of digits, not nested without end.",
        ),
        Kind(
            sign="unknown",
            status=401,
            title="Access needed",
            advice="Send `Authorization: Bearer …` with a token that holds: the director makes one under „Andere Programme“.",
        ),
        Kind(
            sign="forbidden",
            status=403,
            title="Not allowed",
            advice="This token or person may not do this at this tournament. Asking again does not help.",
        ),
        Kind(sign="not-found", status=404, title="Not found", advice="Nothing has this address (any more)."),
        Kind(
            sign="method",
            status=405,
            title="Method not allowed",
            advice="The header `Allow` says what can be done here.",
        ),
        Kind(
            sign="not-acceptable",
            status=406,
            title="Not acceptable",
            advice="Answers are `application/json`: accept it.",
        ),
        Kind(
            sign="stale",
            status=409,
            title="Somebody else has written since",
            advice="`current` is the list as it is now. Look at it, and send again with its `version` if it is still meant.",
        ),
        Kind(
            sign="doubt",
            status=409,
            title="To be confirmed",
            advice="Unlikely, but possible. Show the sentences of `doubts` to a human; if it is right, send the same again with their ids in `confirmed`.",
        ),
        Kind(
            sign="unseen",
            status=409,
            title="Seats would move",
            advice="`seating` says who would go from where to where and what paper would be stale. Show it to a human; "
            "if it is meant, send the same again with its `version` as `seen_seating`. Nothing was written.",
        ),
        Kind(
            sign="refused",
            status=409,
            title="Not possible as things stand",
            advice="The rules or the state of things refuse it; `detail` says why, and what can be done.",
        ),
        Kind(
            sign="precondition",
            status=412,
            title="Changed since it was read",
            advice="The tournament has moved on since the ETag of `If-Match`. Read again.",
        ),
        Kind(sign="too-large", status=413, title="Too large", advice="A request has at most 65,536 bytes."),
        Kind(
            sign="media-type", status=415, title="Not JSON", advice="Send `Content-Type: application/json`."
        ),
        Kind(
            sign="invalid",
            status=422,
            title="Not as described",
            advice="`errors` says where the request is not as the description wants it. Sent again it fails again.",
        ),
        Kind(
            sign="too-many",
            status=429,
            title="Too many wrong tokens",
            advice="Wait as many seconds as `Retry-After` says. A token that holds never waits.",
        ),
        Kind(
            sign="later",
            status=503,
            title="Not now",
            advice="The database is held, restarting or away, or too many ask at once. Nothing was written unless it was "
            "confirmed before: send the same again after as many seconds as `Retry-After` says.",
        ),
    )
}


class Wanted(Exception):
    """Raised to answer with a problem document of this kind."""

    def __init__(
        self, sign: str, detail: str = "", *, headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        self.sign, self.detail, self.headers, self.more = sign, detail, dict(headers or {}), more
        super().__init__(sign)


@dataclass(slots=True, kw_only=True)
class Asked:
    """What is known of a request while it is answered, kept as an attribute of the request."""

    actor: Actor | None = None
    tag: str = ""  # the ETag of the answer
    sent: Any = None  # the document as it came in
    current: Any = None  # makes the list as it is now, for an answer to a conflict
    headers: dict[str, str] = field(default_factory=dict)


def known_of(request: HttpRequest) -> Asked:
    """The `Asked` of this request, made on first use."""
    known: Asked | None = getattr(request, "_asked", None)
    if known is None:
        known = request._asked = Asked()  # type: ignore[attr-defined]  # kept for the length of the request
    return known


def problem_response(request: HttpRequest, wanted: Wanted) -> HttpResponse:
    """The problem document."""
    kind, known = KINDS[wanted.sign], known_of(request)
    document: dict[str, Any] = {
        "type": f"{ADDRESS}{kind.sign}",
        "title": kind.title,
        "status": kind.status,
        "detail": wanted.detail or kind.advice,
        **wanted.more,
    }
    if kind.status == 409 and known.current is not None:
        document["current"] = known.current()
    if kind.status in (409, 412, 422) and known.sent is not None:
        document["sent"] = known.sent
    text = json.dumps(document, cls=NinjaJSONEncoder)  # in ASCII: what was sent may be no text at all
    response = HttpResponse(text, status=kind.status, content_type=MEDIA_TYPE)
    for name, value in wanted.headers.items():
        response[name] = value
    return response


def wanted_for(request: HttpRequest, error: Exception) -> Wanted | None:
    """The problem that an exception means; None where it is a bug."""
    match error:
        case Wanted():
            return error
        case TooManyTries():
            wait = {"Retry-After": str(max(1, math.ceil(error.wait.total_seconds())))}
            return Wanted("too-many", say(error), headers=wait)
        case NotAllowed():
            return unknown() if is_nobody(known_of(request).actor) else Wanted("forbidden", say(error))
        case StaleSheet() | StaleSeating():
            return Wanted("stale", say(error))
        case Refusal():
            return Wanted("refused", say(error))
        case Http404():
            return Wanted("not-found", _("Diese Adresse gibt es nicht."))
        case RequestDataTooBig():
            return Wanted("too-large")
        case OperationalError() | InterfaceError():
            return Wanted("later", no_database(), headers={"Retry-After": str(RETRY_AFTER)})
        case ValidationError():
            return invalid(error.errors)
        case HttpError() | UnreadablePostError():
            return Wanted("malformed")
    return None


def is_nobody(actor: Actor | None) -> bool:
    return actor is None or (actor.user is None and actor.sheet_id is None and actor.token is None)


def unknown(detail: str = "") -> Wanted:
    """Who asks is not known, or no longer let in."""
    sentence = detail or _("Dafür braucht es einen Zugang: Die Turnierleitung legt ihn an ihrem Tisch an.")
    return Wanted("unknown", sentence, headers={"WWW-Authenticate": 'Bearer realm="Romme-Club"'})


def invalid(errors: Sequence[Mapping[str, Any]]) -> Wanted:
    """Everything that is wrong, and where. An address whose numbers cannot be is one that there is not."""
    if any(error["loc"][0] == "path" for error in errors):
        return Wanted("not-found", _("Diese Adresse gibt es nicht."))
    said = [
        {"where": "/" + "/".join(map(str, place_in_request(error["loc"]))), "detail": str(error["msg"])}
        for error in errors
    ]
    return Wanted("invalid", _("Die Anfrage ist nicht so, wie die Beschreibung sie will."), errors=said)


def place_in_request(loc: Sequence[Any]) -> list[Any]:
    """Where in the request, without the name that the code has for the body."""
    return [loc[0], *loc[2:]] if loc[0] == "body" else list(loc)
