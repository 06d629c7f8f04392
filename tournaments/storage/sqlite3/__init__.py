"""SQLite, with writers who stand in a queue."""
