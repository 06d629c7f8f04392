"""Files of a federation: the calendar for other programs."""
