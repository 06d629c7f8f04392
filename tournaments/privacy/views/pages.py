"""The page that says what is kept of people: the same for everybody, drawn from one table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.pages.frame import page
from tournaments.privacy.words.kept import TABLE


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of a person, for how long, and who sees it."""
    return page(request, "tournaments/privacy/privacy.html", table=TABLE)
