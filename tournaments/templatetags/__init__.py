"""Pieces that templates fetch themselves, so that a page carries them with one line."""
