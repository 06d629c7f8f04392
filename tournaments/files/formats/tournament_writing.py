"""A whole tournament as one file: documented JSON in a zip, each part with its fingerprint (docs/files.md)."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from datetime import datetime
from typing import Any

from scoring.models import RuleSet
from tournaments.files.selectors.belongings import (
    TAKEN,
    accounts_of,
    belonging_people,
    belonging_rows,
    keys_in,
    rules_of_file,
    standings_document,
)
from tournaments.files.services.origin import signed_manifest
from tournaments.files.services.tournament_files import FORMAT, MANIFEST, VERSION, part_name
from tournaments.models import Player, Tournament, User

EARLIEST = (1980, 1, 1, 0, 0, 0)  # of a zip: the same tournament is the same file


def tournament_file(tournament: Tournament, *, now: datetime) -> bytes:
    """Everything that belongs to the tournament; call it in one transaction, so that it is of one moment."""
    parts: dict[str, bytes] = {}
    people, accounts = set(), set()
    for label in TAKEN:
        rows = list(belonging_rows(tournament, label))
        people |= keys_in(rows, label, Player)
        accounts |= keys_in(rows, label, User)
        parts[part_name(label)] = as_json(rows)
    parts["rules.json"] = as_json(rules_of_file(RuleSet.objects.get(pk=tournament.rule_set_id)))
    parts["people.json"] = as_json(belonging_people(people))
    parts["accounts.json"] = as_json(accounts_of(accounts))
    parts["standings.json"] = standings_document(tournament)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": now.isoformat(),
        "tournament": {"name": tournament.name, "slug": tournament.slug},
        "parts": {
            name: {"sha256": hashlib.sha256(part).hexdigest(), "size": len(part)}
            for name, part in parts.items()
        },
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {MANIFEST: as_json(signed_manifest(manifest, now=now)), **parts}.items():
            archive.writestr(zipfile.ZipInfo(name, EARLIEST), part, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def as_json(what: Any) -> bytes:
    return json.dumps(what, ensure_ascii=False, indent=1).encode()
