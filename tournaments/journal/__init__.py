"""The journal in words, its files and its check, the record of the day."""
