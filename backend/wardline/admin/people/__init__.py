"""Administrators add people, change what they may do, and deactivate them."""
