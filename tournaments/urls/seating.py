"""Addresses of the seating at the desk."""

from django.urls import URLPattern, path

from tournaments.seating.views import board, changes, plans, wishes
from tournaments.seating.views import by_hand as hand
from tournaments.seating.views import searches as search
from tournaments.urls.desk import DESK

PLAN = f"{DESK}sitzplan/"

urlpatterns: list[URLPattern] = [
    path(PLAN, board.board, name="seating_board"),
    path(f"{PLAN}tauschen/", hand.swap, name="seating_swap"),
    path(f"{PLAN}planen/", plans.plan, name="seating_plan"),
    path(f"{PLAN}suche/", search.search, name="seating_search"),
    path(f"{PLAN}tische-legen/", plans.lay, name="seating_lay"),
    path(f"{PLAN}wuensche/", wishes.wishes, name="seating_wishes"),
    path(f"{PLAN}spieler/", wishes.players, name="seating_players"),
    path(f"{PLAN}aendern/", changes.changes, name="seating_changes"),
    path(f"{PLAN}aendern/<slug:kind>/", changes.change, name="seating_change"),
    path(f"{PLAN}fassungen/", board.history, name="seating_history"),
    path(f"{PLAN}fassungen/<int:version>/", board.version_page, name="seating_version"),
    path(f"{PLAN}fassungen/<int:version>/aushaengen/", plans.post, name="seating_post"),
    path(f"{PLAN}fassungen/<int:version>/wer-wohin/", board.moves, name="seating_moves"),
]
