"""Addresses of the director's desk."""

from django.urls import URLPattern, path

from tournaments.accounts.views import programs as access
from tournaments.accounts.views import staff
from tournaments.desk.views import desk
from tournaments.desk.views import setup as new
from tournaments.field.views import own_code as own_codes
from tournaments.field.views import player_files, teams
from tournaments.field.views import registrations as field
from tournaments.journal.views import journal
from tournaments.lists.views import clock, pins
from tournaments.lists.views import codes as links
from tournaments.rankings.views import setup as ranking_setup
from tournaments.seating.views import draw

DESK = "turnier/<slug:slug>/leitung/"

urlpatterns: list[URLPattern] = [
    path("turniere/neu/", new.tournament_new, name="tournament_new"),
    path(DESK, desk.desk, name="desk"),
    path(f"{DESK}annehmen/<int:series>/<int:table>/", desk.accept, name="desk_accept"),
    path(f"{DESK}angaben/", new.tournament_frame, name="tournament_frame"),
    path(f"{DESK}abschluss/", desk.finish, name="finish"),
    path(f"{DESK}anmeldungen/", field.registrations, name="registrations"),
    path(f"{DESK}anmeldungen/bekannte/", field.known, name="known_players"),
    path(f"{DESK}anmeldungen/datei/", player_files.upload, name="player_upload"),
    path(f"{DESK}anmeldungen/datei/<int:file>/", player_files.preview, name="player_file"),
    path(f"{DESK}anmeldungen/datei/muster.xlsx", player_files.sample, name="player_sample"),
    path(f"{DESK}anmeldungen/<int:number>/", field.registration, name="registration"),
    path(f"{DESK}anmeldungen/<int:number>/name/", field.correct_name, name="correct_name"),
    path(f"{DESK}anmeldungen/<int:number>/code/", own_codes.own_code_shown, name="own_code"),
    path(f"{DESK}auslosen/", draw.draw, name="draw"),
    path(f"{DESK}los/", ranking_setup.final_lot, name="final_lot"),
    path(f"{DESK}mannschaften/", teams.teams, name="teams"),
    path(f"{DESK}mannschaften/mannschaft/", teams.form_team, name="form_team"),
    path(f"{DESK}mannschaften/tandem/", teams.form_pair, name="form_pair"),
    path(f"{DESK}mannschaften/mannschaft/<int:team>/aufloesen/", teams.dissolve_team, name="dissolve_team"),
    path(f"{DESK}mannschaften/tandem/<int:pair>/aufloesen/", teams.dissolve_pair, name="dissolve_pair"),
    path(f"{DESK}aufgaben/", staff.roles, name="roles"),
    path(f"{DESK}aufgaben/<int:role>/entziehen/", staff.withdraw_role, name="withdraw_role"),
    path(f"{DESK}aufgaben/konto/", staff.account, name="account_new"),
    path(f"{DESK}uhr/<int:series>/", clock.run_clock, name="run_clock"),
    path(f"{DESK}unterschriften/", pins.pins, name="pins"),
    path(f"{DESK}protokoll/", journal.journal, name="journal"),
    path(f"{DESK}protokoll/pruefen/", journal.check, name="journal_check"),
    path(f"{DESK}protokoll/protokoll.csv", journal.as_csv, name="journal_csv"),
    path(f"{DESK}protokoll/protokoll.jsonl", journal.as_jsonl, name="journal_jsonl"),
    path(f"{DESK}wertungen/", ranking_setup.ranking_setup, name="ranking_setup"),
    path(f"{DESK}handys/", links.table_links, name="table_links"),
    path(f"{DESK}zugaenge/", access.accesses, name="accesses"),
    path(f"{DESK}zugaenge/<int:number>/sperren/", access.revoke_access, name="revoke_access"),
]
