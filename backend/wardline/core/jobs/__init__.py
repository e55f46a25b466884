"""Background jobs in the same database."""
