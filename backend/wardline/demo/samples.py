"""Each service line's invented requests, brought to the moment at which a consult is asked for."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from types import ModuleType
from typing import Any, Final

from wardline.service_lines import lines
from wardline.service_lines.base.definition import ServiceLineDefinition

LATEST_BEFORE: Final = timedelta(minutes=6)
"""How long before the request the latest time in it lies."""


@cache
def samples() -> dict[str, tuple[dict[str, Any], ...]]:
    """Slug → the line's ``demo.SAMPLES``: what a request body says of the line (reason, isEmergency, the record)."""
    return {slug: demo.SAMPLES for slug, demo in _demos()}


@cache
def sign_off_samples() -> dict[str, tuple[dict[str, Any], ...]]:
    """Slug → the line's ``demo.SIGN_OFFS``: what a sign-off says beside what all say, of lines that ask for more."""
    return {slug: demo.SIGN_OFFS for slug, demo in _demos() if hasattr(demo, "SIGN_OFFS")}


def _demos() -> Iterator[tuple[str, ModuleType]]:
    for module in pkgutil.iter_modules(lines.__path__):
        line: ServiceLineDefinition = importlib.import_module(f"{lines.__name__}.{module.name}").LINE
        yield line.slug, importlib.import_module(f"{lines.__name__}.{module.name}.demo")


def sample_at(sample: Mapping[str, Any], moment: datetime) -> dict[str, Any]:
    """The sample with its times moved so that the latest lies `LATEST_BEFORE` the moment; their distances stay."""
    times = list(_times(sample))
    by = moment - LATEST_BEFORE - max(times) if times else timedelta()
    moved: dict[str, Any] = _moved(sample, by)
    return moved


def _times(value: Any) -> Iterator[datetime]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _times(item)
    elif isinstance(value, str) and (moment := _time(value)) is not None:
        yield moment


def _moved(value: Any, by: timedelta) -> Any:
    if isinstance(value, Mapping):
        return {key: _moved(item, by) for key, item in value.items()}
    if isinstance(value, str) and (moment := _time(value)) is not None:
        return (moment + by).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    return value


def _time(text: str) -> datetime | None:
    """A moment with its zone; a text without one is a text."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
