"""Addresses of what was published, and of the desk that publishes it."""

from django.urls import URLPattern, path

from tournaments.rankings.views import publications
from tournaments.urls.desk import DESK

PUBLISHED = "turnier/<slug:slug>/rangliste/freigegeben/"

urlpatterns: list[URLPattern] = [
    path(PUBLISHED, publications.publications, name="publications"),
    path(f"{PUBLISHED}<int:number>/", publications.publication, name="publication"),
    path(f"{PUBLISHED}<int:number>.json", publications.publication_json, name="publication_json"),
    path(f"{PUBLISHED}<int:number>.pdf", publications.publication_pdf, name="publication_pdf"),
    path(f"{PUBLISHED}<int:number>.csv", publications.publication_csv, name="publication_csv"),
    path(f"{DESK}freigabe/", publications.publish, name="publish"),
]
