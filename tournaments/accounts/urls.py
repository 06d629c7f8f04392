"""Addresses: signing in, staff, programs."""

from django.urls import URLPattern, path

from tournaments.accounts.views import programs, signing_in, staff
from tournaments.pages.addresses import DESK

urlpatterns: list[URLPattern] = [
    path("anmelden/", signing_in.login, name="login"),
    path("abmelden/", signing_in.logout, name="logout"),
    path("passwort/", signing_in.new_password, name="new_password"),
    path("anzeige/", signing_in.display, name="display"),
    path(f"{DESK}aufgaben/", staff.roles, name="roles"),
    path(f"{DESK}aufgaben/<int:role>/entziehen/", staff.withdraw_role, name="withdraw_role"),
    path(f"{DESK}aufgaben/konto/", staff.account, name="account_new"),
    path(f"{DESK}zugaenge/", programs.accesses, name="accesses"),
    path(f"{DESK}zugaenge/<int:number>/sperren/", programs.revoke_access, name="revoke_access"),
]
