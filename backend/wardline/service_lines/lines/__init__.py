"""One folder per line, with only data and pure functions."""
