"""What is typed."""
