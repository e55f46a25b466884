"""The bill of materials that `make sbom` writes, and the licenses of what is shipped, from it."""

from functools import cache
from pathlib import Path
from typing import Final

import orjson

from wardline.system.choices import ShippedFor
from wardline.system.schemas import ShippedPackage

BILL: Final = Path(__file__).parents[1] / "sbom.cdx.json"
_SHIPPED: Final = "required"


@cache
def shipped_packages() -> list[ShippedPackage]:
    """By name. What only builds and tests Wardline is left out."""
    packages = [
        ShippedPackage(
            name="/".join(filter(None, (component.get("group"), component["name"]))),
            version=component["version"],
            license=component["licenses"][0].get("expression") or component["licenses"][0]["license"]["id"],
            used_in=ShippedFor.BROWSER if component["purl"].startswith("pkg:npm/") else ShippedFor.SERVER,
        )
        for component in orjson.loads(BILL.read_bytes())["components"]
        if component["scope"] == _SHIPPED
    ]
    return sorted(packages, key=lambda package: (package.name.lower(), package.version))
