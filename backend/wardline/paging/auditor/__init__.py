"""Finds out whether paging works, from outside the workers that page, and raises alarms."""
