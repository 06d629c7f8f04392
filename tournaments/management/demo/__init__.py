"""The demo tournaments, played through the services."""
