"""„Konto und Geräte“: one's own second factor, and where one is signed in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.access.selectors.lent import phones_of
from tournaments.access.services import signed_in
from tournaments.accounts.core import codes
from tournaments.accounts.forms.second import AppForm, ProofForm
from tournaments.accounts.paper.recovery_sheet import recovery_pdf
from tournaments.accounts.selectors.second import app_secret, new_nonce, second_of
from tournaments.accounts.services import passkeys, second
from tournaments.accounts.views.second_step import STATE, domain_of, site_origin
from tournaments.accounts.views.signing_in import PROVED, prove_again, wanted
from tournaments.event.permissions import Actor, is_himself, must, owes_second_factor
from tournaments.models import User
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import PDF, file_answer
from tournaments.pages.frame import actor_of, page
from tournaments.pages.phone_addresses import qr_svg

NONCE = "app_nonce"  # the session's key for an app that is being set up
PROVED_FOR = 600  # seconds that a typed password is good for
SHEET = "recovery sheet"
SHEET_FOR = 3600  # seconds in which the codes just made can be had as a PDF

View = Callable[..., HttpResponse]


def himself(request: HttpRequest) -> tuple[Actor, User]:
    actor = actor_of(request)
    must(is_himself(actor))
    assert actor.user is not None
    return actor, actor.user


def proved_lately(view: View) -> View:
    """Ask for the password again when it was typed long ago: an open laptop shall not lock its owner out."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        himself(request)
        since = abs(timezone.now().timestamp() - float(request.session.get(PROVED, 0)))
        if since > PROVED_FOR:
            back = request.path if request.method == "GET" else reverse("own_account")
            return redirect(f"{reverse('prove')}?{urlencode({'next': back})}")
        return view(request, *args, **kwargs)

    return asked


@never_cache
def own_account(request: HttpRequest) -> HttpResponse:
    """What opens the account, and where it is open."""
    _actor, user = himself(request)
    domain = domain_of(request)
    return page(
        request,
        "tournaments/accounts/own.html",
        second=second_of(user),
        owes=owes_second_factor(user),
        devices=signed_in.own_devices(user),
        here=request.session.session_key,
        phones=phones_of(user, timezone.now()),
        passkeys_possible=passkeys.passkeys_possible(domain, secure=request.is_secure()),
        passkeys_known=passkeys.AVAILABLE,
        localhost=f"http://localhost:{request.get_port()}{request.path}",
    )


@never_cache
def prove(request: HttpRequest) -> HttpResponse:
    """Ask for the password again before something that opens doors is changed."""
    _actor, user = himself(request)
    form = ProofForm(request.POST if request.method == "POST" else None)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        with Attempt(form, field="password") as attempt:
            prove_again(request, user, form.cleaned_data["password"])
        if not attempt.refused:
            request.session[PROVED] = timezone.now().timestamp()
            return redirect(wanted(request))
        status = attempt.status
    return page(
        request,
        "tournaments/accounts/prove.html",
        form=form,
        next=wanted(request),
        status=status,
    )


@never_cache
@proved_lately
def own_app(request: HttpRequest) -> HttpResponse:
    """Set the app up: scan, then type what it shows."""
    actor, user = himself(request)
    form = AppForm(request.POST if request.method == "POST" else None)
    nonce = str(request.session.get(NONCE) or new_nonce())
    request.session[NONCE] = nonce
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with Attempt(form, field="code") as attempt:
                sheet = second.set_app_up(
                    nonce=nonce,
                    typed=form.cleaned_data["code"],
                    here=str(request.session.session_key),
                    by=actor,
                    now=timezone.now(),
                )
            if not attempt.refused:
                del request.session[NONCE]
                messages.success(
                    request, _("Die App ist eingerichtet. Ab jetzt fragt die Anmeldung nach ihr.")
                )
                return codes_page(request, user, sheet) if sheet else redirect("own_account")
    secret = app_secret(user.pk, nonce)
    return page(
        request,
        "tournaments/accounts/app.html",
        form=form,
        svg=qr_svg(codes.setup_link(secret, issuer=passkeys.SITE, account=user.username)),
        typed=codes.spelled_secret(secret),
        clock=timezone.localtime(),
        status=status,
    )


