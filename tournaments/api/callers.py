"""Who asks: a program with its token, a program at a table with the table's code, or a browser with its session."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone
from ninja.utils import check_csrf

from scoring.speech import say
from tournaments.access.services.devices import CodeRefused, open_by_token
from tournaments.access.visitors import actor_of, client_address
from tournaments.accounts.selectors.programs import SIGN
from tournaments.accounts.services.programs import AccessRefused, let_program_in
from tournaments.api.problems import Wanted, nobody, unknown
from tournaments.event.permissions import Actor

SAFE = ("GET", "HEAD", "OPTIONS")


def caller(request: HttpRequest) -> Actor:
    """Who asks. A token that does not hold is refused, also where nobody needs one: its program should hear of it."""
    sent = request.headers.get("Authorization")
    if sent is not None:
        return by_token(request, sent)
    actor = actor_of(request)
    if request.method not in SAFE and not nobody(actor) and check_csrf(request) is not None:
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
        sheet = open_by_token(token=token, address=where, now=now)
    except (AccessRefused, CodeRefused) as refusal:
        raise unknown(say(refusal)) from None
    return Actor(sheet_id=sheet.pk, device=f"Tischcode: {program}"[:200])
