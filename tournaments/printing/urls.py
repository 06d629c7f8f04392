"""Addresses: what is printed (who may: docs/printing.md)."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import DESK, TOURNAMENT
from tournaments.printing.views import files, lists, start

PAPER = f"{TOURNAMENT}papier/"

urlpatterns: list[URLPattern] = [
    path(f"{TOURNAMENT}liste/<int:series>/<int:table>.pdf", lists.sheet_pdf, name="sheet_pdf"),
    path(f"{TOURNAMENT}serie/<int:series>/listen.pdf", lists.sheets_pdf, name="sheets_pdf"),
    path(f"{DESK}drucken/", start.printing, name="printing"),
    path(f"{DESK}drucken/listen/", files.series_lists, name="series_lists"),
    path(f"{PAPER}sitzordnung.pdf", files.board_pdf, name="board_pdf"),
    path(f"{PAPER}regeln.pdf", files.rules_pdf, name="rules_pdf"),
    path(f"{PAPER}tischkarten.pdf", files.table_cards_pdf, name="table_cards_pdf"),
    path(f"{PAPER}platzkarten.pdf", files.place_cards_pdf, name="place_cards_pdf"),
    path(f"{PAPER}startkarten.pdf", files.start_cards_pdf, name="start_cards_pdf"),
    path(f"{PAPER}namensschilder.pdf", files.badges_pdf, name="badges_pdf"),
    path(f"{PAPER}ergebniszettel.pdf", files.slips_pdf, name="slips_pdf"),
    path(f"{PAPER}urkunden.pdf", files.certificates_pdf, name="certificates_pdf"),
    path(f"{PAPER}niederschrift.pdf", files.record_file, name="record_pdf"),
]
