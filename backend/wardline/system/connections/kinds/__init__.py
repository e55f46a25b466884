"""One module for each kind of connection."""
