"""The notes that providers sign about consults."""
