"""What is stored: people, tournaments, lists, rulings, journal."""

from tournaments.models.people import User

__all__ = ["User"]
