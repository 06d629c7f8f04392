"""Addresses: the revision numbers that open pages ask for."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import TOURNAMENT
from tournaments.pages.revisions import revisions

urlpatterns: list[URLPattern] = [
    path(f"{TOURNAMENT}revisionen/", revisions, name="revisions"),
    path(f"{TOURNAMENT}revisionen/<int:series>/", revisions, name="list_revisions"),
]
