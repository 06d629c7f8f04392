"""The desk: home, a tournament for everybody, setting one up, what comes next."""
