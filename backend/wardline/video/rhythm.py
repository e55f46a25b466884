"""How long a call waits for whom; each of these is longer than the one before by more than a lost answer or two."""

from datetime import timedelta
from typing import Final

ATTEND_MILLISECONDS: Final = 8_000
"""How often a window says that it is there while nothing happens."""
LEASE: Final = timedelta(seconds=30)
"""For so long a window that is not heard of counts as there."""
MAY_RETURN: Final = timedelta(minutes=2)
"""For so long nobody ends a meeting in which somebody may only be out of reach."""
ABANDONED: Final = timedelta(minutes=15)
"""A meeting in which nobody was heard of for so long is ended; not sooner, as it may be the server that was away."""
