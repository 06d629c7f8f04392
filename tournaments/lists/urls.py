"""Addresses: a table's list, its codes, the clock."""

from django.urls import URLPattern, path

from tournaments.lists.views import clock, codes, door, game, pins, sending, sheets
from tournaments.pages.addresses import DESK, LIST, TOURNAMENT

urlpatterns: list[URLPattern] = [
    path(f"{TOURNAMENT}saal/uhr/<int:series>/", clock.hall_clock, name="hall_clock"),
    path(f"{DESK}uhr/<int:series>/", clock.run_clock, name="run_clock"),
    path(f"{DESK}unterschriften/", pins.pins, name="pins"),
    path(f"{DESK}handys/", codes.table_links, name="table_links"),
    path(LIST, sheets.sheet, name="sheet"),
    path(f"{LIST}spiel/<int:number>/", game.game, name="game"),
    path(f"{LIST}spiel/<int:number>/senden/", sending.send_game, name="send_game"),
    path(f"{LIST}spiel/<int:number>/pruefen/", sending.check_game, name="check_game"),
    path(f"{LIST}unterschriften/", sheets.signatures, name="signatures"),
    path(f"{LIST}listenfuehrung/", sheets.hand_over, name="hand_over"),
    path(f"{LIST}annehmen/", sheets.accept_sheet, name="accept_sheet"),
    path(f"{LIST}annahme/zuruecknehmen/", sheets.take_back, name="take_back"),
    path(f"{LIST}handy/", codes.lend_table, name="lend_table"),
    path("dienst.js", sending.service_worker, name="service_worker"),
    path("t/", door.table_door, name="table_door"),
    path("t/<str:token>/", door.table_link, name="table_link"),
]
