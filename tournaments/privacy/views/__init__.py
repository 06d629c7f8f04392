"""Pages, one function for each."""
