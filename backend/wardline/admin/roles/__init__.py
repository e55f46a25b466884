"""Which role permits what, in words, and how many people have it."""
