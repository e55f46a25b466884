"""The demonstration: a fictitious hospital network and its sign-in provider. Enabled only by WARDLINE_DEMO=1."""
