"""Addresses: copies of everything."""

from django.urls import URLPattern, path

from tournaments.backups import views
from tournaments.pages.addresses import DESK

urlpatterns: list[URLPattern] = [
    path(f"{DESK}sicherung/", views.backup, name="backup"),
    path(f"{DESK}sicherung/<str:name>", views.backup_file, name="backup_file"),
]
