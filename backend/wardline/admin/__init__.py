"""What administrators can change while the product is running."""
