"""The two databases as Django knows them, each with one thing more that a hall of phones needs."""
