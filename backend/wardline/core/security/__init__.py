"""Protection from clients: allowed hosts, rate limits."""
