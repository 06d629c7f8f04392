"""Strangers' tables, read within limits."""
