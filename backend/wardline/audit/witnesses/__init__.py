"""External witnesses: copies of the audit trail outside the database, so that changing it is evident."""
