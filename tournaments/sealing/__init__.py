"""Check codes, sealed lists and who verifies them."""
