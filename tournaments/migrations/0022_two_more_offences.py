"""Two offences that cost nothing: a card turned up in dealing, a card taken out of turn."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_readings'),
    ]

    operations = [
        migrations.AlterField(
            model_name='penalty',
            name='kind',
            field=models.CharField(choices=[('loose_hand', 'Karten zusammengeworfen'), ('wrong_count', 'Falsche Kartenzahl'), ('wrong_seat', 'Falscher Platz'), ('card_shown', 'Karte beim Geben offen'), ('out_of_turn', 'Karte außer der Reihe'), ('warning', 'Verwarnung'), ('deduction', 'Punktabzug')], max_length=12, verbose_name='Art'),
        ),
    ]
