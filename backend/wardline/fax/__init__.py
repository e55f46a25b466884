"""Sending documents by fax: a contract, a provider over HTTP, and a simulated one for the demonstration."""
