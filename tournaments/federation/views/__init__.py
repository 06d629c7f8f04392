"""Pages of a federation."""
