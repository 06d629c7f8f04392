"""Addresses: registration, teams, files of players; a player's own page, short, since some people type it."""

from django.urls import URLPattern, path

from tournaments.field.views import own_code, own_page, player_files, registrations, teams
from tournaments.pages.addresses import DESK

urlpatterns: list[URLPattern] = [
    path("s/", own_page.own_door, name="own_door"),
    path("s/<str:code>/", own_page.own_page, name="own_page"),
    path("s/<str:code>/einspruch/<int:series>/", own_page.own_protest, name="own_protest"),
    path(f"{DESK}anmeldungen/", registrations.registrations, name="registrations"),
    path(f"{DESK}anmeldungen/anmeldungen.csv", registrations.registrations_csv, name="registrations_csv"),
    path(f"{DESK}anmeldungen/bekannte/", registrations.known, name="known_players"),
    path(f"{DESK}anmeldungen/datei/", player_files.upload, name="player_upload"),
    path(f"{DESK}anmeldungen/datei/<int:file>/", player_files.preview, name="player_file"),
    path(f"{DESK}anmeldungen/datei/muster.xlsx", player_files.sample, name="player_sample"),
    path(f"{DESK}anmeldungen/<int:number>/", registrations.registration, name="registration"),
    path(f"{DESK}anmeldungen/<int:number>/name/", registrations.correct_name, name="correct_name"),
    path(
        f"{DESK}anmeldungen/<int:number>/anmeldung/",
        registrations.correct_registration,
        name="correct_registration",
    ),
    path(f"{DESK}anmeldungen/<int:number>/code/", own_code.own_code_shown, name="own_code"),
    path(f"{DESK}mannschaften/", teams.teams, name="teams"),
    path(f"{DESK}mannschaften/mannschaft/", teams.form_team, name="form_team"),
    path(f"{DESK}mannschaften/tandem/", teams.form_pair, name="form_pair"),
    path(f"{DESK}mannschaften/mannschaft/<int:team>/", teams.correct_team, name="correct_team"),
    path(f"{DESK}mannschaften/tandem/<int:pair>/", teams.correct_pair, name="correct_pair"),
    path(f"{DESK}mannschaften/mannschaft/<int:team>/aufloesen/", teams.dissolve_team, name="dissolve_team"),
    path(f"{DESK}mannschaften/tandem/<int:pair>/aufloesen/", teams.dissolve_pair, name="dissolve_pair"),
]
