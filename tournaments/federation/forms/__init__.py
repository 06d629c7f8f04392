"""What is typed at a federation desk."""
