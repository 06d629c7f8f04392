"""Addresses for everybody: home, tournament, seating, standings, signing in."""

from django.urls import URLPattern, path

from tournaments.accounts.views import signing_in as accounts
from tournaments.desk.views import public
from tournaments.lists.views import clock
from tournaments.rankings.views import evenings, rankings
from tournaments.seating.views import places

urlpatterns: list[URLPattern] = [
    path("", public.home, name="home"),
    path("anmelden/", accounts.login, name="login"),
    path("abmelden/", accounts.logout, name="logout"),
    path("passwort/", accounts.new_password, name="new_password"),
    path("anzeige/", accounts.display, name="display"),
    path("turnier/<slug:slug>/", public.tournament, name="tournament"),
    path("turnier/<slug:slug>/sitzordnung/", places.seating, name="seating"),
    path("turnier/<slug:slug>/sitzordnung/<int:series>/", places.seating, name="seating_series"),
    path("turnier/<slug:slug>/saal/sitzordnung/", places.wall, name="seating_wall"),
    path("turnier/<slug:slug>/saal/uhr/<int:series>/", clock.hall_clock, name="hall_clock"),
    path("turnier/<slug:slug>/platz/", places.find_seat, name="find_seat"),
    path("turnier/<slug:slug>/platz/<int:number>/", places.my_seat, name="my_seat"),
    path("turnier/<slug:slug>/verlauf/", evenings.evening, name="evening"),
    path("turnier/<slug:slug>/rangliste/", rankings.standings, name="standings"),
]
