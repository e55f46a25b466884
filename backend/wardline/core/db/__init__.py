"""The database: engine, sessions, prepared statements, deadlines, locks."""
