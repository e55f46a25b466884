"""Each service line's sample requests, shifted to the time of a consult's request."""

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
"""How long before the request its latest time is."""


@cache
def samples() -> dict[str, tuple[dict[str, Any], ...]]:
    """The lines' ``demo.SAMPLES`` by slug: the line-specific part of requests (reason, isEmergency, the record)."""
    return {slug: demo.SAMPLES for slug, demo in _demos()}


@cache
def sign_off_samples() -> dict[str, tuple[dict[str, Any], ...]]:
    """The lines' ``demo.SIGN_OFFS`` by slug: the line-specific part of a sign-off, for lines that have one."""
    return {slug: demo.SIGN_OFFS for slug, demo in _demos() if hasattr(demo, "SIGN_OFFS")}


def _demos() -> Iterator[tuple[str, ModuleType]]:
    for module in pkgutil.iter_modules(lines.__path__):
        line: ServiceLineDefinition = importlib.import_module(f"{lines.__name__}.{module.name}").LINE
        yield line.slug, importlib.import_module(f"{lines.__name__}.{module.name}.demo")


def sample_at(sample: Mapping[str, Any], moment: datetime) -> dict[str, Any]:
    """The sample with all its times shifted so that the latest is `LATEST_BEFORE` earlier than `moment`."""
    times = list(_times(sample))
    offset = moment - LATEST_BEFORE - max(times) if times else timedelta()
    shifted: dict[str, Any] = _shifted(sample, offset)
    return shifted


def _times(value: Any) -> Iterator[datetime]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _times(item)
    elif isinstance(value, str) and (moment := _time(value)) is not None:
        yield moment


def _shifted(value: Any, offset: timedelta) -> Any:
    if isinstance(value, Mapping):
        return {key: _shifted(item, offset) for key, item in value.items()}
    if isinstance(value, str) and (moment := _time(value)) is not None:
        return (moment + offset).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    return value


def _time(text: str) -> datetime | None:
    """A time with a zone; None for any other text."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
