"""Addresses: standings, what hangs out, year rankings, statistics."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import DESK, TOURNAMENT
from tournaments.rankings.views import evenings, publications, rankings, seasons, setup, statistics

PUBLISHED = f"{TOURNAMENT}rangliste/freigegeben/"

urlpatterns: list[URLPattern] = [
    path(f"{TOURNAMENT}verlauf/", evenings.evening, name="evening"),
    path(f"{TOURNAMENT}rangliste/", rankings.standings, name="standings"),
    path(PUBLISHED, publications.publications, name="publications"),
    path(f"{PUBLISHED}<int:number>/", publications.publication, name="publication"),
    path(f"{PUBLISHED}<int:number>.json", publications.publication_json, name="publication_json"),
    path(f"{PUBLISHED}<int:number>.pdf", publications.publication_pdf, name="publication_pdf"),
    path(f"{PUBLISHED}<int:number>.csv", publications.publication_csv, name="publication_csv"),
    path(f"{DESK}freigabe/", publications.publish, name="publish"),
    path(f"{DESK}los/", setup.final_lot, name="final_lot"),
    path(f"{DESK}wertungen/", setup.ranking_setup, name="ranking_setup"),
    path("saisons/", seasons.seasons, name="seasons"),
    path("saisons/neu/", seasons.season_new, name="season_new"),
    path("saison/<slug:season>/", seasons.season, name="season"),
    path("saison/<slug:season>.csv", seasons.season_csv, name="season_csv"),
    path("saison/<slug:season>.pdf", seasons.season_pdf, name="season_pdf"),
    path("saison/<slug:season>/fassungen/", seasons.season_versions, name="season_versions"),
    path("saison/<slug:season>/aendern/", seasons.season_change, name="season_change"),
    path(f"{TOURNAMENT}rangliste.pdf", rankings.standings_pdf, name="standings_pdf"),
    path(f"{TOURNAMENT}rangliste.csv", rankings.standings_csv, name="standings_csv"),
    path(f"{TOURNAMENT}statistik/", statistics.statistics, name="statistics"),
    path(f"{TOURNAMENT}statistik.pdf", statistics.statistics_pdf, name="statistics_pdf"),
]
