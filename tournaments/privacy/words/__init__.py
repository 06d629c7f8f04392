"""What is kept of people, in words."""
