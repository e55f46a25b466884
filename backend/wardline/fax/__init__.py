"""Sending documents by fax: one contract, a provider of faxes over HTTP, a stand-in for the demonstration."""
