"""Who plays: registration, teams and tandems, files of players, a player's own page."""
