"""How the journals tell who was let in."""
