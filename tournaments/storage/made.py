"""Objects out of rows by the shortest way: what Django's own way leaves behind, without a setter asked for each field."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import getattr_static
from typing import Any

from django.db.models import Model
from django.db.models.base import ModelState
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init

PLAIN = (
    DeferredAttribute,
    ForeignKeyDeferredAttribute,
)  # what they keep stands in the object under the field's name


def is_plain(model: type[Model]) -> bool:
    """Whether an object of this model is nothing but its values: nobody listens when one is made, no field sets more."""
    return (
        vars(Model)["from_db"].__func__ is model.from_db.__func__  # type: ignore[attr-defined]  # a class method has one
        and model.__init__ is Model.__init__
        and not pre_init.has_listeners(model)
        and not post_init.has_listeners(model)
        and all(type(getattr_static(model, one.attname)) in PLAIN for one in model._meta.concrete_fields)
    )


class Maker:
    """Makes the objects of one model; stands where Django's populators of related objects name the model."""

    def __init__(self, model: type[Model]) -> None:
        self.model = model
        self.plain = is_plain(model)

    def from_db(self, db: str, names: Sequence[str], values: Sequence[Any]) -> Any:
        """The object that `Model.from_db` makes of these values."""
        if not self.plain:
            return self.model.from_db(db, names, values)
        made = self.model.__new__(self.model)
        made._state = state = ModelState()
        state.adding, state.db = False, db
        made.__dict__.update(zip(names, values, strict=True))
        return made


def hurry(populators: Sequence[Any]) -> None:
    """Let Django's populators, and theirs, make their objects by the same way."""
    for one in populators:
        one.model_cls = Maker(one.model_cls)
        hurry(one.related_populators)
