"""What runs without Django: the codes of an app."""
