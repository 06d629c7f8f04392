"""Addresses: the calendar for everybody, the federation's desk, a club's page, the register of players."""

from django.urls import URLPattern, path

from tournaments.federation.views import calendar, clubs, register
from tournaments.pages.addresses import DESK

urlpatterns: list[URLPattern] = [
    path("kalender/", calendar.calendar, name="calendar"),
    path("kalender.ics", calendar.calendar_ics, name="calendar_ics"),
    path("verband/", clubs.federation, name="federation"),
    path("verband/leitung/", clubs.director_name, name="director_name"),
    path("verband/leitung/<int:director>/entlassen/", clubs.director_dismiss, name="director_dismiss"),
    path("verband/schluessel/", clubs.key_register, name="key_register"),
    path("verband/schluessel/<int:laptop>/sperren/", clubs.key_withdraw, name="key_withdraw"),
    path("verband/verein/<int:club>/", clubs.club, name="club"),
    path(f"{DESK}ausrichter/", clubs.organiser, name="organiser"),
    path("verband/spieler/", clubs.register, name="player_register"),
    path("verband/spieler/doppelt/", register.twice, name="players_twice"),
    path("verband/spieler/<int:player>/", register.entry, name="player_entry"),
    path("verband/spieler/<int:player>/gleich/<int:entry>/", register.same, name="player_same"),
    path("verband/spieler/trennen/<int:said>/", register.part, name="player_part"),
]
