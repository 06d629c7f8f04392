"""Questions, no writing."""
