"""Write the software bill of materials (CycloneDX 1.6) of everything in the lock files, for the server to show.

Packages with the scope `required` are shipped: they are installed with the server, or are part of the browser's code.
Those with the scope `excluded` only build and test it. The same lock files always result in the same bytes, so it
contains no time of its own.
"""

import base64
import hashlib
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.spdx import is_expression, is_supported_id
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).resolve().parents[2]
REQUIREMENTS: Final = ROOT / "backend" / "requirements"
BROWSER_LOCK: Final = ROOT / "frontend" / "package-lock.json"
WRITTEN: Final = ROOT / "backend" / "wardline" / "sbom.cdx.json"

SHIPPED: Final = "runtime"
"""The lock file of the packages that the server runs with; those of the others build and test it."""
_PINNED: Final = re.compile(r"([A-Za-z0-9._-]+)==([^ ;\\]+)")
_NEEDED_BY: Final = re.compile(r"(?m)^    # +(?:via +)?(?:-r \S*/)?(?!via$)([A-Za-z0-9._-]+)")
_BY_CLASSIFIER: Final = {
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "License :: OSI Approved :: GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
}
"""Classifiers that mean one license only."""


@dataclass(slots=True)
class Package:
    """One package of one version; `needs` are the `ref`s of packages that it uses."""

    ecosystem: str
    name: str
    version: str
    license: str
    is_shipped: bool
    needs: set[str]
    sha512: str | None = None
    is_direct: bool = False
    """Whether Wardline itself names it."""

    @property
    def purl(self) -> PackageURL:
        namespace, _, name = self.name.rpartition("/")
        return PackageURL(self.ecosystem, namespace or None, name, self.version)

    @property
    def ref(self) -> str:
        return self.purl.to_string()


class Licenses:
    """The license of each package: from its metadata, or as `licenses.toml` states it."""

    def __init__(self) -> None:
        self._stated = tomllib.loads((REQUIREMENTS / "licenses.toml").read_text())
        self._unused = {(ecosystem, name) for ecosystem, names in self._stated.items() for name in names}

    def of(self, ecosystem: str, name: str, from_metadata: str | None) -> str:
        """An SPDX expression. Exits if there is none."""
        stated: str | None = self._stated[ecosystem].get(name, {}).get("license")
        if stated not in {None, from_metadata}:
            self._unused.discard((ecosystem, name))
        found = stated or from_metadata
        if found is None:
            sys.exit(f"wardline: {name} states no license; look it up, and state it in licenses.toml")
        return found

    def refuse_unused(self) -> None:
        if self._unused:
            sys.exit(f"wardline: licenses.toml states what it need not: {sorted(self._unused)}")


def python_packages(licenses: Licenses) -> Iterator[Package]:
    packages: dict[tuple[str, str], Package] = {}
    needed: list[tuple[str, Package]] = []
    for lock in sorted(REQUIREMENTS.glob("*.lock")):
        for name, version, needed_by in _pins(lock.read_text()):
            package = packages.get((name, version))
            if package is None:
                license_ = licenses.of("pypi", name, _stated_by_distribution(name))
                package = packages[name, version] = Package("pypi", name, version, license_, False, set())
            package.is_shipped |= lock.stem == SHIPPED
            package.is_direct |= "wardline" in needed_by or f"{lock.stem}-in" in needed_by
            needed += [(other, package) for other in needed_by]
    for name, package in needed:
        for other in packages.values():
            if other.name == name:
                other.needs.add(package.ref)
    yield from packages.values()


def _pins(lock: str) -> Iterator[tuple[str, str, list[str]]]:
    """Name, version, and what needs it: packages, or the file with Wardline's own requirements."""
    for block in re.split(r"(?m)^(?=[A-Za-z0-9])", lock):
        if pinned := _PINNED.match(block):
            yield (
                canonicalize_name(pinned[1]),
                pinned[2],
                [canonicalize_name(name) for name in _NEEDED_BY.findall(block)],
            )


def _stated_by_distribution(name: str) -> str | None:
    """None if it is not installed, or if what it states is not unambiguous."""
    try:
        stated = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    for field in ("License-Expression", "License"):
        if field in stated and (is_supported_id(stated[field]) or is_expression(stated[field])):
            return stated[field]
    classifiers = [each for each in stated.get_all("Classifier") or [] if each.startswith("License :: ")]
    return _BY_CLASSIFIER.get(classifiers[0]) if len(classifiers) == 1 else None


