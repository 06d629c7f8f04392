"""Copies of everything, and the way back."""
