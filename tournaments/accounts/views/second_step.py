"""The second step of the log-in: a code of the app or the paper, or a passkey."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.access.visitors import client_address
from tournaments.accounts.forms.second import CodeForm
from tournaments.accounts.selectors.second import second_of
from tournaments.accounts.services import passkeys
from tournaments.accounts.services.second import give_code
from tournaments.accounts.views.signing_in import SECOND, known_browser, let_person_in, wanted
from tournaments.models import User
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import page

STATE = "passkey_state"  # the session's key for what a passkey is asked
WITHIN = 600  # seconds between password and second step
FEW = 3  # codes left on paper: time for a new sheet


def domain_of(request: HttpRequest) -> str:
    """The name by which a browser knows this site; a passkey is bound to it."""
    host, _colon, port = request.get_host().rpartition(":")
    return host if host and port.isdecimal() and not host.endswith(":") else request.get_host()


def site_origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def half_signed_in(request: HttpRequest) -> User | None:
    """Whose password was right in this session a moment ago, and has not changed since."""
    said = request.session.get(SECOND)
    if not isinstance(said, dict) or abs(timezone.now().timestamp() - float(said["since"])) > WITHIN:
        return None
    user = User.objects.filter(pk=said["user"], is_active=True).first()
    right = user is not None and constant_time_compare(user.get_session_auth_hash(), str(said["hash"]))
    return user if right else None


@never_cache
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor. Who waits too long begins again with his password."""
    user = half_signed_in(request)
    if user is None:
        return redirect("login")
    form = CodeForm(request.POST if request.method == "POST" and "passkey" not in request.POST else None)
    status = 200
    if request.method == "POST":
        attempt = Attempt(form if form.is_bound else None)
        if not form.is_bound or form.is_valid():
            with attempt:
                tried_factor(request, user, form)
            if not attempt.refused:
                return entered(request, user)
        status = attempt.status if attempt.refused else 422
        if not form.is_bound:
            messages.error(request, attempt.said)
    return step_page(request, user, form, status)


def tried_factor(request: HttpRequest, user: User, form: CodeForm) -> None:
    """What was sent: a passkey's answer, or a code."""
    common: dict[str, Any] = {
        "user": user,
        "address": client_address(request),
        "device": known_browser(request, user.username),
        "now": timezone.now(),
    }
    if form.is_bound:
        give_code(typed=form.cleaned_data["code"], **common)
        return
    passkeys.give_passkey(
        answer=request.POST["passkey"],
        state=request.session.pop(STATE, {}),
        domain=domain_of(request),
        origin=site_origin(request),
        **common,
    )


def entered(request: HttpRequest, user: User) -> HttpResponse:
    """Sign the person in after the second step, and warn when few codes are left on paper."""
    request.session.pop(SECOND, None)
    request.session.pop(STATE, None)
    answer = let_person_in(request, user)
    left = second_of(user).codes_left
    if left <= FEW:
        said = ngettext(
            "Es ist noch {count} Notfall-Code übrig: Unter „Konto und Geräte“ neue machen und ausdrucken.",
            "Es sind noch {count} Notfall-Codes übrig: Unter „Konto und Geräte“ neue machen und ausdrucken.",
            left,
        )
        messages.warning(request, said.format(count=left))
    return answer


def step_page(request: HttpRequest, user: User, form: CodeForm, status: int) -> HttpResponse:
    domain = domain_of(request)
    asked = None
    if passkeys.passkeys_possible(domain, secure=request.is_secure()):
        asked = passkeys.asked_for_known(user=user, domain=domain, origin=site_origin(request))
    if asked is not None:
        request.session[STATE] = asked[1]
    second = second_of(user)
    return page(
        request,
        "tournaments/accounts/second_step.html",
        form=form,
        next=wanted(request),
        options=asked[0] if asked else None,
        app=second.app,
        elsewhere=[key.domain for key in second.passkeys] if second.passkeys and asked is None else [],
        heading=_("Zweiter Schritt"),
        status=status,
    )