def browser_packages(licenses: Licenses) -> Iterator[Package]:
    lock: dict[str, dict[str, Any]] = json.loads(BROWSER_LOCK.read_text())["packages"]
    by_ref: dict[str, Package] = {}
    direct = {f"node_modules/{name}" for name in _needs(lock[""])}
    for path, entry in lock.items():
        if not path:
            continue
        name = _name_of(path)
        new = Package(
            "npm",
            name,
            entry["version"],
            licenses.of("npm", name, entry.get("license")),
            not entry.get("dev", False),
            {_ref_of(lock, found) for needed in _needs(entry) if (found := _found(lock, path, needed)) is not None},
            _sha512(entry.get("integrity")),
            path in direct,
        )
        known = by_ref.setdefault(new.ref, new)
        known.is_direct |= new.is_direct
        known.is_shipped |= new.is_shipped
        known.needs |= new.needs
    yield from by_ref.values()


def _name_of(path: str) -> str:
    return path.rpartition("node_modules/")[2]


def _ref_of(lock: Mapping[str, Mapping[str, Any]], path: str) -> str:
    return Package("npm", _name_of(path), lock[path]["version"], "", False, set()).ref


def _needs(entry: Mapping[str, Any]) -> Iterator[str]:
    for kind in ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies"):
        yield from entry.get(kind, {})


def _found(lock: Mapping[str, object], path: str, name: str) -> str | None:
    """The path of the package that an import of `name` in `path` finds, as Node looks for it; None if it is absent."""
    while True:
        candidate = f"{path}/node_modules/{name}" if path else f"node_modules/{name}"
        if candidate in lock:
            return candidate
        if not path:
            return None
        path = path.rpartition("node_modules/")[0].removesuffix("/")


def _sha512(integrity: str | None) -> str | None:
    if integrity is None or not integrity.startswith("sha512-"):
        return None
    return base64.b64decode(integrity.removeprefix("sha512-")).hex()


def bill() -> str:
    """The bill as JSON, which CycloneDX's schema has accepted."""
    licenses = Licenses()
    packages = [*python_packages(licenses), *browser_packages(licenses)]
    licenses.refuse_unused()
    digest = hashlib.sha256(repr(sorted((each.ref, each.license) for each in packages)).encode()).hexdigest()
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"wardline:{digest}"))
    project = tomllib.loads((ROOT / "backend" / "pyproject.toml").read_text())["project"]
    bom.metadata.component = root = Component(
        type=ComponentType.APPLICATION,
        name=project["name"],
        version=project["version"],
        bom_ref=project["name"],
        licenses=[LicenseFactory().make_from_string(project["license"])],
    )
    components = {each.ref: _component(each) for each in packages}
    bom.components.update(components.values())
    bom.register_dependency(root, [components[each.ref] for each in packages if each.is_direct])
    for each in packages:
        bom.register_dependency(components[each.ref], [components[ref] for ref in each.needs])
    document = json.loads(JsonV1Dot6(bom).output_as_string())
    del document["metadata"]["timestamp"]
    text = json.dumps(document, indent=1, sort_keys=True) + "\n"
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        sys.exit(f"wardline: the bill of materials is invalid: {error}")
    return text


def _component(package: Package) -> Component:
    namespace, _, name = package.name.rpartition("/")
    factory = LicenseFactory()
    return Component(
        type=ComponentType.LIBRARY,
        group=namespace or None,
        name=name,
        version=package.version,
        bom_ref=package.ref,
        purl=package.purl,
        scope=ComponentScope.REQUIRED if package.is_shipped else ComponentScope.EXCLUDED,
        licenses=[factory.make_from_string(package.license)],
        hashes=[HashType(alg=HashAlgorithm.SHA_512, content=package.sha512)] if package.sha512 else [],
    )


def main() -> None:
    WRITTEN.write_text(bill())
    sys.stdout.write(f"{WRITTEN.relative_to(ROOT)} is up to date\n")


if __name__ == "__main__":
    main()
