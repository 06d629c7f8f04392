"""How the tables came to be."""
