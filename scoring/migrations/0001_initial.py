import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Published rule sets. Knows no user yet: tournaments.0001 depends on this one, 0002 on that one."""

    initial = True
    dependencies: list[tuple[str, str]] = []

    operations = [
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.SlugField(max_length=40, verbose_name="Schlüssel")),
                ("version", models.PositiveIntegerField(verbose_name="Fassung")),
                (
                    "family",
                    models.CharField(
                        choices=[("basic", "Grundregeln"), ("tournament", "Turnier mit Wertungspunkten")],
                        max_length=12,
                        verbose_name="Art",
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="Name")),
                ("edition", models.CharField(max_length=120, verbose_name="Ausgabe")),
                ("document", models.JSONField(verbose_name="Inhalt")),
                ("canonical", models.TextField(verbose_name="Wortlaut")),
                ("fingerprint", models.CharField(max_length=64, unique=True, verbose_name="Prüfzeichen")),
                ("published_at", models.DateTimeField(verbose_name="veröffentlicht")),
                (
                    "based_on",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="variants",
                        to="scoring.ruleset",
                        verbose_name="Grundlage",
                    ),
                ),
            ],
            options={
                "verbose_name": "Regelwerk",
                "verbose_name_plural": "Regelwerke",
                "db_table": "scoring_ruleset",
                "ordering": ["key", "-version"],
                "constraints": [
                    models.UniqueConstraint(fields=("key", "version"), name="one_rule_set_per_version"),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="versions_count_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("family__in", ["basic", "tournament"])), name="known_rule_family"
                    ),
                ],
            },
        ),
    ]
