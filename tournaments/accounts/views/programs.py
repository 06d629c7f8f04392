"""Access for programs at the desk: made, shown once, revoked."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.accounts.forms.programs import AccessForm
from tournaments.accounts.selectors.programs import accesses_of, lets_in
from tournaments.accounts.services import programs as service
from tournaments.event.permissions import may_direct
from tournaments.models import Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import find_tournament, need_role, page


@never_cache
def accesses(request: HttpRequest, slug: str) -> HttpResponse:
    """Every access, and a new one.

    Answers with a page and not with a redirect: the token is shown now and never again, and is kept nowhere.
    """
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = AccessForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return accesses_page(request, tournament, form)
    with Attempt(form) as attempt:
        access, token = service.grant_access(
            tournament_id=tournament.pk,
            name=form.cleaned_data["name"],
            scope=form.cleaned_data["scope"],
            ends_at=form.ends_at,
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return accesses_page(request, tournament, form)
    return page(
        request,
        "tournaments/accounts/access_made.html",
        tournament=tournament,
        current="desk",
        access=access,
        token=token,
        site=request.build_absolute_uri("/").rstrip("/"),
    )


def accesses_page(request: HttpRequest, tournament: Tournament, form: AccessForm) -> HttpResponse:
    now = timezone.now()
    return page(
        request,
        "tournaments/accounts/accesses.html",
        tournament=tournament,
        current="desk",
        form=form,
        rows=[(access, lets_in(access, now)) for access in accesses_of(tournament)],
        status=422 if form.errors else 200,
    )


@never_cache
@require_POST
def revoke_access(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a program in no longer."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    with Attempt() as attempt:
        gone = service.revoke_access(tournament_id=tournament.pk, number=number, by=actor, now=timezone.now())
    if not attempt.refused:
        messages.success(request, _("Der Zugang „{name}“ ist gesperrt.").format(name=gone.name))
    else:
        messages.error(request, attempt.said)
    return redirect("accesses", slug)
