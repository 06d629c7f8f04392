"""What is printed: lists to sign, standings for the wall."""
