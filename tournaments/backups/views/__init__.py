"""Pages: a backup is made, kept elsewhere, put back."""
