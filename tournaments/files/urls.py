"""Addresses: the workbook and a whole tournament as files."""

from django.urls import URLPattern, path

from tournaments.files.views import machine, tournament_files, workbook
from tournaments.pages.addresses import DESK, TOURNAMENT

urlpatterns: list[URLPattern] = [
    path(f"{TOURNAMENT}rangliste.xlsx", workbook.standings_xlsx, name="standings_xlsx"),
    path(f"{TOURNAMENT}rangliste/excel/", workbook.workbook, name="workbook"),
    path(f"{TOURNAMENT}rangliste/excel/datei.xlsx", workbook.workbook_file, name="workbook_file"),
    path(f"{DESK}turnier.zip", tournament_files.tournament_zip, name="tournament_zip"),
    path("rechner/", machine.machine, name="machine"),
    path("turniere/uebernehmen/", tournament_files.tournament_import, name="tournament_import"),
]
