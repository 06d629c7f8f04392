"""Publishes rule sets. What was published stays as it is; a change is a new version or a variant."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify

from scoring.models import RuleSet
from scoring.rules import (
    BUILT_IN,
    LATER_KEYS,
    OUR_READING,
    OWN_RULE,
    Document,
    RulesError,
    built_in_document,
    canonical,
    fingerprint,
    read_document,
)
from scoring.sentence import gettext_noop

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
ATTEMPTS = 3  # two directors may publish in the same moment; one of them gets the next version


def publish_rules(
    document: Document,
    *,
    by: AbstractBaseUser | None,
    now: datetime,
    based_on: RuleSet | None = None,
) -> RuleSet:
    """The published row of this document; the same document again is the same row, not a second one."""
    rules = read_document(document)
    print_of = fingerprint(document)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with transaction.atomic():
                known = RuleSet.objects.filter(fingerprint=print_of).first()
                if known is not None:
                    return known
                newest = RuleSet.objects.filter(key=rules.key).aggregate(newest=Max("version"))["newest"] or 0
                return RuleSet.objects.create(
                    key=rules.key,
                    version=newest + 1,
                    family=rules.family.value,
                    name=rules.name.de,
                    edition=rules.edition,
                    document=json.loads(canonical(document)),
                    canonical=canonical(document),
                    fingerprint=print_of,
                    based_on=based_on,
                    published_at=now,
                    published_by_id=by.pk if by else None,
                )
        except IntegrityError:
            if attempt == ATTEMPTS:
                raise
    raise AssertionError("unreachable")


def publish_built_in(*, now: datetime) -> tuple[RuleSet, ...]:
    """The rule sets that come with the house; again and again without a second row."""
    return tuple(publish_rules(built_in_document(key), by=None, now=now) for key in BUILT_IN)


def publish_variant(
    base: RuleSet,
    changes: Mapping[str, Any],
    *,
    name: str,
    by: AbstractBaseUser | None,
    now: datetime,
) -> RuleSet:
    """An own variant: a published rule set with some values changed ("section.key" → value) under its own name.

    A name that is taken by an earlier variant gives its next version.
    """
    return publish_rules(variant_document(base, changes, name=name), by=by, now=now, based_on=base)


def variant_document(base: RuleSet, changes: Mapping[str, Any], *, name: str) -> Document:
    """The complete document of a variant. What was changed names its new source and loses its reading."""
    key_of_name = key_for(name)
    document: dict[str, Any] = json.loads(base.canonical)
    touched = False
    for place, value in changes.items():
        section, key = place.split(".")
        if key not in document[section]:
            assert place in LATER_KEYS, "only keys that came later can be missing"
            document[section][key] = {"is": LATER_KEYS[place](document), "rule": OUR_READING}
        cell = document[section][key]
        if cell["is"] != value:
            document[section][key] = {"is": value, "rule": OWN_RULE}
            document.get("readings", {}).get(section, {}).pop(key, None)
            touched = True
        elif cell.pop("confirm", False):
            touched = True  # looked at and left as proposed: now it is confirmed
    if not touched:
        raise RulesError(
            gettext_noop(
                "Noch ist nichts geändert. Mindestens einen Wert ändern, sonst gilt einfach das Regelwerk selbst."
            ),
            place="name",
        )
    document["key"] = key_of_name
    document["name"] = {"de": name.strip()}
    document["edition"] = f"Variante von: {base.name}, Nr. {base.version}"[:120]
    return document


def key_for(name: str) -> str:
    """The key of a variant, from its name: letters, digits and underscores for addresses."""
    key = re.sub(r"[^a-z0-9]+", "_", slugify(name.strip().translate(UMLAUTS))).strip("_")
    key = (key if key[:1].isalpha() and len(key) > 1 else f"variante_{key}")[:40].strip("_")
    if not slugify(name.translate(UMLAUTS)):
        raise RulesError(gettext_noop("Der Name braucht Buchstaben oder Ziffern."), place="name")
    if key in BUILT_IN:
        raise RulesError(
            gettext_noop("Dieser Name gehört zu einem mitgelieferten Regelwerk. Bitte einen eigenen wählen."),
            place="name",
        )
    return key
