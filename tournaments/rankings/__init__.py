"""Standings and rankings, what hangs out, year rankings, statistics."""
