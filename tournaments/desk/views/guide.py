"""The help: what each page is for, and the day on one page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.pages.frame import page
from tournaments.pages.guide import DAY, TOPICS


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """For everybody; printed it is one page. A tournament has the same as a file."""
    return page(request, "tournaments/desk/guide.html", day=DAY, topics=TOPICS)
