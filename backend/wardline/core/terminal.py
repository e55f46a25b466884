"""Output and errors of commands."""

from collections.abc import Callable

Say = Callable[[str], None]
"""Prints one line."""


class CommandError(Exception):
    """A command failed for a reason that its user can fix; the message is one line that says how."""
