"""The planner's team of the folder above, and a database with real commits."""

from wardline.call_schedules.tests.conftest import add_schedule, team
from wardline.paging.tests.conftest import committing

__all__ = ["add_schedule", "committing", "team"]
