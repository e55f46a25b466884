"""One module for each part of the page: what is read, and what it means."""
