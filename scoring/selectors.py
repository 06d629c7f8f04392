"""Asks for rule sets: the rows, and the values that their documents describe."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, PermissionsMixin
from django.db.models import QuerySet

from scoring import rules as values
from scoring.models import RuleSet
from scoring.sentence import gettext_noop


class TamperedRules(values.RulesError):
    """A stored rule set whose text no longer fits its fingerprint."""


def rules_of(row: RuleSet) -> values.RuleSet:
    """The rule set that a row holds; read once for each fingerprint."""
    return _read(row.fingerprint, row.canonical)


@lru_cache(maxsize=256)
def _read(fingerprint: str, canonical: str) -> values.RuleSet:
    if hashlib.sha256(canonical.encode()).hexdigest() != fingerprint:
        raise TamperedRules(
            gettext_noop(
                "Der gespeicherte Wortlaut ist nicht mehr der, der veröffentlicht wurde. Bitte eine Sicherung einspielen."
            ),
            place=fingerprint[:10],
        )
    return values.read_document(json.loads(canonical))


def rule_sets() -> QuerySet[RuleSet]:
    """Everything that was published, newest version first within each key."""
    return RuleSet.objects.select_related("based_on", "published_by")


def newest_rule_sets() -> list[RuleSet]:
    """The newest version of each key: the house's own first, then variants by name."""
    newest: dict[str, RuleSet] = {}
    for row in rule_sets().order_by("key", "-version"):
        newest.setdefault(row.key, row)
    own = {key: place for place, key in enumerate(values.BUILT_IN)}
    return sorted(newest.values(), key=lambda row: (own.get(row.key, len(own)), row.name, row.key))


def find_rule_set(key: str, version: int) -> RuleSet | None:
    return rule_sets().filter(key=key, version=version).first()


def newest_version(key: str) -> RuleSet | None:
    return rule_sets().filter(key=key).order_by("-version").first()


def versions_of_rules(key: str) -> list[RuleSet]:
    return list(rule_sets().filter(key=key).order_by("-version"))


def may_publish_rules(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Directors and staff may publish rule sets; everybody may read them."""
    if not isinstance(user, PermissionsMixin) or not user.is_active:
        return False
    return bool(getattr(user, "is_staff", False)) or user.has_perm("scoring.add_ruleset")
