"""Addresses: signing in, staff, programs."""

from django.urls import URLPattern, path

from tournaments.accounts.views import lent, own, programs, second_step, signing_in, staff
from tournaments.pages.addresses import DESK

urlpatterns: list[URLPattern] = [
    path("anmelden/", signing_in.login, name="login"),
    path("anmelden/erstes-konto/", signing_in.first_account, name="first_account"),
    path("anmelden/zweiter-schritt/", second_step.second_step, name="second_step"),
    path("abmelden/", signing_in.logout, name="logout"),
    path("passwort/", signing_in.new_password, name="new_password"),
    path("konto/", own.own_account, name="own_account"),
    path("konto/passwort/", own.prove, name="prove"),
    path("konto/app/", own.own_app, name="own_app"),
    path("konto/app/entfernen/", own.own_app_off, name="own_app_off"),
    path("konto/passkey/", own.own_passkey, name="own_passkey"),
    path("konto/passkey/<int:passkey>/entfernen/", own.own_passkey_off, name="own_passkey_off"),
    path("konto/notfall-codes/", own.own_codes, name="own_codes"),
    path("konto/notfall-codes/pdf/", own.own_codes_pdf, name="own_codes_pdf"),
    path("konto/geraete/abmelden/", own.own_devices_off, name="own_devices_off"),
    path("konto/geraete/<int:device>/abmelden/", own.own_device_off, name="own_device_off"),
    path("geliehen/zurueck/", lent.give_phone_back, name="give_phone_back"),
    path("geliehen/<str:code>/", lent.fetch_phone, name="fetch_phone"),
    path("anzeige/", signing_in.display, name="display"),
    path(f"{DESK}aufgaben/", staff.roles, name="roles"),
    path(f"{DESK}aufgaben/<int:role>/entziehen/", staff.withdraw_role, name="withdraw_role"),
    path(f"{DESK}aufgaben/<int:role>/handy/", lent.lend_phone, name="lend_phone"),
    path(f"{DESK}aufgaben/handys/<int:number>/abmelden/", lent.take_phone_back, name="take_phone_back"),
    path(f"{DESK}aufgaben/konto/", staff.account, name="account_new"),
    path(f"{DESK}zugaenge/", programs.accesses, name="accesses"),
    path(f"{DESK}zugaenge/<int:number>/sperren/", programs.revoke_access, name="revoke_access"),
]
