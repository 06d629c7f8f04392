"""What can be asked for by command."""
