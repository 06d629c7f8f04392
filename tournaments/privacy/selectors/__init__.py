"""What is kept of somebody, asked for."""
