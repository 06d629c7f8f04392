"""Signing in and out, a second step where somebody has set one up, a password of one's own, how pages are shown."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import login as begin_session
from django.contrib.auth import logout as end_session
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from scoring.speech import say
from tournaments.access.services import signed_in
from tournaments.access.services.tries import LoginRefused, TooManyTries, keyed
from tournaments.access.visitors import at_this_machine, client_address
from tournaments.accounts.forms.accounts import FirstAccountForm, LoginForm, PasswordForm
from tournaments.accounts.selectors.printed import no_account_yet, outgrown
from tournaments.accounts.services.accounts import (
    choose_password,
    create_first_account,
    prove_password,
    sign_in,
)
from tournaments.event.permissions import has_second_factor, is_himself, must, owes_second_factor
from tournaments.event.selectors.waiting import task_of
from tournaments.models import User
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, page

CHOOSING = "chooses_password"  # the session's key for somebody who has to choose a password of his own
SECOND = "second_step"  # the session's key for somebody whose password was right and who has a second factor
PROVED = "proved_at"  # the session's key for when a password was typed last
BACKEND = "django.contrib.auth.backends.ModelBackend"
KNOWN = "rommeclub_bekannt"
HALF_A_YEAR = 180 * 24 * 60 * 60
YEAR = 365 * 24 * 60 * 60
DISPLAY = {
    "theme": ("auto", "light", "dark"),
    "type": ("normal", "large"),
    "suits": ("two", "four"),
    "vibration": ("off", "on"),
}


def wanted(request: HttpRequest) -> str:
    """Return the path that the reader wanted before signing in; never of another site, nor the name of a view."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    here = url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if here and url.startswith("/") else reverse("home")


@never_cache
def login(request: HttpRequest) -> HttpResponse:
    """Ask for name and password; after too many tries say when it goes on."""
    if request.method == "GET" and first_account_offered(request):
        return redirect(f"{reverse('first_account')}?{urlencode({'next': wanted(request)})}")
    return asked_who(request)


def first_account_offered(request: HttpRequest) -> bool:
    """Return whether this request may create the first account: from this very machine, while there is none."""
    return at_this_machine(request) and no_account_yet()


@never_cache
def first_account(request: HttpRequest) -> HttpResponse:
    """Create the first account and sign its owner in. Everybody else is sent to the log-in."""
    if request.method != "POST" and not first_account_offered(request):
        return redirect("login")
    must(at_this_machine(request))
    form = FirstAccountForm(request.POST or None)
    attempt = Attempt(form)
    if request.method == "POST" and form.is_valid():
        with attempt:
            user = create_first_account(
                username=form.cleaned_data["username"],
                password=form.cleaned_data["new"],
                address=client_address(request),
                here=at_this_machine(request),
                now=timezone.now(),
            )
            return begin_at_new_machine(request, user)
    return page(
        request,
        "tournaments/accounts/first_account.html",
        form=form,
        next=wanted(request),
        status=attempt.status if attempt.refused or request.method != "POST" else 422,
    )


def begin_at_new_machine(request: HttpRequest, user: User) -> HttpResponse:
    """Sign the first person in and go on to the first tournament, or to the page that was asked for."""
    start_session(request, user)
    asked = wanted(request)
    onwards = reverse("tournament_new") if asked == reverse("home") else asked
    return with_known_browser(request, redirect("own_account" if owes_second_factor(user) else onwards), user)


