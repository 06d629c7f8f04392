"""What people type about rules and cards, as values."""
