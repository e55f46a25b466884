"""Administrators create, change and switch off places: organizations, facilities and units."""
