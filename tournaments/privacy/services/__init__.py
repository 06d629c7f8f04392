"""All writing, one function for each deed."""
