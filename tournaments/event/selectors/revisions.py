"""How far a tournament has come, in one plain statement: what a page asks before it loads anything."""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.storage.plain import Plain

QUESTION = f"SELECT revision FROM {Tournament._meta.db_table} WHERE slug = %s"  # noqa: S608 - a table's name
REVISION, PUBLIC_REVISION = Plain(QUESTION), Plain(f"{QUESTION} AND hidden_at IS NULL")


def revision_of(slug: str) -> int | None:
    """The revision of this tournament, or None when there is none. A tenth of the time of loading it."""
    row = REVISION.row(slug)
    return None if row is None else int(row[0])


def public_revision_of(slug: str) -> int | None:
    """The same for what anybody may see: None also for one that is hidden."""
    row = PUBLIC_REVISION.row(slug)
    return None if row is None else int(row[0])
