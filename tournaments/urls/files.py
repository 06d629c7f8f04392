"""Addresses of what is printed and exported."""

from django.urls import URLPattern, path

from tournaments.views import files

urlpatterns: list[URLPattern] = [
    path("turnier/<slug:slug>/liste/<int:series>/<int:table>.pdf", files.sheet_pdf, name="sheet_pdf"),
    path("turnier/<slug:slug>/serie/<int:series>/listen.pdf", files.sheets_pdf, name="sheets_pdf"),
    path("turnier/<slug:slug>/rangliste.pdf", files.standings_pdf, name="standings_pdf"),
    path("turnier/<slug:slug>/rangliste.xlsx", files.standings_xlsx, name="standings_xlsx"),
]
