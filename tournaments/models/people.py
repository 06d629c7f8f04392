"""People: who may sign in, who plays, and for which club."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody with an account: directors, referees, list keepers who are asked to sign in."""
