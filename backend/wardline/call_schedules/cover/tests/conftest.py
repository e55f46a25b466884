"""The fixtures of call schedules."""

from wardline.call_schedules.tests.conftest import add_schedule, team

__all__ = ["add_schedule", "team"]
