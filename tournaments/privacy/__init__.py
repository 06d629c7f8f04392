"""What is kept of people: named by one table, shown as they wish, handed out to them, and forgotten when they ask."""
