"""The project: settings, addresses and the door for the server. Nothing imports it but Django."""
