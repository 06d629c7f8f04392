"""Photos of a paper list: seen and added by whoever may write the list, never by a public address."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.event.permissions import may_score, must
from tournaments.lists.selectors.sheets import sheet_view
from tournaments.lists.views.sheets import address, crumbs, sheet_page
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_sheet
from tournaments.paper_entry.forms.photos import PhotoForm
from tournaments.paper_entry.services.photos import MOST_PHOTOS, add_photo


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def photos(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """All photos of a list, and the form for a further one."""
    found = find_sheet(slug, series, table)
    actor = actor_of(request)
    must(may_score(actor, found))
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            photo = add_photo(
                sheet_id=found.pk, picture=form.cleaned_data["photo"], by=actor, now=timezone.now()
            )
        if not attempt.refused:
            messages.success(request, _("Foto %(number)s liegt bei der Liste.") % {"number": photo.number})
            return redirect(address(found, "photos"))
    view = sheet_view(found, now=timezone.now())
    kept = found.photos.defer("picture").order_by("number")
    return sheet_page(
        request,
        "tournaments/paper_entry/photos.html",
        view,
        status=422 if form.errors else 200,
        heading=_("Fotos der Liste"),
        crumbs=crumbs(view, _("Fotos der Liste")),
        form=form,
        photos=[(photo, address(view, "photo", photo.number)) for photo in kept],
        full=len(kept) >= MOST_PHOTOS,
    )


@never_cache
@require_safe
def photo(request: HttpRequest, slug: str, series: int, table: int, number: int) -> HttpResponse:
    """One photo, for whoever may write the list; it is kept in no cache."""
    found = find_sheet(slug, series, table)
    must(may_score(actor_of(request), found))
    kept = found.photos.filter(number=number).first()
    if kept is None:
        raise Http404(_("Dieses Foto gibt es nicht."))
    answer = HttpResponse(bytes(kept.picture), content_type="image/jpeg")
    answer["Content-Disposition"] = f'inline; filename="liste-{series}-{table}-{number}.jpg"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
