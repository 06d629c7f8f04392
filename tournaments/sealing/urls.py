"""Addresses: check codes and sealed lists."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import LIST, TOURNAMENT
from tournaments.sealing.views import checks, seals

urlpatterns: list[URLPattern] = [
    path("pruefen/", checks.check_list, name="check_list"),
    path("pruefen/datei/", seals.check_file, name="check_file"),
    path("pruefen/<str:check>/", checks.check_list, name="check_list_code"),
    path("siegel/", seals.seal_certificate, name="seal_certificate"),
    path("siegel/zertifikat.pem", seals.seal_certificate_file, name="seal_certificate_file"),
    path(f"{LIST}siegel/", seals.sheet_seals, name="sheet_seals"),
    path(f"{LIST}siegel/<int:number>.pdf", seals.sheet_sealed, name="sheet_sealed"),
    path(f"{TOURNAMENT}serie/<int:series>/versiegelt.zip", seals.series_sealed, name="series_sealed"),
]
