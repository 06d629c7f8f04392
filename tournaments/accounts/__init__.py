"""Signing in, staff, access for programs."""
