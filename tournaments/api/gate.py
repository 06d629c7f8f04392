"""The gate before every operation: methods, media types, sizes, who asks; and behind it: problems, tags, headers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from ninja.utils import check_csrf

from scoring.speech import say
from tournaments.access.services.devices import CodeRefused, open_list_by_token
from tournaments.access.visitors import actor_of, client_address
from tournaments.accounts.selectors.programs import SIGN
from tournaments.accounts.services.programs import AccessRefused, let_program_in
from tournaments.api.asking import Unchanged
from tournaments.api.problems import Wanted, is_nobody, known_of, problem_response, unknown, wanted_for
from tournaments.event.permissions import Actor, may_direct, may_referee, may_score, must
from tournaments.event.selectors.sheets import sheets
from tournaments.event.selectors.tournaments import tournaments
from tournaments.models import Tournament

MOST_BYTES = 65_536  # of one request: a list of 48 games is far less
View = Callable[..., HttpResponse]
FOR_ALL = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Location, Retry-After, Allow",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, Accept-Language",
    "Access-Control-Max-Age": "86400",
}
VARIES = ("Accept-Encoding", "Accept-Language", "Authorization", "Cookie")
# The last word of the address → who may write there. tests/attacks/test_sentences.py knows every operation.
WRITES: Mapping[str, Callable[[Actor, Tournament], bool]] = {
    "registrations": may_direct,
    "withdrawal": may_direct,
    "return": may_direct,
    "acceptance": may_direct,
    "strike": may_referee,
    "penalties": may_referee,
}
AT_THE_TABLE = frozenset({"games", "signatures"})
compress = GZipMiddleware(lambda _request: HttpResponse())


def gated(view: View, questions: Callable[[], Mapping[str, frozenset[str]]]) -> View:
    """The view behind the gate. `questions`: each method that the address knows, with the names it may be asked with."""

    def gate(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        known = questions()
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
            response["Allow"] = allowed(known)
            return finished(request, response, preflight="GET" in known)
        try:
            check_request(request, known)
            known_of(request).actor = caller(request)
            response = answered(view, request, *args, **named)
        except Unchanged:
            response = HttpResponse(status=304)
        except Exception as error:
            wanted = wanted_for(request, error)
            if wanted is None:
                raise
            response = problem_response(request, wanted)
        return finished(request, response)

    gate.csrf_exempt = True  # type: ignore[attr-defined]  # sessions are asked for the form's secret by `caller`
    return gate


def allowed(known: Mapping[str, frozenset[str]]) -> str:
    names = set(known) | {"OPTIONS"} | ({"HEAD"} if "GET" in known else set())
    return ", ".join(sorted(names))


def answered(view: View, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
    """HEAD is answered as GET; the server leaves the body out. Nobody writes without saying who he is."""
    if request.method not in SAFE and is_nobody(known_of(request).actor):
        raise unknown()
    if request.method not in SAFE:
        entitled(request, named)
    method = request.method
    request.method = "GET" if method == "HEAD" else method
    try:
        return view(request, *args, **named)
    finally:
        request.method = method


def entitled(request: HttpRequest, named: Mapping[str, Any]) -> None:
    """Whether who asks may do this at all: judged before what he sends, so that strangers learn nothing from refusals.

    Asked again by the service, which knows more. An address that is not listed here may be written by nobody.
    """
    tournament = tournaments().filter(slug=named.get("slug", "")).first()
    if tournament is None:
        return  # the operation says that there is none
    deed = request.path_info.rstrip("/").rpartition("/")[2]
    who = known_of(request).actor
    assert who is not None
    allowed = WRITES.get(deed)
    if allowed is not None:
        must(allowed(who, tournament))
        return
    must(deed in AT_THE_TABLE)
    sheet = sheets().filter(
        table__series__tournament=tournament,
        table__series__number=named.get("series", 0),
        table__number=named.get("table", 0),
    )
    found = sheet.first()
    must(found is None or may_score(who, found))


def check_request(request: HttpRequest, known: Mapping[str, frozenset[str]]) -> None:
    """What can be said of a request before anybody looks at what it wants."""
    method = "GET" if request.method == "HEAD" else str(request.method)
    if method not in known:
        if not known:
            raise Wanted("not-found")
        raise Wanted("method", headers={"Allow": allowed(known)})
    if not request.accepts("application/json"):
        raise Wanted("not-acceptable")
    strange = sorted(set(request.GET) - known[method])
    if strange:
        errors = [{"where": f"/query/{name[:80]}", "detail": "Unknown parameter"} for name in strange[:20]]
        raise Wanted("invalid", f"Unknown parameter: {strange[0][:80]}", errors=errors)
    if request.method not in SAFE:
        check_body(request)


def check_body(request: HttpRequest) -> None:
    """Only JSON, and not too much of it."""
    said = request.META.get("CONTENT_LENGTH") or "0"
    if not str(said).isdecimal() or int(said) > MOST_BYTES:
        raise Wanted("too-large")
    if request.content_type != "application/json":
        raise Wanted("media-type")
    if len(request.body) > MOST_BYTES:
        raise Wanted("too-large")


def finished(request: HttpRequest, response: HttpResponse, *, preflight: bool = False) -> HttpResponse:
    """The headers that every answer has."""
    reads = request.method in SAFE
    if reads and response.status_code in (200, 304) and known_of(request).tag:
        response["ETag"] = known_of(request).tag
    if response.status_code < 300:
        for name, value in known_of(request).headers.items():
            response[name] = value
    response["Cache-Control"] = "private, no-cache" if response.has_header("ETag") else "no-store"
    patch_vary_headers(response, VARIES)
    if reads:
        for name, value in (FOR_ALL | (PREFLIGHT if preflight else {})).items():
            response[name] = value
    packed = compress.process_response(request, response)
    assert isinstance(packed, HttpResponse)
    return packed


SAFE = ("GET", "HEAD", "OPTIONS")


def caller(request: HttpRequest) -> Actor:
    """Who asks. A token that does not hold is refused, also where nobody needs one: its program should hear of it."""
    sent = request.headers.get("Authorization")
    if sent is not None:
        return by_token(request, sent)
    actor = actor_of(request)
    if request.method not in SAFE and not is_nobody(actor) and check_csrf(request) is not None:
        raise Wanted("forbidden", "A session writes with the header X-CSRFToken; programs use a token.")
    return actor


def by_token(request: HttpRequest, sent: str) -> Actor:
    """A program: with an access of its own, or with the code of one table."""
    scheme, _space, token = sent.partition(" ")
    token, now, where = token.strip(), timezone.now(), client_address(request)
    program = request.headers.get("User-Agent", "")
    if scheme.lower() != "bearer":
        raise unknown()
    try:
        if token.startswith(SIGN) or len(token) > 60:
            access = let_program_in(token=token, address=where, now=now)
            return Actor(user=access.made_by, token=access, device=f"Zugang {access.number}: {program}"[:200])
        sheet = open_list_by_token(token=token, address=where, now=now)
    except (AccessRefused, CodeRefused) as refusal:
        raise unknown(say(refusal)) from None
    code = sheet.closed + 1  # type: ignore[attr-defined]  # annotated by sheet_of_token
    return Actor(sheet_id=sheet.pk, code_number=code, device=f"Tischcode: {program}"[:200])
