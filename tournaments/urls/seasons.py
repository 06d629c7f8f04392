"""Addresses of the year rankings."""

from django.urls import URLPattern, path

from tournaments.rankings.views import seasons

urlpatterns: list[URLPattern] = [
    path("saisons/", seasons.seasons, name="seasons"),
    path("saisons/neu/", seasons.season_new, name="season_new"),
    path("saison/<slug:season>/", seasons.season, name="season"),
    path("saison/<slug:season>.csv", seasons.season_csv, name="season_csv"),
    path("saison/<slug:season>.pdf", seasons.season_pdf, name="season_pdf"),
    path("saison/<slug:season>/fassungen/", seasons.season_versions, name="season_versions"),
    path("saison/<slug:season>/aendern/", seasons.season_change, name="season_change"),
]
