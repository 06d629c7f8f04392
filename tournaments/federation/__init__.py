"""A federation's own desk: clubs with their directors and keys, a calendar of events, one register of players."""
