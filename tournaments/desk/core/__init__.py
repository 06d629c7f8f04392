"""What is worked out without a database: where the day is, how fast a table plays, what a search finds."""
