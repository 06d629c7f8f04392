"""Luxembourgish."""
