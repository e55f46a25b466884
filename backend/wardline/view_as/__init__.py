"""Administrators see what a person can see and do, without acting as them and without patients' data."""
