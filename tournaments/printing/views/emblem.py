"""The club's emblem: uploaded once, seen, taken over from another tournament, removed."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.event.permissions import may_direct
from tournaments.pages.frame import actor_of, find_tournament, need_role, page
from tournaments.printing.forms import EmblemForm
from tournaments.printing.selectors import emblem_elsewhere, emblem_of, picture_of
from tournaments.printing.services import hang_emblem, take_emblem_down, take_emblem_over


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def emblem(request: HttpRequest, slug: str) -> HttpResponse:
    """What is there, and the form for another one."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    actor, now = actor_of(request), timezone.now()
    if request.method == "POST" and "from" in request.POST:
        if take_emblem_over(tournament_id=tournament.pk, by=actor, now=now) is None:
            messages.error(request, _("Dieses Wappen gibt es nicht mehr."))
        return redirect("emblem", slug)
    form = EmblemForm(request.POST, request.FILES) if request.method == "POST" else EmblemForm()
    if request.method == "POST" and form.is_valid():
        hang_emblem(tournament_id=tournament.pk, picture=form.cleaned_data["picture"], by=actor, now=now)
        messages.success(request, _("Das Wappen steht ab jetzt auf den Urkunden."))
        return redirect("emblem", slug)
    return page(
        request,
        "tournaments/printing/emblem.html",
        tournament=tournament,
        current="desk",
        status=422 if form.errors else 200,
        form=form,
        emblem=emblem_of(tournament),
        elsewhere=emblem_elsewhere(tournament, actor),
    )


@never_cache
@require_safe
def emblem_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture, for whoever directs."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    kept = picture_of(tournament)
    if not kept:
        raise Http404(_("Hier ist noch kein Wappen."))
    answer = HttpResponse(kept, content_type="image/png")
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_POST
def emblem_remove(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    if take_emblem_down(tournament_id=tournament.pk, by=actor_of(request), now=timezone.now()):
        messages.success(request, _("Das Wappen ist entfernt."))
    return redirect("emblem", slug)
