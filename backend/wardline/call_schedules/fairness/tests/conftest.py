"""The planner's team of the folder above."""

from wardline.call_schedules.tests.conftest import add_schedule, team

__all__ = ["add_schedule", "team"]
