"""A table's list: entering games, the clock, signing, codes, its whole life."""
