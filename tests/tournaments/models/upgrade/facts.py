"""What a database says of itself, as one line of JSON: run by `manage.py shell`, by the old program and by today's."""

import json

from django.apps import apps

from tournaments.event.selectors.journal import chain, first_broken
from tournaments.models import Tournament
from tournaments.rankings.selectors.standings import standings

journals, tables = {}, {}
for tournament in Tournament.objects.order_by("slug"):
    assert first_broken(chain(tournament)) is None, tournament.slug
    journals[tournament.slug] = tournament.journal.order_by("-number").values_list("hash", flat=True)[0]
    tables[tournament.slug] = [
        [row.place.rank, row.registration.start_number, row.total.net_points]
        for row in standings(tournament).rows
    ]

rows = {
    model._meta.db_table: model._base_manager.count()
    for label in ("scoring", "tournaments")
    for model in apps.get_app_config(label).get_models(include_auto_created=True)
}
print(json.dumps({"journals": journals, "standings": tables, "rows": {k: n for k, n in rows.items() if n}}))
