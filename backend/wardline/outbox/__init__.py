"""What leaves for other systems: written down in the transaction that wants it, sent until it has arrived."""
