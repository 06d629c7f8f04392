"""Indexes that others cover are given up: a game was written into eleven of them, and needs eight."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0027_public_names'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='confirmed_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.seat', verbose_name='bestätigt von'),
        ),
        migrations.AlterField(
            model_name='game',
            name='sheet',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournaments.scoresheet'),
        ),
        migrations.AlterField(
            model_name='journalentry',
            name='sheet',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='tournaments.scoresheet'),
        ),
        migrations.AlterField(
            model_name='journalentry',
            name='tournament',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='journal', to='tournaments.tournament'),
        ),
        migrations.AlterField(
            model_name='journalentry',
            name='user',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        # Taking the key's index away takes every index of that one column on PostgreSQL, the constraint's too: it is set again.
        migrations.RemoveConstraint(model_name='line', name='one_winner_per_game'),
        migrations.AlterField(
            model_name='line',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='tournaments.game'),
        ),
        migrations.AddConstraint(
            model_name='line',
            constraint=models.UniqueConstraint(condition=models.Q(('won', True)), fields=('game',), name='one_winner_per_game'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('confirmed_by__isnull', False)), fields=['confirmed_by'], name='game_by_who_confirmed'),
        ),
        migrations.AddIndex(
            model_name='journalentry',
            index=models.Index(condition=models.Q(('user__isnull', False)), fields=['user'], name='journal_by_user'),
        ),
    ]
