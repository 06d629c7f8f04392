"""The project: settings, addresses and the door for the server. Nothing imports it but Django."""

__version__ = "1.0.0"
