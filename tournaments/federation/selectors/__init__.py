"""What a federation looks up: clubs, events by month, players of all clubs."""
