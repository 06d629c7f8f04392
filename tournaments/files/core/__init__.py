"""What needs no database: the shapes that values of JSON may have."""
