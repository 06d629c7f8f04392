"""Addresses of what is printed and exported."""

from django.urls import URLPattern, path

from tournaments.backups import views as backups
from tournaments.files.views import tournament_files, workbook
from tournaments.printing.views import lists as files
from tournaments.rankings.views import rankings, statistics
from tournaments.urls.desk import DESK

urlpatterns: list[URLPattern] = [
    path("turnier/<slug:slug>/liste/<int:series>/<int:table>.pdf", files.sheet_pdf, name="sheet_pdf"),
    path("turnier/<slug:slug>/serie/<int:series>/listen.pdf", files.sheets_pdf, name="sheets_pdf"),
    path("turnier/<slug:slug>/rangliste.pdf", rankings.standings_pdf, name="standings_pdf"),
    path("turnier/<slug:slug>/rangliste.csv", rankings.standings_csv, name="standings_csv"),
    path("turnier/<slug:slug>/rangliste.xlsx", workbook.standings_xlsx, name="standings_xlsx"),
    path("turnier/<slug:slug>/rangliste/excel/", workbook.workbook, name="workbook"),
    path("turnier/<slug:slug>/rangliste/excel/datei.xlsx", workbook.workbook_file, name="workbook_file"),
    path("turnier/<slug:slug>/statistik/", statistics.statistics, name="statistics"),
    path("turnier/<slug:slug>/statistik.pdf", statistics.statistics_pdf, name="statistics_pdf"),
    path(f"{DESK}turnier.zip", tournament_files.tournament_zip, name="tournament_zip"),
    path("turniere/uebernehmen/", tournament_files.tournament_import, name="tournament_import"),
    path(f"{DESK}sicherung/", backups.backup, name="backup"),
    path(f"{DESK}sicherung/<str:name>", backups.backup_file, name="backup_file"),
]
