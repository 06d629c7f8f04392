"""Addresses of a table's list."""

from django.urls import URLPattern, path

from tournaments.lists.views import codes as links
from tournaments.lists.views import door, sending
from tournaments.lists.views import game as entry
from tournaments.lists.views import sheets as table
from tournaments.rulings.views import rounds

LIST = "turnier/<slug:slug>/liste/<int:series>/<int:table>/"

urlpatterns: list[URLPattern] = [
    path(LIST, table.sheet, name="sheet"),
    path(f"{LIST}stand/", table.sheet_state, name="sheet_state"),
    path(f"{LIST}spiel/<int:number>/", entry.game, name="game"),
    path(f"{LIST}spiel/<int:number>/senden/", sending.send_game, name="send_game"),
    path(f"{LIST}spiel/<int:number>/pruefen/", sending.check_game, name="check_game"),
    path(f"{LIST}spiel/<int:number>/stand/", sending.entry_state, name="entry_state"),
    path(f"{LIST}unterschriften/", table.signatures, name="signatures"),
    path(f"{LIST}listenfuehrung/", table.hand_over, name="hand_over"),
    path(f"{LIST}annehmen/", table.accept_sheet, name="accept_sheet"),
    path(f"{LIST}annahme/zuruecknehmen/", table.take_back, name="take_back"),
    path(f"{LIST}zeit-um/", rounds.time_is_over, name="time_is_over"),
    path(f"{LIST}spiel/<int:number>/bestaetigen/", rounds.confirm_game, name="confirm_game"),
    path(f"{LIST}handy/", links.lend_table, name="lend_table"),
    path("dienst.js", sending.service_worker, name="service_worker"),
    path("t/", door.table_door, name="table_door"),
    path("t/<str:token>/", door.table_link, name="table_link"),
]
