"""The demonstration: an invented network of hospitals and its sign-in provider; only with WARDLINE_DEMO=1."""
