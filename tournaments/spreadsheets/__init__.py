"""Cells read and written: xlsx, ods, csv."""
