"""A Runde can be one deal (basic rules): a series has up to sixty of them."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_squashed_0019_seasons")]

    operations = [
        migrations.RemoveConstraint(model_name="tournament", name="one_to_twentyfour_rounds"),
        migrations.AlterField(
            model_name="tournament",
            name="rounds",
            field=models.PositiveSmallIntegerField(
                validators=[MinValueValidator(1), MaxValueValidator(60)], verbose_name="Runden je Serie"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(rounds__range=(1, 60)), name="one_to_sixty_rounds"
            ),
        ),
    ]
