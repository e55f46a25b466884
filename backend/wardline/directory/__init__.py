"""Who the signed-in user is, from the tables of several domains."""
