"""Addresses: home, a tournament for everybody, setting one up, the desk, the network of the hall."""

from django.urls import URLPattern, path

from tournaments.desk.views import at_once, desk, finder, guide, network, public, setup
from tournaments.pages.addresses import DESK, TOURNAMENT

urlpatterns: list[URLPattern] = [
    path("", public.home, name="home"),
    path("hilfe/", guide.guide, name="guide"),
    path(TOURNAMENT, public.tournament, name="tournament"),
    path("turniere/neu/", setup.tournament_new, name="tournament_new"),
    path(DESK, desk.desk, name="desk"),
    path(f"{DESK}annehmen/<int:series>/<int:table>/", desk.accept, name="desk_accept"),
    path(f"{DESK}unterschrieben/", at_once.sign_all, name="desk_sign_all"),
    path(f"{DESK}annehmen/", at_once.accept_all, name="desk_accept_all"),
    path(f"{DESK}annehmen/zurueck/", at_once.desk_take_back, name="desk_take_back"),
    path(f"{DESK}suche/", finder.finder, name="finder"),
    path(f"{DESK}angaben/", setup.tournament_frame, name="tournament_frame"),
    path(f"{DESK}abschluss/", desk.finish, name="finish"),
    path(f"{DESK}netz/", network.network, name="network"),
    path(f"{DESK}netz/probe/<slug:key>/", network.check, name="phone_check"),
    path("handy/<slug:key>/", network.phone, name="phone_arrives"),
    path("zertifikat/", network.certificate, name="certificate"),
    path("zertifikat/romme-club.crt", network.certificate_file, name="certificate_file"),
]
