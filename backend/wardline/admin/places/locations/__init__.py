"""Other systems create and replace locations."""
