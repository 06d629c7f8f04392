"""Who sits where: plans, changes, lots, places."""
