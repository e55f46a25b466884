"""The structured note that both stroke lines sign."""
