"""The table of what is kept of people names every field that could hold a word about somebody: a new one cannot be forgotten."""

from __future__ import annotations

from html import unescape

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tournaments.privacy.impersonal import IMPERSONAL
from tournaments.privacy.words.kept import TABLE

WORDS = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.FileField)
DAYS_OF_PEOPLE = {"born_on", "last_login", "date_joined"}  # other days are when something was done


def fields_that_could_tell() -> set[str]:
    """Every column that holds words, pictures or the key of another row."""
    return {
        f"{model._meta.object_name}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, WORDS) or field.is_relation or field.name in DAYS_OF_PEOPLE
        if not isinstance(field, models.UUIDField)
    }


def test_every_field_is_in_the_table_or_says_nothing_of_anybody():
    told = frozenset().union(*(row.fields for row in TABLE))
    found = fields_that_could_tell()
    silent = {f"{model}.{name}" for model, names in IMPERSONAL.items() for name in names.split()}
    assert sorted(found - told - silent) == [], "say in privacy/words/kept.py who sees it and for how long"
    assert sorted((told | silent) - found) == [], "fields that are gone"
    assert not told & silent
    assert sum(len(row.fields) for row in TABLE) == len(told), "each field in one row"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "lb", "en", "fr"])
def test_the_page_says_it_in_each_language(language, client: Client):
    page = unescape(client.get(reverse("privacy"), headers={"accept-language": language}).content.decode())
    with translation.override(language):
        for row in TABLE:
            for words in (row.what, row.why, row.long, row.seen_by):
                assert str(words) in page
    if language != "de":
        assert "Vorname, Nachname" not in page
