"""The embedded PostgreSQL, for installations without their own database server, and its backups."""
