"""What providers sign about consults."""
