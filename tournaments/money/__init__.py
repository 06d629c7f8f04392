"""Fees, the cash book, prizes."""
