"""The demonstration's OpenID provider: no passwords, invented people, never beyond the demonstration."""
