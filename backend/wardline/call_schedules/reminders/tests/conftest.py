"""The fixtures of call schedules, and a database with real commits."""

from wardline.call_schedules.tests.conftest import add_schedule, committing, team

__all__ = ["add_schedule", "committing", "team"]
