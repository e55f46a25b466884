"""The demonstration's OpenID provider: fictitious users without passwords, in the demonstration only."""
