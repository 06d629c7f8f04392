"""All writing."""
