"""Logging: one line per event, with the request's id and without personal data.

Messages of exceptions are never logged, because they quote rows, parameters and bodies; their types and locations are.
"""

import logging
import traceback
from types import TracebackType
from typing import Any, Final, Literal

from pythonjsonlogger.orjson import OrjsonFormatter

from wardline.core.http.request_context import request_id

MAX_FRAMES: Final = 12
Format = Literal["json", "text"]


def describe_error(error: BaseException) -> str:
    """The types of the exception and its causes, and where it was raised, innermost call first."""
    types = [type(error).__name__]
    cause = error.__cause__ or error.__context__
    while cause is not None:
        types.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    where = " < ".join(
        f"{frame.name} ({frame.filename.rsplit('/', 1)[-1]}:{frame.lineno})"
        for frame in reversed(traceback.extract_tb(error.__traceback__)[-MAX_FRAMES:])
    )
    return f"{' from '.join(types)}{f' {state}' if state else ''} at {where}"


_ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class _WithoutMessages(logging.Formatter):
    def formatException(self, ei: _ExceptionInfo) -> str:  # noqa: N802 - the library's name and signature
        return describe_error(ei[1]) if ei[1] is not None else ""


class TextFormatter(_WithoutMessages):
    """For reading at a terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s%(details)s")

    def format(self, record: logging.LogRecord) -> str:
        details = {name: value for name, value in _details(record).items() if value is not None}
        record.details = "".join(f" {name}={value}" for name, value in details.items())
        return super().format(record)


class JsonFormatter(_WithoutMessages, OrjsonFormatter):
    """For log collectors: one JSON object per line."""

    def __init__(self) -> None:
        super().__init__(
            "%(levelname)s %(name)s %(message)s",
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "error"},
            timestamp="at",
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        current_id = request_id()
        return log_data | ({"request_id": current_id} if current_id else {})


def set_up_logs(log_format: Format) -> None:
    """Send all logs to standard error in this format."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # These log the arguments of every job or request.
    for name in ("procrastinate", "httpx", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.WARNING)


_STANDARD_FIELDS: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "details"}


def _details(record: logging.LogRecord) -> dict[str, Any]:
    """The `extra` fields and the request's id."""
    extra = {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}
    return extra | {"request_id": request_id()}
