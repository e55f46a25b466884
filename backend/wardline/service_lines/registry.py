"""Finds every folder below `lines/`. Adding a line changes no other file."""

import importlib
import pkgutil
from functools import cache

from wardline.service_lines import lines
from wardline.service_lines.base.definition import ServiceLineDefinition


@cache
def all_lines() -> tuple[ServiceLineDefinition, ...]:
    """Every line, ordered by its first ID. Two lines with the same slug or ID are an error at startup."""
    definitions = [
        importlib.import_module(f"{lines.__name__}.{module.name}").LINE
        for module in pkgutil.iter_modules(lines.__path__)
    ]
    definitions.sort(key=lambda line: min(line.ids))
    slugs = [line.slug for line in definitions]
    ids = [line_id for line in definitions for line_id in line.ids]
    if len(set(slugs)) != len(slugs) or len(set(ids)) != len(ids):
        raise RuntimeError("two service lines share a slug or an id")
    return tuple(definitions)


@cache
def by_id() -> dict[int, ServiceLineDefinition]:
    return {line_id: line for line in all_lines() for line_id in line.ids}


def line_of(service_line_id: int) -> ServiceLineDefinition:
    """The definition for a stored ID; every ID in the database has one."""
    return by_id()[service_line_id]


@cache
def all_line_codes() -> frozenset[str]:
    """The codes by which network files refer to the lines."""
    return frozenset(code for line in all_lines() for code in line.ids.values())
