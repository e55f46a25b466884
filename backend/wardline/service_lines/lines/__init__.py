"""One folder a line: data and pure functions only."""
