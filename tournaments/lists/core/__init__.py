"""Plain Python without Django."""
