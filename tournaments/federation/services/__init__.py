"""What is done at a federation: directors named, keys of laptops registered, tournaments put under their club."""
