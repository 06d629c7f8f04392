"""Who plays where, and what was reported."""
