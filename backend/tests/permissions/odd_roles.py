"""Roles as no hospital has them, so that access checks are also asked about unusual rights."""

import random
from typing import Any, Final

from wardline.access import permissions
from wardline.access.permissions import ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE, VIEW_CONSULT, Permission

ODD: Final = tuple(f"Odd {number}" for number in range(1, 7))
"""Roles, and the people who have them."""
_REACHING: Final = frozenset({VIEW_CONSULT, ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE})
"""All of them have these, because most refusals could not be told apart otherwise."""


def odd_roles() -> list[dict[str, Any]]:
    """Each has about two thirds of all permissions, the same in every run."""
    rng = random.Random(7)  # noqa: S311
    known = sorted(each for each in vars(permissions).values() if isinstance(each, Permission))
    return [
        {
            "name": name,
            "label": name,
            "permissions": [" ".join(each) for each in known if each in _REACHING or rng.random() < 2 / 3],
        }
        for name in ODD
    ]
