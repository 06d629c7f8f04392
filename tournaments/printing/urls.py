"""Addresses: what is printed (who may: docs/printing.md)."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import DESK, TOURNAMENT
from tournaments.printing.views import emblem, files, lists, printables

PAPER = f"{TOURNAMENT}papier/"

urlpatterns: list[URLPattern] = [
    path(f"{TOURNAMENT}liste/<int:series>/<int:table>.pdf", lists.sheet_pdf, name="sheet_pdf"),
    path(f"{TOURNAMENT}serie/<int:series>/listen.pdf", lists.sheets_pdf, name="sheets_pdf"),
    path(f"{DESK}drucken/", printables.printing, name="printing"),
    path(f"{DESK}drucken/wappen/", emblem.emblem, name="emblem"),
    path(f"{DESK}drucken/wappen/bild.png", emblem.emblem_picture, name="emblem_picture"),
    path(f"{DESK}drucken/wappen/entfernen/", emblem.emblem_remove, name="emblem_remove"),
    path(f"{DESK}drucken/listen/", files.series_lists, name="series_lists"),
    *(
        path(f"{PAPER}{one.address}.pdf", printables.print_file, {"printable": one}, name=one.name)
        for one in printables.PRINTABLES
        if one.make is not None
    ),
]
