"""Addresses: home, a tournament for everybody, setting one up, the desk."""

from django.urls import URLPattern, path

from tournaments.desk.views import desk, public, setup
from tournaments.pages.addresses import DESK, TOURNAMENT

urlpatterns: list[URLPattern] = [
    path("", public.home, name="home"),
    path(TOURNAMENT, public.tournament, name="tournament"),
    path("turniere/neu/", setup.tournament_new, name="tournament_new"),
    path(DESK, desk.desk, name="desk"),
    path(f"{DESK}annehmen/<int:series>/<int:table>/", desk.accept, name="desk_accept"),
    path(f"{DESK}angaben/", setup.tournament_frame, name="tournament_frame"),
    path(f"{DESK}abschluss/", desk.finish, name="finish"),
]
