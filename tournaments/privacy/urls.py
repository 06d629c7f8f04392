"""Addresses: what is kept of people, and one's own data."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import DESK
from tournaments.privacy.views import forgetting, own, pages

urlpatterns: list[URLPattern] = [
    path("datenschutz/", pages.privacy, name="privacy"),
    path("s/<str:code>/daten/", own.own_data_page, name="own_data"),
    path("s/<str:code>/daten.json", own.own_data_file, name="own_data_file"),
    path(f"{DESK}anmeldungen/<int:number>/nennung/", own.naming, name="naming"),
    path(f"{DESK}anmeldungen/<int:number>/loeschen/", forgetting.forgetting, name="forgetting"),
]