@never_cache
@require_POST
@proved_lately
def own_app_off(request: HttpRequest) -> HttpResponse:
    """POST removes the app as second factor."""
    actor, _user = himself(request)
    second.take_app_off(by=actor, now=timezone.now())
    messages.success(request, _("Die App wird nicht mehr gefragt."))
    return redirect("own_account")


@never_cache
@proved_lately
def own_passkey(request: HttpRequest) -> HttpResponse:
    """A new passkey: the browser makes it, its answer is judged here."""
    actor, user = himself(request)
    domain, origin = domain_of(request), site_origin(request)
    if not passkeys.passkeys_possible(domain, secure=request.is_secure()):
        return redirect("own_account")
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            sheet = passkeys.add_passkey(
                answer=request.POST.get("passkey", ""),
                state=request.session.pop(STATE, {}),
                domain=domain,
                origin=origin,
                browser=request.headers.get("User-Agent", ""),
                here=str(request.session.session_key),
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Der Passkey ist angelegt."))
            return codes_page(request, user, sheet) if sheet else redirect("own_account")
    options, request.session[STATE] = passkeys.asked_for_new(domain=domain, origin=origin, by=actor)
    return page(
        request,
        "tournaments/accounts/passkey.html",
        options=options,
        refused=attempt.said,
        status=attempt.status,
    )


@never_cache
@require_POST
@proved_lately
def own_passkey_off(request: HttpRequest, passkey: int) -> HttpResponse:
    """POST removes a passkey."""
    actor, _user = himself(request)
    second.take_passkey_off(passkey_id=passkey, by=actor, now=timezone.now())
    messages.success(request, _("Der Passkey ist entfernt. Auf dem Gerät selbst darf er auch weg."))
    return redirect("own_account")


@never_cache
@require_POST
@proved_lately
def own_codes(request: HttpRequest) -> HttpResponse:
    """A new sheet of codes, shown now and never again."""
    actor, user = himself(request)
    with Attempt() as attempt:
        sheet = second.new_codes(by=actor, now=timezone.now())
    if attempt.refused:
        messages.error(request, attempt.said)
        return redirect("own_account")
    return codes_page(request, user, sheet)


def codes_page(request: HttpRequest, user: User, sheet: list[str]) -> HttpResponse:
    """Answer with the new codes instead of a redirect: they are kept nowhere. The form for the PDF carries them, signed."""
    return page(
        request,
        "tournaments/accounts/codes.html",
        codes=sheet,
        signed=signing.dumps({"user": user.pk, "codes": sheet}, salt=SHEET),
    )


@never_cache
@require_POST
def own_codes_pdf(request: HttpRequest) -> HttpResponse:
    """The sheet for the printer, from what the page has just shown."""
    _actor, user = himself(request)
    try:
        said = signing.loads(request.POST.get("signed", ""), salt=SHEET, max_age=SHEET_FOR)
    except signing.BadSignature:
        said = {}
    if said.get("user") != user.pk:
        messages.error(request, _("Diese Codes sind nicht mehr zu haben: Neue machen und gleich drucken."))
        return redirect("own_account")
    content = recovery_pdf(said["codes"], account=user.username, now=timezone.now())
    return file_answer(content, PDF, _("Notfall-Codes {name}.pdf").format(name=user.username), inline=True)


@never_cache
@require_POST
def own_device_off(request: HttpRequest, device: int) -> HttpResponse:
    """Sign one device out."""
    actor, _user = himself(request)
    gone = signed_in.end_device(device_id=device, by=actor, now=timezone.now())
    if gone is not None:
        messages.success(request, _("{name} ist abgemeldet.").format(name=gone.name))
    return redirect(
        "own_account" if gone is None or gone.session_key != request.session.session_key else "home"
    )


@never_cache
@require_POST
def own_devices_off(request: HttpRequest) -> HttpResponse:
    """Sign out everywhere but here."""
    actor, _user = himself(request)
    count = signed_in.end_elsewhere(here=str(request.session.session_key), by=actor, now=timezone.now())
    said = ngettext("{count} Gerät ist abgemeldet.", "{count} Geräte sind abgemeldet.", count)
    messages.success(request, said.format(count=count))
    return redirect("own_account")
