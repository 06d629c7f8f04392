"""The network of the hall: which address codes carry, whether phones arrive, a certificate for https."""
