"""How the installation does, for administrators: what works, what needs action, and what it consists of."""
