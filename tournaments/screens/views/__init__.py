"""Screens in the hall: what they show, page by page, and the desk that chooses it."""
