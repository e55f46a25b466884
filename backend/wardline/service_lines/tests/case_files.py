"""Reads the case files of forms for the server's tests; the browser's tests read the generated ones.

A case is ``{name, form, now, data, errors}``. A case may be based on another one in its file: ``from`` names that
one, ``with`` has changed answers by dotted path, and ``without`` the paths of omitted answers. A long text is
``{"repeat": "m", "times": 256}``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

KEYS: Final = ("name", "form", "now", "data", "errors")


def read_cases(file: Path) -> list[dict[str, Any]]:
    """All cases, with those they are based on applied."""
    cases: list[dict[str, Any]] = []
    by_name: dict[str, dict[str, Any]] = {}
    for case in json.loads(file.read_text(encoding="utf-8"), object_hook=_written_out):
        base = by_name[case.pop("from")] if "from" in case else {}
        data = case.pop("data", base.get("data"))
        for path, value in case.pop("with", {}).items():
            data = with_answer(data, path, value)
        for path in case.pop("without", ()):
            data = without_answer(data, path)
        complete = {"form": base.get("form"), "now": base.get("now"), **case, "data": data}
        if complete.keys() != set(KEYS):
            raise ValueError(f"{file}: {case['name']} has other keys than a case: {sorted(complete)}")
        by_name[complete["name"]] = complete
        cases.append({key: complete[key] for key in KEYS})
    return cases


def _written_out(value: dict[str, Any]) -> Any:
    return value["repeat"] * value["times"] if value.keys() == {"repeat", "times"} else value


def with_answer(data: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    key, _, rest = path.partition(".")
    return {**data, key: with_answer(data.get(key, {}), rest, value) if rest else value}


def without_answer(data: Mapping[str, Any], path: str) -> dict[str, Any]:
    key, _, rest = path.partition(".")
    if rest:
        return {**data, key: without_answer(data[key], rest)}
    return {name: value for name, value in data.items() if name != key}
