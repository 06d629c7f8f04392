"""PostgreSQL, with connections that are not asked how they are before every page."""
