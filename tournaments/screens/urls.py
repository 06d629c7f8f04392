"""Addresses: the screens of the hall, and the desk that chooses what they show."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import DESK, TOURNAMENT
from tournaments.screens.views import desk, show, wall

SCREENS = f"{DESK}bildschirme/"

urlpatterns: list[URLPattern] = [
    path("saal/", show.new_screen, name="new_screen"),
    path("saal/<int:digits>/", show.screen, name="screen"),
    path(f"{TOURNAMENT}saal/sitzordnung/", wall.seating_wall, name="seating_wall"),
    path(SCREENS, desk.screens, name="screens"),
    path(f"{SCREENS}dazu/", desk.add, name="screen_add"),
    path(f"{SCREENS}zeigen/", desk.show, name="screens_show"),
    path(f"{SCREENS}programm/", desk.run, name="screens_run"),
    path(f"{SCREENS}meldung/", desk.send, name="message_send"),
    path(f"{SCREENS}start/", desk.start, name="message_start"),
    path(f"{SCREENS}meldung/<int:message>/zurueck/", desk.message_back, name="message_back"),
    path(f"{SCREENS}<int:screen>/", desk.change, name="screen_change"),
    path(f"{SCREENS}<int:screen>/entfernen/", desk.remove, name="screen_remove"),
]
