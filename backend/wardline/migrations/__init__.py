"""Migrations of the database schema, run only by the owner's role (`wardline.startup.migrate`)."""
