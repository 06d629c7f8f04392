"""Files of this room, written and read."""
