"""Administrators add and change many people by a CSV file: it is read, then checked, then applied as a whole."""
