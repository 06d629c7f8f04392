"""A whole tournament leaves as one file, and another machine takes it over."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.event.permissions import may_direct, must_administer
from tournaments.federation.selectors.clubs import keys_are_asked_for
from tournaments.field.forms.uploads import TournamentFileForm
from tournaments.files.formats.tournament_reading import read_tournament
from tournaments.files.formats.tournament_writing import tournament_file
from tournaments.files.services.tournament_files import take_over
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import file_answer
from tournaments.pages.frame import actor_of, find_tournament, need_role, page
from tournaments.storage.snapshot import one_state

ZIP = "application/zip"


@never_cache
@require_safe
def tournament_zip(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything of this tournament, also what is nobody else's business: for its director."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    with one_state():
        content = tournament_file(tournament, now=timezone.now())
    return file_answer(content, ZIP, _("{name}, Turnierdatei.zip").format(name=tournament.name), inline=False)


@never_cache
def tournament_import(request: HttpRequest) -> HttpResponse:
    """Take a tournament over, whole or not at all."""
    actor = actor_of(request)
    must_administer(actor)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = TournamentFileForm(*sent, keys=keys_are_asked_for())
    if request.method == "POST" and form.is_valid():
        with Attempt(form, field="file") as attempt:
            made = take_over(
                read_tournament(form.cleaned_data["file"].read()),
                by=actor,
                now=timezone.now(),
                unproved=form.cleaned_data.get("unproved", False),
            )
        if not attempt.refused:
            messages.success(request, _("„{name}“ ist übernommen, so wie es war.").format(name=made.name))
            return redirect("desk", made.slug)
    return page(
        request, "tournaments/files/tournament_import.html", form=form, status=422 if form.errors else 200
    )
