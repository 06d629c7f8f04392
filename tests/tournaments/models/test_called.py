"""Every row has words by which it is called: in the shell, in an error report, in a choice of a form."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from tests.factories import NOON

CALLED = [
    model
    for app in ("tournaments", "scoring")
    for model in apps.get_app_config(app).get_models()
    if "__str__" in vars(model)
]
VALUES: dict[type[models.Field], Any] = {  # type: ignore[type-arg]
    models.BooleanField: False,
    models.DateTimeField: NOON,
    models.DateField: NOON.date(),
    models.UUIDField: uuid.UUID(int=7),
    models.JSONField: {"name": {"de": "Probe"}},
    models.BinaryField: b"",
    models.CharField: "Probe",
    models.TextField: "Probe",
    models.IntegerField: 7,
    models.FloatField: 7.0,
}


def made_up(model: type[models.Model]) -> models.Model:
    """A row that was never saved, with everything that must be there."""
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        if isinstance(field, models.AutoField) or field.null or field.has_default():
            continue
        if field.is_relation:
            values[field.name] = made_up(field.related_model)  # type: ignore[arg-type]
        elif field.choices:
            values[field.name] = next(value for value, _label in field.flatchoices if value != "")
        else:
            values[field.name] = next(
                (value for kind, value in VALUES.items() if isinstance(field, kind)), ""
            )
    return model(**values)


@pytest.mark.parametrize("model", CALLED, ids=lambda model: model.__name__)
def test_a_row_is_called_by_words(model: type[models.Model]) -> None:
    called = str(made_up(model))
    assert called.strip()
    assert "None" not in called
    assert "object (" not in called


def test_every_model_that_people_meet_has_words() -> None:
    assert len(CALLED) > 55
