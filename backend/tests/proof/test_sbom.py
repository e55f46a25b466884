"""The bill of materials that is shipped lists what the lock files list."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
STALE = "run `make sbom`, and commit what it writes"


@pytest.fixture(scope="module")
def components() -> dict[str, dict[str, Any]]:
    """By package URL."""
    bill = json.loads((ROOT / "backend" / "wardline" / "sbom.cdx.json").read_text())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    return {each["purl"]: each for each in bill["components"]}


def test_it_lists_every_package_of_the_lock_files_and_no_other(components: dict[str, dict[str, Any]]) -> None:
    shipped = python_packages("runtime") | browser_packages(is_shipped=True)
    building = python_packages("bootstrap", "build", "test") | browser_packages(is_shipped=False)
    assert components.keys() == shipped | building, STALE
    assert {purl for purl, each in components.items() if each["scope"] == "required"} == shipped, STALE


def test_every_package_has_a_license(components: dict[str, dict[str, Any]]) -> None:
    assert [purl for purl, each in components.items() if not each.get("licenses")] == []


def python_packages(*locks: str) -> set[str]:
    texts = [(ROOT / "backend" / "requirements" / f"{lock}.lock").read_text() for lock in locks]
    return {
        f"pkg:pypi/{name}@{version}" for text in texts for name, version in re.findall(r"(?m)^(\S+)==([^ ;]+)", text)
    }


def browser_packages(*, is_shipped: bool) -> set[str]:
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    return {
        f"pkg:npm/{path.rpartition('node_modules/')[2].replace('@', '%40')}@{entry['version']}"
        for path, entry in packages.items()
        if path and entry.get("dev", False) is not is_shipped
    }
