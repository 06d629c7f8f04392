"""What the cards are worth: rules, cards, points, checks, ranking. Knows no tournament."""
