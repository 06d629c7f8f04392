"""What is printed: codes for a lost phone."""
