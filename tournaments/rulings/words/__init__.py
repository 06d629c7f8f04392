"""How it is said to people."""
