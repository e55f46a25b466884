"""Output and errors of commands."""

from collections.abc import Callable
from typing import Final

Say = Callable[[str], None]
"""Prints one line."""

IS_READY: Final = "is ready"
"""In the line that a server or a worker prints once it is, for which `wardline.process_group` waits."""


class CommandError(Exception):
    """A command failed for a reason that its user can fix; the message is one line that says how."""
