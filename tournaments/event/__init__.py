"""The spine: setting up, writing the journal, permissions, names, the course of a table."""
