"""How long what kind of record is kept, what may not be removed meanwhile, and the removal itself."""
