"""Who outside is told of the audit trail as it is written, so that nobody can change it for them."""
