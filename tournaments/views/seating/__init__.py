"""The director's seating pages: the board, seating by hand, wishes, plans, the longer search, changes."""
