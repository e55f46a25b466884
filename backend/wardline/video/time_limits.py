"""The time limits of calls. Each exceeds the previous one by more than the time of a lost response or two."""

from datetime import timedelta
from typing import Final

ATTEND_MILLISECONDS: Final = 8_000
"""How often an idle window sends its presence."""
RING_MILLISECONDS: Final = 30_000
"""How often a screen on which a call rings says so."""
KNOCK_MILLISECONDS: Final = 3_000
"""How often a guest asks whether they have been let in."""
LEASE: Final = timedelta(seconds=30)
"""A window that has sent nothing for this long no longer counts as present."""
LINK_OPENS_WITHIN: Final = timedelta(minutes=30)
"""How long the link to a guest can be opened."""
RETURN_WINDOW: Final = timedelta(minutes=2)
"""No user can end a meeting while another one may return after losing the connection."""
ABANDONED_AFTER: Final = timedelta(minutes=15)
"""A meeting whose windows have been silent for this long is ended, no sooner, because the server may have been down."""
