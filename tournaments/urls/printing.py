"""Addresses of what is printed beside lists and standings. Who may: docs/printing.md."""

from django.urls import URLPattern, path

from tournaments.printing.views import files as printing
from tournaments.printing.views import start as printing_page
from tournaments.urls.desk import DESK

PAPER = "turnier/<slug:slug>/papier/"

urlpatterns: list[URLPattern] = [
    path(f"{DESK}drucken/", printing_page.printing, name="printing"),
    path(f"{DESK}drucken/listen/", printing.series_lists, name="series_lists"),
    path(f"{PAPER}sitzordnung.pdf", printing.board_pdf, name="board_pdf"),
    path(f"{PAPER}regeln.pdf", printing.rules_pdf, name="rules_pdf"),
    path(f"{PAPER}tischkarten.pdf", printing.table_cards_pdf, name="table_cards_pdf"),
    path(f"{PAPER}platzkarten.pdf", printing.place_cards_pdf, name="place_cards_pdf"),
    path(f"{PAPER}startkarten.pdf", printing.start_cards_pdf, name="start_cards_pdf"),
    path(f"{PAPER}namensschilder.pdf", printing.badges_pdf, name="badges_pdf"),
    path(f"{PAPER}ergebniszettel.pdf", printing.slips_pdf, name="slips_pdf"),
    path(f"{PAPER}urkunden.pdf", printing.certificates_pdf, name="certificates_pdf"),
    path(f"{PAPER}niederschrift.pdf", printing.record_file, name="record_pdf"),
]
