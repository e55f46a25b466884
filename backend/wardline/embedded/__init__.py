"""The PostgreSQL that comes with Wardline, for installations that have none of their own, and its backups."""
