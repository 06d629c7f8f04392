"""Lends a table's list to a phone: a random address that can be revoked. Only its hash is stored."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from tournaments.models import TableLink
from tournaments.permissions import Actor, may_referee, must
from tournaments.selectors.links import token_hash
from tournaments.services import journal
from tournaments.services.sheets import locked_sheet


@transaction.atomic
def lend_table(*, sheet_id: int, by: Actor, now: datetime) -> str:
    """A new address for this table's list; the token is shown once and never stored."""
    sheet = locked_sheet(sheet_id)
    tournament = sheet.table.series.tournament
    must(may_referee(by, tournament))
    token = secrets.token_urlsafe(16)
    TableLink.objects.create(sheet=sheet, token_hash=token_hash(token), lent_at=now, lent_by=by.label)
    journal.write(tournament, "table_lent", by=by, now=now, sheet=sheet, facts={"table": sheet.table.number})
    return token


@transaction.atomic
def revoke_links(*, sheet_id: int, by: Actor, now: datetime) -> int:
    """Close every address of this table; whoever holds one is out at the next click."""
    sheet = locked_sheet(sheet_id)
    tournament = sheet.table.series.tournament
    must(may_referee(by, tournament))
    revoked = sheet.links.filter(revoked_at__isnull=True).update(revoked_at=now)
    if revoked:
        journal.write(tournament, "links_revoked", by=by, now=now, sheet=sheet, facts={"links": revoked})
    return revoked
