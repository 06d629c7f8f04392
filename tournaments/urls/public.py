"""Addresses for everybody: home, tournament, seating, standings, signing in."""

from django.urls import URLPattern, path

from tournaments.views import accounts, public

urlpatterns: list[URLPattern] = [
    path("", public.home, name="home"),
    path("anmelden/", accounts.login, name="login"),
    path("abmelden/", accounts.logout, name="logout"),
    path("passwort/", accounts.new_password, name="new_password"),
    path("anzeige/", accounts.display, name="display"),
    path("turnier/<slug:slug>/", public.tournament, name="tournament"),
    path("turnier/<slug:slug>/sitzordnung/", public.seating, name="seating"),
    path("turnier/<slug:slug>/sitzordnung/<int:series>/", public.seating, name="seating_series"),
    path("turnier/<slug:slug>/rangliste/", public.standings, name="standings"),
]
