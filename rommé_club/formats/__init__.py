"""Dates and numbers where Django's own are not those of the tables here."""
