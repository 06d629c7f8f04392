"""Addresses of what is printed and exported."""

from django.urls import URLPattern, path

from tournaments.urls.desk import DESK
from tournaments.views import backups, files

urlpatterns: list[URLPattern] = [
    path("turnier/<slug:slug>/liste/<int:series>/<int:table>.pdf", files.sheet_pdf, name="sheet_pdf"),
    path("turnier/<slug:slug>/serie/<int:series>/listen.pdf", files.sheets_pdf, name="sheets_pdf"),
    path("turnier/<slug:slug>/rangliste.pdf", files.standings_pdf, name="standings_pdf"),
    path("turnier/<slug:slug>/rangliste.xlsx", files.standings_xlsx, name="standings_xlsx"),
    path(f"{DESK}sicherung/", backups.backup, name="backup"),
    path(f"{DESK}sicherung/<str:name>", backups.backup_file, name="backup_file"),
]
