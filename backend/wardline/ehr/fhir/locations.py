"""Which beds and rooms belong to a unit: the hospital's location hierarchy, cached for a while."""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from wardline.core import clock
from wardline.ehr.contract import EhrUnavailable
from wardline.ehr.fhir.mapping import local_id, read_all
from wardline.ehr.fhir.models import FHIR_ID, Location
from wardline.ehr.fhir.server import FhirServer

log = logging.getLogger(__name__)

CACHE_TIME = timedelta(minutes=15)
DEPTH_LIMIT = 5
"""Levels below a unit: ward, room and bed are three."""
LOCATION_LIMIT = 5_000
IDS_A_SEARCH = 40
"""Ids in one search, which keeps the URL well below proxies' limits."""

Depths = dict[str, int]
"""Location id to depth below the unit."""


def in_batches(ids: Iterable[str]) -> Iterator[list[str]]:
    ordered = sorted(ids)
    for start in range(0, len(ordered), IDS_A_SEARCH):
        yield ordered[start : start + IDS_A_SEARCH]


class LocationTree:
    """The locations of units, by unit code: a FHIR Location's id or one of its identifiers."""

    def __init__(self, server: FhirServer) -> None:
        self._server = server
        self._known: dict[str, tuple[datetime, Depths]] = {}

    async def units_by_location(self, unit_codes: Sequence[str]) -> dict[str, str]:
        """Location id to unit code, for each unit and everything below it; the nearest unit if they are nested.

        Raises:
            EhrUnavailable: the hospital has none of the units. An empty census would hide the misconfiguration.
        """
        now = clock.now()
        missing = {code for code in unit_codes if code not in self._known or self._known[code][0] <= now}
        for code, root_ids in (await self._roots(missing)).items():
            self._known[code] = (now + CACHE_TIME, await self._below(root_ids))
        unknown = sum(code not in self._known for code in unit_codes)
        if unknown:
            log.warning("EHR: %d of %d unit codes are not recognized", unknown, len(unit_codes))
        if unknown and unknown == len(unit_codes):
            raise EhrUnavailable
        nearest: dict[str, tuple[int, str]] = {}
        for code in unit_codes:
            for location_id, depth in self._known.get(code, (now, {}))[1].items():
                nearest[location_id] = min(nearest.get(location_id, (depth, code)), (depth, code))
        return {location_id: code for location_id, (_, code) in nearest.items()}

    async def _roots(self, codes: set[str]) -> dict[str, set[str]]:
        """Unit code to the ids of its locations. An unknown code is omitted, and looked up again the next time."""
        roots: dict[str, set[str]] = {}
        as_ids = {code for code in codes if re.fullmatch(FHIR_ID, code)}
        for location in await self._search("_id", as_ids):
            if location.id in codes:
                roots[location.id] = {location.id}
        others = codes - roots.keys()
        for location in await self._search("identifier", others):
            for identifier in location.identifier:
                if identifier.value in others:
                    roots.setdefault(identifier.value, set()).add(location.id)
        for code in codes - roots.keys():
            self._known.pop(code, None)
        return roots

    async def _below(self, root_ids: set[str]) -> Depths:
        depths: Depths = dict.fromkeys(root_ids, 0)
        level = root_ids
        for depth in range(1, DEPTH_LIMIT + 1):
            children = await self._search("partof", {f"Location/{location_id}" for location_id in level})
            level = {child.id for child in children if child.id not in depths and self._parent(child) in level}
            depths |= dict.fromkeys(level, depth)
            if len(depths) > LOCATION_LIMIT:
                log.warning("EHR unavailable: a unit has more than %d locations", LOCATION_LIMIT)
                raise EhrUnavailable
            if not level:
                break
        return depths

    def _parent(self, location: Location) -> str | None:
        return local_id(location.part_of.reference if location.part_of else None, "Location", self._server.base_url)

    async def _search(self, parameter: str, values: set[str]) -> list[Location]:
        locations: list[Location] = []
        for batch in in_batches(values):
            joined = ",".join(_escaped(value) for value in batch)
            resources = await self._server.search("Location", [(parameter, joined), ("_count", "200")])
            locations += read_all(Location, resources)[0]
        return locations


def _escaped(value: str) -> str:
    """FHIR's own escapes (https://hl7.org/fhir/R4/search.html#escaping)."""
    return re.sub(r"([\\,$|])", r"\\\1", value)
