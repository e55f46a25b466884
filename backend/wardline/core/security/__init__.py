"""What protects the server from its callers: known hosts, rate limits."""
