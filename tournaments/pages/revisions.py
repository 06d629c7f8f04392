"""The revision numbers of a tournament as JSON: open pages ask for them every few seconds and fetch what has moved."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.event.selectors.revisions import list_revisions, revisions_of
from tournaments.models import Tournament


@require_safe
@cache_control(public=True, max_age=1)
def revisions(_request: HttpRequest, slug: str, series: int = 0) -> JsonResponse:
    """Return the revision numbers of a tournament, with those of the lists of a series. Public, without session."""
    shown = Tournament.objects.filter(slug=slug, hidden_at__isnull=True).only("revision")
    tournament = shown.first()
    if tournament is None:
        raise Http404
    numbers = revisions_of(tournament)
    answer: dict[str, object] = {
        "tournament": numbers.tournament,
        "calls": numbers.calls,
        "common": numbers.common,
    }
    if series:
        answer |= {f"list-{table}": number for table, number in list_revisions(tournament, series).items()}
    return JsonResponse(answer)
