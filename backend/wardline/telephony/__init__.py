"""Text messages and voice calls: a provider behind a contract, and the domains that listen to what people answer."""
