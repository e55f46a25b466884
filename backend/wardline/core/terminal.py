"""What commands say to the person at the terminal."""

from collections.abc import Callable

Say = Callable[[str], None]
"""Prints one line."""


class CommandError(Exception):
    """A command that failed for a reason the person at the terminal can fix; its text is one line that says how."""
