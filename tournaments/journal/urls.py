"""Addresses: the journal, its check, its files."""

from django.urls import URLPattern, path

from tournaments.journal.views import journal
from tournaments.pages.addresses import DESK

urlpatterns: list[URLPattern] = [
    path(f"{DESK}protokoll/", journal.journal, name="journal"),
    path(f"{DESK}protokoll/pruefen/", journal.check, name="journal_check"),
    path(f"{DESK}protokoll/protokoll.csv", journal.as_csv, name="journal_csv"),
    path(f"{DESK}protokoll/protokoll.jsonl", journal.as_jsonl, name="journal_jsonl"),
]
