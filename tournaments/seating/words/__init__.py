"""Sentences about the seating for pages, paper and the journal."""
