"""The committed contract, which `make test` checks; generating it in each process would take several seconds."""

from pathlib import Path
from typing import Any, Final

import orjson

PATH: Final = Path(__file__).parents[2] / "contract" / "openapi.json"


def openapi() -> dict[str, Any]:
    document: dict[str, Any] = orjson.loads(PATH.read_bytes())
    return document
