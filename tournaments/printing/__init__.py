"""What is printed beside lists and standings: cards, badges, slips, certificates."""
