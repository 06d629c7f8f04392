"""Who asks: from what a request brings to an actor. Pages and the API ask here, so that they know the same people."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from tournaments.access.core.proxies import caller_behind
from tournaments.access.selectors.codes import device_of, secret_hash
from tournaments.access.selectors.lent import lent_now, phone_of
from tournaments.access.services.devices import device_arrived
from tournaments.access.services.lent import look_in
from tournaments.event.permissions import Actor
from tournaments.models import LentPhone, TableDevice

TOKEN = "table_token"  # noqa: S105 - the name of the session's key, not a secret
DEVICE = "table_device"  # the session's key for what this device alone knows
PHONE = "lent_phone"  # the session's key for what a borrowed phone alone knows
LOOPBACK = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
PASSED_ON = (
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "Forwarded",
    "X-Real-Ip",
    "Cf-Connecting-Ip",
    "Via",
)
OF_PROXIES = ("HTTP/1.0", "HTTP/1")  # what nginx speaks to us where nobody told it otherwise; no browser does


def actor_of(request: HttpRequest) -> Actor:
    """Return who asks: the person signed in, or the phone at a table. Looked up once a request."""
    known: Actor | None = getattr(request, "_actor", None)
    if known is None:
        user = request.user if request.user.is_authenticated else None
        phone = None if user else borrowed_phone(request)
        device = device_at_table(request)
        known = Actor(
            user=phone.user if phone else user,
            session_key=request.session.session_key if user else None,
            phone=phone,
            sheet_id=device.sheet_id if device else None,
            code_number=device.code_number if device else None,
            table_device=device,
            device=device_said(request, device),
        )
        request._actor = known  # type: ignore[attr-defined]  # kept for the length of the request
    return known


def device_said(request: HttpRequest, device: TableDevice | None) -> str:
    """The device as the journal keeps it."""
    browser = request.headers.get("User-Agent", "")
    return (f"Gerät {device.number}: {browser}" if device else browser)[:200]


def borrowed_phone(request: HttpRequest) -> LentPhone | None:
    """The phone that was lent to a referee, while its day lasts."""
    secret = str(request.session.get(PHONE, ""))
    phone, now = phone_of(secret), timezone.now()
    if phone is None or not lent_now(phone, now):
        return None
    look_in(phone, now)
    return phone


def device_at_table(request: HttpRequest) -> TableDevice | None:
    """The device that came by the code of a table, while it is let in; it is noted at its first question."""
    token, secret = request.session.get(TOKEN), request.session.get(DEVICE)
    if not token or not secret:
        return None
    browser = request.headers.get("User-Agent", "")
    return device_arrived(token=token, secret=secret, browser=browser, now=timezone.now())


def known_device(request: HttpRequest) -> str:
    """What this phone is known by, if it was let in by some table's code before; otherwise nothing."""
    secret = str(request.session.get(DEVICE, ""))
    return secret_hash(secret) if secret and device_of(secret) is not None else ""


def client_address(request: HttpRequest) -> str:
    """Where a request comes from, for counting tries.

    Anybody can write an X-Forwarded-For of his own; only what our own proxies appended is believed, and only as many
    entries as the settings say that there are proxies.
    """
    return caller_behind(
        settings.BEHIND_PROXY,
        forwarded=request.headers.get("X-Forwarded-For", ""),
        sent=str(request.META.get("REMOTE_ADDR", "")),
    )


def at_this_machine(request: HttpRequest) -> bool:
    """Whether the browser runs on the very machine that serves: by its address, by what it calls us, and by no one between.

    A tunnel or a proxy of this machine comes from 127.0.0.1 too, but says for whom, speaks HTTP/1.0, or asks for another
    name. So does a page of the internet whose name was pointed at 127.0.0.1 (DNS rebinding): the Host header tells.
    """
    if settings.PRODUCTION or settings.BEHIND_PROXY or any(name in request.headers for name in PASSED_ON):
        return False
    if request.META.get("SERVER_PROTOCOL") in OF_PROXIES:
        return False
    host = request.META.get("HTTP_HOST", "").rpartition(":")[0] or request.META.get("HTTP_HOST", "")
    return str(request.META.get("REMOTE_ADDR", "")) in LOOPBACK and host in OWN_NAMES
