"""Tables, written."""
