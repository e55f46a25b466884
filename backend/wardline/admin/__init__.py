"""What administrators change while the product runs."""