def asked_who(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(wanted(request))
    form = LoginForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                user = sign_in(
                    username=form.cleaned_data["username"],
                    password=form.cleaned_data["password"],
                    address=client_address(request),
                    now=timezone.now(),
                    device=known_browser(request, form.cleaned_data["username"]),
                    here=at_this_machine(request),
                )
            except LoginRefused as refusal:
                form.add_error(None, say(refusal))
                status = 429 if isinstance(refusal, TooManyTries) else 422
            else:
                return enter(request, user)
    return page(
        request,
        "tournaments/accounts/login.html",
        form=form,
        next=wanted(request),
        nobody_here=not settings.PRODUCTION and no_account_yet(),
        status=status,
    )


def known_browser(request: HttpRequest, username: str) -> str:
    """What this browser is known by, if this person was signed in here before; otherwise nothing."""
    known = browser_cookie(request)
    return str(known["id"]) if name_mark(username) in known["names"] else ""


def browser_cookie(request: HttpRequest) -> dict[str, Any]:
    """Who was signed in with this browser, as marks of names; signed, so that nobody writes one of his own."""
    try:
        said = signing.loads(request.COOKIES.get(KNOWN, ""), salt=KNOWN, max_age=HALF_A_YEAR)
        return {"id": str(said["id"]), "names": [str(name) for name in said["names"]]}
    except (signing.BadSignature, KeyError, TypeError):
        return {"id": secrets.token_urlsafe(12), "names": []}


def name_mark(username: str) -> str:
    return keyed("known name", User.normalize_username(username.strip()).casefold())[-16:]


def with_known_browser(request: HttpRequest, answer: HttpResponse, user: User) -> HttpResponse:
    """Set the cookie by which this browser is known, so that guesses from elsewhere do not slow it down."""
    known, mine = browser_cookie(request), name_mark(user.username)
    names = [*[name for name in known["names"] if name != mine][-4:], mine]
    answer.set_cookie(
        KNOWN,
        signing.dumps({"id": known["id"], "names": names}, salt=KNOWN),
        max_age=HALF_A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return answer


def staff_login(request: HttpRequest) -> HttpResponse:
    """The door of Django's administration is ours too, so that tries are counted there as well."""
    if not request.user.is_authenticated:
        return redirect_to_login(wanted(request))
    must(request.user.is_staff)
    return redirect("admin:index")


def enter(request: HttpRequest, user: User) -> HttpResponse:
    """The password was right: on to the second step, where somebody has one, or in."""
    if has_second_factor(user):
        request.session.cycle_key()
        since = timezone.now().timestamp()
        request.session[SECOND] = {"user": user.pk, "since": since, "hash": user.get_session_auth_hash()}
        return redirect(f"{reverse('second_step')}?{urlencode({'next': wanted(request)})}")
    return let_person_in(request, user)


def let_person_in(request: HttpRequest, user: User) -> HttpResponse:
    """Let the person in, or first to a password of his own; an administrator who has to, to his second factor."""
    if user.one_time_password or (user.printed_password and outgrown()):
        request.session.cycle_key()
        request.session[CHOOSING] = user.pk
        answer = redirect(f"{reverse('new_password')}?{urlencode({'next': wanted(request)})}")
        return with_known_browser(request, answer, user)
    start_session(request, user)
    answer = redirect("own_account") if owes_second_factor(user) else redirect(landing(request, user))
    return with_known_browser(request, answer, user)


def start_session(request: HttpRequest, user: User) -> None:
    """Start the session and note it in the list of devices."""
    begin_session(request, user, backend=BACKEND)
    now = timezone.now()
    request.session[PROVED] = now.timestamp()
    request.session.save()
    browser = request.headers.get("User-Agent", "")
    signed_in.arrived(user=user, session_key=str(request.session.session_key), browser=browser, now=now)


def landing(request: HttpRequest, user: User) -> str:
    """The page after signing in: the one that was asked for, else today's task, else the home page."""
    asked = wanted(request)
    task = task_of(user) if asked == reverse("home") else None
    return reverse(task[1], args=[task[0]]) if task else asked


@never_cache
def new_password(request: HttpRequest) -> HttpResponse:
    """A password of one's own: for whoever is signed in, or came with a one-time password."""
    chooser = User.objects.filter(
        Q(one_time_password=True) | Q(printed_password=True), pk=request.session.get(CHOOSING, 0)
    ).first()
    if chooser is None:
        actor = actor_of(request)
        must(is_himself(actor))
    user = chooser or actor_of(request).user
    assert user is not None
    form = PasswordForm(request.POST or None, user=user, ask_old=chooser is None)
    attempt = Attempt(form, field="old")
    if request.method == "POST" and form.is_valid() and chooser is None:
        with attempt:
            prove_again(request, user, form.cleaned_data["old"])
    if request.method == "POST" and form.is_valid():
        user = choose_password(
            user_id=user.pk,
            password=form.cleaned_data["new"],
            here="" if chooser else str(request.session.session_key),
            now=timezone.now(),
        )
        request.session.pop(CHOOSING, None)
        if chooser is None:
            keep_session(request, user)
        else:
            start_session(request, user)
        return redirect(landing(request, user))
    return page(
        request,
        "tournaments/accounts/password.html",
        form=form,
        first=chooser is not None and chooser.one_time_password,
        printed=user.printed_password,
        person=user,
        next=wanted(request),
        status=attempt.status if attempt.refused else 422 if request.method == "POST" else 200,
    )


def prove_again(request: HttpRequest, user: User, typed: str) -> None:
    """Check the password of whoever is signed in, and refuse after too many tries of this session."""
    prove_password(
        user=user,
        typed=typed,
        session=str(request.session.session_key),
        address=client_address(request),
        device=known_browser(request, user.username),
        now=timezone.now(),
    )


def keep_session(request: HttpRequest, user: User) -> None:
    """Stay signed in here under a new key, after the password changed."""
    old = str(request.session.session_key)
    update_session_auth_hash(request, user)
    signed_in.moved(old=old, new=str(request.session.session_key))


def logout(request: HttpRequest) -> HttpResponse:
    """Sign out. POST only, so that no link or prefetch can do it."""
    if request.method == "POST":
        signed_in.left(str(request.session.session_key))
        end_session(request)
    return redirect("home")


@csrf_exempt
def display(request: HttpRequest) -> HttpResponse:
    """Keep the choice of colours and type for a year. The form stands in pages that are cached for everybody: no secret."""
    answer = redirect(wanted(request))
    if request.method == "POST":
        for name, values in DISPLAY.items():
            if request.POST.get(name) in values:
                keep_cookie(answer, request, name, request.POST[name])
    return answer


def keep_cookie(answer: HttpResponse, request: HttpRequest, name: str, value: Any) -> None:
    """A cookie that site.js may write as well, so it is not for the server alone."""
    answer.set_cookie(f"rommeclub_{name}", value, max_age=YEAR, samesite="Lax", secure=request.is_secure())
