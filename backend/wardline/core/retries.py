"""Everything the server retries automatically, when, and how often: the only place for these numbers.

- A request to another system is sent once. Those that must succeed eventually are sent by jobs, and the job is
  retried. Only a FHIR access token that the hospital refuses is renewed, and the request repeated once.
- A client's request is never retried here. The client repeats it with its idempotency key.
- A job that raises `Retry` runs again after the time given there. One that was cut off by a shutdown runs again at
  once, and one whose worker died runs again after `STALLED_SECONDS`. Any other error is final, unless the job names a
  schedule for it.
- A delivery is retried on `DELIVERY`, or `URGENT_DELIVERY`, until the receiver accepts or refuses it, a user handles
  it, or its domain withdraws it.
"""

from dataclasses import dataclass
from typing import Final

_MAX_DOUBLINGS: Final = 30


class Retry(Exception):
    """Raised by a job that has more to do in `seconds`. It is not a failure.

    With `after_others`, others that are due by then go first.
    """

    def __init__(self, seconds: int, *, after_others: bool = False) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.after_others = after_others


@dataclass(frozen=True, slots=True)
class Backoff:
    """Waits that double from `first` to `longest` seconds; `attempts` includes the first try, None means no limit."""

    first: float
    longest: float
    attempts: int | None = None

    def wait(self, failures: int) -> float:
        """Seconds to wait after the attempt that was preceded by `failures` failed ones (0 for the first attempt)."""
        return min(self.first * float(2 ** min(failures, _MAX_DOUBLINGS)), self.longest)

    def wait_at_age(self, seconds: float) -> int:
        """The same schedule by the age of the work instead of its failures: wait as long as it has taken so far."""
        return int(min(max(seconds, self.first), self.longest))

    def is_over(self, failures: int) -> bool:
        """Whether the attempt that was preceded by `failures` failed ones was the last."""
        return self.attempts is not None and failures + 1 >= self.attempts


DATABASE_DOWN: Final = Backoff(1, 8)
"""A job that could not reach the database, or waited too long for a lock."""
NOTE_DOCUMENT: Final = Backoff(4, 3600, attempts=13)
"""Typesetting a signed note; the last attempt is about three hours after the signature."""
DELIVERY: Final = Backoff(4, 300)
"""A fax or a note for the hospital's record, while its receiver cannot be reached."""
RECEIVER_BUSY_SECONDS: Final = 10
"""A lane whose receiver is already handling as many deliveries at once as allowed."""
URGENT_DELIVERY: Final = Backoff(2, 30)
"""A page, while its receiver cannot be reached."""
URGENT_CHECK: Final = Backoff(10, 30)
"""Asking about a page that was accepted. Receivers report, so that this only finds reports that were lost."""
URGENT_RECEIVER_BUSY_SECONDS: Final = 1
"""Like `RECEIVER_BUSY_SECONDS`, for pages."""
PAGE_MOVE: Final = Backoff(5, 60)
"""A move of an escalation that raised an error. Others are not held up by it, and the auditor reports it."""
PAGE_NOTICE_SECONDS: Final = 5
"""Ordering the delivery of a notice that raised an error. Like `PAGE_MOVE`, others are not held up."""
MEDIA_ROOM_SECONDS: Final = 5
"""A call's room at the media server that does not respond, and the rooms that it lost in a restart."""
PATIENT_RECORD: Final = Backoff(60, 5 * 60)
"""Verifying a patient while the hospital's record does not respond."""
PATIENT_CORRECTION: Final = Backoff(60 * 60, 24 * 60 * 60, attempts=13)
"""Verifying a patient who did not match, in case the hospital corrects its record: a bit more than a week."""

STALLED_SECONDS: Final = 30
"""A worker without a heartbeat for this long is considered dead, and another one runs its jobs."""
URGENT_STALLED_SECONDS: Final = 4
"""Like `STALLED_SECONDS`, for a worker's urgent jobs; its heartbeat for them is more frequent."""
WORKER: Final = Backoff(0.5, 8)
"""Restarting the worker of this process after it failed, usually because the database went away."""
LISTENER_SECONDS: Final = 0.5
"""Reconnecting the LISTEN connection behind live updates."""
RESTART: Final = Backoff(0.2, 5)
"""Restarting the embedded database, or one of several server processes, after it ended unexpectedly."""
STABLE_SECONDS: Final = 30
"""After it has run for this long, its end is a new problem, and pauses start from the shortest again."""
MIGRATION: Final = Backoff(2, 2, attempts=40)
"""Waiting for a table that other sessions use, so that it can be altered."""


class Restarts:
    """The pauses before restarts of one process: if it keeps ending, it is restarted less and less often."""

    def __init__(self, backoff: Backoff) -> None:
        self._backoff = backoff
        self._ended = 0
        """How often in a row it has ended soon after its start."""

    def pause(self, ran_seconds: float) -> float:
        """Seconds to wait after it has run for so long."""
        if ran_seconds > STABLE_SECONDS:
            self._ended = 0
        pause = self._backoff.wait(self._ended)
        self._ended += 1
        return pause
