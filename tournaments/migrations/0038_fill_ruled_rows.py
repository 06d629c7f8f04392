"""Find for every ruling which rows it struck or wrote, for rows that were written before this was kept."""

from collections import defaultdict

from django.db import migrations

from scoring.guards import InsertRows

STRUCK, WRITTEN = "struck", "written"


def fill(apps, schema_editor):
    """Go by list and moment: a ruling and the rows it touched had the same. See `event.services.ruled_rows`."""
    using = schema_editor.connection.alias
    Game, Ruling, RuledRow, TotalEntry = (
        apps.get_model("tournaments", name) for name in ("Game", "Ruling", "RuledRow", "TotalEntry")
    )
    kinds = ("strike", "correction", "restored", "misdeal", "ended")
    rulings = Ruling.objects.using(using).filter(kind__in=kinds, sheet__isnull=False)
    sheets = rulings.order_by().values("sheet")
    struck, written = defaultdict(list), defaultdict(list)
    for game in Game.objects.using(using).filter(sheet__in=sheets).order_by("pk").iterator():
        written[game.sheet_id, game.entered_at].append(game)
        if game.struck_at is not None:
            struck[game.sheet_id, game.struck_at].append(game)
    totals = {
        (entry.sheet_id, entry.struck_at): entry
        for entry in TotalEntry.objects.using(using).filter(sheet__in=sheets, struck_at__isnull=False)
    }
    known, new = set(), []

    def add(ruling, effect, *, game=None, entry=None):
        key = (game.pk if game else None, entry.pk if entry else None, effect)
        if key not in known:
            known.add(key)
            new.append(RuledRow(ruling=ruling, effect=effect, game=game, totals=entry))

    for ruling in rulings.select_related("game").order_by("tournament_id", "number"):
        moment, about = (ruling.sheet_id, ruling.decided_at), ruling.game
        for game in struck.get(moment, ()):
            named = about is not None and game.pk == about.pk
            if ruling.kind in ("strike", "correction"):
                is_ours = named
            elif ruling.kind == "restored":
                is_ours = about is not None and not named and game.number == about.number
            else:
                is_ours = True
            if is_ours:
                add(ruling, STRUCK, game=game)
        if ruling.kind in ("correction", "restored") and about is not None:
            for game in written.get(moment, ()):
                if game.pk != about.pk and game.number == about.number:
                    add(ruling, WRITTEN, game=game)
        if ruling.kind == "correction" and about is None and moment in totals:
            add(ruling, STRUCK, entry=totals[moment])
    RuledRow.objects.using(using).bulk_create(new, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0037_ruled_rows"),
    ]

    operations = [
        InsertRows(fill, migrations.RunPython.noop),
    ]
