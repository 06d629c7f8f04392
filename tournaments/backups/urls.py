"""Addresses: copies of everything."""

from django.urls import URLPattern, path

from tournaments.backups.views import backup, restoring
from tournaments.pages.addresses import DESK

urlpatterns: list[URLPattern] = [
    path(f"{DESK}sicherung/", backup.backup, name="backup"),
    path(f"{DESK}sicherung/<str:name>", backup.backup_file, name="backup_file"),
    path("rechner/sicherung/", restoring.machine_restore, name="machine_restore"),
]
