"""All writing: one module for each thing that changes, one function for each deed."""
