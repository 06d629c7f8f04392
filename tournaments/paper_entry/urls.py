"""Addresses: a list that comes from paper."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import LIST
from tournaments.paper_entry.views import grid, photos, totals

PAPER = f"{LIST}papier/"

urlpatterns: list[URLPattern] = [
    path(PAPER, grid.paper_grid, name="paper_grid"),
    path(f"{PAPER}summen/", grid.paper_sums, name="paper_sums"),
    path(f"{PAPER}zweite/", grid.second_typing_page, name="second_typing"),
    path(f"{PAPER}zweite/summen/", grid.second_sums, name="second_sums"),
    path(f"{PAPER}abweichungen/", grid.mismatches_page, name="mismatches"),
    path(f"{LIST}summen/", totals.totals_only, name="totals_only"),
    path(f"{LIST}summen/streichen/", totals.strike_totals, name="strike_totals"),
    path(f"{LIST}fotos/", photos.photos, name="photos"),
    path(f"{LIST}fotos/<int:number>/", photos.photo, name="photo"),
]
