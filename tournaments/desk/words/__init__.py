"""What the desk says."""
