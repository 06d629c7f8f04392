"""Who sits where: lots, plans, seats, dealer. Plain Python, no database."""
