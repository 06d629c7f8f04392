"""Addresses: plans and boards at the desk, places for everybody."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import DESK, TOURNAMENT
from tournaments.seating.views import board, by_hand, changes, draw, hanging, places, plans, searches, wishes

PLAN = f"{DESK}sitzplan/"

urlpatterns: list[URLPattern] = [
    path(f"{TOURNAMENT}sitzordnung/", places.seating, name="seating"),
    path(f"{TOURNAMENT}sitzordnung/<int:series>/", places.seating, name="seating_series"),
    path(f"{TOURNAMENT}platz/", places.find_seat, name="find_seat"),
    path(f"{TOURNAMENT}platz/<int:number>/", places.my_seat, name="my_seat"),
    path(f"{DESK}auslosen/", draw.draw, name="draw"),
    path(PLAN, board.board, name="seating_board"),
    path(f"{PLAN}naechste/", hanging.seat_next, name="seat_next"),
    path(f"{PLAN}serie/<int:series>/zuruecknehmen/", hanging.take_down, name="series_take_down"),
    path(f"{PLAN}serie/<int:series>/aushaengen/", hanging.hang_again, name="series_hang_again"),
    path(f"{PLAN}serie/<int:series>/neu/", hanging.seat_anew, name="series_seat_anew"),
    path(f"{PLAN}tauschen/", by_hand.swap, name="seating_swap"),
    path(f"{PLAN}planen/", plans.plan, name="seating_plan"),
    path(f"{PLAN}suche/", searches.search, name="seating_search"),
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
