"""Web push: encrypted messages to the browsers of users, and the receipts of their service workers."""
