"""Deliveries to other systems: recorded in the transaction that needs them, and retried until they arrive."""
