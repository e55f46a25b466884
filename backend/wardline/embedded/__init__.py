"""The embedded PostgreSQL, for installations without a database server of their own, and its backups."""
