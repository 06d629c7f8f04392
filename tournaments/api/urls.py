"""Addresses of the API: the page for people, and version 1."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import page, v1

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", page.api, name="api"),
    path("api/v1/", include((v1.urlpatterns, "api_v1"))),
]
