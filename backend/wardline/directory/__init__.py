"""The signed-in user, loaded from the tables of several domains."""
