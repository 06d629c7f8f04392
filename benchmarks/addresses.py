"""Every address of the site, and the bare views that benchmarks measure beside it."""

from __future__ import annotations

from importlib import import_module

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from tournaments.models import LoginAttempt


def bare(_request: HttpRequest) -> HttpResponse:
    """Nothing at all, behind the same middleware."""
    return HttpResponse(status=204)


@csrf_exempt
def bare_row(_request: HttpRequest) -> HttpResponse:
    """One row of two columns, written and confirmed."""
    LoginAttempt.objects.create(who="benchmark", at=timezone.now())
    return HttpResponse(status=204)


urlpatterns: list[URLPattern | URLResolver] = [
    path("nichts/", bare),  # first: nothing is spent on finding them
    path("eine-zeile/", bare_row),
    *import_module("rommé_club.urls").urlpatterns,
]
