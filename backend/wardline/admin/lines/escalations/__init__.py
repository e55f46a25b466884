"""How requests of a line escalate in an organization."""
