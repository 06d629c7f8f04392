"""Who helps at this tournament: roles, and accounts for helpers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.access.selectors.lent import phones_lent
from tournaments.accounts.forms.accounts import AccountForm, RoleForm
from tournaments.accounts.services.accounts import create_account
from tournaments.event.permissions import may_direct
from tournaments.event.services import setup as service
from tournaments.models import Role, Tournament, User
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_tournament, need_role, page


@never_cache
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who directs and who referees; one more from those who have an account."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = RoleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        user: User = form.cleaned_data["username"]
        role = service.grant_role(
            tournament_id=tournament.pk,
            user=user,
            kind=form.cleaned_data["kind"],
            by=actor,
            now=timezone.now(),
        )
        messages.success(request, f"{role.user}: {role.get_kind_display()}")
        return redirect("roles", slug)
    return roles_page(request, tournament, form=form, status=422 if form.errors else 200)


def roles_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: RoleForm | None = None,
    account_form: AccountForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    return page(
        request,
        "tournaments/accounts/roles.html",
        tournament=tournament,
        current="desk",
        roles=tournament.roles.select_related("user").order_by("kind", "user__username"),
        me=actor_of(request).user,
        phones=phones_lent(tournament, timezone.now()),
        form=form or RoleForm(),
        account_form=account_form or AccountForm(prefix="konto"),
        refused=refused,
        status=status,
    )


@never_cache
def withdraw_role(request: HttpRequest, slug: str, role: int) -> HttpResponse:
    """Take a role back; the last director stays."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method == "POST":
        with Attempt() as attempt:
            service.withdraw_role(tournament_id=tournament.pk, role_id=role, by=actor, now=timezone.now())
        if attempt.refused:
            return roles_page(request, tournament, refused=attempt.said, status=422)
        messages.success(request, _("Die Aufgabe ist entzogen."))
        if not may_direct(actor, tournament):
            return redirect("tournament", slug)
    return redirect("roles", slug)


@never_cache
def account(request: HttpRequest, slug: str) -> HttpResponse:
    """A new account for a helper.

    Answers with a page and not with a redirect: the password is shown now and never again, and is kept nowhere.
    """
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return redirect("roles", slug)
    form = AccountForm(request.POST, prefix="konto")
    if not form.is_valid():
        return roles_page(request, tournament, account_form=form, status=422)
    value = form.value()
    with Attempt(form) as attempt:
        user, password = create_account(
            tournament_id=tournament.pk,
            username=value.username,
            given_name=value.given_name,
            family_name=value.family_name,
            kind=value.kind,
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return roles_page(request, tournament, account_form=form, status=422)
    return page(
        request,
        "tournaments/accounts/account.html",
        tournament=tournament,
        current="desk",
        person=user,
        password=password,
        kind=Role.Kind(value.kind).label,
    )
