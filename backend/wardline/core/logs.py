"""What the server says of itself: one line an event, with the request's id and without anybody's data.

Texts of exceptions are left out wherever they come from, because they quote rows, parameters and bodies; what kind of
failure it was and where it happened stays.
"""

import logging
import traceback
from types import TracebackType
from typing import Any, Final, Literal

from pythonjsonlogger.orjson import OrjsonFormatter

from wardline.core.http.request_context import request_id

FRAMES_TOLD: Final = 12
Format = Literal["json", "text"]


def describe_error(error: BaseException) -> str:
    """The kinds of the failure and of what caused it, and where it happened, innermost call first."""
    kinds = [type(error).__name__]
    cause = error.__cause__ or error.__context__
    while cause is not None:
        kinds.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    where = " < ".join(
        f"{frame.name} ({frame.filename.rsplit('/', 1)[-1]}:{frame.lineno})"
        for frame in reversed(traceback.extract_tb(error.__traceback__)[-FRAMES_TOLD:])
    )
    return f"{' from '.join(kinds)}{f' {state}' if state else ''} at {where}"


_ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class _Quiet(logging.Formatter):
    def formatException(self, ei: _ExceptionInfo) -> str:  # noqa: N802 - the library's name and shape
        return describe_error(ei[1]) if ei[1] is not None else ""


class TextFormatter(_Quiet):
    """For a person at a terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s%(details)s")

    def format(self, record: logging.LogRecord) -> str:
        told = {name: value for name, value in _details(record).items() if value is not None}
        record.details = "".join(f" {name}={value}" for name, value in told.items())
        return super().format(record)


class JsonFormatter(_Quiet, OrjsonFormatter):
    """For a machine: one object a line."""

    def __init__(self) -> None:
        super().__init__(
            "%(levelname)s %(name)s %(message)s",
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "error"},
            timestamp="at",
        )

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        identity = request_id()
        return log_data | ({"request_id": identity} if identity else {})


def set_up_logs(form: Format) -> None:
    """Have everything that is logged go to standard error in this form."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # They log what each single job or call does, whose arguments are nobody's business.
    for name in ("procrastinate", "httpx", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.WARNING)


_ORDINARY: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "details"}


def _details(record: logging.LogRecord) -> dict[str, Any]:
    """What was given as `extra`, and the request's id."""
    given = {name: value for name, value in vars(record).items() if name not in _ORDINARY}
    return given | {"request_id": request_id()}
