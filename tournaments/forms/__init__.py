"""What a browser typed becomes a value; what it cannot become is a sentence beside the field."""
