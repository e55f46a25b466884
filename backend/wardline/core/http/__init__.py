"""From request to response: routes, transactions, bodies, errors, idempotency."""
