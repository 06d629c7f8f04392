"""A federation's engines, real ones, failing while tables enter their games: `python -m tests.federation_day`."""
