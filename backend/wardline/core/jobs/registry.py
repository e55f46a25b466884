"""Declares jobs: a job is a function in its domain's `jobs.py` with one of the decorators below."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Concatenate, Final, Generic, ParamSpec

import wardline
from wardline.core.jobs.context import JobContext
from wardline.core.retries import Backoff

P = ParamSpec("P")
Function = Callable[Concatenate[JobContext, P], Awaitable[None]]

DECLARING: Final = ("jobs", "channels")
"""Names of the modules that `load_declarations` imports: jobs, and the channels of the outbox's jobs."""


@dataclass(frozen=True, slots=True)
class Job(Generic[P]):
    """A function that workers run. Its name is stored with every queued job, so renaming it would orphan those jobs."""

    name: str
    function: Function[P]
    retry: Backoff | None = None
    """The schedule for retries after an error in the job itself; without one, the job has failed for good."""
    cron: str | None = None
    """When it runs automatically; a sixth field is for seconds."""
    exclusive: bool = False
    """Whether no other worker may run it at the same time."""
    urgent: bool = False
    """Whether workers have capacity of their own for it, so that other jobs cannot delay it."""
    every_seconds: float | None = None
    """The pause between runs of a job that is never queued."""

    async def __call__(self, context: JobContext, *args: P.args, **kwargs: P.kwargs) -> None:
        await self.function(context, *args, **kwargs)


declared: Final[dict[str, Job[...]]] = {}
"""Every job by its name, once `load_declarations` has run."""


def job(*, retry: Backoff | None = None, urgent: bool = False) -> Callable[[Function[P]], Job[P]]:
    """Declare a job that is queued by `wardline.core.jobs.queue.defer`.

    It must be safe to run twice. Its arguments are plain ids, never patient data.
    """

    def declare(function: Function[P]) -> Job[P]:
        return _declare(Job(function.__name__, function, retry=retry, urgent=urgent))

    return declare


def periodic_job(cron: str, *, exclusive: bool = False) -> Callable[[Function[[]]], Job[[]]]:
    """Declare a job that runs on a schedule. A run is skipped while the previous one is still queued."""

    def declare(function: Function[[]]) -> Job[[]]:
        return _declare(Job(function.__name__, function, cron=cron, exclusive=exclusive))

    return declare


def repeated_job(*, every_seconds: float) -> Callable[[Function[[]]], Job[[]]]:
    """Declare a short job that every worker runs itself, again and again, because queuing it would cost more.

    Workers may run it at the same time.
    """

    def declare(function: Function[[]]) -> Job[[]]:
        return _declare(Job(function.__name__, function, every_seconds=every_seconds))

    return declare


def load_declarations() -> None:
    """Import every module of the package that declares jobs or channels."""
    root = Path(wardline.__file__).parent
    for name in DECLARING:
        for file in sorted(root.rglob(f"{name}.py")):
            import_module(".".join(("wardline", *file.relative_to(root).with_suffix("").parts)))


def _declare(new: Job[P]) -> Job[P]:
    if new.name in declared:
        raise ValueError(f"two jobs are called {new.name}")
    declared[new.name] = new
    return new
